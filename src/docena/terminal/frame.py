"""What is around the table on the full screen: the head, the line that says what to do, the log, and the keys."""

import textwrap
import time
from collections.abc import Sequence

from docena.core.words import say
from docena.terminal.canvas import Canvas
from docena.terminal.look import Look
from docena.terminal.standing import side_names
from docena.terminal.table import Scene, Told

KEYS = (("u", "undo"), ("h", "hint"), ("r", "rules"), ("p", "score"), ("l", "log"), ("m", "menu"), ("?", "help"))
"""The keys of the bottom line, with their texts."""
YES_KEY, NO_KEY = "+", "-"
"""The answers to somebody who asks for something."""
ACTS = {"T": "t", "X": "n", ".": ".", "draw": "g", "out": "o", "object": "j", "talk": "k"}
"""The keys of moves without a card; an accusation is in the menu."""


def draw_head(canvas: Canvas, look: Look, lang: str, width: int) -> None:
    """What is played, and how the match stands."""
    scene = look.scene
    edition = scene.options.edition
    canvas.put(0, 0, " " * width, "head")
    left = f" docena · {edition.title.get(lang, edition.name)}"
    if scene.game:
        left += f" · {say(lang, 'screen', 'game', game=scene.game)}"
    right = _clock(scene, lang) or _score(scene)
    begin = canvas.put_right(width - 1, 0, right, "head_soft") if len(left) + len(right) + 3 < width else width
    canvas.put(0, 0, left, "head", begin)


def _score(scene: Scene) -> str:
    if not scene.score.rows:
        return ""
    names = side_names(scene.score, scene.names)
    return "  ".join(f"{name} {total}" for name, total in zip(names, scene.score.totals, strict=True))


def _clock(scene: Scene, lang: str) -> str:
    if not scene.connected:
        return say(lang, "screen", "no_connection")
    if scene.clock is None:
        return ""
    left = max(0, round(scene.clock_ends - time.monotonic()))
    return say(lang, "screen", "clock", name=scene.names[scene.clock.seat - 1], n=left)


def draw_message(canvas: Canvas, look: Look, lang: str, x: int, y: int, width: int) -> None:
    """What to do now, and below it what can be chosen."""
    text = look.message or _prompt(look, lang)
    chips = list(look.choices) or _acts(look, lang)
    lines = textwrap.wrap(text, width) or [""]
    shown = lines[:1] if chips else lines[:2]
    if len(shown) < len(lines):
        shown[-1] = shown[-1][: width - 1] + "…"
    for number, line in enumerate(shown):
        canvas.put(x, y + number, line, "bold" if look.scene.my_turn else "cloth", width)
    left = x
    for key, words in chips:
        if left + len(key) + len(words) + 3 > x + width:
            break
        begin = left
        left = canvas.put(left, y + 1, f" {key} ", "turn")
        left = canvas.put(left, y + 1, f" {words} ", "bold")
        canvas.area(begin, y + 1, left - begin, 1, key)
        left += 1


def _prompt(look: Look, lang: str) -> str:
    """What is to be done, where nothing else is said."""
    scene, view = look.scene, look.scene.view

    def words(key: str, **parts: object) -> str:
        return say(lang, "screen", key, **parts)

    if scene.undo_asked_by:
        return words("wants_undo", name=scene.names[scene.undo_asked_by - 1])
    if scene.newcomers:
        return words("newcomer", name=scene.newcomers[0].name)
    if scene.phase == "gathering":
        if all(person.kind != "empty" for person in scene.people):
            return words("about_to_begin")
        return words("gathering_host" if scene.is_host else "gathering", link=scene.link or scene.code)
    if scene.phase in ("between", "over"):
        return words("match_over" if scene.score.over else "game_over")
    if scene.phase == "closed":
        return words("closed")
    if view is None:
        return ""
    if scene.seat and scene.people[scene.seat - 1].held:
        return words("held")
    if not scene.my_turn:
        return words("preparing" if scene.preparing else "their_turn", name=scene.names[view.mover - 1])
    if view.toll:
        return words("toll", n=view.toll)
    if view.must_follow is not None:
        return say(lang, "board", "must_follow", card=view.height(view.must_follow) + 1, place=view.must_follow)
    if look.buying:
        return words("buy_whose" if look.buying < 0 else "buy_what")
    if look.picking.picked is not None:
        return words("put_it")
    if list(scene.legal) == ["."]:
        return words("only_pass")
    return say(lang, "board", "plays_ended") if view.plays_ended else words("your_turn")


def _acts(look: Look, lang: str) -> list[tuple[str, str]]:
    """Legal moves without a card, by their keys."""
    scene = look.scene
    found = []
    if scene.undo_asked_by:
        found += [(YES_KEY, say(lang, "screen", "agree")), (NO_KEY, say(lang, "screen", "disagree"))]
    elif scene.newcomers:
        found += [(YES_KEY, say(lang, "screen", "let_in")), (NO_KEY, say(lang, "screen", "keep_out"))]
    for move in look.picking.others:
        act = move.partition(":")[2] or move
        if act in ACTS:
            found.append((ACTS[act], say(lang, "acts", {"T": "pay", "X": "stop", ".": "pass"}.get(act, act))))
    if scene.phase in ("between", "over") and not (scene.online and scene.people[scene.seat - 1].ready):
        found.append(("enter", say(lang, "screen", "again" if scene.score.over else "next_game")))
    if scene.seat and scene.people[scene.seat - 1].held:
        found.append(("enter", say(lang, "screen", "come_back")))
    if scene.phase == "gathering" and scene.is_host and any(person.kind == "empty" for person in scene.people):
        found.append(("enter", say(lang, "screen", "start")))
    return found


def draw_log(canvas: Canvas, told: Sequence[Told], box: tuple[int, int, int, int]) -> None:
    """What happened last, the newest at the bottom."""
    left, top, width, height = box
    lines: list[tuple[str, str]] = []
    for one in reversed(told):
        if len(lines) >= height:
            break
        style = {"chat": "chat", "note": "bold", "refusal": "bold"}.get(one.kind, "soft")
        wrapped = textwrap.wrap(one.words, width, subsequent_indent="  ") or [""]
        lines = [(line, style) for line in wrapped] + lines
    for number, (line, style) in enumerate(lines[-height:] if height > 0 else []):
        canvas.put(left, top + number, line, style, width)
    if height > 0:
        canvas.area(left, top, width, height, "l")


def draw_bottom(canvas: Canvas, look: Look, lang: str, y: int) -> None:
    """The keys that always work; those that do nothing now are left out."""
    canvas.put(0, y, " " * canvas.width, "head")
    x = 1
    keys = list(KEYS)
    if not look.scene.undoable:
        keys = [pair for pair in keys if pair[0] != "u"]
    if look.scene.phrases:
        keys.insert(-2, ("y", "say"))
    named = [(key, say(lang, "keys", name)) for key, name in keys]
    while sum(len(key) + len(words) + 3 for key, words in named) > canvas.width and len(named) > 1:
        # the menu has those that find no room here
        named.remove(next(pair for pair in named if pair[0] in "lprhuy"))
    for key, words in named:
        begin = x
        x = canvas.put(x, y, key, "key")
        x = canvas.put(x, y, f" {words}", "head_soft")
        canvas.area(begin, y, x - begin, 1, key)
        x += 2
