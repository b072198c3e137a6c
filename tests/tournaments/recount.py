"""The standings of an exported event, counted again by a program of its own: nothing of docena is used here."""

import json
from typing import Any


def recount(text: str) -> list[tuple[int, int, int, int, int, int]]:
    """Rows of rank, entry, games, wins, points, cards left; best first, ties in the order of entering."""
    lines = json.loads(text)["lines"]
    dead = set()
    for line in lines[::-1]:
        if line["event"]["what"] == "taken_back" and line["seq"] not in dead:
            dead.add(line["event"]["seq"])
    state: dict[str, Any] = {"people": {}, "gone": set(), "games": {}, "out": {}, "results": {}, "last": 0}
    choices: dict[str, Any] = {}
    for line in lines:
        happened = line["event"]
        if line["seq"] in dead or happened["what"] == "taken_back":
            continue
        if happened["what"] in ("opened", "changed"):
            if choices and happened["choices"]["games"] != choices["games"]:
                for game in [game for game in state["games"] if game > happened["choices"]["games"]]:
                    del state["games"][game], state["out"][game]
            choices = happened["choices"]
        else:
            _take(state, happened, choices)
    return _table(state, choices)


def _single(choices: dict[str, Any]) -> bool:
    return choices["format"] in ("partners", "progressive")


def _take(state: dict[str, Any], happened: dict[str, Any], choices: dict[str, Any]) -> None:
    what = happened["what"]
    place = (happened.get("game"), happened.get("table"))
    if what == "entered":
        for newcomer in happened["newcomers"]:
            for names in [[name] for name in newcomer["names"]] if _single(choices) else [newcomer["names"]]:
                state["last"] += 1
                state["people"][state["last"]] = len(names)
    elif what == "drawn":
        for first, second in happened["couples"]:
            state["people"][first] = 2
            del state["people"][second]
    elif what == "dropped":
        state["gone"].add(happened["entry"])
    elif what == "returned":
        state["gone"].discard(happened["entry"])
    elif what == "seated":
        for game in [game for game in state["games"] if game >= happened["game"]]:
            del state["games"][game], state["out"][game]
        for i, tables in enumerate(happened["games"]):
            state["games"][happened["game"] + i] = {table["number"]: table["sides"] for table in tables}
            state["out"][happened["game"] + i] = happened["resting"][i]
    elif what == "play_off":
        game = len(state["games"]) + 1
        state["games"][game] = {table["number"]: table["sides"] for table in happened["tables"]}
        state["out"][game] = []
    elif what == "reported":
        state["results"][place] = [happened["outcome"], happened["side"] == 0]
    elif what == "confirmed":
        state["results"][place][1] = True
    elif what == "corrected":
        state["results"][place] = [happened["outcome"], True]
    elif what == "cleared":
        del state["results"][place]


def _winner(outcome: dict[str, Any], sums: list[int], choices: dict[str, Any]) -> int:
    """From 0; -1 for nobody."""
    if outcome["ended"] == "blocked":
        return -1
    if outcome["ended"] == "time":
        lowest = sorted(sums)[:2]
        return sums.index(lowest[0]) if choices["time_out"] == "fewest" and lowest[0] < lowest[1] else -1
    return int(outcome["winner"]) - 1


def _table(state: dict[str, Any], choices: dict[str, Any]) -> list[tuple[int, int, int, int, int, int]]:
    entries = sorted(entry for entry, size in state["people"].items() if size == 2 or _single(choices))
    games, wins, points, left = (dict.fromkeys(entries, 0) for _ in range(4))
    met: list[tuple[list[list[int]], int]] = []
    stages: dict[int, set[int]] = {game: set() for game in state["games"] if game > choices["games"]}
    done: dict[int, int] = {}
    for (game, number), (outcome, confirmed) in state["results"].items():
        if not confirmed:
            continue
        sides = state["games"][game][number]
        done[game] = done.get(game, 0) + 1
        sums = [
            sum(outcome["left"][seat] for seat in range(i, len(outcome["left"]), len(sides))) for i in range(len(sides))
        ]
        won = _winner(outcome, sums, choices)
        if game > choices["games"]:
            stages[game] |= set(sides[won]) if won >= 0 else set()
            continue
        met.append((sides, won))
        worth = 25 + 5 * (sum(sums) - sums[won])
        if outcome["ended"] == "time":
            worth = 5 * (sum(sums) - len(sums) * sums[won])
        for i, side in enumerate(sides):
            for entry in side:
                games[entry] += 1
                left[entry] += sums[i]
                wins[entry] += i == won
                points[entry] += worth if i == won else 0
    if choices["bye_wins"]:
        for game, out in state["out"].items():
            if done.get(game, 0) == len(state["games"][game]):
                for entry in out:
                    wins[entry] += 1

    def among(entry: int, tied: list[int]) -> int:
        count = 0
        for sides, won in met:
            here = [i for i, side in enumerate(sides) if set(side) & set(tied)]
            count += won >= 0 and len(here) > 1 and entry in sides[won]
        return count

    def sort(tied: list[int], rules: list[str]) -> list[list[int]]:
        if len(tied) < 2 or not rules:
            return [tied]
        keys: dict[int, Any] = {}
        for entry in tied:
            keys[entry] = {
                "wins": (entry in state["gone"], -wins[entry]),
                "points": -points[entry],
                "left": left[entry],
                "met": -among(entry, tied),
                "play_off": [entry not in stages[game] for game in sorted(stages)],
            }[rules[0]]
        found = []
        for key in sorted({json.dumps(keys[entry]): keys[entry] for entry in tied}.values()):
            found += sort([entry for entry in tied if keys[entry] == key], rules[1:])
        return found

    rows, rank = [], 1
    for group in sort(entries, ["wins", *choices["tie_breaks"]]):
        rows += [(rank if done else 0, entry, games[entry], wins[entry], points[entry], left[entry]) for entry in group]
        rank += len(group)
    return rows
