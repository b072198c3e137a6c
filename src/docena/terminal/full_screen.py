"""A table on the full screen, with keys and a mouse."""

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.message import Message
from textual.theme import Theme

from docena.analysis.wording import say_reasons
from docena.core.errors import DocenaError, Refused
from docena.core.notation import parse_move
from docena.core.sizes import PLACES
from docena.core.words import say
from docena.narration.explain import why_not
from docena.tables.phases import GATHERING, PLAYING
from docena.tables.phrases import phrases
from docena.terminal.frame import ACTS, YES_KEY
from docena.terminal.hinting import HintSearch
from docena.terminal.look import BUY_KEY, Look, keys_of, look_at
from docena.terminal.pages import Choice, MenuPage, TextPage, help_page, log_page, result_page, rules_page, score_page
from docena.terminal.picking import Spot, source_of, target_of
from docena.terminal.table import OnlineActions, PlayedTable
from docena.terminal.table_view import TableView
from docena.terminal.themes import COLORS, THEMES

_ACT_KEYS = {key: act for act, key in ACTS.items()}
_ARROWS = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1, "shift+tab": -1}


class TableChanged(Message):
    """Something is new at the table."""


class HintFound(Message):
    """A search for hints has ended; `number` is the scene that it was for."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class TableApp(App[None]):
    """One table, until its player leaves."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = []
    CSS_PATH = None
    CSS = "TableView { width: 100%; height: 100%; }"

    def __init__(self, table: PlayedTable, *, online: OnlineActions | None = None, theme: str = "dark") -> None:
        super().__init__()
        self.table, self.online, self.lang = table, online, table.lang
        for name, color in COLORS.items():
            self.register_theme(
                Theme(
                    f"docena-{name}",
                    primary=color["lamp"],
                    foreground=color["ink"],
                    background=color["back"],
                    surface=color["edge"],
                    panel=color["edge"],
                    dark=name != "light",
                )
            )
        self._wear(theme)
        self.title = "docena"
        self.look: Look = look_at(table.scene)
        self._hint: HintSearch | None = None
        self._shown_result = 0
        self._result: TextPage | None = None
        self._told = len(table.told)
        self.view = TableView(self)

    def _wear(self, theme: str) -> None:
        self.theme_name = theme
        self.theme = f"docena-{theme}"

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.table.listen(self._hear)
        self.view.focus()
        if self.online is not None:
            self.set_interval(1.0, self._tick)
        self._renew()

    def _tick(self) -> None:
        """The clock of an online table runs; without one nothing is drawn."""
        if self.look.scene.clock is not None:
            self.view.draw_again()

    # --- news

    def _hear(self) -> None:
        """Called from any thread."""
        self.post_message(TableChanged())

    def on_table_changed(self) -> None:
        self._renew()

    def _fatal_error(self) -> None:
        """A bug is reported in a sentence, as everywhere, once the terminal is as it was."""
        self._close_messages_no_wait()

    @property
    def broken(self) -> Exception | None:
        """What ended the screen, if anything did."""
        return self.table.fault or self._exception

    def _renew(self) -> None:
        if self.table.fault is not None:
            self.exit()
            return
        before, scene = self.look, self.table.scene
        if scene.number != before.scene.number:
            self.look = look_at(scene, before)
        if scene.result is not None and scene.phase != PLAYING and self._shown_result != scene.game:
            self._shown_result = scene.game
            self._result = result_page(scene, self.lang)
            self.push_screen(self._result, self._after_result)
        if scene.phase == PLAYING and self._result is not None:
            # somebody else has begun the next game
            if self._result.is_current:
                self._result.dismiss(None)
            self._result = None
        told, self._told = self.table.told[self._told :], len(self.table.told)
        for one in told:
            if one.kind == "refusal":
                self.look.message = one.words
        self.view.draw_again()

    def _after_result(self, key: str | None) -> None:
        self._result = None
        if key == "enter":
            self.press_key("enter")

    # --- keys

    def on_key(self, event: events.Key) -> None:
        if len(self.screen_stack) > 1:
            return
        key = event.character if event.character and event.is_printable else event.key
        if key == "ctrl+c":
            key = "ctrl+q"
        event.stop()
        event.prevent_default()
        self.press_key(key)

    def press_key(self, key: str) -> None:
        """A key of the keyboard, or one that was clicked."""
        look = self.look
        if look.scene.covered:
            if key == "enter":
                self.table.uncover()
            elif key == "ctrl+q":
                self.exit()
            return
        choice = next((number for number, (name, _) in enumerate(look.choices) if name == key), None)
        if choice is not None:
            self._choose(key)
        elif key in _ARROWS:
            self._wander(_ARROWS[key])
        elif look.buying < 0 and key.isdecimal():
            self._buy_from(int(key))
        elif key == BUY_KEY and any(spot.seat not in (0, look.scene.seat) for spot in look.picking.sources):
            look.buying = -1
            self._changed()
        elif key in look.keys and not (look.keys[key].zone in ("die", "coins") and not self._has(look.keys[key])):
            self.press(look.keys[key])
        elif (act := self._act_of(key)) is not None:
            self._play(act)
        else:
            self._command(key)

    def _has(self, spot: Spot) -> bool:
        view = self.look.scene.view
        return view is not None and (view.has_die if spot.zone == "die" else view.has_coins)

    def _buy_from(self, seat: int) -> None:
        look = self.look
        look.buying = seat if any(spot.seat == seat for spot in look.picking.sources) else 0
        look.keys = keys_of(look)
        self._changed()

    def _act_of(self, key: str) -> str | None:
        act = _ACT_KEYS.get(key)
        return next((move for move in self.look.picking.others if act in (move, move.partition(":")[2])), None)

    def _wander(self, step: int) -> None:
        """The next place that can be pressed, in the order of the page."""
        look = self.look
        wanted = look.picking.targets or look.picking.sources
        spots = [
            area.target for area in self.view.canvas.areas if isinstance(area.target, Spot) and area.target in wanted
        ]
        spots = list(dict.fromkeys(spots))
        if spots:
            at = spots.index(look.cursor) if look.cursor in spots else (-1 if step > 0 else 0)
            look.cursor = spots[(at + step) % len(spots)]
        self._changed(keep=True)

    def _command(self, key: str) -> None:
        scene = self.look.scene
        match key:
            case "enter":
                self._enter()
            case "escape":
                self._drop()
            case "u":
                self._try(self.table.undo)
            case "h":
                self._ask_hint()
            case "?":
                self.push_screen(help_page(scene, self.lang))
            case "r":
                self.push_screen(rules_page(scene, self.lang))
            case "p":
                self.push_screen(score_page(scene, self.lang))
            case "l":
                self.push_screen(log_page(self.table.told, self.lang))
            case "m" | "f10":
                self._menu()
            case "y" if self.online is not None and scene.phrases:
                self._phrases()
            case "+" | "-" if self.online is not None:
                self._reply(self.online, yes=key == YES_KEY)
            case "ctrl+q":
                self.exit()

    def _enter(self) -> None:
        scene = self.look.scene
        if self.look.cursor is not None and scene.my_turn:
            self.press(self.look.cursor)
        elif scene.phase == GATHERING and self.online is not None:
            self._try(self.online.start)
        elif scene.phase != PLAYING:
            self._try(self.table.next_game)
        elif self.online is not None and scene.people[scene.seat - 1].held:
            self._try(self.online.come_back)

    def _reply(self, online: OnlineActions, *, yes: bool) -> None:
        """Answers whoever asks for something."""
        scene = self.look.scene
        if scene.undo_asked_by:
            self._try(lambda: online.agree(yes=yes))
        elif scene.newcomers:
            self._try(lambda: online.admit(scene.newcomers[0].request, yes=yes))

    def _drop(self) -> None:
        look = self.look
        look.picking.picked, look.cursor, look.buying, look.hinted = None, None, 0, ()
        look.keys = keys_of(look)
        self._changed()

    # --- moves

    def press(self, spot: Spot) -> None:
        """A press on a place of the table."""
        look, view = self.look, self.look.scene.view
        if view is None or look.scene.covered:
            return
        look.cursor, look.hinted = None, ()
        free = [place for place in range(1, PLACES + 1) if not view.height(place)]
        came = look.picking.press(spot, free)
        look.buying = 0
        look.keys = keys_of(look)
        if came.move:
            self._play(came.move)
        elif came.choices:
            look.choices = [(str(number), self._words_of(move)) for number, move in enumerate(came.choices, 1)]
            self._moves = list(came.choices)
            self._changed(say(self.lang, "screen", "which"), keep=True)
        elif came.unfit:
            self._changed(self._why_not(came.refused))
        else:
            self._changed()

    def _words_of(self, move: str) -> str:
        return say(self.lang, "acts", parse_move(move).act)

    def _choose(self, key: str) -> None:
        move = self._moves[int(key) - 1] if key.isdecimal() else ""
        self.look.choices = ()
        self.look.picking.picked = None
        if move:
            self._play(move)

    def _why_not(self, meant: str) -> str:
        """Why a press did nothing."""
        scene = self.look.scene
        if scene.phase != PLAYING or scene.view is None:
            return ""
        if not scene.my_turn:
            return say(self.lang, "terminal_refused", "not_your_turn", name=scene.names[scene.view.mover - 1])
        if meant:
            with suppress(DocenaError):
                return why_not(scene.view, parse_move(meant).number).said(self.lang)
        return say(self.lang, "screen", "first_a_card")

    def _play(self, move: str) -> None:
        self._try(lambda: self.table.play(move))

    def _try(self, act: object) -> None:
        """Does something at the table; a refusal is said in the line."""
        assert callable(act)
        try:
            act()
        except DocenaError as error:
            self.look.picking.picked = None
            self._changed(error.said(self.lang) if isinstance(error, Refused) else str(error))

    def _changed(self, message: str = "", *, keep: bool = False) -> None:
        """The look is another one; `keep`: what can be chosen stays."""
        self.look.message = message
        if not keep:
            self.look.choices = ()
        self.view.draw_again()

    # --- hints and pages

    def _ask_hint(self) -> None:
        scene = self.look.scene
        if not scene.my_turn or scene.view is None or self._hint is not None or not scene.hints:
            words = say(self.lang, "screen", "no_hint_now" if scene.hints else "no_hints")
            self._changed(words if self._hint is None else self.look.message)
            return
        number = scene.number
        self._hint = HintSearch(scene.view, scene.names, self.lang, lambda: self._tell_found(number))
        self._changed(say(self.lang, "screen", "thinking"))

    def _tell_found(self, number: int) -> None:
        """Called from the thread of the search."""
        self.post_message(HintFound(number))

    def on_hint_found(self, message: HintFound) -> None:
        search, self._hint = self._hint, None
        look = self.look
        if search is None or look.scene.number != message.number:
            self._changed()
            return
        if search.error is not None or not search.found:
            self._changed(str(search.error or ""))
            return
        best, seat = parse_move(search.found[0].moves[0]), look.scene.seat
        spots = (source_of(best, seat, look.picking.partner), target_of(best, seat))
        look.hinted = [spot for spot in spots if spot is not None]
        lines = []
        for rank, hint in enumerate(search.found, 1):
            lines.append((f"{rank}", f"{hint.words}  ({round(100 * hint.chance)} %)"))
            lines.append(("", say_reasons(hint.reasons, self.lang)))
        self._changed()
        self.push_screen(TextPage(say(self.lang, "keys", "hint"), lines, self.lang))

    def _menu(self) -> None:
        """Everything that can be done, for those who know no keys."""

        def words(key: str) -> str:
            return say(self.lang, "menu", key)

        scene = self.look.scene
        choices = [Choice("?", words("help")), Choice("r", words("rules")), Choice("p", words("score"))]
        choices += [Choice("l", words("log")), Choice("h", words("hint")), Choice("u", words("undo"))]
        choices += [Choice(f"theme {name}", words(f"theme_{name}")) for name in THEMES if name != self.theme_name]
        if self.online is not None:
            choices.append(Choice("y", words("say")))
            held = scene.people[scene.seat - 1].held if scene.seat else False
            choices.append(Choice("back", words("back")) if held else Choice("away", words("away")))
            choices.append(Choice("nudge", words("nudge")))
            choices += [Choice(move, self._words_of(move)) for move in self.look.picking.others if "accuse" in move]
        choices.append(Choice("ctrl+q", words("leave" if scene.online else "quit")))
        self.push_screen(MenuPage(words("title"), choices), self._menu_chosen)

    def _menu_chosen(self, key: str | None) -> None:
        if key is None:
            return
        if key.startswith("theme "):
            self._wear(key.removeprefix("theme "))
            self._changed()
        elif ":" in key:
            self._play(key)
        elif self.online is not None and key in ("away", "back", "nudge"):
            acts = {"away": self.online.step_away, "back": self.online.come_back, "nudge": self.online.nudge}
            self._try(acts[key])
        else:
            self._command(key)

    def _phrases(self) -> None:
        choices = [Choice(key, words) for key, words in phrases(self.lang).items()]
        self.push_screen(MenuPage(say(self.lang, "keys", "say"), choices), self._said_phrase)

    def _said_phrase(self, phrase: str | None) -> None:
        if phrase is not None and self.online is not None:
            self.online.say_phrase(phrase)
