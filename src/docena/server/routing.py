"""Routes, each declared once with its handler: the server registers them, and the schema describes them."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

F = TypeVar("F", bound=Callable[..., Any])
_ROUTE = "docena_route"


class Route(msgspec.Struct, frozen=True):
    """A method at an address."""

    method: str
    path: str
    summary: str
    body: Any = None
    """The type of the request body: one, or a union."""
    answer: Any = None
    """The type of the response."""
    lines: tuple[type, ...] = ()
    """The types of the lines, if the response is JSON lines."""


def route(
    method: str, path: str, summary: str, *, body: Any = None, answer: Any = None, lines: tuple[type, ...] = ()
) -> Callable[[F], F]:
    """Declares a method of a class to be the handler of an address."""

    def declared(handler: F) -> F:
        setattr(handler, _ROUTE, Route(method, path, summary, body, answer, lines))
        return handler

    return declared


def declared_in(kind: type) -> dict[str, Route]:
    """The routes of a class by the names of their handlers, in the order of matching."""
    return {name: getattr(value, _ROUTE) for name, value in vars(kind).items() if hasattr(value, _ROUTE)}


class Handlers:
    """The routes of a class, as their handlers declare them."""

    def routes(self) -> list[web.RouteDef]:
        return [
            (web.get if each.method == "get" else _METHODS[each.method])(each.path, getattr(self, name))
            for name, each in declared_in(type(self)).items()
        ]


_METHODS = {"post": web.post, "delete": web.delete}
