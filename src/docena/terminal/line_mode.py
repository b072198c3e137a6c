"""A table in plain lines: for pipes, screen readers, and everybody who likes it."""

import sys
import threading
from pathlib import Path

from docena.analysis.hints import Hint
from docena.analysis.wording import say_reasons
from docena.core.cards import card_text
from docena.core.errors import DocenaError
from docena.core.notation import BadMove, parse_move
from docena.core.sizes import PLACES
from docena.core.words import card_word, say
from docena.narration.explain import why_not
from docena.narration.screen import draw_table
from docena.tables.phases import CLOSED, GATHERING, PLAYING
from docena.tables.phrases import phrases
from docena.terminal.gathering import qr_lines
from docena.terminal.hinting import HintSearch
from docena.terminal.line_commands import help_lines, read_command, words_to_complete
from docena.terminal.line_input import ask_line, line_editing, line_so_far
from docena.terminal.line_output import LinePrinter
from docena.terminal.standing import rules_lines, score_lines
from docena.terminal.table import OnlineActions, PlayedTable, Scene
from docena.terminal.typed import full_notations, looks_like_a_move, one_of, typed_moves, typed_source, typed_text

_SILENCE = 0.4
"""Seconds after which a search for hints says that it is on its way."""
_LAST_LINES = 20
_HISTORY = "history"


class PlayerQuit(Exception):
    """The person quits."""


class LineMode:
    """One table, line by line."""

    def __init__(
        self, table: PlayedTable, folder: Path, *, online: OnlineActions | None = None, color: bool = False
    ) -> None:
        self.table, self.online, self.lang = table, online, table.lang
        self._folder = folder
        self.print = LinePrinter(color=color).print
        self._told = 0
        """How many sentences have been printed."""
        self._shown = b""
        """The view that was printed last."""
        self._prompt = ""
        """What stands at the beginning of the line that is being typed, if one is."""
        self._always_asks = online is not None and sys.stdin.isatty()
        """Whoever plays with others can say something at any time; news come between the lines."""
        self._printing = threading.RLock()
        self._over = 0
        """The game whose end has been announced."""
        self._typed: list[str] = []
        """The rest of a line with several moves, as hints write them: 5, 6, 12-1."""

    # --- printing

    def say(self, key: str, **parts: object) -> None:
        self.print(say(self.lang, "play", key, **parts))

    def _tell_news(self) -> None:
        with self._printing:
            told = self.table.told[self._told :]
            self._told += len(told)
            for one in told:
                self.print(one.words, "  ", "36" if one.kind == "chat" else "")

    def _hear(self) -> None:
        """News while a line is being typed: they come above it. Called from any thread."""
        with self._printing:
            scene = self.table.scene
            my_turn = scene.my_turn and self._shown != bytes(scene.view or b"")
            if not self._prompt or (len(self.table.told) == self._told and not my_turn):
                return
            print("\r\x1b[K", end="")
            self._tell_news()
            if my_turn:
                self._show(scene)
            elif scene.phase not in (PLAYING, GATHERING):
                self.print(say(self.lang, "online", "press_enter"), "  ")
            self._prompt = say(self.lang, "play", "prompt" if scene.my_turn else "prompt_other")
            print(self._prompt + line_so_far(), end="", flush=True)

    def _show(self, scene: Scene) -> None:
        assert scene.view is not None
        self._shown = bytes(scene.view)
        self.print(draw_table(scene.view, scene.names, self.lang, scene.seat))

    # --- the game

    def run(self) -> None:
        """Plays until the person has had enough."""
        with line_editing(self._folder / _HISTORY, self._complete):
            try:
                self._welcome()
                if self._always_asks:
                    self.table.listen(self._hear)
                while True:
                    self._step()
            except PlayerQuit:
                self.say("stopped")
            finally:
                self.table.close()

    def _welcome(self) -> None:
        scene = self.table.scene
        edition = scene.options.edition
        title = edition.title.get(self.lang, edition.name)
        self.print(
            say(self.lang, "play", "welcome", title=title, players=scene.options.players, stock=scene.options.stock),
            style="1",
        )
        self.say("goal_partners" if scene.options.partners and edition.partner_piles else "goal")
        self.say("how", help=self._word("help"), undo=self._word("undo"), quit=self._word("quit"))

    def _word(self, command: str) -> str:
        return say(self.lang, "line_commands", command).split()[0]

    def _step(self) -> None:
        """Waits for the next moment at which the person can do something, and lets them do it."""
        self._tell_news()
        scene = self.table.scene
        if self.table.fault is not None:
            raise self.table.fault
        if scene.covered:
            self._uncover(scene)
        elif scene.phase not in (PLAYING, GATHERING):
            self._after_game(scene)
        elif self._has_to_answer(scene):
            self._answer(scene)
        else:
            self._wait(scene)

    def _wait(self, scene: Scene) -> None:
        try:
            self.table.wait(scene.number)
        except KeyboardInterrupt:
            raise PlayerQuit from None

    def _has_to_answer(self, scene: Scene) -> bool:
        """Whether the person is asked for a line: to move, or to answer something online."""
        held = scene.people[scene.seat - 1].held if scene.seat else False
        gathers = scene.phase == GATHERING and scene.is_host
        asked = bool(scene.undo_asked_by) or bool(scene.newcomers)
        return scene.my_turn or held or gathers or asked or self._always_asks

    def _answer(self, scene: Scene) -> None:
        if scene.my_turn and self._shown != bytes(scene.view or b"") and not self._typed:
            print()
            self._show(scene)
        move = self._ask(scene)
        if move is None:
            return
        if not self.table.scene.my_turn:
            self._typed = []
            self._say_whose_turn(self.table.scene)
            return
        try:
            self.table.play(move)
        except DocenaError as error:
            self._typed = []
            self.print(error.said(self.lang))

    def _say_whose_turn(self, scene: Scene) -> None:
        if scene.view is not None and scene.phase == PLAYING:
            name = scene.names[scene.view.mover - 1]
            self.print(say(self.lang, "terminal_refused", "not_your_turn", name=name))

    def _uncover(self, scene: Scene) -> None:
        if sys.stdout.isatty():
            print("\x1b[3J\x1b[2J\x1b[H", end="")
        self._input(say(self.lang, "terminal", "your_seat", name=scene.names[scene.covered - 1]) + " ")
        self._typed = []
        self.table.uncover()

    def _after_game(self, scene: Scene) -> None:
        """The score, and whether there is to be another game."""
        if scene.phase == CLOSED:
            self.print(say(self.lang, "refused", "closed"))
            raise PlayerQuit
        if self._over != scene.game:
            self._over = scene.game
            print()
            for line in filter(None, score_lines(scene, self.lang)):
                self.print(line)
        if scene.online and scene.people[scene.seat - 1].ready:
            self._wait(scene)
            return
        key = "another_match" if scene.score.over else "next_game"
        typed = self._input(say(self.lang, "terminal", key) + " ").lower()
        if typed in say(self.lang, "terminal", "yes_words").split() or not typed:
            try:
                self.table.next_game()
            except DocenaError as error:
                self.print(error.said(self.lang))
        elif (read := read_command(typed, self.lang)) is not None and read[0] not in ("quit", "no"):
            self._obey(*read, self.table.scene)
        else:
            raise PlayerQuit

    # --- what is typed

    def _input(self, prompt: str) -> str:
        try:
            with self._printing:
                self._prompt = prompt
            return ask_line(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            raise PlayerQuit from None
        finally:
            self._prompt = ""

    def _complete(self, text: str) -> list[str]:
        """What a word may become: a command, or a move that is legal now."""
        scene = self.table.scene
        moves = [typed_text(move) for move in scene.legal] + [typed_source(parse_move(move)) for move in scene.legal]
        words = words_to_complete(scene, self.lang) + list(dict.fromkeys(move for move in moves if " " not in move))
        return [word + " " for word in words if word.startswith(text.lower())]

    def _ask(self, scene: Scene) -> str | None:
        """A move that the person wants to make; None after anything else."""
        if not self._typed:
            prompt = say(self.lang, "play", "prompt" if scene.my_turn else "prompt_other")
            typed = self._input(prompt)
            scene = self.table.scene
            if (read := read_command(typed, self.lang)) is not None:
                self._obey(*read, scene)
                return None
            self._typed = [part.strip() for part in typed.split(",")]
        move = self._understand(self._typed.pop(0), scene)
        if move is None:
            self._typed = []
        return move

    def _understand(self, typed: str, scene: Scene) -> str | None:
        if not typed:
            self._obey("table", "", scene)
            return None
        view = scene.view
        if view is not None and not scene.my_turn:
            self._say_whose_turn(scene)
            return None
        moves = typed_moves(typed, scene.legal)
        if not moves or view is None:
            if not self._why_not(typed, scene):
                key = "places" if looks_like_a_move(typed) else "no_such"
                self.say(key, text=typed[:40], moves=self._word("moves"), help=self._word("help"))
            return None
        chosen = one_of(moves, [view.height(place) for place in range(1, PLACES + 1)])
        if chosen is None:
            self.say("which", moves=", ".join(map(typed_text, moves)))
        return chosen

    def _why_not(self, typed: str, scene: Scene) -> bool:
        """Says why what was typed cannot be played; False if it is not clear what was meant."""
        view = scene.view
        try:
            moves = [parse_move(move) for move in full_notations(typed) or [typed.upper()]]
        except BadMove:
            return False
        if view is None:
            return False
        held = view.hand(scene.seat)
        moves = [move for move in moves if move.card is not None and move.card.code in held] or moves
        self.print(why_not(view, moves[0].number).said(self.lang))
        return True

    def _obey(self, command: str, rest: str, scene: Scene) -> None:
        """A command that is no move."""
        if command == "quit":
            raise PlayerQuit
        if command == "help":
            for line in help_lines(scene, self.lang):
                self.print(line, "  ")
        elif command == "moves":
            self._list(scene)
        elif command == "table":
            if scene.view is not None:
                self._show(scene)
        elif command == "hint":
            self._hint(scene)
        elif command == "score":
            for line in filter(None, score_lines(scene, self.lang)):
                self.print(line, "  ")
        elif command == "log":
            for told in self.table.told[-_LAST_LINES:]:
                self.print(told.words, "  ")
        elif command == "rules":
            self._rules(rest, scene)
        elif command == "link" and self.online is not None:
            self._say_link(scene)
        else:
            self._act(command, rest)

    def _act(self, command: str, rest: str) -> None:
        """A command that changes something at the table."""
        online = self.online
        try:
            if command == "undo":
                self.table.undo()
            elif online is None:
                self.say("no_such", text=command, moves=self._word("moves"), help=self._word("help"))
            elif command == "say":
                self._say_phrase(online, rest)
            elif command in ("yes", "no"):
                self._answer_question(online, yes=command == "yes")
            else:
                {"away": online.step_away, "back": online.come_back, "nudge": online.nudge, "start": online.start}[
                    command
                ]()
        except DocenaError as error:
            self.print(error.said(self.lang))

    def _answer_question(self, online: OnlineActions, *, yes: bool) -> None:
        scene = self.table.scene
        if scene.undo_asked_by:
            online.agree(yes=yes)
        elif scene.newcomers:
            online.admit(scene.newcomers[0].request, yes=yes)

    def _say_phrase(self, online: OnlineActions, rest: str) -> None:
        known = phrases(self.lang)
        wanted = [key for number, key in enumerate(known, 1) if rest in (str(number), key)]
        if wanted:
            online.say_phrase(wanted[0])
            return
        for number, words in enumerate(known.values(), 1):
            self.print(f"{self._word('say')} {number}: {words}", "  ")

    def _say_link(self, scene: Scene) -> None:
        """How others come: also as a QR code, where somebody sees it."""
        self.print(f"{scene.link}  {say(self.lang, 'online', 'code', code=scene.code)}")
        if sys.stdout.isatty():
            print("\n".join(f"\x1b[30;107m{line}\x1b[0m" for line in qr_lines(scene.link)))

    def _list(self, scene: Scene) -> None:
        plays: dict[str, list[str]] = {}
        for move in map(parse_move, scene.legal):
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
        held = scene.view.hand(scene.seat) if scene.view is not None else []
        hand = [card for card in held if f"H{card_text(card)}-1" in scene.legal]
        if hand:
            cards = ", ".join(dict.fromkeys(card_word(card_text(card), self.lang) for card in hand))
            self.say("discards", cards=cards, example=f"{card_text(hand[0]).lower()}-1")

    def _hint(self, scene: Scene) -> None:
        if scene.view is None or not scene.my_turn or not scene.hints:
            self.print(say(self.lang, "screen", "no_hint_now" if scene.hints else "no_hints"))
            return
        search = HintSearch(scene.view, scene.names, self.lang)
        try:
            if not search.wait(_SILENCE):
                self.print(say(self.lang, "terminal", "thinking"))
                while not search.wait(0.5):
                    pass  # Ctrl-C is heard between two of these
        except KeyboardInterrupt:
            self.print(say(self.lang, "terminal", "hint_stopped"))
            return
        if search.error is not None:
            self.print(search.error.said(self.lang))
            return
        self._say_hint(search.found[0])

    def _say_hint(self, best: Hint) -> None:
        self.say("hint", moves=", ".join(map(typed_text, best.moves)), percent=round(100 * best.chance))
        if best.reasons:
            self.print(say_reasons(best.reasons, self.lang), "  ")

    def _rules(self, wanted: str, scene: Scene) -> None:
        """The clauses with a word or of a number; all of them are a command of their own."""
        lines = rules_lines(scene.options.edition.name, self.lang)
        found = [(number, text) for number, text in lines if _is_about(wanted, number, text)]
        for number, text in found:
            self.print(f"{number}  {text}", "  ")
        if not found:
            self.print(say(self.lang, "terminal", "no_rule", text=wanted[:40]))


def _is_about(wanted: str, number: str, text: str) -> bool:
    """Whether a clause is asked for: by its number, that of its chapter, or a word; without any, the headings are."""
    if not wanted:
        return "." not in number
    return wanted in (number, number.split(".")[0]) or (not wanted[0].isdecimal() and wanted.lower() in text.lower())
