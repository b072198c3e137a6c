"""Writes the types of the API for the page: `python web/make_types.py`; with `check`, it only compares.

They are made from the routes and messages that the server declares, as its schema is.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from docena.server.schema import described, kinds_in
from docena.tables import commands as cmd
from docena.tables import messages

FILE = Path(__file__).parent / "src" / "lib" / "server" / "types.ts"
HEAD = (
    "/** The types of the API, made by `web/make_types.py` from what the server declares; do not edit them here. */\n"
)
PARTIAL = "Input"
"""Ends the name of a type that is sent in part, where the server answers with all of it."""
UNIONS = {"Message": messages.AnyMessage, "Command": cmd.AnyCommand}

_PLAIN: dict[type, str] = {
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
}


def page_types() -> str:
    """All types, in the order of their names."""
    routes = list(described())
    answers = [kind for each in routes for part in (each.answer, *each.lines) for kind in kinds_in(part)]
    sent = _structs([*answers, *kinds_in(messages.AnyMessage)])
    taken = _structs([*(kind for each in routes for kind in kinds_in(each.body)), *kinds_in(cmd.AnyCommand)])
    both = {name for name in sent.keys() & taken.keys() if _has_defaults(taken[name])}
    texts = {name: _struct(name, kind, set(), given=False) for name, kind in sent.items()}
    for name, kind in taken.items():
        given = name + PARTIAL if name in both else name
        texts[given] = _struct(given, kind, both, given=True)
    for name, union in UNIONS.items():
        texts[name] = f"export type {name} = {' | '.join(kind.__name__ for kind in kinds_in(union))};\n"
    return HEAD + "".join(f"\n{texts[name]}" for name in sorted(texts))


def _structs(kinds: Iterable[Any]) -> dict[str, Any]:
    """These types and all that they are made of, by their names."""
    found: dict[str, Any] = {}
    waiting = list(inspect.multi_type_info(list(dict.fromkeys(kinds))))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType | inspect.TypedDictType):
            known = found.get(kind.cls.__name__)
            if known is not None:
                if known.cls is not kind.cls:
                    raise TypeError(f"two types are called {kind.cls.__name__}")
                continue
            found[kind.cls.__name__] = kind
            waiting += [field.type for field in kind.fields]
        else:
            waiting += _parts(kind)
    return found


def _parts(kind: Any) -> list[Any]:
    match kind:
        case inspect.UnionType():
            return list(kind.types)
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.DictType():
            return [kind.value_type]
        case inspect.CollectionType():
            return [kind.item_type]
        case inspect.Metadata():
            return [kind.type]
    return []


def _has_defaults(kind: Any) -> bool:
    return any(not field.required for field in kind.fields)


def _struct(name: str, kind: Any, partial: set[str], *, given: bool) -> str:
    """A type; `given`: what has a default need not be sent."""
    lines = []
    if isinstance(kind, inspect.StructType) and kind.tag is not None:
        lines.append(f"  {kind.tag_field}: {_literal(kind.tag)};")
    may_miss = given or (isinstance(kind, inspect.StructType) and kind.cls.__struct_config__.omit_defaults)
    for field in kind.fields:
        mark = "?" if may_miss and not field.required else ""
        text = _text(field.type, partial)
        if mark and not given and text.endswith(" | null"):
            text = text.removesuffix(" | null")  # none is the default, and is left out
        lines.append(f"  {field.encode_name}{mark}: {text};")
    return f"export type {name} = {{\n" + "\n".join(lines) + "\n};\n"


def _text(kind: Any, partial: set[str]) -> str:
    plain = _PLAIN.get(type(kind))
    if plain is not None:
        return plain
    match kind:
        case inspect.StructType() | inspect.TypedDictType():
            name = kind.cls.__name__
            return name + PARTIAL if name in partial else name
        case inspect.LiteralType():
            return " | ".join(_literal(value) for value in kind.values)
        case inspect.UnionType():
            texts = sorted((_text(part, partial) for part in kind.types), key=lambda text: text == "null")
            return " | ".join(dict.fromkeys(texts))
        case inspect.TupleType():
            return f"[{', '.join(_text(part, partial) for part in kind.item_types)}]"
        case inspect.DictType():
            return f"{{ [key: string]: {_text(kind.value_type, partial)} }}"
        case inspect.Metadata():
            return _text(kind.type, partial)
        case inspect.CollectionType():
            item = _text(kind.item_type, partial)
            return f"({item})[]" if " | " in item else f"{item}[]"
    raise TypeError(f"there is no TypeScript for {kind}")


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else msgspec.json.encode(value).decode()


def main(what: list[str]) -> None:
    text = page_types()
    if what != ["check"]:
        FILE.write_text(text, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != text:
        sys.exit(f"{FILE} is not what the server declares: run python web/make_types.py")


if __name__ == "__main__":
    main(sys.argv[1:])
