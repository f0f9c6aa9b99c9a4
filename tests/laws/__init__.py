"""What every system must obey: thirteen laws, each written once and tried on every scenario and option."""
