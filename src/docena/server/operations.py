"""Endpoints for operators: whether the server runs, whether moves can be saved, and metrics."""

from collections.abc import Callable

from aiohttp import web

from docena import __version__
from docena.server import bodies as b
from docena.server.metrics import Metrics
from docena.server.requests import json
from docena.server.routing import Handlers, route
from docena.tables.registry import TableRegistry


class Readiness:
    """Whether moves can be saved: checked in the store, at most once a second."""

    def __init__(self, registry: TableRegistry, now: Callable[[], float]) -> None:
        self._registry, self._now = registry, now
        self._asked, self._ready = float("-inf"), True
        self.stopping = False

    async def ready(self) -> bool:
        if self._now() > self._asked + 1.0:
            self._asked = self._now()
            self._ready = await self._registry.store.healthy()
        return self._ready and not self.stopping


class Operations(Handlers):
    """The handlers of `/healthz` and `/readyz`."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness

    @route("get", "/healthz", "Whether the server runs.", answer=b.Health)
    async def health(self, _: web.Request) -> web.Response:
        return json(b.Health(True, __version__))

    @route("get", "/readyz", "Whether moves can be saved; 503 if not.", answer=b.Done)
    async def ready(self, _: web.Request) -> web.Response:
        is_ready = await self._readiness.ready()
        return json(b.Done(is_ready), 200 if is_ready else 503)


class Figures(Handlers):
    """The handler of `/metrics`, if enabled."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @route("get", "/metrics", "Metrics for Prometheus.")
    async def figures(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})
