"""Running a server: from its settings to a graceful shutdown."""

import asyncio
import contextlib
import logging
import secrets
import signal
import sys
import time
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from docena.core.errors import DocenaError
from docena.server.app import make_app
from docena.server.claims import Claims, claimed
from docena.server.garbage import LOOK_SECONDS, GarbageCollection
from docena.server.logs import start_logging
from docena.server.metrics import Metrics
from docena.server.operations import Readiness
from docena.server.people.players import Players
from docena.server.protection.connection import HttpRunner
from docena.server.protection.connections import Connections
from docena.server.protection.descriptors import most_connections, raise_limit
from docena.server.protection.exposure import code_length
from docena.server.protection.listening import site_of
from docena.server.protection.memory import return_freed_memory
from docena.server.retention import COUNT_SECONDS, Retention, of_tables
from docena.server.settings import Settings
from docena.server.tables.sockets import Sockets
from docena.server.ticker import LoopTicker
from docena.storage import Database, open_store
from docena.storage.ports import StoreDown
from docena.tables.bots.pool import BotPool
from docena.tables.messages import Going
from docena.tables.registry import TableRegistry

log = logging.getLogger("docena.server")

COME_BACK_MS = 1000
_SWEEP_SECONDS = 5.0
_LAG_SECONDS = 0.5
_PROBE_SECONDS = 15.0
_NAP_SECONDS = 0.01
_SWITCH_SECONDS = 0.001
"""How long the event loop waits for a thread that works on something in Python; by default five times as long."""


def serve(settings: Settings, started: Callable[[str], None]) -> None:
    """Serves until it is stopped; `started` gets the address."""
    start_logging(settings.log)
    return_freed_memory()
    sys.setswitchinterval(_SWITCH_SECONDS)
    with contextlib.suppress(ImportError):
        import uvloop

        uvloop.install()
    asyncio.run(Server(settings).run(started))


def _on_signal(loop: asyncio.AbstractEventLoop, number: int, act: Callable[[], None]) -> None:
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:  # Windows, whose loop is woken up by the handler
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))


class Server:
    """One node."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most_files = raise_limit()
        self._tasks: list[asyncio.Task[None]] = []

    async def run(self, started: Callable[[str], None]) -> None:
        with claimed(self.settings) as claims:
            await self._run(claims, started)

    async def _run(self, claims: Claims, started: Callable[[str], None]) -> None:
        loop, settings = asyncio.get_running_loop(), self.settings
        stop = self._stop_signal()
        store = await open_store(settings.database, loop)
        try:
            claims.cover()
        except DocenaError:
            await store.close()
            raise
        bots = BotPool(settings.bot_workers)
        retention = of_tables(store, settings)
        ticker = LoopTicker(loop)
        registry = TableRegistry(store, ticker, bots, node=secrets.token_hex(6), seed=secrets.randbits(40))
        registry.alone = not store.shared
        registry.code_length = code_length(settings)
        registry.complain = lambda table, error: log.error(
            "a table cannot be read", extra={"table": table, "why": str(error)}
        )
        sockets = Sockets(registry, settings, loop.time)
        readiness = Readiness(registry, loop.time)
        metrics = Metrics(lambda: len(registry), lambda: sockets.open, lambda: registry.moves)
        players = Players(store.accounts if settings.accounts else None)
        app = make_app(registry, sockets, players, readiness, metrics, settings)
        possible = most_connections(self.most_files, settings.bot_workers)
        connections = Connections(min(settings.connections or possible, possible), loop.time)
        metrics.watch(connections)
        runner = HttpRunner(app, connections, shutdown_timeout=2.0)
        await runner.setup()
        try:
            await retention.count()
            await store.accounts.note_names()
            await self._listen(site_of(runner, settings.host, settings.port))
            claims.announce(runner.addresses[0][1])
            # people return to their tables while the bots are still starting
            starting = asyncio.gather(registry.resume(settings.live_hours * 3600), bots.start())
            await asyncio.wait((starting, stop), return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                log.info("serving", extra={"tables": starting.result()[0], "node": registry.node})
                self._keep_up(registry, store, sockets, metrics, retention)
                started(self._address(runner))
                await stop
            else:
                starting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await starting
            log.info("stopping")
            readiness.stopping = sockets.stopping = True
            registry.farewell(msgspec.json.encode(Going(COME_BACK_MS)))
        finally:
            for task in self._tasks:
                task.cancel()
            await runner.cleanup()
            await bots.close()
            with contextlib.suppress(StoreDown):
                await retention.count()  # the time since the last count
            await store.close()

    async def _listen(self, site: web.BaseSite) -> None:
        try:
            await site.start()
        except OSError as error:
            where = f"{self.settings.host}:{self.settings.port}"
            raise DocenaError(f"cannot listen at {where}: {error.strerror or error}") from None

    def _address(self, runner: web.AppRunner) -> str:
        host, port = runner.addresses[0][:2]
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104  # compared, not bound
        return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"

    def _stop_signal(self) -> asyncio.Task[bool]:
        """Returns when the server is told to stop; active from the beginning, as a start can be interrupted too."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        numbers = [signal.SIGINT, signal.SIGTERM]
        for name in ("SIGHUP", "SIGBREAK"):  # closing the terminal stops it as well, except under nohup
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                numbers.append(number)
        for number in numbers:
            _on_signal(loop, number, stop.set)
        return loop.create_task(stop.wait())

    # --- in the background

    def _keep_up(
        self, registry: TableRegistry, store: Database, sockets: Sockets, metrics: Metrics, retention: Retention
    ) -> None:
        garbage = GarbageCollection(lambda: sockets.open, time.monotonic)
        garbage.begin()
        for seconds, work in (
            (_SWEEP_SECONDS, lambda: self._sweep(registry)),
            (LOOK_SECONDS, garbage.look),
            (_LAG_SECONDS, lambda: self._measure_lag(metrics)),
            (_PROBE_SECONDS, lambda: self._measure_write(store, metrics)),
            (COUNT_SECONDS, retention.look),
        ):
            self._tasks.append(asyncio.create_task(self._again(seconds, work)))

    async def _again(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreDown as error:
                log.warning("maintenance must wait", extra={"why": str(error)})
            except Exception:
                log.exception("maintenance failed")

    async def _sweep(self, registry: TableRegistry) -> None:
        await registry.step_in()
        registry.let_go()

    async def _measure_lag(self, metrics: Metrics) -> None:
        begun = time.monotonic()
        await asyncio.sleep(_NAP_SECONDS)
        metrics.lag.observe(max(0.0, time.monotonic() - begun - _NAP_SECONDS))

    async def _measure_write(self, store: Database, metrics: Metrics) -> None:
        begun = time.monotonic()
        if await store.healthy():
            metrics.write.observe(time.monotonic() - begun)
