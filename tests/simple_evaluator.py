"""An evaluator for tests, with the interface of `docena.bots.players.evaluator`: fast and always the same.

A plan is worth more the more it plays from the stock pile, and less the more of the hand it throws about. Chances
are computed from the sizes of the stock piles alone.
"""

from collections.abc import Sequence

from docena.analysis.foresight import foresee, is_revealing
from docena.bots.players.evaluated import EvaluatedPlan
from docena.bots.players.player import LightPlayer
from docena.core.errors import DocenaError
from docena.core.notation import parse_move
from docena.engine.board import Board
from docena.engine.view import View

calls: list[tuple[str, View, int]] = []
"""What was asked, for tests that look into it."""


def _worth(view: View, moves: Sequence[str]) -> float:
    boards = foresee(view, moves)
    if boards[-1].over:
        return 1.0
    stock = sum(move.startswith(("S>", "PS>")) for move in moves)
    waste = sum(
        13 if "HW-" in move else int("".join(filter(str.isdigit, move[:3])) or 0) for move in moves if "-" in move
    )
    return max(0.01, min(0.99, 0.5 + 0.2 * stock - 0.01 * waste - 0.005 * len(moves)))


def best_plans(view: View, tries: int = 2000, seed: int = 1, most: int = 5) -> list[EvaluatedPlan]:
    """Every legal first move, followed by what greedy would do."""
    if view.seat != view.mover:
        raise DocenaError("not the view of the seat that moves")
    calls.append(("best_plans", view, tries))
    greedy, plans = LightPlayer("greedy"), []
    for move in view.legal_moves():
        if parse_move(move).is_act:
            continue
        moves = [move]
        boards = foresee(view, moves)
        while not is_revealing(boards[-2], boards[-1]):
            copy = View(boards[-1].tables, view.seat)
            moves.append(greedy.choose(copy))
            boards = foresee(view, moves)
        plans.append(tuple(moves))
    worth = {plan: _worth(view, plan) for plan in plans}
    best = sorted(worth, key=lambda plan: (-worth[plan], plan))
    return [EvaluatedPlan(plan, worth[plan], tries) for plan in best[:most]]


def compare_plans(view: View, plans: Sequence[Sequence[str]], tries: int = 2000, seed: int = 1) -> list[EvaluatedPlan]:
    calls.append(("compare_plans", view, tries))
    return [EvaluatedPlan(tuple(plan), _worth(view, plan), tries) for plan in plans]


def win_chances(view: View, tries: int = 400, seed: int = 1) -> list[float]:
    """By the sizes of the stock piles; partners share."""
    calls.append(("win_chances", view, tries))
    sides = {seat: _side(view, seat) for seat in view.seats}
    strength = {side: 1.0 / (1 + _left(view, side)) for side in set(sides.values())}
    return [strength[sides[seat]] / sum(strength.values()) for seat in view.seats]


def _side(board: Board, seat: int) -> int:
    return min(seat, board.partner(seat) or seat)


def _left(board: Board, side: int) -> int:
    return sum(board.stock_size(seat) for seat in board.seats if _side(board, seat) == side)
