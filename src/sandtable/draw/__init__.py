"""Pictures of a position: the board with its counters, as SVG or as PNG."""
