"""A cache of slow responses that never change: made once for all requests waiting for them."""

import asyncio
import gzip
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable

import msgspec
from aiohttp import web

from docena.server.protection.limits import too_many
from docena.tables.slices import Turns

MOST_BYTES = 32 << 20
"""Bytes of compressed responses in memory."""
MOST_AT_ONCE = 32
"""Responses in progress; more than that is a flood."""
PIECE_BYTES = 16 * 1024
"""Bytes compressed in one turn of the event loop."""
_GZIP = 31
_FRESH_SECONDS = 3600


class CachedAnswer(msgspec.Struct, frozen=True):
    """A JSON response, compressed."""

    body: bytes
    etag: str

    @classmethod
    def of(cls, body: bytes) -> "CachedAnswer":
        return cls(body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"')


Make = Callable[[], Awaitable[CachedAnswer]]


class Answers:
    """The cache; the least recently used are dropped first."""

    def __init__(self, most_bytes: int = MOST_BYTES, most_at_once: int = MOST_AT_ONCE) -> None:
        self._most_bytes, self._most_at_once = most_bytes, most_at_once
        self._kept: OrderedDict[Hashable, CachedAnswer] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[CachedAnswer]] = {}
        self.bytes = 0

    async def get(self, request: web.Request, key: Hashable, make: Make) -> web.Response:
        """The response for this key; all requests waiting for it get the error if it cannot be made."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        else:
            kept = await asyncio.shield(self._made(key, make))
        return await _response(request, kept)

    def _made(self, key: Hashable, make: Make) -> "asyncio.Task[CachedAnswer]":
        task = self._making.get(key)
        if task is None:
            if len(self._making) >= self._most_at_once:
                raise too_many()
            task = self._making[key] = asyncio.ensure_future(self._keep(key, make))
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
        return task

    async def _keep(self, key: Hashable, make: Make) -> CachedAnswer:
        try:
            kept = await make()
        finally:
            del self._making[key]
        if len(kept.body) <= self._most_bytes:
            self._kept[key] = kept
            self.bytes += len(kept.body)
        while self.bytes > self._most_bytes:
            _, dropped = self._kept.popitem(last=False)
            self.bytes -= len(dropped.body)
        return kept

    async def close(self) -> None:
        """Cancels the responses in progress."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def squeeze(parts: Iterable[bytes], turns: Turns, most: int) -> CachedAnswer:
    """Makes a response from parts, a number of which cost a turn of the event loop."""
    squeezer = zlib.compressobj(wbits=_GZIP)
    squeezed: list[bytes] = []
    count = size = 0
    for part in parts:
        for start in range(0, len(part), PIECE_BYTES):
            piece = part[start : start + PIECE_BYTES]
            squeezed.append(squeezer.compress(piece))
            size += len(piece)
            if size >= PIECE_BYTES:
                count = size = 0
                await turns.take()
        count += 1
        if count >= most:
            count = size = 0
            await turns.take()
    squeezed.append(squeezer.flush())
    return CachedAnswer.of(b"".join(squeezed))


async def _response(request: web.Request, kept: CachedAnswer) -> web.Response:
    headers = {
        "ETag": kept.etag,
        "Cache-Control": f"private, max-age={_FRESH_SECONDS}",
        "Vary": "Accept-Encoding, Accept-Language",
    }
    if kept.etag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    body = kept.body
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        # in a thread, as decompression does not block the event loop
        body = await asyncio.get_running_loop().run_in_executor(None, gzip.decompress, body)
    return web.Response(body=body, headers=headers, content_type="application/json")
