"""A score pad: the games of a match, entered, corrected and taken back (5.2, 5.3)."""

from collections.abc import Sequence

import msgspec

from docena.core.editions import edition
from docena.core.scores import ScoreSheet, match_length
from docena.tournaments.entries import clean_name, one_line, same
from docena.tournaments.log_lines import LineTakenBack, LoggedEvent, voided
from docena.tournaments.refusals import refusal, refuse

LONGEST_TITLE = 80
MOST_GAMES = 200
"""Limit on games, since each is counted with all before it; a match to 500 is over long before."""
MOST_LINES = 2000


class PadChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players, the edition and the goal."""

    title: str
    names: tuple[str, ...]
    """By seat; partners sit opposite each other (6.1)."""
    partners: bool = False
    edition: str = "classic"
    goal: int | None = None
    games: int | None = None
    """With neither, the edition's own."""
    dealer: int = 1
    """The seat that deals first."""
    stock: int = 0
    """Cards in each stock pile; 0 for the edition's."""


class PadGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is counted at the table."""

    winner: int
    """The seat that has won; 0 for a blocked game."""
    left: tuple[int, ...]
    penalties: bool = False
    """Penalty cards went into stock piles, so more may be left than was dealt."""


class Begun(LoggedEvent, frozen=True, tag="begun"):
    choices: PadChoices


class Added(LoggedEvent, frozen=True, tag="added"):
    game: PadGame


class Fixed(LoggedEvent, frozen=True, tag="fixed"):
    """A game, from 1, was corrected."""

    number: int
    game: PadGame


class Removed(LoggedEvent, frozen=True, tag="removed"):
    number: int


class PadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seq: int
    at: str
    event: Begun | Added | Fixed | Removed | LineTakenBack
    ask: str = ""
    """The device's id for the command: resent after a lost response, it is entered once."""


class ScorePad(msgspec.Struct, frozen=True):
    choices: PadChoices
    games: tuple[PadGame, ...] = ()

    @property
    def players(self) -> int:
        return len(self.choices.names)

    @property
    def stock(self) -> int:
        """Cards dealt to each stock pile."""
        return self.choices.stock or edition(self.choices.edition).stock_for(self.players)

    @property
    def both(self) -> bool:
        """6.4: partners who share their piles must finish both; 10.2: one finished pile is enough."""
        return self.choices.partners and edition(self.choices.edition).partner_piles

    @property
    def most(self) -> int:
        """Cards that can be left in a stock pile without penalties; 8.4: a die can add any number."""
        facts = edition(self.choices.edition)
        return facts.deck_size if facts.die else self.stock

    @property
    def deals(self) -> int:
        """The seat that deals next: the deal moves one seat to the left after each game (2.2)."""
        return (self.choices.dealer - 1 + len(self.games)) % self.players + 1

    def seat(self, name: str) -> int:
        """The seat of a player by name, by the beginning of one, or by number."""
        names = self.choices.names
        numbers = [str(seat) for seat in range(1, len(names) + 1)]
        if name in numbers:
            return int(name)
        exact = [seat for seat, other in enumerate(names, 1) if same(other) == same(name)]
        close = [seat for seat, other in enumerate(names, 1) if name and same(other).startswith(same(name))]
        for found in (exact, close):
            if len(found) == 1:
                return found[0]
        raise refusal("no_player", name=name, names=", ".join(names))

    def sheet(self) -> ScoreSheet:
        """The score sheet, up to the game that ended the match."""
        sheet = self._empty()
        for game in self.games:
            if sheet.over:
                break
            sheet.add(_result(sheet, game))
        return sheet

    @property
    def late(self) -> list[int]:
        """Games after the end of the match, which a correction can cause; they do not count."""
        return list(range(len(self.sheet().results) + 1, len(self.games) + 1))

    def _empty(self) -> ScoreSheet:
        goal, games = match_length(edition(self.choices.edition), self.choices.goal, self.choices.games)
        return ScoreSheet(self.players, self.choices.partners, goal, games)


def side_names(pad: ScorePad, side: Sequence[int]) -> str:
    return " & ".join(pad.choices.names[seat - 1] for seat in side)


def _result(sheet: ScoreSheet, game: PadGame) -> dict[str, object]:
    if game.winner:
        return sheet.won(game.winner, game.left)
    return {"reason": "blocked", "winners": [], "stock": list(game.left), "points": 0}


def check_choices(choices: PadChoices) -> PadChoices:
    """Clean choices; raises a sentence if they are invalid."""
    facts = edition(choices.edition)
    title = one_line(choices.title)
    if not title or len(title) > LONGEST_TITLE:
        refuse("title", most=LONGEST_TITLE)
    names = tuple(map(clean_name, choices.names))
    for i, name in enumerate(names):
        if same(name) in map(same, names[:i]):
            refuse("same_name", name=name)
    if len(names) not in facts.players:
        refuse("players", edition=facts.name, players=", ".join(map(str, facts.players)), n=len(names))
    partners = choices.partners or facts.partners == "always"
    if partners and facts.partners == "never":
        refuse("edition_alone", edition=facts.name)
    if partners and len(names) not in (4, 6):
        refuse("partners_players", n=len(names))
    if choices.goal is not None and choices.games is not None:
        refuse("goal_or_games")
    if (choices.goal or 0) < 0 or (choices.games is not None and choices.games < 1):
        refuse("goal")
    if not 1 <= choices.dealer <= len(names):
        refuse("no_seat", seat=choices.dealer, seats=len(names))
    most = facts.deck_size // len(names)
    if not 0 <= choices.stock <= most:
        refuse("stock", most=most)
    checked = msgspec.structs.replace(choices, title=title, names=names, partners=partners)
    ScorePad(checked).sheet()
    return checked


def check_game(pad: ScorePad, game: PadGame) -> PadGame:
    """A possible game; raises a sentence if it is impossible."""
    facts = edition(pad.choices.edition)
    if len(game.left) != pad.players:
        refuse("count", seats=pad.players, n=len(game.left))
    if any(n < 0 for n in game.left):
        refuse("less_than_none")
    if not 0 <= game.winner <= pad.players:
        refuse("no_seat", seat=game.winner, seats=pad.players)
    most = facts.deck_size if game.penalties else pad.most
    for seat, n in enumerate(game.left, 1):
        if n > most:
            refuse("too_many_left_name", name=pad.choices.names[seat - 1], n=n, most=most)
    sides = pad._empty().sides
    done = []
    for side in sides:
        finished = [not game.left[seat - 1] for seat in side]
        if all(finished) if pad.both else any(finished):
            done.append(side)
    if not game.winner:
        if done:
            refuse("was_finished_name", name=side_names(pad, done[0]))
        return game
    won = next(side for side in sides if game.winner in side)
    if won not in done:
        refuse("not_finished_name", name=side_names(pad, won))
    if len(done) > 1 or (not pad.both and game.left.count(0) > 1):
        refuse("two_winners")
    return game


def fold(lines: Sequence[PadLine]) -> ScorePad:
    """The pad after a log."""
    if len(lines) > MOST_LINES:
        refuse("pad_full", games=MOST_GAMES)
    void = voided(lines)
    if not lines or not isinstance(lines[0].event, Begun) or 1 in void:
        refuse("no_beginning")
    pad = ScorePad(check_choices(lines[0].event.choices))
    for number, line in enumerate(lines[1:], 2):
        if line.seq != number:
            refuse("gap", seq=number)
        if line.seq not in void:
            pad = _apply(pad, line)
    return pad


def _apply(pad: ScorePad, line: PadLine) -> ScorePad:
    what = line.event
    if isinstance(what, Added):
        if len(pad.games) >= MOST_GAMES:
            refuse("pad_full", games=MOST_GAMES)
        return msgspec.structs.replace(pad, games=(*pad.games, check_game(pad, what.game)))
    if isinstance(what, Fixed | Removed):
        if not 1 <= what.number <= len(pad.games):
            refuse("no_game", game=what.number)
        here = (check_game(pad, what.game),) if isinstance(what, Fixed) else ()
        return msgspec.structs.replace(pad, games=pad.games[: what.number - 1] + here + pad.games[what.number :])
    if isinstance(what, LineTakenBack):
        if not 2 <= what.seq < line.seq:
            refuse("no_line", seq=what.seq)
        return pad
    raise refusal("opened_twice", what="Begun")
