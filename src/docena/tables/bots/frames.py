"""The messages in the pipes between the server and the bot processes: frames, each after its length.

A question contains a seat's view, and nothing else about the game.
"""

from collections.abc import Callable

import msgspec

PREFIX = 4
"""Bytes of a frame's length."""
MOST_FRAME = 1 << 16
READY = 0
"""The number of the first answer, without a question: the process is ready."""


class BadFrame(Exception):
    """The other end does not follow the format."""


class Wish(msgspec.Struct, frozen=True, array_like=True):
    """A request for a hint: its language, and the names of the seats."""

    lang: str
    names: list[str]
    ply: int = 0
    """The number of lines of the game's log."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A request for a bot's move."""

    number: int
    key: str
    """Identifies the turn: a plan continues under the same key."""
    bot: str
    seed: int
    seat: int
    view: bytes
    """`bytes(View)`: the record of the table without anything that the seat may not know."""
    wish: Wish | None = None
    """Requests the best plans instead of a move: the answer is the JSON of `docena.analysis.hints.Hints`."""


class BotAnswer(msgspec.Struct, frozen=True, array_like=True):
    """The number of the question with the chosen move, or the hints; None: there was an error."""

    number: int
    move: str | None = None


_encoder = msgspec.msgpack.Encoder()
_questions = msgspec.msgpack.Decoder(Question)
_answers = msgspec.msgpack.Decoder(BotAnswer)


def frame_of(message: Question | BotAnswer) -> bytes:
    """
    >>> frame_of(BotAnswer(7, "H7>2")).hex(" ")
    '00 00 00 07 92 07 a4 48 37 3e 32'
    """
    body = _encoder.encode(message)
    return len(body).to_bytes(PREFIX, "big") + body


def length_in(prefix: bytes) -> int:
    length = int.from_bytes(prefix, "big")
    if length > MOST_FRAME:
        raise BadFrame(f"a frame of {length} bytes")
    return length


def read_answer(body: bytes) -> BotAnswer:
    try:
        return _answers.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFrame(str(error)) from None


def next_question(read: Callable[[int], bytes]) -> Question | None:
    """The next question from a pipe, read with the given function; None at its end."""
    prefix = read(PREFIX)
    if len(prefix) < PREFIX:
        return None
    length = length_in(prefix)
    body = read(length)
    return _questions.decode(body) if len(body) == length else None
