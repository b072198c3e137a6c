"""The commands of the line mode: their words in each language, and help that lists what this table has."""

from functools import cache

from docena.core.words import say, texts
from docena.terminal.table import Scene

COMMANDS = (
    "help", "moves", "table", "hint", "undo", "score", "log", "rules", "say", "away", "back", "nudge", "yes", "no",
    "start", "link", "quit",
)  # fmt: skip
_ONLINE = ("say", "away", "back", "nudge", "yes", "no", "start", "link")


@cache
def command_words(lang: str) -> dict[str, str]:
    """The command of every word that stands for one: those of this language, and of others where they are free."""
    found: dict[str, str] = {}
    for speech in (lang, "en"):
        for command in COMMANDS:
            for word in say(speech, "line_commands", command).split():
                found.setdefault(word, command)
    return found


def read_command(typed: str, lang: str) -> tuple[str, str] | None:
    """A command and the rest of the line; None if the line begins with no command.

    >>> read_command("ayuda", "es"), read_command("rules toll", "en"), read_command("7-3", "en")
    (('help', ''), ('rules', 'toll'), None)
    """
    first, _, rest = typed.strip().partition(" ")
    command = command_words(lang).get(first.lower())
    return None if command is None else (command, rest.strip())


def words_to_complete(scene: Scene, lang: str) -> list[str]:
    """The first word of each command that this table has."""
    return [
        say(lang, "line_commands", command).split()[0] for command in COMMANDS if command not in _ONLINE or scene.online
    ]


def help_lines(scene: Scene, lang: str) -> list[str]:
    """The help, with what this edition and this table have, and nothing else."""
    facts = scene.options
    keys = ["stock", "hand", "discard_play", "closing"]
    if scene.view is not None and scene.view.partner_piles:
        keys.append("partner")
    if facts.edition.die:
        keys += ["die", "extra", "gift"]
    if facts.edition.coins:
        keys += ["coins", "buy", "toll"]
    keys.append("pass")
    if facts.open_table:
        keys.append("acts")
    lines = [texts(lang)["line_help"][key] for key in keys]
    for command in COMMANDS:
        if command not in _ONLINE or scene.online:
            words = ", ".join(say(lang, "line_commands", command).split())
            lines.append(f"{words}: {texts(lang)['line_help'][f'do_{command}']}")
    return lines
