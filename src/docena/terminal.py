"""A game at the terminal in plain lines: pleasant to read, and fit for pipes and screen readers."""

from collections.abc import Callable, Sequence
from pathlib import Path

from docena.board import Board
from docena.bots.player import BotPlayer
from docena.cards import card_text
from docena.errors import DocenaError
from docena.fair import FairChance, new_secret
from docena.files import whole_file
from docena.game import Game, first_seat
from docena.moves import BadMove
from docena.narrate import card_word, narrate, narrate_result
from docena.options import Options
from docena.record import record_of, write_record
from docena.screen import draw_table
from docena.sizes import PLACES
from docena.typed import one_of, typed_moves, typed_text
from docena.words import say

ME = 1


class Stopped(Exception):
    """The person wants no more."""


class TerminalGame:
    """One person in seat 1, bots in the others."""

    def __init__(
        self,
        options: Options,
        names: Sequence[str],
        bots: Sequence[str],
        lang: str,
        seed: int | None,
        record: Path | None,
    ) -> None:
        self.options, self.names, self.lang, self.record = options, names, lang, record
        self.chance = FairChance(new_secret(), "terminal") if seed is None else FairChance.from_seed(seed)
        deck = self.chance.shuffle(options.deck)
        self.game = Game(options, deck, first_seat(options, self.chance) + 1, self.chance)
        self.bots = {seat: BotPlayer(bot, seed=seat) for seat, bot in enumerate(bots, ME + 1)}
        self.undoable = 0
        """Moves of the person since a hidden card was last seen."""

    def say(self, key: str, **parts: object) -> None:
        print(say(self.lang, "play", key, **parts))

    def run(self) -> None:
        title = self.options.edition.title.get(self.lang, self.options.edition.name)
        self.say("welcome", title=title, players=self.options.players, stock=self.options.stock)
        self.say("goal_partners" if self.game.board.partner_piles else "goal")
        self.say("how")
        try:
            for line in self.game.log:
                self._tell(self.game.view(ME), line)
            while not self.game.over:
                if self.game.board.mover == ME:
                    self._my_turn()
                else:
                    bot = self.bots[self.game.board.mover]
                    self._play(bot.choose(self.game.view(self.game.board.mover)))
            print()
            print(narrate_result(self.game.result, self.names, self.lang, ME))
        except Stopped:
            self.say("stopped")
        self._save()

    def _tell(self, before: Board, line: str) -> None:
        print("  " + narrate(before, line, self.names, self.lang, ME))

    def _play(self, move: str) -> None:
        """Makes a move and tells what happened, in words that give no hidden card away."""
        before, length = self.game.view(ME), len(self.game.log)
        self.game.play(move)
        for line in self.game.log[length:]:
            self._tell(before, line)
            before = self.game.view(ME)

    def _my_turn(self) -> None:
        print()
        self._show()
        self.undoable = 0
        while self.game.board.mover == ME and not self.game.over:
            move = self._ask()
            if move is None:
                continue
            before = self.game.board.draw_size, [self.game.board.stock_size(seat) for seat in self.game.board.seats]
            self._play(move)
            after = self.game.board.draw_size, [self.game.board.stock_size(seat) for seat in self.game.board.seats]
            self.undoable = self.undoable + 1 if before == after else 0
            if self.game.board.mover == ME and not self.game.over:
                self._show()

    def _show(self) -> None:
        print(draw_table(self.game.view(ME), self.names, self.lang, ME))

    def _input(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            raise Stopped from None

    def _ask(self) -> str | None:
        """A move that the person wants to make; None after anything else."""
        typed = self._input(say(self.lang, "play", "prompt"))
        commands: dict[str, Callable[[], None]] = {
            "": self._show,
            "?": self._list,
            "h": self._hint,
            "u": self._undo,
            "b": self._show,
            "help": lambda: self.say("help"),
        }
        if typed.lower() in ("q", "quit", "exit"):
            raise Stopped
        if typed.lower() in commands:
            commands[typed.lower()]()
            return None
        moves = typed_moves(typed, self._legal())
        if moves is None or (not moves and not self._why_not(typed)):
            self.say("no_such", text=typed)
            return None
        if not moves:
            return None
        heights = [self.game.board.height(place) for place in range(1, PLACES + 1)]
        chosen = one_of(moves, heights)
        if chosen is None:
            self.say("which", moves=", ".join(map(typed_text, moves)))
        return chosen

    def _legal(self) -> list[str]:
        return self.game.view(ME).legal_moves()

    def _why_not(self, typed: str) -> bool:
        """Says why what was typed cannot be played; False if it cannot be told what it is."""
        for text in (typed.upper(), *self._guesses(typed)):
            try:
                why = self.game.why_not(text, self.lang)
            except BadMove:
                continue
            if why:
                self.say("nothing_there", why=why)
                return True
        return False

    @staticmethod
    def _guesses(typed: str) -> list[str]:
        """Full notations that a short form could stand for."""
        words = typed.upper().replace(">", " ").split()
        if not words:
            return []
        place = words[1] if len(words) > 1 else "1"
        what = words[0]
        marks = [what, f"{what}1"] if what.startswith("R@") or "-" in what or "+" in what else [f"{what}>{place}"]
        return marks + [f"H{mark}" for mark in marks]

    def _list(self) -> None:
        legal = self._legal()
        plays: dict[str, list[str]] = {}
        for move in legal:
            what, _, place = move.partition(">")
            if "-" not in move:
                plays.setdefault(typed_text(what), []).append(place)
        either = say(self.lang, "play", "or")
        shown = [
            say(self.lang, "play", "on", what=what, places=either.join(places)) if places[0] else what
            for what, places in plays.items()
        ]
        if shown:
            self.say("moves", moves=", ".join(shown))
        else:
            self.say("no_plays")
        hand = [card for card in self.game.view(ME).hand(ME) if f"H{card_text(card)}-1" in legal]
        if hand:
            cards = ", ".join(dict.fromkeys(card_word(card, self.lang) for card in hand))
            self.say("discards", cards=cards, example=f"{card_text(hand[0]).lower()}-1")

    def _hint(self) -> None:
        move = BotPlayer("greedy").choose(self.game.view(ME))
        self.say("hint", move=typed_text(move))

    def _undo(self) -> None:
        if not self.undoable:
            self.say("seen" if self.game.board.moved else "no_undo")
            return
        self.undoable -= 1
        self.say("undone", move=typed_text(self.game.undo()))
        self._show()

    def _save(self) -> None:
        if self.record is None:
            return
        kinds = ["human"] + ["bot"] * len(self.bots)
        reason = None if self.game.over else "abandoned"
        tags = {"fair": self.chance.proof()}
        try:
            with whole_file(self.record) as file:
                file.write(
                    write_record(record_of(self.game, names=self.names, kinds=kinds, reason=reason, tags=tags)) + "\n"
                )
        except DocenaError as error:
            print(error)
            raise
        self.say("saved", file=self.record)
