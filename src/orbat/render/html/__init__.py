"""An army as a web page: one file, readable without scripts, that fetches nothing."""
