"""The command line. Commands import what they need when they run, so that help is fast."""

import os
import sys


def main() -> None:
    """The program `docena`: every error is a sentence on standard error and a non-zero exit code.

    Signal handlers are installed before anything else is imported, since imports take most of a second.
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
