"""Optional features, one folder each. `orbat.registry` lists and loads them."""
