"""Games as printed: consecutive ones with the same seating are one."""

from docena.core.words import say
from docena.tournaments.state import Event


def spans(event: Event) -> list[list[int]]:
    """The seated games; those of an event that stays at its tables as one."""
    games = list(range(1, len(event.games) + 1))
    own = event.games[: event.choices.games]
    if len(own) < 2 or any(tables != own[0] for tables in own):
        return [[game] for game in games]
    return [games[: len(own)], *([game] for game in games[len(own) :])]


def span_name(event: Event, games: list[int], lang: str) -> str:
    if len(games) > 1:
        return say(lang, "paper", "all_games", first=games[0], last=games[-1])
    return game_name(event, games[0], lang)


def game_name(event: Event, game: int, lang: str) -> str:
    off = game - event.choices.games
    return say(lang, "paper", "play_off", n=off) if off > 0 else say(lang, "paper", "game", n=game)


def side_name(event: Event, side: tuple[int, ...]) -> str:
    return " & ".join(name for entry in side for name in event.entries[entry].names)
