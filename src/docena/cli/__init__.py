"""The command line. Commands import what they need when they run, so that help comes at once."""

import os
import sys


def main() -> None:
    """The program `docena`: every complaint is a sentence on standard error and a non-zero exit.

    Signals are taken care of before anything else is imported, for that takes most of a second.
    """
    try:
        from docena.cli.signals import Signals
    except KeyboardInterrupt:
        os.write(2, b"docena: stopped\n")
        os._exit(130)
    signals = Signals()
    from docena.cli.streams import end_streams, open_streams

    open_streams()
    from docena.cli.app import run

    status = signals.during(lambda: run(sys.argv[1:]))
    sys.exit(end_streams(status))
