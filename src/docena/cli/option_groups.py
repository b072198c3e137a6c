"""Options that several commands share: declared once, as the fields of a group."""

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar

R = TypeVar("R")


def with_options(**groups: Callable[..., Any]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Gives a command the options of a group in place of the parameter that takes the group."""

    def expand(command: Callable[..., R]) -> Callable[..., R]:
        fields = {name: list(signature(group).parameters.values()) for name, group in groups.items()}
        options = [
            option.replace(kind=Parameter.KEYWORD_ONLY)
            for name, own in signature(command).parameters.items()
            for option in fields.get(name, [own])
        ]

        def run(**given: Any) -> R:
            made = {
                name: group(**{field.name: given.pop(field.name) for field in fields[name]})
                for name, group in groups.items()
            }
            return command(**given, **made)

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = {option.name: option.annotation for option in options}
        run.__signature__ = Signature(options)  # type: ignore[attr-defined]  # what Typer reads
        return run

    return expand
