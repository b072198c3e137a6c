"""Proof that the rule tests test: each mutant breaks one rule in a copy of the sources, and some test must fail.

    python tests/rules/mutants.py [-k CLAUSE] [--source FOLDER]

A mutant is `caught` by a test of its own clause, `caught elsewhere` by another rule test, or it SURVIVED.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SECONDS = 120
PASSED, FAILED, NO_TESTS = 0, 1, 5


class Mutant(NamedTuple):
    """A change that breaks the rule of a clause; `old` stands in the file exactly once."""

    clause: str
    file: str
    old: str
    new: str


MUTANTS = [
    # 1 Cards
    Mutant("1.1", "core/editions/classic.toml", "W = 18", "W = 17"),
    Mutant("1.1", "core/editions/deluxe.toml", "W = 18", "W = 20"),
    Mutant("1.1", "core/editions/tournament.toml", "\n12 = 12", "\n12 = 11"),
    Mutant("1.2", "core/editions/mod.toml", "W = 16", "W = 15"),
    Mutant("1.2", "core/editions/mod.toml", "\n7 = 8", "\n7 = 9"),
    Mutant("1.3", "core/editions/masters.toml", "W = 24", 'W = 23\n"W$" = 1'),
    Mutant("1.3", "core/editions/masters.toml", '"8$" = 2\n"8$$" = 1', '"8$" = 1\n"8$$" = 2'),
    Mutant("1.3", "engine/table.py", "return (card >> 4) & 3", "return (card >> 4) & 1"),
    Mutant("1.4", "core/options.py", "dict(facts.cards if cards is None else cards)", "dict(facts.cards)"),
    Mutant("1.4", "core/options.py", "if toll and count and not facts.coins:", "if False:"),
    Mutant("1.4", "core/editions/__init__.py", "read = read_edition(text, str(path))", 'read = edition("classic")'),
    Mutant("1.4", "core/editions/__init__.py", 'if "$" in card and not read.coins:', "if False:"),
    # 2 Before play
    Mutant("2.1", "engine/rules/setup.py", "0 if card & 15 == WILD else card & 15", "card & 15"),
    Mutant("2.1", "engine/rules/setup.py", "max(ranks.values())", "min(ranks.values())"),
    Mutant("2.1", "engine/rules/setup.py", "while len(seats) > 1:", "while not rounds:"),
    Mutant("2.1", "engine/rules/setup.py", "shuffle(list(deck))", "shuffle(list(deck)[len(rounds) :])"),
    Mutant("2.2", "core/scores.py", "return first % players + 1", "return (first - 2) % players + 1"),
    Mutant("2.2", "engine/rules/setup.py", "return (seat + 1) % players", "return (seat - 1) % players"),
    Mutant("2.3", "game/game.py", "return next_seat(dealer, options.players)", "return dealer"),
    Mutant("2.3", "game/game.py", "return chance.lot(options.players)", "return 0"),
    Mutant("2.3", "core/editions/masters.toml", 'first = "youngest"', 'first = "dealer"'),
    Mutant("2.3", "core/editions/classic.toml", 'first = "dealer"', 'first = "youngest"'),
    Mutant("2.4", "core/editions/classic.toml", "5 = 20", "5 = 30"),
    Mutant("2.4", "core/editions/mod.toml", "2 = 15", "2 = 20"),
    Mutant("2.4", "core/editions/tournament.toml", "6 = 20", "6 = 15"),
    Mutant("2.4", "core/editions/__init__.py", "SHORT_STOCK = 10", "SHORT_STOCK = 12"),
    Mutant("2.4", "core/options.py", "if stock * players > deck_size:", "if stock * players >= deck_size:"),
    Mutant("2.4", "engine/rules/setup.py", "    seat = first\n", "    seat = 0\n"),
    Mutant("2.4", "engine/rules/setup.py", "t.stock[seat], pad.cards[i] | DOWN)", "t.stock[seat], pad.cards[i])"),
    Mutant("2.4", "engine/rules/setup.py", "t.draw, pad.cards[i] | DOWN)", "t.draw, pad.cards[i])"),
    Mutant("2.4", "engine/rules/setup.py", "t.card[t.stock[seat]] &= 0xFF ^ DOWN", "t.card[t.stock[seat]] &= 0xFF"),
    Mutant("2.5", "core/editions/masters.toml", "coins = 12 ", "coins = 10 "),
    Mutant("2.5", "engine/step.py", "t.beside[place] += price", "t.beside[place] += 1"),
    # 3 Piles
    Mutant("3.1", "engine/rules/piles.py", "t.card[under] &= 0xFF ^ DOWN", "t.card[under] &= 0xFF"),
    Mutant("3.1", "engine/rules/piles.py", "t.stock[seat] = under", "t.stock[seat] = cell"),
    Mutant("3.2", "engine/rules/setup.py", "int64(1) << (4 + place)", "int64(1) << (8 + place)"),
    Mutant("3.2", "engine/rules/setup.py", "t.needs = int64(15) << (4 * WILD)", "t.needs = 0"),
    Mutant("3.2", "engine/rules/setup.py", "for place in range(4):", "for place in range(3):"),
    Mutant(
        "3.2", "engine/rules/piles.py", "needed = 1 if complete else height + 1", "needed = 1 if complete else height"
    ),
    Mutant("3.2", "core/sizes.py", "TOP = 12", "TOP = 11"),
    Mutant("3.3", "engine/rules/piles.py", "    if complete:\n        set_aside(t, place)\n", ""),
    Mutant("3.3", "engine/rules/piles.py", "t.height[place] = 0 if complete else height", "t.height[place] = height"),
    Mutant("3.3", "engine/rules/piles.py", "t.aside_n += t.building_n[place]", "t.aside_n += 1"),
    Mutant(
        "3.3", "engine/step.py", "pad.moves[HAND_PLAY] = needs & (held * 15)", "pad.moves[HAND_PLAY] = needs & held"
    ),
    Mutant("3.3", "engine/step.py", "toll])) * 15\n", "toll]))\n"),
    Mutant("3.4", "engine/rules/piles.py", "t.discard[seat, pile] = t.below[cell]", "t.discard[seat, pile] = 0"),
    Mutant("3.4", "engine/rules/turn.py", "place_on(t, cell, t.discard[seat, pile], t", "place_on(t, cell, 0, t"),
    Mutant(
        "3.4",
        "engine/rules/turn.py",
        "t.discard[seat, pile], t.card[cell])",
        "t.discard[seat, pile], t.card[cell] | 128)",
    ),
    # 4 The turn
    Mutant("4.1", "core/sizes.py", "HAND = 5", "HAND = 4"),
    Mutant("4.1", "engine/rules/turn.py", "missing = HAND - int64(t.hand_n[seat])", "missing = HAND"),
    Mutant("4.2", "engine/step.py", "own = fitting_piles(t, seat, needs)", "own = 0"),
    Mutant(
        "4.2", "engine/step.py", "    if t.must:\n        return\n", "    if t.must or not t.played:\n        return\n"
    ),
    Mutant(
        "4.2", "engine/step.py", "if not t.ended:\n        plays(t, pad)", "if not t.played:\n        plays(t, pad)"
    ),
    Mutant("4.3", "engine/rules/turn.py", "elif emptied:\n        fill_hand(t)", "elif emptied:\n        end_turn(t)"),
    Mutant("4.3", "engine/rules/turn.py", "    elif emptied:\n        fill_hand(t)\n", ""),
    Mutant("4.3", "engine/rules/turn.py", "t.drawing = HAND", "t.drawing = 1"),
    Mutant("4.4", "engine/rules/turn.py", "following = seat + 1", "following = seat"),
    Mutant(
        "4.4",
        "engine/step.py",
        "bit & 3)\n        end_turn(t)",
        "bit & 3)\n        if t.hand_n[seat] == 0:\n            fill_hand(t)\n        else:\n            end_turn(t)",
    ),
    Mutant("4.5", "engine/rules/turn.py", "    if t.aside_n > 0:\n", "    if False:\n"),
    Mutant("4.5", "engine/rules/turn.py", "    if t.draw_n > 0:\n", "    if t.draw_n > 1:\n"),
    Mutant("4.5", "engine/rules/turn.py", "t.drawing -= n", "t.drawing = 0"),
    Mutant("4.5", "engine/rules/turn.py", "emptied = owner == FROM_HAND and t.hand_n", "emptied = t.hand_n"),
    Mutant("4.5", "engine/step.py", "t.aside = 0\n    t.aside_n = 0", "t.aside_n = 0"),
    Mutant("4.6", "engine/step.py", "if t.hand_n[seat] == 0:\n        pad.moves", "if True:\n        pad.moves"),
    Mutant("4.6", "engine/step.py", "if t.hand_n[seat] == 0:\n        pad.moves", "if False:\n        pad.moves"),
    Mutant("4.6", "engine/rules/turn.py", "    if not count_pass(t):\n        end_turn(t)\n", "    count_pass(t)\n"),
    Mutant("4.7", "engine/rules/winning.py", "if not t.played and t.draw_n == 0", "if t.draw_n == 0"),
    Mutant("4.7", "engine/rules/winning.py", "if not t.played and t.draw_n == 0 and", "if not t.played and"),
    Mutant("4.7", "engine/rules/winning.py", "t.draw_n == 0 and t.aside_n == 0:", "t.draw_n == 0:"),
    Mutant("4.7", "engine/rules/winning.py", "if t.passed == (1 << int64(t.players)) - 1:", "if t.passed > 0:"),
    Mutant("4.7", "engine/rules/winning.py", "t.over = BLOCKED", "t.over = WON"),
    Mutant("4.7", "engine/rules/turn.py", "    t.passed = 0\n    t.must = 0\n", "    t.must = 0\n"),
    Mutant("4.7", "engine/rules/turn.py", "    t.passed = 0\n    cell = take_hand", "    cell = take_hand"),
    Mutant("4.7", "engine/rules/situations.py", "    t.played = 0\n", ""),
    # 5 Winning, scoring, match
    Mutant("5.1", "engine/rules/winning.py", "if t.stock_n[seat] > 0:", "if t.stock_n[seat] > 1:"),
    Mutant("5.1", "engine/rules/winning.py", "    t.over = WON\n    return True", "    return True"),
    Mutant(
        "5.1",
        "engine/rules/turn.py",
        "stock_played(t, owner):\n        return",
        "stock_played(t, owner):\n        pass",
    ),
    Mutant("5.2", "engine/rules/winning.py", "GAME_POINTS = 25", "GAME_POINTS = 20"),
    Mutant("5.2", "engine/rules/winning.py", "CARD_POINTS = 5", "CARD_POINTS = 1"),
    Mutant("5.2", "game/game.py", "CARD_POINTS * others if winners else 0", "CARD_POINTS * others"),
    Mutant("5.3", "core/scores.py", "total >= self.goal", "total > self.goal"),
    Mutant("5.3", "core/scores.py", "any(won and total", "any(total"),
    Mutant("5.3", "core/editions/classic.toml", "goal = 500", "goal = 400"),
    Mutant("5.3", "core/editions/__init__.py", "goal: int = 500", "goal: int = 100"),
    Mutant("5.3", "core/editions/__init__.py", "if read.goal < 1:", "if read.goal < 0:"),
    # 6 Partnerships
    Mutant("6.1", "engine/rules/partners.py", "half = int64(t.players) >> 1", "half = 2"),
    Mutant("6.1", "engine/board.py", "(seat - 1 + self.players // 2)", "(seat - 1 + 2)"),
    Mutant("6.1", "core/options.py", "players not in (4, 6):", "players not in (2, 4, 6):"),
    Mutant("6.1", "core/options.py", 'if partners and facts.partners == "never":', "if False:"),
    Mutant("6.2", "engine/step.py", "    if t.partner_piles:\n        own |=", "    if False:\n        own |="),
    Mutant("6.2", "engine/step.py", "play_from_piles(t, partner_of(t, seat), bit", "play_from_piles(t, seat, bit"),
    Mutant("6.2", "engine/positions/bare_table.py", "options.partners and facts.partner_piles", "facts.partner_piles"),
    Mutant("6.2", "core/editions/classic.toml", "partner_piles = true", "partner_piles = false"),
    Mutant(
        "6.3",
        "engine/rules/turn.py",
        "    t.turn = following\n",
        "    if t.stock_n[following] == 0:\n        following = (following + 1) % t.players\n    t.turn = following\n",
    ),
    Mutant("6.4", "engine/rules/winning.py", "if t.partner_piles and t.stock_n[partner] > 0:", "if False:"),
    Mutant("6.4", "engine/rules/winning.py", "winners |= int64(1) << partner", "winners |= 0"),
    Mutant("6.5", "core/sizes.py", "PENALTY_CARDS = 2", "PENALTY_CARDS = 1"),
    Mutant("6.5", "engine/rules/situations.py", "t.talks -= 1", "t.talks -= 0"),
    Mutant("6.5", "engine/rules/situations.py", "if t.talks > 0 and accused", "if accused"),
    Mutant("6.5", "engine/rules/situations.py", " and accused == partner_of(t, int64(t.mover)):", ":"),
    Mutant("6.5", "engine/rules/situations.py", "t.talks = t.kept_talks", "t.talks = 0"),
    Mutant("6.5", "engine/rules/situations.py", "ACT_TALK + partner_of(t, mover)", "ACT_TALK + mover"),
    Mutant("6.5", "engine/rules/situations.py", "if t.partners and t.partner_piles:", "if True:"),
    Mutant("6.5", "engine/rules/turn.py", "    t.talks = 0\n", ""),
    Mutant("6.5", "engine/rules/piles.py", "while t.below[bottom] != 0:", "while False:"),
    Mutant("6.5", "engine/rules/piles.py", "        t.card[cell] &= 0xFF ^ DOWN\n        t.stock", "        t.stock"),
    Mutant(
        "6.5", "engine/rules/piles.py", "    t.below[cell] = 0\n", "    t.below[cell] = 0\n    t.card[cell] &= 127\n"
    ),
    # 7 Special situations
    Mutant(
        "7.0", "engine/step.py", "        if t.owed > 0:\n            return", "        if False:\n            return"
    ),
    Mutant("7.0", "engine/step.py", "if t.open and not t.must:", "if t.open:"),
    Mutant("7.0", "engine/rules/turn.py", "if t.owed > 0 and t.draw_n == 0 and t.aside_n == 0:", "if False:"),
    Mutant("7.0", "engine/rules/turn.py", "t.owed = HAND", "t.owed = 0"),
    Mutant("7.0", "engine/rules/turn.py", "t.rolling = t.has_die", "t.rolling = t.has_die and seat == t.turn"),
    Mutant("7.0", "engine/rules/situations.py", "t.die = t.kept_die\n", "t.die = 0\n"),
    Mutant("7.0", "engine/rules/situations.py", "t.die_left = t.kept_die_left", "t.die_left = 0"),
    Mutant("7.0", "core/options.py", 'if table == "open" and not facts.open_tables:', "if False:"),
    Mutant(
        "7.1", "engine/rules/turn.py", "    if t.owed > 0:\n        t.owed -= 1", "    if True:\n        t.owed -= 1"
    ),
    Mutant("7.1", "engine/rules/turn.py", "t.stock_n[seat] += 1\n    t.awaits", "t.awaits"),
    Mutant("7.1", "engine/step.py", "return t.below[top]", "return top"),
    Mutant("7.1", "engine/step.py", "t.card[t.stock[t.mover]] &= 0xFF ^ DOWN", "t.card[t.stock[t.mover]] &= 0xFF"),
    Mutant("7.2", "engine/rules/situations.py", "t.penalised |= int64(1) <<", "t.penalised |= int64(0) <<"),
    Mutant("7.2", "engine/rules/situations.py", "    t.mover = t.turn\n", "    t.mover = t.turn = t.mover\n"),
    Mutant("7.2", "engine/rules/situations.py", "elif not t.moved:", "else:"),
    Mutant("7.2", "engine/rules/situations.py", "if mover != t.turn:", "if False:"),
    Mutant(
        "7.2",
        "engine/rules/situations.py",
        "(everybody & ~(int64(1) << mover)) << ACT_OBJECT",
        "everybody << ACT_OBJECT",
    ),
    Mutant(
        "7.2", "engine/rules/situations.py", "(everybody & ~(int64(1) << mover)) << ACT_OUT", "everybody << ACT_OUT"
    ),
    Mutant("7.2", "engine/rules/situations.py", "    t.moved = 1\n    t.taking = 1\n", "    t.taking = 1\n"),
    Mutant("7.2", "engine/rules/situations.py", "    t.moved = 0\n", ""),
    Mutant("7.2", "engine/rules/situations.py", "t.owed = t.kept_owed", "t.owed = 0"),
    Mutant("7.2", "engine/rules/turn.py", "elif seat == t.turn and (int64(t.penalised)", "elif (int64(t.penalised)"),
    Mutant("7.2", "engine/rules/turn.py", "if seat == t.turn:\n        t.penalised", "if True:\n        t.penalised"),
    Mutant("7.2", "engine/rules/turn.py", "if seat == t.turn:\n        t.penalised", "if False:\n        t.penalised"),
    Mutant("7.2", "engine/rules/turn.py", "    t.moved = 1\n    t.passed = 0\n    cell", "    t.passed = 0\n    cell"),
    Mutant("7.2", "engine/step.py", "t.moved = 1\n        t.die_left = 0\n", "t.die_left = 0\n"),
    Mutant(
        "7.3",
        "engine/rules/turn.py",
        "    seat = int64(t.mover)\n    if seat == t.turn:",
        "    seat = int64(t.turn)\n    if seat == t.turn:",
    ),
    Mutant(
        "7.4",
        "engine/rules/situations.py",
        "    mover = int64(t.mover)\n",
        "    mover = int64(t.mover)\n    for seat in range(t.players):\n"
        "        everybody &= ~((t.stock_n[seat] == 0) << seat)\n",
    ),
    # 8 Mod: the die
    Mutant("8.1", "engine/rules/turn.py", "t.rolling = t.has_die", "t.rolling = 0"),
    Mutant("8.1", "engine/rules/die.py", "t.die_left = 2 if die == TWO_FACE else 1", "t.die_left = 0"),
    Mutant("8.1", "engine/step.py", "        t.die_left = 0\n        stand_in", "        stand_in"),
    Mutant("8.1", "core/editions/mod.toml", "die = true ", "die = false "),
    Mutant("8.1", "core/moves.py", '"wild", "2", "+1")', '"wild", "2", "3")'),
    Mutant("8.2", "engine/rules/die.py", "(number + 3) // 4", "(number + 4) // 4"),
    Mutant("8.2", "engine/rules/die.py", "if t.die != WILD_FACE and t.die !=", "if t.die !="),
    Mutant("8.2", "engine/rules/die.py", "following = 1 if number == TOP else number + 1", "following = number + 1"),
    Mutant("8.2", "engine/rules/die.py", " | (int64(1) << (4 * WILD))", ""),
    Mutant("8.2", "engine/rules/die.py", "if kinds & (", "if kinds | ("),
    Mutant("8.2", "engine/rules/turn.py", "t.must = place + 1", "t.must = 0"),
    Mutant("8.2", "engine/rules/turn.py", "t.must = place + 1", "t.must = (place + 1) % 4 + 1"),
    Mutant("8.2", "engine/step.py", "    if t.must:\n        return\n", ""),
    Mutant("8.2", "engine/step.py", "        held |= kinds_on_top(t, seat)\n", ""),
    Mutant("8.2", "engine/step.py", "held |= kinds_on_top(t, partner_of(t, seat))", "held |= 0"),
    Mutant("8.3", "engine/rules/die.py", "t.hand_n[t.mover] > 1", "t.hand_n[t.mover] > 0"),
    Mutant("8.3", "engine/rules/die.py", "t.die == TWO_FACE and t.die_left", "t.die_left"),
    Mutant("8.3", "engine/rules/die.py", "2 if die == TWO_FACE else 1", "1"),
    Mutant("8.3", "engine/step.py", "t.die_left -= 1", "t.die_left -= 0"),
    Mutant("8.3", "engine/step.py", "        t.die_left -= 1\n", "        t.die_left -= 1\n        end_turn(t)\n"),
    Mutant("8.4", "engine/rules/die.py", "t.draw_n + t.aside_n > 0", "t.draw_n > 0"),
    Mutant("8.4", "engine/rules/die.py", "t.die_left > 0 and t.draw_n + t.aside_n > 0", "t.die_left > 0"),
    Mutant("8.4", "engine/rules/die.py", "t.die == GIFT_FACE and t.die_left", "t.die_left"),
    Mutant(
        "8.4", "engine/rules/partners.py", "return not (t.partners and partner_of(t, seat) == other)", "return True"
    ),
    Mutant("8.4", "engine/rules/partners.py", "if seat == other:", "if False:"),
    Mutant("8.4", "engine/step.py", "        t.die_left = 0\n        t.sinking = 1", "        t.sinking = 1"),
    Mutant("8.4", "engine/step.py", "t.sinking = 1", "t.sinking = 2"),
    Mutant("8.4", "engine/rules/piles.py", "while t.below[bottom] != 0:", "while False:"),
    Mutant("8.4", "engine/rules/piles.py", "        t.card[cell] &= 0xFF ^ DOWN\n        t.stock", "        t.stock"),
    # 9 Masters: coins
    Mutant("9.1", "engine/step.py", "t.coins[seat] -= price", "t.coins[seat] -= 1"),
    Mutant("9.1", "engine/rules/coins.py", "if price > purse:", "if price >= purse:"),
    Mutant("9.1", "engine/rules/coins.py", "if price > purse:", "if False:"),
    Mutant("9.1", "engine/rules/coins.py", "left = purse - price", "left = purse"),
    Mutant("9.1", "engine/rules/coins.py", "left += share_of_first(t, int64(t.beside[place]) + price)", "left += 0"),
    Mutant("9.1", "engine/rules/coins.py", "following = 1\n", "following = 2\n"),
    Mutant("9.1", "engine/rules/coins.py", " or (left > 0 and for_sale & wanted):", ":"),
    Mutant("9.1", "engine/rules/coins.py", "if kinds & wanted or", "if True or"),
    Mutant("9.1", "engine/rules/coins.py", " | (int64(1) << (4 * WILD))", ""),
    Mutant("9.1", "engine/step.py", "if not t.must and (t.has_die or t.has_coins):", "if t.has_die or t.has_coins:"),
    Mutant("9.2", "engine/step.py", "t.coins[owner] += 1", "t.coins[owner] += 0"),
    Mutant("9.2", "engine/step.py", "t.coins[seat] -= 1\n", "t.coins[seat] -= 2\n"),
    Mutant("9.2", "engine/step.py", "if t.has_coins and t.coins[seat] > 0:", "if t.has_coins:"),
    Mutant("9.2", "engine/step.py", "play_from_piles(t, owner, bit % 20)", "play_from_piles(t, seat, bit % 20)"),
    Mutant("9.2", "engine/step.py", "for_sale(t, seat, needs, int64(3))", "0"),
    Mutant("9.2", "engine/rules/coins.py", "if owner < t.players and owner != seat:", "if owner < t.players:"),
    Mutant("9.2", "engine/rules/turn.py", "stock_played(t, owner)", "stock_played(t, t.mover)"),
    Mutant("9.3", "engine/rules/coins.py", "if t.coins[t.mover] >= t.toll:", "if t.coins[t.mover] > t.toll:"),
    Mutant("9.3", "engine/rules/coins.py", "if t.coins[t.mover] >= t.toll:", "if True:"),
    Mutant("9.3", "engine/rules/coins.py", "t.coins[t.mover] -= t.toll", "t.coins[t.mover] -= 1"),
    Mutant("9.3", "engine/step.py", "        t.ended = 1\n", ""),
    Mutant("9.3", "engine/step.py", "        if t.hand_n[seat] == 0:\n            end_turn(t)\n", ""),
    Mutant(
        "9.3",
        "engine/step.py",
        "        t.ended = 1\n        if t.hand_n[seat] == 0:\n            end_turn(t)\n",
        "        end_turn(t)\n",
    ),
    Mutant("9.3", "engine/step.py", "if t.refill:", "if True:"),
    Mutant("9.3", "engine/step.py", "if t.refill:", "if False:"),
    Mutant("9.3", "engine/rules/turn.py", "    elif emptied:\n        fill", "    if emptied:\n        fill"),
    Mutant(
        "9.3",
        "engine/rules/turn.py",
        "if toll_of(card) > 0:\n        t.toll",
        "if toll_of(card) > 0 and owner < -1:\n        t.toll",
    ),
    Mutant("9.3", "engine/rules/turn.py", "    t.ended = 0\n", ""),
    Mutant("9.4", "engine/rules/coins.py", "t.beside[t.toll_place] += t.toll", "t.beside[0] += t.toll"),
    Mutant("9.4", "engine/rules/coins.py", "t.coins[(seat + i) % players]", "t.coins[i]"),
    Mutant("9.4", "engine/rules/coins.py", "(coins + players - 1 - i) // players", "coins // players"),
    Mutant("9.4", "engine/rules/coins.py", "t.beside[place] = 0", "t.beside[:] = 0"),
    Mutant("9.4", "engine/step.py", "t.beside[place] += price", "t.beside[0] += price"),
    Mutant(
        "9.4",
        "engine/rules/turn.py",
        "        deal_out(t, place, int64(t.mover))\n    if owner",
        "        pass\n    if owner",
    ),
    Mutant(
        "9.4",
        "engine/rules/turn.py",
        "        deal_out(t, place, int64(t.mover))\n    t.must",
        "        pass\n    t.must",
    ),
    # 10 Tournament
    Mutant("10.1", "core/editions/tournament.toml", "partner_piles = false", "partner_piles = true"),
    Mutant("10.1", "core/editions/tournament.toml", 'partners = "always"', 'partners = "may"'),
    Mutant(
        "10.2",
        "engine/rules/winning.py",
        "if t.partner_piles and t.stock_n[partner] > 0:",
        "if t.stock_n[partner] > 0:",
    ),
    Mutant("10.2", "engine/rules/winning.py", "winners |= int64(1) << partner", "winners |= 0"),
    Mutant("10.3", "engine/rules/setup.py", "return (seat + 1) % players", "return (seat + 2) % players"),
    Mutant("10.3", "core/editions/tournament.toml", "games = 4", "games = 3"),
    Mutant("10.3", "core/scores.py", "(won, points, -cards)", "(won, points, cards)"),
    Mutant("10.3", "core/scores.py", "(won, points, -cards)", "(won, -cards)"),
    Mutant("10.3", "core/scores.py", "self._played_out and len(self.ahead) == 1", "self._played_out"),
    Mutant("10.4", "engine/rules/turn.py", "t.owed = 0  # 7.2", "t.owed = missing"),
    Mutant("10.4", "core/editions/tournament.toml", "open_tables = true", "open_tables = false"),
]


class BadMutant(Exception):
    """A mutant that cannot be made, or that is no working program."""


def change(mutant: Mutant, package: Path) -> None:
    file = package / mutant.file
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise BadMutant(f"{mutant.old!r} stands {text.count(mutant.old)} times in {mutant.file}, not once")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


def run_tests(folder: Path, *only: str) -> int:
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", str(HERE), str(HERE)]
    command += ["--import-mode=importlib", "-o", f"pythonpath={HERE.parent}"]
    command += ["-x", "-q", "-p", "no:cacheprovider", *only]
    environment = os.environ | {"PYTHONPATH": str(folder), "DOCENA_JIT": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return FAILED
    if done.returncode not in (PASSED, FAILED, NO_TESTS):
        raise BadMutant(f"pytest did not run:\n{done.stdout}{done.stderr}")
    return done.returncode


def fate(mutant: Mutant | None, source: Path) -> str:
    """What becomes of a mutant; None: of the sources as they are."""
    with tempfile.TemporaryDirectory(prefix="docena-mutant-") as name:
        folder = Path(name)
        shutil.copytree(source, folder / "docena", ignore=shutil.ignore_patterns("__pycache__"))
        try:
            if mutant is None:
                return "passed" if run_tests(folder) == PASSED else "FAILED"
            change(mutant, folder / "docena")
            if run_tests(folder, "-k", f"test_{mutant.clause.replace('.', '_')}_") == FAILED:
                return "caught"
            return "caught elsewhere" if run_tests(folder) == FAILED else "SURVIVED"
        except BadMutant as error:
            return f"BROKEN: {error}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Break the rules one by one: the rule tests must fail each time.")
    parser.add_argument("-k", dest="clause", help="only the mutants of this clause (4.3) or chapter (4)")
    parser.add_argument("--source", type=Path, default=ROOT / "src" / "docena", help="the package to break")
    chosen = parser.parse_args()
    mutants = [m for m in MUTANTS if not chosen.clause or f"{m.clause}.".startswith(f"{chosen.clause}.")]
    if (as_they_are := fate(None, chosen.source)) != "passed":
        print(f"the rule tests must pass before rules are broken: {as_they_are}")
        return 1
    fates = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, end in zip(mutants, pool.map(lambda m: fate(m, chosen.source), mutants), strict=True):
            fates.append(end)
            change_made = f"{mutant.old.strip()!r} -> {mutant.new.strip()!r}"
            print(f"{mutant.clause:5} {end:8} {mutant.file}: {change_made}", flush=True)
    caught = sum(end.startswith("caught") for end in fates)
    print(f"{caught} of {len(mutants)} caught, {fates.count('caught elsewhere')} of them by tests of other clauses")
    return 0 if caught == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
