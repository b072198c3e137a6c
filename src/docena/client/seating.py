"""How a client comes to a seat: by sitting down, or by asking where the host approves newcomers."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp
import msgspec

from docena.client.address import Address
from docena.client.connection import UNREADABLE
from docena.client.reaching import why_unreachable
from docena.core.errors import DocenaError, Refused
from docena.core.words import refused, worded
from docena.tables.commands import Open
from docena.tables.table_choices import Choices

T = TypeVar("T")

_LOOK_SECONDS = 2.0
"""How often a pending request is checked."""
_PATIENCE = aiohttp.ClientTimeout(total=30.0)
_MOST_ANSWER = 1 << 20
_OFFLINE = 0
_BUSY = (429, 503, _OFFLINE)
_MOST_MISSED = 60
"""Checks in a row without an answer, about two minutes, before giving up."""


class Seated(msgspec.Struct):
    """A server's response to somebody who sits down."""

    table: str
    code: str
    seat: int
    secret: str
    link: str = ""


class _Asked(msgspec.Struct):
    request: str
    secret: str


class _RequestState(msgspec.Struct):
    status: str
    welcome: Seated | None = None
    why: str = ""


class _RefusalBody(msgspec.Struct):
    why: str = ""
    reason: str = ""


class _NoSeat(Refused):
    """The server refuses or does not answer; with its status and its word for programs."""

    def __init__(self, sentence: Callable[[str], str], status: int, word: str) -> None:
        super().__init__("unavailable", sentence)
        self.status, self.word = status, word


async def open_table(address: Address, name: str, choices: Choices, lang: str = "en") -> Seated:
    """Opens a table and takes its first seat."""
    body = msgspec.to_builtins(Open(name, choices=choices))
    async with aiohttp.ClientSession(timeout=_PATIENCE, headers={"Accept-Language": lang}) as session:
        return await _call(session, address, "POST", "/api/tables", Seated, body)


async def sit_down(
    address: Address,
    table: str,
    name: str,
    seat: int | None = None,
    waiting: Callable[[], None] = lambda: None,
    lang: str = "en",
) -> Seated:
    """Takes a seat, or raises the server's sentence. `waiting` is called if somebody must let us in first."""
    body: dict[str, Any] = {"name": name} | ({} if seat is None else {"seat": seat})
    async with aiohttp.ClientSession(timeout=_PATIENCE, headers={"Accept-Language": lang}) as session:
        try:
            return await _call(session, address, "POST", f"/api/tables/{table}/seats", Seated, body)
        except _NoSeat as error:
            if error.word != "approval":
                raise
        asked = await _call(session, address, "POST", f"/api/tables/{table}/requests", _Asked, body)
        waiting()
        return await _wait(session, address, f"/api/tables/{table}/requests/{asked.request}", asked.secret)


async def _wait(session: aiohttp.ClientSession, address: Address, path: str, secret: str) -> Seated:
    """Waits until somebody at the table has answered; withdraws the request when giving up."""
    missed = 0
    try:
        while True:
            try:
                standing = await _call(session, address, "GET", path, _RequestState, secret=secret)
            except _NoSeat as error:
                missed += 1
                if error.status not in _BUSY or missed == _MOST_MISSED:
                    raise
            else:
                missed = 0
                if standing.welcome is not None:
                    return standing.welcome
                if standing.status != "waiting":
                    raise refused("not_yours", "join_refused", "no_seat", why=standing.why)
            await asyncio.sleep(_LOOK_SECONDS)
    except asyncio.CancelledError:
        with contextlib.suppress(DocenaError):
            await _call(session, address, "DELETE", path, dict[str, Any], secret=secret)
        raise


async def _call(
    session: aiohttp.ClientSession,
    address: Address,
    method: str,
    path: str,
    kind: type[T],
    body: dict[str, Any] | None = None,
    secret: str = "",
) -> T:
    headers = {"Authorization": f"Seat {secret}"} if secret else {}
    try:
        async with session.request(method, address.http(path), json=body, headers=headers) as response:
            answer = await _beginning(response)
    except (aiohttp.ClientError, TimeoutError) as error:
        why = why_unreachable(error)
        unreachable = worded("join_refused", "unreachable", place=address.place, why=why)
        raise _NoSeat(unreachable, _OFFLINE, "offline") from None
    if response.ok:
        try:
            return msgspec.json.decode(answer, type=kind)
        except UNREADABLE:
            raise refused("bad", "join_refused", "no_server", place=address.place) from None
    try:
        refusal = msgspec.json.decode(answer, type=_RefusalBody)
    except UNREADABLE:
        refusal = _RefusalBody()
    said = refusal.why or worded("join_refused", "status", status=response.status)
    raise _NoSeat(worded("join_refused", "no_seat", why=said), response.status, refusal.reason)


async def _beginning(response: aiohttp.ClientResponse) -> bytes:
    """A server's answer, read up to a length that no server of tables reaches."""
    data = bytearray()
    async for part in response.content.iter_any():
        data += part
        if len(data) > _MOST_ANSWER:
            break
    return bytes(data)
