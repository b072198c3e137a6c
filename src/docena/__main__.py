"""`python -m docena`: the same as the program `docena`."""

from docena.cli import main

if __name__ == "__main__":
    main()
