"""A plan: moves that a seat could make one after another, as far as it can foresee what they do."""

from collections.abc import Sequence

from docena.core.errors import DocenaError
from docena.core.notation import parse_move
from docena.core.sizes import PLACES
from docena.engine.board import Board
from docena.engine.step import legal_moves, make_move
from docena.engine.table import copy_of, new_pads
from docena.engine.view import View


def foresee(view: View, moves: Sequence[str]) -> list[Board]:
    """The table before the plan and after each of its moves, with what the seat cannot know still unknown.

    >>> from docena.game.game import Game
    >>> game = Game.new("classic", players=2, stock=10, seed=7)
    >>> boards = foresee(game.view(2), ["HW>1", "H7-3"])
    >>> [board.height(1) for board in boards], boards[-1].mover
    ([0, 1, 1], 1)
    """
    tables, pads = copy_of(view.tables), new_pads(1)
    boards = [Board(copy_of(tables))]
    for move in moves:
        number = parse_move(move).number
        legal_moves(tables, 0, pads)
        if not int(pads["moves"][0, number >> 6]) >> (number & 63) & 1:
            raise DocenaError(f"the plan {' '.join(moves)} cannot be played here: {move} is not legal")
        make_move(tables, 0, number)
        boards.append(Board(copy_of(tables)))
    return boards


def is_revealing(before: Board, after: Board) -> bool:
    """Whether a move showed its player something hidden, or ended the turn: what follows is another decision."""
    if after.over or after.awaits is not None or after.owed > 0:
        return True
    if (before.turns, before.mover) != (after.turns, after.mover):
        return True
    grown = [after.stock_size(seat) - before.stock_size(seat) for seat in before.seats]
    turned_up = any(
        n < 0 < after.stock_size(seat) or n > 0 == before.stock_size(seat)
        for seat, n in zip(before.seats, grown, strict=True)
    )
    # nobody has seen cards that went under a stock pile; all others from the draw pile are in the mover's hand
    drawn = before.draw_size - after.draw_size - sum(n for n in grown if n > 0)
    return turned_up or drawn > 0


def ends_turn(boards: Sequence[Board]) -> bool:
    """Whether nothing of the turn is left after the plan."""
    first, last = boards[0], boards[-1]
    return last.over or (first.turns, first.mover) != (last.turns, last.mover)


def same_end(view: View, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two plans come to the same thing: in another order, or with equivalent places exchanged.

    >>> from docena.game.game import Game
    >>> view = Game.new("classic", players=2, stock=10, seed=7).view(2)
    >>> same_end(view, ["HW>1", "H7-3"], ["HW>4", "H7-1"]), same_end(view, ["HW>1", "H7-3"], ["H7-3"])
    (True, False)
    """
    return tuple(one) == tuple(other) or _essence(foresee(view, one), view) == _essence(foresee(view, other), view)


def _essence(boards: Sequence[Board], view: View) -> object:
    """All that matters of the position a plan leads to, however its places are numbered."""
    board = boards[-1]
    places = range(1, PLACES + 1)
    seats = [
        (
            board.hand(seat) if seat == view.mover else None,
            board.stock_size(seat),
            sorted(board.discards(seat)),
            board.coins(seat),
        )
        for seat in board.seats
    ]
    piles = sorted((board.height(place), board.beside(place), board.must_follow == place) for place in places)
    state = (board.turns, board.mover, board.over, board.awaits, board.die_left, board.toll, board.plays_ended)
    return seats, piles, state, board.draw_size, board.owed
