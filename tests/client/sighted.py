"""What a server sends of a game."""

import msgspec

from docena.game.game import Game
from docena.tables.messages import ViewSight


def sight_of(game: Game, seat: int | None) -> ViewSight:
    return msgspec.json.decode(game.sight(seat), type=ViewSight)
