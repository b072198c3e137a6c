"""What the page must know to call compiled code, as TypeScript: entries, sizes of records, where their fields lie.

It is made from the annotations of the entries and from the classes of the records, like Python's own bindings.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from docena.bots import NAMES
from docena.bots.kernels.level import LEVEL, LEVELS
from docena.bots.kernels.model import LARGE_MODEL, MODEL
from docena.bots.kernels.plan_search import NOTHING, PLANNED, POLICY, POLICY_BATCH, SEARCH
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.kernels.scratch import MOST_DEPTH, MOST_PLANS, SCRATCH
from docena.bots.players.master import (
    DECISION_SHARE,
    EFFORT_BUDGETS,
    EXPERT_POSITIONS,
    PLANNED_SHARE,
    SPARE_MS,
    SPENT_SHARE,
)
from docena.bots.players.search import HIGH, LOW, MEDIUM, REVALUING_CLOSINGS
from docena.core.moves import ACTS
from docena.engine.cover import SPECTATOR
from docena.engine.signature import Kind, lengths_of, signature_of
from docena.engine.step import REFUSED, SEEN
from docena.engine.table import PAD, TABLE
from docena.engine.view_writer import SHEET

STACK_END = 1 << 20
"""Constants lie from address 0 on, the stack grows down towards them from here, and records lie above it."""

_HEAD = (
    "/** How compiled code is called: made by `python -m compiler.wasm bindings` from what it declares; "
    "do not edit it here. */\n"
)
_SIZES = {
    "table": TABLE,
    "pad": PAD,
    "sheet": SHEET,
    "model": MODEL,
    "largeModel": LARGE_MODEL,
    "level": LEVEL,
    "scratch": SCRATCH,
    "search": SEARCH,
}
_SEARCH_FIELDS = (
    "candidates", "planned", "closings", "revalue", "plans", "length", "moves", "active", "ranked", "sums", "worlds",
    "count", "expected", "took",
)  # fmt: skip
_FIELDS = {
    "table": (TABLE, ("awaits", "first", "mover", "moves", "over", "partners", "turns")),
    "pad": (PAD, ("cards",)),
    "sheet": (SHEET, ("ends", "text")),
    "largeModel": (LARGE_MODEL, ("trained", "w1", "b1", "w2", "skip", "b2")),
    "level": (LEVEL, ("positions", "closings")),
    "scratch": (SCRATCH, ("plans", "plan_value", "plan_length", "plan_moves")),
    "search": (SEARCH, _SEARCH_FIELDS),
}
_CONSTANTS = {
    "levels": LEVELS,
    "searchTables": SEARCH_TABLES,
    "spectator": SPECTATOR,
    "stackEnd": STACK_END,
    "refused": REFUSED,
    "seen": SEEN,
    "nothing": NOTHING,
    "policy": POLICY,
    "planned": PLANNED,
    "policyBatch": POLICY_BATCH,
    "revaluingClosings": REVALUING_CLOSINGS,
    "acts": 64 * ACTS,
    "mostPlans": MOST_PLANS,
    "mostDepth": MOST_DEPTH,
}
_EFFORTS = {"low": LOW, "medium": MEDIUM, "high": HIGH}
_BUDGET = {
    "planned": PLANNED_SHARE,
    "spareMs": SPARE_MS,
    "share": DECISION_SHARE,
    "spent": SPENT_SHARE,
    "expertPositions": EXPERT_POSITIONS,
    "efforts": EFFORT_BUDGETS,
}


def bindings(entries: dict[str, Callable[..., Any]]) -> str:
    """The text of the file, for these entries by their names."""
    return "".join(
        [
            _HEAD,
            "\n/** Bytes of each record. */\n",
            _object("SIZE", {name: layout.itemsize for name, layout in _SIZES.items()}),
            "\n/** Where the fields that the page reads or writes begin in each record. */\n",
            *_offsets(),
            "\n",
            _object("CONSTANT", _CONSTANTS),
            "\n/** How widely and how far a search of `master` goes. */\n",
            _object("EFFORTS", {name: effort._asdict() for name, effort in _EFFORTS.items()}),
            "\n/** How `master` spends the budget of a turn. */\n",
            _object("BUDGET", _BUDGET),
            "\n/** All bots, by their number. */\n",
            f"export const BOTS = [{', '.join(map(repr, NAMES))}] as const;\n",
            "\n/** Those above 2 ** 53 are passed as big ones. */\ntype Whole = number | bigint;\n",
            "type Raw = Record<string, (...given: Whole[]) => Whole>;\n",
            "\n/** Arrays are passed by their addresses in the memory of compiled code. */\n",
            "export class Entries {\n  readonly #raw: Raw;\n",
            "\n  constructor(raw: WebAssembly.Exports) {\n    this.#raw = raw as Raw;\n  }\n",
            *(_method(name, entry) for name, entry in sorted(entries.items())),
            "}\n",
        ]
    )


def _object(name: str, values: dict[str, Any]) -> str:
    return f"export const {name} = {_text(values)} as const;\n"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key}: {_text(each)}' for key, each in value.items())} }}"
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _offsets() -> Iterator[str]:
    yield "export const AT = {\n"
    for record, (layout, names) in _FIELDS.items():
        assert layout.fields is not None
        fields = ", ".join(f"{_camel(name)}: {layout.fields[name][1]}" for name in names)
        yield f"  {record}: {{ {fields} }},\n"
    yield "} as const;\n"


def _method(name: str, entry: Callable[..., Any]) -> str:
    signature = signature_of(entry)
    parameters: list[str] = []
    passed: list[str] = []
    for parameter, kind in signature.parameters.items():
        text = _camel(parameter)
        parameters.append(f"{text}: {'Whole' if kind is int else _type(kind)}")
        passed.append(text if kind is float or not isinstance(kind, type) else f"BigInt({text})")
        if not isinstance(kind, type) and kind is not None:
            lengths = [f"{text}Length{n or ''}" for n in range(lengths_of(kind))]
            parameters += [f"{length}: number" for length in lengths]
            passed += [f"BigInt({length})" for length in lengths]
    call = f"this.#raw['{name}']?.({', '.join(passed)})"
    body = f"{call};" if signature.returns is None else f"return {_returned(call, signature.returns)};"
    head = f"  {_camel(name)}({', '.join(parameters)}): {_type(signature.returns, 'void')} {{"
    return f"\n{head}\n    {body}\n  }}\n"


def _type(kind: Kind, nothing: str = "number") -> str:
    if kind is None:
        return nothing
    return "boolean" if kind is bool else "number"


def _returned(call: str, kind: Kind) -> str:
    return f"Number({call})" + (" !== 0" if kind is bool else "")


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
