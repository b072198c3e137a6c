"""The state of a table with its people, derived from its event log."""

from collections import deque
from collections.abc import Callable

import msgspec

from docena.core.errors import DocenaError
from docena.core.scores import ScoreSheet, match_length, next_first
from docena.game.fair import FairChance, commitment
from docena.game.game import Game
from docena.tables import events as e
from docena.tables.consent import absent_for, voters_for
from docena.tables.daily import GAME, chance_of
from docena.tables.newcomers import Newcomer, Newcomers
from docena.tables.phases import BETWEEN, CLOSED, GATHERING, OVER, PLAYING
from docena.tables.seats import BOT, BY_BOT, EMPTY, PERSON, Seat
from docena.tables.table_choices import Choices, options_from

_REMEMBERED_ACTIONS = 64
_REMEMBERED_WORDS = 50


class BadLog(DocenaError):
    """The log is impossible."""


class Room:
    """One table with its seats, its match and its current game. Changed only by `apply`."""

    def __init__(self, opened: e.Opened) -> None:
        self.opened = opened
        self.id, self.code, self.opened_at = opened.id, opened.code, opened.at
        self.choices: Choices = opened.choices
        self._day = opened.daily
        self.reserved = opened.awaited
        """Its seats are reserved for the entries of an event, and assigned by it."""
        self.options = options_from(opened.choices)
        self.seq = 1
        """The number of the last event."""
        self.stamp = 1
        """The number of the last event that changed the game, which a client sends with a move."""
        self.began = 1
        """The number of the event that began the current part of the log: a game, or the time without one."""
        self.seats = [Seat() for _ in range(self.options.players)]
        self.game: Game | None = None
        self.number = 0
        """How many games have been dealt."""
        self.first = 0
        self.secret = ""
        """Of the current game, or of the next one once committed to."""
        self.promised = 0
        """The game that the secret is for."""
        self.contributions: list[str] = []
        self.result: dict[str, object] | None = None
        self.sheet = self._new_sheet()
        self.movers = bytearray()
        """The seat of each move of the current game; a bot's with the high bit."""
        self.revealed = bytearray()
        """For each move, whether something hidden was revealed after it."""
        self.wanted: int | None = None
        """The seat that wants to take back its last move."""
        self.agreed: set[int] = set()
        self.undone = 0
        """How many moves of the current game have been taken back."""
        self.newcomers = Newcomers()
        """Those who have asked to sit down."""
        self.said: deque[e.Said] = deque(maxlen=_REMEMBERED_WORDS)
        self.closed = False
        self.nudged: int | None = None
        self.actions: dict[str, int] = {}
        """Recent commands, and the numbers of their events."""

    def _new_sheet(self) -> ScoreSheet:
        goal, games = match_length(self.options.edition, self.choices.goal, self.choices.games)
        return ScoreSheet(self.options.players, self.options.partners, goal, games)

    # --- looking

    @property
    def phase(self) -> str:
        if self.closed:
            return CLOSED
        if self.game is None:
            return GATHERING
        if self.result is None:
            return PLAYING
        return OVER if self.sheet.over else BETWEEN

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    @property
    def numbered(self) -> list[tuple[int, Seat]]:
        return list(enumerate(self.seats, 1))

    @property
    def full(self) -> bool:
        return all(seat.kind != EMPTY for seat in self.seats)

    @property
    def has_room(self) -> bool:
        """Whether somebody could sit down now; the code of the table works only then."""
        return self.phase in (GATHERING, OVER) and not self.full

    @property
    def people(self) -> list[int]:
        """Seats of persons, connected or not."""
        return [number for number, seat in self.numbered if seat.kind == PERSON]

    @property
    def has_people(self) -> bool:
        return any(seat.kind == PERSON for seat in self.seats)

    @property
    def forsaken(self) -> bool:
        """Whether everybody has left; a reserved table waits for its first player."""
        return not self.has_people and not (self.reserved and self.number == 0)

    @property
    def counts(self) -> bool:
        """Whether its game is one of an event and not over; later games do not count."""
        return self.reserved and (self.number == 0 or (self.number == 1 and self.result is None))

    @property
    def unattended(self) -> bool:
        """A game that counts pauses while no person plays: bots must not decide it among themselves."""
        return self.counts and not any(seat.playing for seat in self.seats)

    @property
    def host(self) -> int | None:
        """The person who may decide for the table: in the lowest seat."""
        return next(iter(self.people), None)

    @property
    def stretch(self) -> int:
        """The number of events since the current game was dealt, or since the last one ended."""
        return self.seq - self.began

    @property
    def host_is_here(self) -> bool:
        """Whether the host is connected and plays, so that others need not decide for the table."""
        host = self.host
        return host is not None and bool(self.seat(host).node) and not self.seat(host).held

    @property
    def free_seats(self) -> list[int]:
        return [number for number, seat in self.numbered if seat.kind == EMPTY]

    @property
    def mover(self) -> int | None:
        """The seat that must move now."""
        if self.phase != PLAYING:
            return None
        assert self.game is not None
        return self.game.board.mover

    def voters(self, asker: int) -> list[list[int]]:
        """Whose consent this seat needs to undo a move that revealed something: the seats of each client."""
        return voters_for(self.seats, asker)

    @property
    def unanswered(self) -> list[list[int]]:
        """The seats of each client that has been asked for its consent and has not given it."""
        if self.wanted is None:
            return []
        return [voter for voter in self.voters(self.wanted) if self.agreed.isdisjoint(voter)]

    @property
    def commit(self) -> str:
        return commitment(bytes.fromhex(self.secret)) if self.secret else ""

    def seat_with(self, secret_hash: str) -> int | None:
        """The seat of a secret."""
        return next((number for number, seat in self.numbered if seat.secret and seat.secret == secret_hash), None)

    @property
    def daily(self) -> str:
        """The day whose daily deal the current or first game is; empty if none."""
        return self._day if self.number <= GAME else ""

    def chance(self) -> FairChance:
        """The fair chance of the current game."""
        if self.daily:
            return chance_of(bytes.fromhex(self.secret), self.daily)
        contributions = [bytes.fromhex(text) for text in self.contributions]
        return FairChance(bytes.fromhex(self.secret), f"{self.id}/{self.number}", contributions)

    # --- changing

    def apply(self, event: e.AnyEvent, action: str | None = None) -> None:
        """Applies the next event of the log."""
        self.seq += 1
        if action is not None:
            self.actions[action] = self.seq
            if len(self.actions) > _REMEMBERED_ACTIONS:
                del self.actions[next(iter(self.actions))]
        _APPLY[type(event)](self, event)
        if self.wanted is not None and self._voter_has_gone():
            self._drop_wish()

    def _promised(self, event: e.Promised) -> None:
        self.secret, self.promised = event.secret, event.game

    def _sat(self, event: e.Sat) -> None:
        seat = Seat(PERSON, event.name, secret=event.secret, player=event.player, client=event.player)
        self.seats[event.seat - 1] = seat
        self.newcomers.seated(event.secret)

    def _bot(self, event: e.Bot) -> None:
        self.seats[event.seat - 1] = Seat(BOT, event.name or event.level, event.level)

    def _stood(self, event: e.Stood) -> None:
        self.seats[event.seat - 1] = Seat()

    def _left(self, event: e.Left) -> None:
        # the name stays on the score sheet; the seat is the bot's from now on
        self.seats[event.seat - 1] = Seat(BOT, self.seat(event.seat).name, self.choices.holder)
        self._drop_wish()

    def _ticket(self, event: e.Ticket) -> None:
        self.seat(event.seat).ticket, self.seat(event.seat).ticket_until = event.hash, event.until

    def _rekeyed(self, event: e.Rekeyed) -> None:
        seat = self.seat(event.seat)
        seat.secret, seat.ticket, seat.node = event.secret, "", ""
        if event.name:
            seat.name, seat.player, seat.client = event.name, event.player, event.player
        else:
            seat.client = event.player or seat.client

    def _here(self, event: e.Here) -> None:
        self.seat(event.seat).node = event.node

    def _gone(self, event: e.Gone) -> None:
        seat = self.seat(event.seat)
        seat.node, seat.over_http = "", False

    def _held(self, event: e.Held) -> None:
        seat = self.seat(event.seat)
        seat.held, seat.over_http = True, False
        self._drop_wish(event.seat)

    def _back(self, event: e.Back) -> None:
        self.seat(event.seat).held = False
        self.nudged = None

    def _nudged(self, event: e.Nudged) -> None:
        self.nudged = event.seat

    def _hinted(self, event: e.Hinted) -> None:
        self.seat(event.seat).hints += 1

    def _contributed(self, event: e.Contributed) -> None:
        self.seat(event.seat).contribution = event.hex
        self._acts(event.seat)

    def _ready(self, event: e.Ready) -> None:
        self.seat(event.seat).ready = True
        self._acts(event.seat)

    def _dealt(self, event: e.Dealt) -> None:
        if self.sheet.over:
            self.sheet = self._new_sheet()
        self.number = event.game
        self.newcomers.clear()
        self.contributions = [seat.contribution for seat in self.seats if seat.contribution]
        for seat in self.seats:
            seat.ready, seat.contribution, seat.votes, seat.hints = False, "", 0, 0
        self.result = None
        self.game = Game.deal(self.options, self.chance(), event.first or None, past=False)
        self.first = self.game.first
        self.movers, self.revealed, self.undone = bytearray(), bytearray(), 0
        self.began = self.seq
        self._position_changed()
        self._end_if_over()

    @property
    def _game(self) -> Game:
        if self.game is None:
            raise BadLog(f"event {self.seq}: there is no game")
        return self.game

    def _moved(self, event: e.Moved) -> None:
        by_bot = event.by == "bot"
        self._play(event.seat, event.move, by_bot=by_bot)
        if not by_bot:
            self._acts(event.seat)
        self._position_changed()
        self._end_if_over()

    def _play(self, seat: int, move: str, *, by_bot: bool) -> None:
        game = self._game
        game.play(move)
        self.movers.append(seat | (BY_BOT if by_bot else 0))
        self.revealed.append(game.revealed)
        if not by_bot:
            for number, other in self.numbered:
                other.votes = other.votes if number == seat else 0

    def _end_if_over(self) -> None:
        result = self._game.result
        if result is not None:
            self._finish(result)

    def _finish(self, result: dict[str, object]) -> None:
        self.result, self.began = result, self.seq
        self.sheet.add(result)
        self._drop_wish()

    def _ended(self, _: e.Ended) -> None:
        self.stamp = self.seq
        self._finish(self._game.result_with("abandoned"))

    def _wanted(self, event: e.Wanted) -> None:
        self.wanted, self.agreed = event.seat, set()
        self.seat(event.seat).votes += 1
        self._acts(event.seat)

    def _agreed(self, event: e.Agreed) -> None:
        # a no is also written for people who have not answered in time, so it does not prove presence
        if not event.yes:
            self._drop_wish()
        elif self.wanted is not None:
            self._acts(event.seat)
            self.agreed.add(event.seat)

    def _undone(self, event: e.Undone) -> None:
        self._game.undo(event.moves)
        del self.movers[-event.moves :]
        del self.revealed[-event.moves :]
        self.undone += event.moves
        if self.wanted is not None:
            self.seat(event.seat).votes = 0
        self._position_changed()

    def _said(self, event: e.Said) -> None:
        self.said.append(event)
        self._acts(event.seat)

    def _approval(self, event: e.Approval) -> None:
        self.choices = msgspec.structs.replace(self.choices, approval=event.on)
        # a snapshot keeps what the table was opened with, and must keep this as well
        self.opened = msgspec.structs.replace(self.opened, choices=self.choices)

    def _requested(self, event: e.Requested) -> None:
        self.newcomers.add(Newcomer(event.request, event.name, event.secret, event.player, event.seat, event.until))

    def _declined(self, event: e.Declined) -> None:
        self.newcomers.decline(event.request, event.at)

    def _withdrawn(self, event: e.Withdrawn) -> None:
        self.newcomers.remove(event.request)

    def _closed(self, _: e.Closed) -> None:
        self.closed, self.code = True, ""
        self.newcomers.clear()

    def _drop_wish(self, seat: int | None = None) -> None:
        if seat is None or seat == self.wanted:
            self.wanted, self.agreed = None, set()

    def _voter_has_gone(self) -> bool:
        """Whether somebody whose answer is missing can no longer give it."""
        gone = absent_for(self.seats, self.wanted) if self.wanted is not None else []
        return any(voter[0] in gone for voter in self.unanswered)

    def _position_changed(self) -> None:
        self.stamp, self.nudged = self.seq, None
        self._drop_wish()

    def _acts(self, seat: int) -> None:
        """A person has done something, which shows how they can be reached."""
        who = self.seat(seat)
        who.over_http = not who.node

    def next_first(self) -> int:
        """Who begins the next game: drawn (0) in the first, then the seat to the left (2.2, 2.3)."""
        return next_first(self.first, self.options.players) if self.number else 0


_APPLY: dict[type, Callable[[Room, object], None]] = {
    kind: getattr(Room, f"_{kind.__name__.lower()}") for kind in e.AnyEvent.__args__ if kind is not e.Opened
}


def begin_room(body: bytes) -> Room:
    """The room after the first line of a log."""
    opened = e.read_event(body)
    if not isinstance(opened, e.Opened):
        raise BadLog("the log of a table begins with its opening")
    return Room(opened)


def room_from(bodies: list[tuple[bytes, str | None]]) -> Room:
    """The room after a log; each line comes with the action that it answers."""
    room = begin_room(bodies[0][0])
    for body, action in bodies[1:]:
        room.apply(e.read_event(body), action)
    return room
