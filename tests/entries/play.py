"""A bot's move, and the routes to a stock card that it sees."""

from docena.bots.kernels.features import whole_hand
from docena.bots.kernels.level import Levels
from docena.bots.kernels.model import Models
from docena.bots.kernels.playout import decide
from docena.bots.kernels.reach import for_sale, heights_of, numbers_in, open_route, pack_piles, search_piles
from docena.bots.kernels.scratch import Scratches
from docena.engine.jit import entry, int64
from docena.engine.step import legal
from docena.engine.table import Pads, Tables


@entry
def bot_move(work: Tables, pads: Pads, bot: int, models: Models, levels: Levels, scratches: Scratches) -> int:
    """What a simulated seat does with a view, acts at open tables included."""
    legal(work[0], pads[0])
    return decide(work, pads, bot, models, levels, scratches)


@entry
def steps_to_stock(tables: Tables, scratches: Scratches) -> int:
    t = tables[0]
    seat = int64(t.mover)
    pack_piles(t, scratches[0], seat)
    search_piles(scratches[0], seat, heights_of(t))
    return open_route(t, scratches[0], seat, seat, numbers_in(whole_hand(t, seat)), int64(0), for_sale(t, seat))
