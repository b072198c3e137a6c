"""Logs for machines: JSON lines without secrets."""

import logging
import sys
import time
from typing import Any, TextIO

import msgspec
from aiohttp.http_exceptions import HttpProcessingError

_OWN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line: time, level, what, and its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _OWN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def is_ours(record: logging.LogRecord) -> bool:
    """Drops aiohttp's messages about clients that have gone, and about requests that are not HTTP, which it quotes.

    Secrets may be in those lines.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | ConnectionError)


def start_logging(level: str, stream: TextIO | None = None) -> None:
    """Sends everything to standard error, where a service manager collects it."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # aiohttp's messages about single requests contain headers of clients; we count requests instead
    logging.getLogger("aiohttp").setLevel(logging.ERROR)
    logging.getLogger("aiohttp.server").addFilter(is_ours)
    logging.getLogger("asyncio").setLevel(logging.ERROR)
