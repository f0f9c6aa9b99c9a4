"""The farm: many independent games on all cores or on a cluster, kept as they end, and what follows from them."""
