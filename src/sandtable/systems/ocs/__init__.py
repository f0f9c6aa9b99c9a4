"""Operational Combat Series, version 4.3: charts, odds, and titles to play."""

from sandtable.systems.ocs.system import OCS

SYSTEM = OCS
