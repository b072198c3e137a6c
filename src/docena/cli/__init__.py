"""The command line. Commands import what they need when they run, so that help comes at once."""

import sys


def main() -> None:
    """The program `docena`: every complaint is a sentence on standard error and a non-zero exit."""
    from docena.cli.app import run

    sys.exit(run(sys.argv[1:]))
