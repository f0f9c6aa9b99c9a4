"""Unconditional Surrender! World War 2 in Europe: charts, combat odds, and three scenarios to play."""

from sandtable.systems.use.system import USE

SYSTEM = USE
