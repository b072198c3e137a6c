"""A table on this machine: people at one keyboard, and bots."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from docena.core.errors import DocenaError, Refused
from docena.core.notation import is_chance
from docena.core.options import Options
from docena.core.scores import ScoreSheet, match_length, next_first
from docena.core.words import say, worded
from docena.engine.view import View
from docena.game.fair import FairChance, commitment, new_secret
from docena.game.game import Game
from docena.game.record import Record, record_of
from docena.narration.narrate import narrate, narrate_result
from docena.tables.messages import GameResultSight, PersonSight, ScoreSight
from docena.tables.phases import BETWEEN, OVER, PLAYING, Phase
from docena.terminal.bot_thread import BotTask, BotThread
from docena.terminal.game_file import FORMAT, GameFile, StoredEntry, StoredTable
from docena.terminal.listeners import Listeners
from docena.terminal.table import Scene
from docena.terminal.typed import typed_text

CHANCE_NAME = "terminal"
"""The id of the games here, in the proof of their chance."""


class LocalTable(Listeners):
    """A match between people at this keyboard and bots; every change is on disk before it is shown."""

    def __init__(self, stored: StoredTable, lang: str, *, pace: float, file: GameFile | None = None) -> None:
        super().__init__(lang)
        self.stored, self.file = stored, file
        self.options: Options = stored.options
        self.people = [seat for seat in range(1, self.options.players + 1) if seat not in stored.bots]
        self.records: list[Record] = []
        """Those of the games that are over."""
        self._seat = self.people[0] if len(self.people) == 1 else 0
        """Whose cards are shown; 0 until somebody is at the keyboard that several people share."""
        self._covered = 0
        self._undoable = 0
        """Moves of the person on turn since a hidden card was last seen."""
        self._last: tuple[int, str] | None = None
        self._preparing = bool(stored.bots)
        self._closed = False
        self._games = 0
        self._sheet = self._new_sheet()
        self._chance: FairChance
        self._game: Game
        if file is not None and file.entries:
            self._replay(file.entries)
        else:
            self._deal(None)
        self._bots = BotThread(self, stored.bots, pace)
        self._scene: Scene | None = None
        self._show_cards_to()

    @classmethod
    def new(
        cls,
        options: Options,
        names: Sequence[str],
        bots: dict[int, str],
        lang: str,
        *,
        pace: float,
        seed: int | None = None,
        goal: int | None = None,
        folder: Path | None = None,
    ) -> "LocalTable":
        """A new table, kept in a file of its own in `folder`; all seats without a bot are people here."""
        goal, games = match_length(options.edition, goal)
        stored = StoredTable(FORMAT, options, list(names), bots, goal, games, seed, int(time.time()))
        return cls(stored, lang, pace=pace, file=None if folder is None else GameFile.create(folder, stored))

    def begin(self) -> None:
        """The bots begin to think."""
        self._bots.start()

    # --- looking

    @property
    def scene(self) -> Scene:
        with self.changed:
            if self._scene is None or self._scene.number != self.number:
                self._scene = self._look()
            return self._scene

    def _look(self) -> Scene:
        view = self._game.view(self._seat or None)
        return Scene(
            self.number,
            self.options,
            self._phase,
            self._seat,
            [self._person(seat) for seat in range(1, self.options.players + 1)],
            self._score(),
            view,
            legal=[] if self._covered else view.legal_moves(),
            game=self._games,
            result=cast("GameResultSight | None", self._game.result),
            last=self._last,
            undoable=self._undoable > 0 and self._game.mover == self._seat,
            covered=self._covered,
            preparing=self._preparing,
        )

    def _person(self, seat: int) -> PersonSight:
        level = self.stored.bots.get(seat, "")
        return PersonSight(
            kind="bot" if level else "person",
            name=self.stored.names[seat - 1],
            level=level,
            here=True,
            held=False,
            ready=True,
            partner=self._game.board.partner(seat),
        )

    def _score(self) -> ScoreSight:
        sheet = self._sheet
        return ScoreSight(
            sheet.goal, sheet.games, sheet.rows, sheet.sides, sheet.totals, sheet.wins, sheet.over, sheet.winners
        )

    @property
    def _phase(self) -> Phase:
        if not self._game.over:
            return PLAYING
        return OVER if self._sheet.over else BETWEEN

    @property
    def commit(self) -> str | None:
        """The commitment to the chance of this game; none where it comes from a seed, which is no secret."""
        return None if self.stored.seed is not None else commitment(self._chance.secret)

    @property
    def _reader(self) -> int | None:
        """Who is told "you": nobody, where several people read."""
        return self._seat if len(self.people) == 1 else None

    # --- playing

    def play(self, move: str) -> None:
        """Makes a move of the person at the keyboard; `IllegalMove` says why it cannot be made."""
        with self.changed:
            if self._game.mover != self._seat or self._covered or self._phase != PLAYING:
                name = self.stored.names[self._game.mover - 1]
                raise Refused("not_now", worded("terminal_refused", "not_your_turn", name=name))
            self._make(move)
            own = self._undoable
            self._undoable = 0 if self._game.revealed or self._game.mover != self._seat else own + 1
        self.change()

    def _make(self, move: str) -> None:
        """Makes a move, keeps it, and tells it."""
        before, length = self._game.view(self._reader), len(self._game.log)
        self._game.play(move)
        self._keep(StoredEntry(move=move))
        self._last = before.mover, move
        for line in self._game.log[length:]:
            self._tell(before, line)
            before = self._game.view(self._reader)
        if self._game.over:
            self._end_game()
        self._show_cards_to()

    def _keep(self, entry: StoredEntry) -> None:
        """What is not on disk has not happened."""
        if self.file is not None:
            try:
                self.file.append(entry)
            except DocenaError:
                if entry.move is not None:
                    self._game.undo()
                raise

    def _tell(self, before: View, line: str) -> None:
        actor = before.mover
        self.tell(narrate(before, line, self.stored.names, self.lang, self._reader), "move", actor)

    def _end_game(self) -> None:
        result: Any = self._game.result
        self.records.append(self._record(None))
        self._sheet.add(result)
        self.tell(narrate_result(result, self.stored.names, self.lang, self._reader))

    def _show_cards_to(self) -> None:
        """Where several people share the keyboard, the next one's cards stay covered until they are there."""
        mover = self._game.mover
        self._covered = mover if mover in self.people and mover != self._seat and not self._game.over else 0

    def uncover(self) -> None:
        with self.changed:
            if self._covered:
                self._seat, self._covered, self._undoable = self._covered, 0, 0
        self.change()

    def undo(self) -> None:
        """Takes back the last move of this turn, unless a hidden card has been seen since."""
        with self.changed:
            if not self._undoable:
                moved = self._game.mover == self._seat and self._game.board.moved
                raise Refused("not_now", worded("play", "seen" if moved else "no_undo"))
            self._keep(StoredEntry(undo=1))
            move = self._game.undo()
            self._undoable -= 1
            self._last = None
            self.tell(say(self.lang, "play", "undone", move=typed_text(move)))
        self.change()

    def next_game(self) -> None:
        """The next game of the match; after its end, a new match."""
        with self.changed:
            if self._phase == PLAYING:
                return
            first = next_first(self._game.first, self.options.players)
            if self._sheet.over:
                self._sheet = self._new_sheet()
            self._deal(first)
            self._show_cards_to()
        self.change()

    def _new_sheet(self) -> ScoreSheet:
        return ScoreSheet(self.options.players, self.options.partners, self.stored.goal, self.stored.games)

    def _deal(self, first: int | None) -> None:
        secret = new_secret() if self.stored.seed is None else b""
        entry = StoredEntry(deal=secret.hex(), first=first)
        if self.file is not None:
            self.file.append(entry)
        self._begin_game(entry)
        key = "dealt_me" if self._game.first == self._reader else "dealt"
        self.tell(say(self.lang, "terminal", key, game=self._games, name=self.stored.names[self._game.first - 1]))
        for line in self._game.log:
            self._tell(self._game.view(self._reader), line)

    def _begin_game(self, entry: StoredEntry) -> None:
        if self.stored.seed is None:
            self._chance = FairChance(bytes.fromhex(entry.deal or ""), f"{CHANCE_NAME} {self._games + 1}")
        else:
            self._chance = FairChance.from_seed(self.stored.seed, self._games)
        self._game = Game.deal(self.options, self._chance, entry.first)
        self._games += 1
        self._undoable, self._last = 0, None

    # --- coming back

    def _replay(self, entries: Sequence[StoredEntry]) -> None:
        """The table as the file says that it was left."""
        assert self.file is not None
        for number, entry in enumerate(entries, 2):
            try:
                self._apply(entry)
            except (DocenaError, ValueError, AttributeError):
                name = self.file.path.name
                raise Refused("bad", worded("terminal_refused", "damaged", file=name, line=number)) from None
        if not self._games:
            self._deal(None)
        self.tell(say(self.lang, "terminal", "resumed"))
        self._tell_last_moves()

    def _apply(self, entry: StoredEntry) -> None:
        if entry.deal is not None:
            if self._games and self._sheet.over:
                self._sheet = self._new_sheet()
            self._begin_game(entry)
        elif entry.move is not None:
            self._game.play(entry.move)
            if self._game.over:
                result: Any = self._game.result
                self.records.append(self._record(None))
                self._sheet.add(result)
        else:
            self._game.undo(entry.undo)

    def _tell_last_moves(self, most: int = 12) -> None:
        """What happened just before, for somebody who has forgotten."""
        past = record_of(self._game)
        moves = [line for line in past.log if not is_chance(line)]
        again = Game(self.options, self._game.deck, self._game.first)
        lines: list[tuple[View, str]] = []
        for line in past.log:
            lines.append((again.view(self._reader or None), line))
            (again.give if is_chance(line) else again.play)(line)
        if moves:
            for before, line in lines[-most:]:
                self._tell(before, line)

    # --- the bots

    def bots_are_ready(self) -> None:
        with self.changed:
            self._preparing = False
        self.change()

    def next_bot_task(self) -> BotTask | None:
        with self.changed:
            self.changed.wait_for(lambda: self._closed or self._bot_moves())
            if self._closed:
                return None
            mover = self._game.mover
            return BotTask(mover, self._game.view(mover), self._games, len(self._game.log))

    def _bot_moves(self) -> bool:
        return not self._game.over and self._game.mover in self.stored.bots

    def play_for(self, task: BotTask, move: str) -> None:
        with self.changed:
            if self._closed or (task.game, task.moves) != (self._games, len(self._game.log)):
                return
            self._undoable = 0
            self._make(move)
        self.change()

    # --- the end

    def _record(self, reason: str | None) -> Record:
        names, kinds = list(self.stored.names), ["human"] * self.options.players
        for seat in self.stored.bots:
            kinds[seat - 1] = "bot"
        you = {say(lang, "board", "you").capitalize() for lang in ("en", "es")}
        names = [say(self.lang, "board", "guest") if name in you else name for name in names]
        drawn = self._game.first_drawn
        tags = {"fair": self._chance.proof(drawn=drawn)} if self.stored.seed is None else None
        return record_of(self._game, names=names, kinds=kinds, reason=reason, tags=tags)

    def all_records(self) -> list[Record]:
        """The games that are over, and the one in progress as abandoned."""
        with self.changed:
            return self.records if self._game.over else [*self.records, self._record("abandoned")]

    def close(self) -> None:
        """Leaves the table; its file stays unless the match is over."""
        with self.changed:
            if self._closed:
                return
            self._closed = True
            self._bots.stop()
            if self.file is not None:
                self.file.close(remove=self._phase == OVER)
            self.changed.notify_all()
