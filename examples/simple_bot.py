#!/usr/bin/env python3
"""A bot in thirty lines: the stock pile first, then whatever fits, then a tidy discard (docs/bot-protocol.md)."""

import json
import sys


def price(move: str, view: dict) -> tuple:
    """What a move costs: the cheapest one is played."""
    if ":" in move:  # an open table: draw what is owed, and do nothing else
        return (0 if move.endswith("draw") and view["owed"] else 9,)
    for rank, start in enumerate(("S>", "PS>", "T", "D", "PD")):
        if move.startswith(start):
            return (rank,)
    if move[0] == "H" and ">" in move and "W" not in move:
        return (5,)
    if move[0] == "H" and "-" in move and "W" not in move:
        card, pile = move[1:].split("-")
        top = (view["seats"][view["mover"] - 1]["discards"][int(pile) - 1] or [None])[0]
        return 6, 0 if top == card else 1 if top is None else 2, -int(card.strip("$"))
    return (7 if move in ".X" else 8,)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("docena 2 simple", flush=True)
    elif message["type"] == "move":
        print(min(message["view"]["legal"], key=lambda move: price(move, message["view"])), flush=True)
    elif message["type"] == "quit":
        break
