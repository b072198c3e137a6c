"""What a server sends of a game, made here from a view."""

from docena.core.cards import card_text
from docena.engine.view import View
from docena.game.game import Game
from docena.tables.messages import BuildingSight, SeatSight, ViewSight


def sight_of(game: Game, seat: int | None) -> ViewSight:
    view = game.view(seat)
    return ViewSight(
        turn=view.turn,
        mover=view.mover,
        over=view.over,
        awaits=view.awaits,
        building=[_building(view, place) for place in range(1, 5)],
        draw=view.draw_size,
        aside=len(view.aside),
        die=view.die,
        die_left=view.die_left,
        toll=view.toll,
        must_follow=view.must_follow,
        plays_ended=view.plays_ended,
        owed=view.owed,
        seats=[
            SeatSight(
                cards=view.hand_size(other),
                stock=view.stock_size(other),
                top=card_text(view.stock_top(other)) if view.stock_size(other) else None,
                discards=[[card_text(card) for card in pile] for pile in view.discards(other)],
                coins=view.coins(other),
                penalised=view.penalised(other),
            )
            for other in view.seats
        ],
        hand=[] if seat is None else [card_text(card) for card in view.hand(seat)],
        legal=[] if view.over or view.awaits else view.legal_moves(),
    )


def _building(view: View, place: int) -> BuildingSight:
    height = view.height(place)
    stands_in = height and view.must_follow == place
    top = card_text(view.building(place)[0]) if height and not stands_in else None
    return BuildingSight(height, top, view.beside(place))
