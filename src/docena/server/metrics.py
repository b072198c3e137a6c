"""Metrics in the Prometheus format."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from docena.server.protection.connections import Connections

_LAGS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics; `registry` belongs to this server alone."""

    def __init__(self, tables: Callable[[], int], sockets: Callable[[], int], moves: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        for name, text, read in (
            ("docena_tables", "Tables in memory", tables),
            ("docena_sockets", "Open sockets", sockets),
            ("docena_bot_moves", "Moves that bots have made here", moves),
        ):
            Gauge(name, text, registry=self.registry).set_function(read)
        self.requests = Counter(
            "docena_requests", "Requests by route and status", ("route", "status"), registry=self.registry
        )
        self.write = Histogram(
            "docena_write_seconds", "A small write to the database, tried now and then", buckets=_LAGS,
            registry=self.registry,
        )  # fmt: skip
        self.lag = Histogram("docena_loop_lag_seconds", "The event loop's delay", buckets=_LAGS, registry=self.registry)

    def text(self) -> bytes:
        """All metrics, in the Prometheus format."""
        return generate_latest(self.registry)

    def watch(self, connections: Connections) -> None:
        """Also reports how many connections there are, and how many were dropped."""
        for name, text, read in (
            ("docena_connections", "Open connections", lambda: len(connections)),
            (
                "docena_connections_dropped",
                "Connections closed to make room",
                lambda: connections.dropped,
            ),
        ):
            Gauge(name, text, registry=self.registry).set_function(read)
