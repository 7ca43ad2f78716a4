"""`python -m orbat` runs the command line."""

from orbat.cli.main import main

if __name__ == "__main__":
    main()
