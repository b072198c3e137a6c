"""A line of a record as a sentence."""

from collections.abc import Sequence

from docena.core.cards import card_text
from docena.core.notation import ChanceLine, Move, parse_card, parse_line
from docena.core.words import card_word, say
from docena.engine.board import Board


def narrate(before: Board, line: str, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """What a line of the log says, at a table as it was before it; works on a view as well as on the full table.

    `me` is the seat of the reader, who is told "you".
    """
    read = parse_line(line)
    if isinstance(read, Move) and read.act == "play":
        return _narrate_play(before, read, names, lang, me)
    actor = _actor(before, read)
    parts: dict[str, object] = {"name": names[actor - 1]}
    if isinstance(read, ChanceLine):
        key = str(read.word)
        parts["die"] = card_word(read.face, lang)
    else:
        key = str(read.act)
        parts["owner"] = names[read.other - 1] if read.other else ""
        parts["card"] = card_word(read.card.text, lang) if read.card else ""
        parts["pile"] = read.pile
    return say(lang, "events_me" if actor == me else "events", key, **parts)


def told_of(before: Board, line: str) -> int:
    """The seat that a line is about; 0 if it is about none."""
    read = parse_line(line)
    return 0 if isinstance(read, ChanceLine) and read.word == "shuffle" else _actor(before, read)


def _actor(before: Board, read: Move | ChanceLine) -> int:
    return before.mover if isinstance(read, ChanceLine) else read.seat or before.mover


def played_card(before: Board, move: Move) -> tuple[int, str]:
    """Whose card a play takes, and its text; for the die and coins, the number that they stand in for."""
    owner = before.partner(before.mover) or before.mover if move.partner else move.other or before.mover
    if move.card is not None:
        return owner, move.card.text
    if move.source == "stock":
        return owner, card_text(before.stock_top(owner))
    if move.source == "discard":
        return owner, card_text(before.discard(owner, move.pile)[0])
    return owner, str(before.height(move.place) + 1)


def _narrate_play(before: Board, move: Move, names: Sequence[str], lang: str, me: int | None) -> str:
    owner, card = played_card(before, move)
    if parse_card(card).is_wild:
        card = card_word(card, lang) + say(lang, "plan", "as", card=str(before.height(move.place) + 1))
    whose = "bought_" if move.other else "partner_" if move.partner else ""
    key = f"{whose}{_PLAYS[move.source] if not whose else move.source}"
    return say(
        lang,
        "events_me" if before.mover == me else "events",
        key,
        name=names[before.mover - 1],
        owner=names[owner - 1],
        card=card,
        pile=move.pile,
        place=move.place,
    )


_PLAYS = {"hand": "hand", "stock": "stock", "discard": "discard_play", "die": "die_card", "coins": "coin_card"}


def narrate_result(
    result: dict[str, object] | None, names: Sequence[str], lang: str = "en", me: int | None = None
) -> str:
    """How the game ended, as a sentence."""
    if result is None:
        return say(lang, "result", "abandoned")
    winners: list[int] = result["winners"]  # type: ignore[assignment]
    key = str(result["reason"])
    if me in winners:
        key = "stock_us" if len(winners) > 1 else "stock_me"
    elif len(winners) > 1:
        key = "stock_many"
    joined = say(lang, "result", "and").join(names[seat - 1] for seat in winners)
    return say(lang, "result", key, names=joined, points=result["points"])
