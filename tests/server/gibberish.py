"""What machines send that have been told to find a hole: from noise to asks that are right in all but one thing."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from docena.core.moves import move_text

ODD_NUMBERS = [0, -1, 1, 7, 63, 64, 1023, 1024, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, 1e308, -0.0, 0.5]
ODD_TEXTS = [
    "",
    " ",
    "x" * 40,
    "x" * 41,
    "x" * 5000,
    "\x00",
    "\u202eevil\u202c",
    "\u200b\u200d\ufeff",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%s%n{0}{x.__class__}",
    "e\u0301" * 30,
    "👩‍👩‍👧‍👦" * 9,
    "\U0010ffff",
    "S>1",
    "s>1",
    "S>1 ",
    "S\uff1e\uff11",
    "H13>1",
    "H-1>1",
    "H\u0663>\u0661",
    "1:draw",
    "2:talk",
    "W",
    "None",
    "NaN",
]
RAW_ODDITIES = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-",
    "01",
    "0x1",
    "9" * 4000,
    "0." + "9" * 4000,
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\x41"',
    "'x'",
    "[" * 3000,
    "[" * 3000 + "]" * 3000,
    '{"a":' * 1200 + "1" + "}" * 1200,
    "undefined",
    "// comment",
    "",
]
FIELDS: dict[str, list[str]] = {
    "hello": ["secret", "lang"],
    "move": ["id", "seq", "move"],
    "undo": ["id", "seq"],
    "agree": ["id", "yes"],
    "say": ["id", "phrase", "text"],
    "ready": ["id", "contribution"],
    "bot": ["id", "seat", "level"],
    **{do: ["id"] for do in ("start", "stand", "away", "back", "nudge", "ticket", "abandon", "close", "ping")},
}
NAMES = sorted({field for fields in FIELDS.values() for field in fields} | {"do", "type", "__class__", "secret", "e"})


class Gibberish:
    """Messages by chance; the same for the same seed."""

    def __init__(self, seed: int, seq: int) -> None:
        self._rng, self.seq, self._n = Random(seed), seq, 0

    def messages(self) -> Iterator[str]:
        kinds: list[Callable[[], str]] = [
            self._noise,
            self._unicode,
            self._broken,
            self._broken,
            self._odd_ask,
            self._odd_ask,
            self._odd_json,
            self._fitting_ask,
            self._fitting_ask,
            self._move,
        ]
        while True:
            yield self._rng.choice(kinds)()

    def _id(self) -> str:
        self._n += 1
        return f"f{self._n}"

    def _noise(self) -> str:
        return self._rng.randbytes(self._rng.randrange(120)).decode("latin-1")

    def _unicode(self) -> str:
        points = (self._rng.choice((0x7F, 0x7FF, 0xD7FF, 0x10FFFF)) for _ in range(self._rng.randrange(60)))
        drawn = (self._rng.randrange(most + 1) for most in points)
        return "".join(chr(point) for point in drawn if not 0xD800 <= point < 0xE000)

    def _fitting(self) -> dict[str, Any]:
        """An ask that a client of ours could send."""
        rng, do = self._rng, self._rng.choice(list(FIELDS))
        values: dict[str, Any] = {
            "id": self._id(),
            "secret": "x" * rng.choice((20, 43, 100)),
            "lang": rng.choice(("en", "es", "fr")),
            "seq": self.seq + rng.choice((0, 0, -1, 1)),
            "move": move_text(rng.choice(MOVES)),
            "yes": rng.random() < 0.5,
            "phrase": rng.choice(("hello", "thanks", "nonsense")),
            "text": rng.choice(("hello", "¡hola!")),
            "contribution": rng.randbytes(rng.randrange(33)).hex(),
            "seat": rng.randint(1, 6),
            "level": rng.choice(("casual", "master", "greedy")),
        }
        fields = [name for name in FIELDS[do] if name == "id" or rng.random() < 0.8]
        return {"do": do} | {name: values[name] for name in fields}

    def _fitting_ask(self) -> str:
        return msgspec.json.encode(self._fitting()).decode()

    def _move(self) -> str:
        ask = {"do": "move", "id": self._id(), "seq": self.seq, "move": move_text(self._rng.choice(MOVES))}
        return msgspec.json.encode(ask).decode()

    def _odd_value(self) -> Any:
        rng = self._rng
        return rng.choice(
            (
                rng.choice(ODD_NUMBERS),
                rng.choice(ODD_TEXTS),
                rng.choice((None, True, False, [], {}, [[]], {"do": "move"}, [1, "x"])),
                self._unicode(),
            )
        )

    def _odd_ask(self) -> str:
        ask, rng = self._fitting(), self._rng
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            change = rng.randrange(5)
            if change == 0 and ask:
                del ask[rng.choice(list(ask))]
            elif change == 1:
                ask[rng.choice(NAMES)] = self._odd_value()
            elif change == 2:
                ask["do"] = rng.choice((*FIELDS, *ODD_TEXTS, "MOVE", "Move", "seatbot", "opened"))
            elif ask:
                ask[rng.choice(list(ask))] = self._odd_value()
        items = list(ask.items())
        rng.shuffle(items)
        return msgspec.json.encode(dict(items)).decode()

    def _odd_json(self) -> str:
        """An ask with something in it that is no JSON, or hardly any."""
        rng, oddity = self._rng, self._rng.choice(RAW_ODDITIES)
        parts = [f'"{name}":{msgspec.json.encode(value).decode()}' for name, value in self._fitting().items()]
        parts.insert(rng.randrange(len(parts) + 1), f'"{rng.choice(NAMES)}":{oddity}')
        return "{" + ",".join(parts) + "}"

    def _broken(self) -> str:
        text, rng = self._fitting_ask(), self._rng
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text) + 1)
            cut = rng.randrange(4)
            put = rng.choice(("", "", chr(rng.randrange(128)), rng.choice('{}[]",:\\'), rng.choice(ODD_TEXTS)))
            text = text[:at] + put + text[at + cut :]
        return text


def _is_move(number: int) -> bool:
    try:
        move_text(number)
    except ValueError:
        return False
    return True


MOVES = [number for number in range(1024) if _is_move(number)]
