"""Figures of a load test: what the server's process used, and how times are spread."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import aiohttp
import msgspec

from docena.client.address import Address


class Used(NamedTuple):
    """What a process has used so far."""

    cpu: float
    """Seconds."""
    memory: int
    """Bytes that are in RAM."""


class Gauge(Protocol):
    """Tells what the server has used; nothing where that cannot be known."""

    async def read(self) -> Used | None: ...


class ProcessGauge:
    """A process of this machine, as the kernel counts it."""

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc", str(pid))

    async def read(self) -> Used | None:
        try:
            stat = (self._folder / "stat").read_text()
            pages = int((self._folder / "statm").read_text().split()[1])
        except OSError:
            return None
        fields = stat.rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return Used(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


class MetricsGauge:
    """A server elsewhere, as its own figures say."""

    def __init__(self, session: aiohttp.ClientSession, address: Address) -> None:
        self._session, self._url = session, address.http("/metrics")

    async def read(self) -> Used | None:
        try:
            async with self._session.get(self._url) as response:
                text = await response.text() if response.status == 200 else ""
        except (aiohttp.ClientError, TimeoutError):
            return None
        cpu, memory = (_sample(text, name) for name in ("process_cpu_seconds_total", "process_resident_memory_bytes"))
        return None if cpu is None or memory is None else Used(cpu, int(memory))


def _sample(text: str, name: str) -> float | None:
    found = re.search(rf"^{name} ([0-9.e+]+)$", text, re.MULTILINE)
    return float(found[1]) if found else None


class Spread(msgspec.Struct, frozen=True):
    """How times are spread, in milliseconds."""

    n: int
    p50: float
    p95: float
    p99: float
    max: float


def spread_of(seconds: Sequence[float]) -> Spread | None:
    """
    >>> spread_of([0.001 * n for n in range(1, 101)])
    Spread(n=100, p50=50.0, p95=95.0, p99=99.0, max=100.0)
    """
    if not seconds:
        return None
    ordered = sorted(seconds)
    n = len(ordered)

    def rank(percent: int) -> float:
        return round(1000 * ordered[max(0, -(-percent * n // 100) - 1)], 3)

    return Spread(n, p50=rank(50), p95=rank(95), p99=rank(99), max=rank(100))
