"""The optional features of orbat, one folder each. `orbat.registry` lists and loads the features."""
