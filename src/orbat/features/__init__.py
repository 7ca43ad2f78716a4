"""Optional features, one folder each, listed and loaded by `orbat.registry`."""
