"""A game at the terminal in plain lines, suitable for pipes and screen readers."""

from collections.abc import Callable, Sequence
from pathlib import Path

from docena.analysis.hints import hints
from docena.analysis.wording import say_reasons
from docena.bots.players.player import player_for, warm_up
from docena.cli.typed import full_notations, looks_like_a_move, one_of, typed_moves, typed_source, typed_text
from docena.core.cards import card_text
from docena.core.files import check_writable, whole_file
from docena.core.inputs import ask
from docena.core.notation import BadMove, parse_move
from docena.core.options import Options
from docena.core.sizes import PLACES
from docena.core.words import card_word, say
from docena.engine.board import Board
from docena.game.fair import FairChance, commitment, new_secret
from docena.game.game import Game, prepare
from docena.game.record import record_of, write_record
from docena.narration.narrate import narrate, narrate_result
from docena.narration.screen import draw_table

ME = 1
HINT_TRIES = 1000


class PlayerQuit(Exception):
    """The person quits."""


class TerminalGame:
    """One person in seat 1, bots in the others."""

    def __init__(
        self,
        options: Options,
        name: str | None,
        bots: Sequence[str],
        lang: str,
        seed: int | None,
        record: Path | None,
    ) -> None:
        self.options, self.lang, self.record = options, lang, record
        self.called = "".join(letter for letter in name or "" if letter.isprintable())[:30]
        self.names = [self.called or say(lang, "board", "you").capitalize()]
        self.names += [f"{bot} {seat}" if len(bots) > 1 else bot for seat, bot in enumerate(bots, ME + 1)]
        if record is not None:
            check_writable(record)
        # a seed is not secret: a game dealt from one can be repeated, and proves nothing
        self.promised = seed is None
        self.chance = FairChance(new_secret(), "terminal") if seed is None else FairChance.from_seed(seed)
        self.game = Game.deal(options, self.chance)
        self.bots = {seat: player_for(bot, seed=seat) for seat, bot in enumerate(bots, ME + 1)}
        prepare()
        for bot in dict.fromkeys(bots):
            warm_up(bot, self.game.view(self.game.board.mover))
        self.undoable = 0
        """The person's moves since a hidden card was last revealed."""
        self.typed: list[str] = []
        """The rest of a line with several moves, as hints write them: 5, 6, 12-1."""

    def say(self, key: str, **parts: object) -> None:
        print(say(self.lang, "play", key, **parts))

    def run(self) -> None:
        title = self.options.edition.title.get(self.lang, self.options.edition.name)
        self.say("welcome", title=title, players=self.options.players, stock=self.options.stock)
        self.say("goal_partners" if self.game.board.partner_piles else "goal")
        self.say("how")
        if self.record is not None and self.promised:
            self.say("commitment", commit=commitment(self.chance.secret))
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
        except PlayerQuit:
            self.say("stopped")
        self._save()

    def _tell(self, before: Board, line: str) -> None:
        print("  " + narrate(before, line, self.names, self.lang, ME))

    def _play(self, move: str) -> None:
        """Makes a move and prints what happened, without revealing hidden cards."""
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
            return ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise PlayerQuit from None

    def _ask(self) -> str | None:
        """A move that the person wants to make; None after anything else."""
        if not self.typed:
            self.typed = [part.strip() for part in self._input(say(self.lang, "play", "prompt")).split(",")]
        move = self._understand(self.typed.pop(0))
        if move is None:
            self.typed = []
        return move

    def _understand(self, typed: str) -> str | None:
        commands: dict[str, Callable[[], None]] = {
            "": self._show,
            "?": self._list,
            "h": self._hint,
            "u": self._undo,
            "b": self._show,
            "help": lambda: self.say("help"),
        }
        if typed.lower() in ("q", "quit", "exit"):
            raise PlayerQuit
        if typed.lower() in commands:
            commands[typed.lower()]()
            return None
        moves = typed_moves(typed, self._legal())
        if not moves:
            if not self._why_not(typed):
                self.say("places" if looks_like_a_move(typed) else "no_such", text=typed[:40])
            return None
        heights = [self.game.board.height(place) for place in range(1, PLACES + 1)]
        chosen = one_of(moves, heights)
        if chosen is None:
            self.say("which", moves=", ".join(map(typed_text, moves)))
        return chosen

    def _legal(self) -> list[str]:
        return self.game.view(ME).legal_moves()

    def _why_not(self, typed: str) -> bool:
        """Says why what was typed cannot be played; False if it is not clear what was meant."""
        meant = full_notations(typed) or [typed.upper()]
        try:
            moves = [parse_move(move) for move in meant]
        except BadMove:
            return False
        held = self.game.view(ME).hand(ME)
        moves = [move for move in moves if move.card is not None and move.card.code in held] or moves
        why = self.game.why_not(moves[0].number, self.lang)
        if why:
            print(why)
        return why is not None

    def _list(self) -> None:
        legal = self._legal()
        plays: dict[str, list[str]] = {}
        for move in map(parse_move, legal):
            if move.act != "closing":
                plays.setdefault(typed_source(move), []).append(str(move.place or ""))
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
            cards = ", ".join(dict.fromkeys(card_word(card_text(card), self.lang) for card in hand))
            self.say("discards", cards=cards, example=f"{card_text(hand[0]).lower()}-1")

    def _hint(self) -> None:
        best = hints(self.game.view(ME), tries=HINT_TRIES, most=1, names=self.names, lang=self.lang)[0]
        self.say("hint", moves=", ".join(map(typed_text, best.moves)), percent=round(100 * best.chance))
        if best.reasons:
            print("  " + say_reasons(best.reasons, self.lang))

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
        tags = {"fair": self.chance.proof()} if self.promised else None
        names = [self.called or say(self.lang, "board", "guest"), *self.names[1:]]
        with whole_file(self.record) as file:
            file.write(write_record(record_of(self.game, names=names, kinds=kinds, reason=reason, tags=tags)) + "\n")
        self.say("saved", file=self.record)
