"""The optional features, one folder each; `orbat.registry` lists them and loads what they add."""
