"""What every system must obey: twelve laws, each written once and tried on every scenario and option."""
