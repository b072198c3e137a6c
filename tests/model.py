"""A plain, slow model of the rules: the oracle that the fast engine is tested against.

It is written from the rulebook (clause numbers in brackets) and from the record format alone, and
shares no code with the engine. Cards are text, as in the notation: "7", "W", "11$$". The last card
of a pile's list is its top. Inside the model seats and places count from 0; in the notation, and in
`mover`, `turn`, `awaits_seat` and `result`, they count from 1.
"""

from __future__ import annotations

from typing import Any

FACES = ["1-4", "5-8", "9-12", "wild", "2", "+1"]
RANGES = {"1-4": range(1, 5), "5-8": range(5, 9), "9-12": range(9, 13), "wild": range(1, 13)}
STAND_IN = "*"
PLACES = range(4)


def toll_of(card: str) -> int:
    """The coins shown on a card (1.3)."""
    return card.count("$")


def fits(card: str, number: int) -> bool:
    """Whether a card can be the number that a building pile needs (3.2)."""
    face = card.rstrip("$")
    return face == "W" or face == str(number)


class Turn:
    """What has to be remembered for the length of one turn."""

    def __init__(self, seat: int, out: bool, owed: int) -> None:
        self.seat = seat
        self.out = out  # started out of turn (7.2)
        self.owed = owed  # draws still to be made by hand (7.0); always 0 at strict tables
        self.roll: str | None = None  # the die, None once it is used up (8.1)
        self.extra_discards = 0  # left of the die's `2` (8.3)
        self.moved = False  # the player has made a move of their own (7.2)
        self.played = False  # a card was played (4.7)
        self.talks = 0  # unpunished talks of the partner (6.5)
        self.follow: int | None = None  # the place where a card must follow a stand-in (8.2, 9.1)
        self.toll = 0  # to be paid or refused now (9.3)
        self.toll_place = 0
        self.refill = False  # the last card of the hand was played (4.3)
        self.stopped = False  # a toll was refused (9.3)


class Model:
    def __init__(
        self,
        *,
        players: int,
        first: int,
        deck: list[str],
        stock: int,
        partners: bool,
        open_table: bool,
        partner_piles: bool,
        both_stocks: bool,
        die: bool,
        coins: int,
    ) -> None:
        if not 2 <= players <= 6 or not 1 <= first <= players:
            raise ValueError("There are 2 to 6 seats, and one of them plays first.")
        if partners and players not in (4, 6):
            raise ValueError("Partnerships need 4 or 6 players (6.1).")
        if stock < 1 or stock * players > len(deck):
            raise ValueError("The deck cannot give every seat a stock pile of that size.")
        self.players = players
        self.partners = partners
        self.open_table = open_table
        self.partner_piles = partners and partner_piles
        self.both_stocks = partners and both_stocks
        self.die = die

        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.stocks: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[list[list[str]]] = [[[] for _ in PLACES] for _ in range(players)]
        self.building: list[list[str]] = [[] for _ in PLACES]
        self.aside: list[str] = []
        self.coins = [coins] * players
        self.beside = [0 for _ in PLACES]

        self.awaits: str | None = None
        self.awaits_seat: int | None = None
        self.result: dict[str, Any] | None = None
        self.penalised = [False] * players  # the next regular turn is without the draw of 4.1 (7.2)
        self.passed: set[int] = set()  # counted passes since the last play or discard (4.7)
        self.interrupted: Turn | None = None  # the regular turn during one out of turn (7.2)
        # What is still to be done before the next move: "hand", "bottom" and "extra" each take one
        # card of the draw pile for a seat, "roll" and "restock" wait for a chance line.
        self.todo: list[tuple[str, int]] = []

        self._deal(deck, first - 1, stock)
        self._start_turn(first - 1, out=False)
        self._go_on()

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Model:
        """The beginning of the game that a record tells."""
        edition: str = record["edition"]
        options: dict[str, Any] = record.get("options", {})
        players = len(record["players"])
        if edition not in ("classic", "deluxe", "mod", "masters", "tournament"):
            raise ValueError(f"There is no edition {edition!r}.")
        default = 15 if edition in ("mod", "masters") else 30 if players <= 4 else 20
        partners = edition == "tournament" or bool(options.get("partners", False))
        open_table = options.get("table", "strict") == "open"
        if edition == "masters" and (partners or open_table):
            raise ValueError("Masters has neither partnerships nor open tables.")
        return cls(
            players=players,
            first=record["first"],
            deck=record["deck"].split(),
            stock=options.get("stock", default),
            partners=partners,
            open_table=open_table,
            partner_piles=edition != "tournament",
            both_stocks=edition != "tournament",
            die=edition == "mod",
            coins=12 if edition == "masters" else 0,
        )

    # ---------------------------------------------------------------- who is who

    @property
    def mover(self) -> int:
        """The seat that moves now."""
        return self.now.seat + 1

    @property
    def turn(self) -> int:
        """The seat whose turn it is by right: the interrupted one during a turn out of turn."""
        return (self.interrupted or self.now).seat + 1

    def _partner(self, seat: int) -> int | None:
        """Partners sit opposite each other (6.1)."""
        return (seat + self.players // 2) % self.players if self.partners else None

    def _side(self, seat: int) -> list[int]:
        """A seat and its partner, if it has one."""
        partner = self._partner(seat)
        return [seat] if partner is None else sorted([seat, partner])

    # ---------------------------------------------------------------- the course of the game

    def _deal(self, deck: list[str], first: int, stock: int) -> None:
        """One card at a time in turn order; the rest is the draw pile (2.4)."""
        rest = list(deck)
        for _ in range(stock):
            for step in range(self.players):
                self.stocks[(first + step) % self.players].append(rest.pop(0))
        self.draw = rest[::-1]

    def _start_turn(self, seat: int, out: bool) -> None:
        """Draw up to five cards (4.1) and roll (8.1); no draw in a penalised turn (7.2)."""
        missing = max(0, 5 - len(self.hands[seat]))
        if self.penalised[seat] and not out:
            missing = 0
        self.now = Turn(seat, out, owed=missing if self.open_table else 0)
        if not self.open_table:
            self.todo += [("hand", seat)] * missing
        if self.die:
            self.todo.append(("roll", seat))

    def _end_turn(self) -> None:
        """Play goes on to the left, also after an unnoticed turn out of turn (7.3)."""
        seat = self.now.seat
        if not self.now.out:
            self.penalised[seat] = False  # 7.2: the penalty ends with a finished regular turn
        self.interrupted = None
        self._start_turn((seat + 1) % self.players, out=False)

    def _go_on(self) -> None:
        """Does what is still to be done, up to the next chance line or move."""
        self.awaits = self.awaits_seat = None
        while self.todo and self.result is None:
            kind, seat = self.todo[0]
            if kind == "roll":
                self.awaits = "roll"
                return
            if kind == "restock":
                self.awaits, self.awaits_seat = "restock", seat + 1
                return
            if not self.draw and self.aside:  # 4.5
                self.awaits = "shuffle"
                return
            self.todo.pop(0)
            if self.draw:  # otherwise there is no card at all: the draw is forgone (4.5)
                self._draw_one(kind, seat)
        if not self._card_to_draw():
            self.now.owed = 0  # 4.5: what is owed lapses

    def _draw_one(self, kind: str, seat: int) -> None:
        card = self.draw.pop()
        if kind == "hand":  # 4.1, 4.3
            self.hands[seat].append(card)
            return
        self.stocks[seat].insert(0, card)  # 6.5, 8.4: unseen, to the bottom
        if kind == "extra":  # 7.1: then the face-down cards are shuffled
            self.todo.insert(0, ("restock", seat))

    def _card_to_draw(self) -> bool:
        """Whether a card could be drawn now, after a shuffle if need be (4.5)."""
        return bool(self.draw or self.aside)

    def _check_stock(self, owner: int) -> None:
        """A finished stock pile wins (5.1, 10.2); partners need both (6.4)."""
        side = self._side(owner)
        needed = side if self.both_stocks else [owner]
        if any(self.stocks[seat] for seat in needed):
            return
        left = sum(len(self.stocks[seat]) for seat in range(self.players) if seat not in side)
        self._finish("stock", [seat + 1 for seat in side], 25 + 5 * left)  # 5.2

    def _finish(self, reason: str, winners: list[int], points: int) -> None:
        stock = [len(pile) for pile in self.stocks]
        self.result = {"reason": reason, "winners": winners, "stock": stock, "points": points}

    # ---------------------------------------------------------------- legal moves

    def legal(self) -> list[str]:
        """All legal moves, sorted and without repeats."""
        if self.result is not None or self.awaits is not None:
            return []
        moves = set(self._card_moves())
        if self.open_table and self.now.follow is None:  # 7.0: nobody acts before the card follows
            moves.update(self._acts())
        return sorted(moves)

    def _card_moves(self) -> list[str]:
        now = self.now
        if now.toll:
            return ["T", "X"] if self.coins[now.seat] >= now.toll else ["X"]  # 9.3
        if now.follow is not None:
            return self._plays(now.follow)  # 8.2, 9.1
        if now.owed:
            return []  # 7.0: draws come first
        moves = self._closing()
        if not now.stopped:
            for place in PLACES:
                moves += self._plays(place) + self._stand_ins(place)
            moves += self._extra_discards() + self._plus_ones()
        return moves

    def _need(self, place: int) -> int:
        """The number that a building pile needs (3.2)."""
        return len(self.building[place]) + 1

    def _sources(self, coins: int) -> dict[str, str]:
        """All cards that the mover could play (4.2), by the name that the notation gives them."""
        seat = self.now.seat
        sources = self._tops("", seat)
        for card in self.hands[seat]:
            sources["H" + card] = card
        partner = self._partner(seat)
        if self.partner_piles and partner is not None:
            sources.update(self._tops("P", partner))  # 6.2
        if coins >= 1:
            for other in range(self.players):
                if other != seat:
                    sources.update(self._tops(f"@{other + 1}", other))  # 9.2
        return sources

    def _tops(self, prefix: str, owner: int) -> dict[str, str]:
        """The top of a seat's stock pile (3.1) and of its discard piles (3.4)."""
        tops = {}
        if self.stocks[owner]:
            tops[f"{prefix}S"] = self.stocks[owner][-1]
        for number, pile in enumerate(self.discards[owner], start=1):
            if pile:
                tops[f"{prefix}D{number}"] = pile[-1]
        return tops

    def _plays(self, place: int) -> list[str]:
        """Real cards onto one building pile (3.2)."""
        sources = self._sources(self.coins[self.now.seat])
        need = self._need(place)
        return [f"{name}>{place + 1}" for name, card in sources.items() if fits(card, need)]

    def _stand_ins(self, place: int) -> list[str]:
        """The die (8.2) or coins (9.1) as a card, if a real card can follow at the same place."""
        now, need, moves = self.now, self._need(place), []
        purse = self.coins[now.seat]
        if now.roll in RANGES and need in RANGES[now.roll] and self._can_follow(need, purse):
            moves.append(f"R>{place + 1}")
        if purse >= need:
            rest = purse - need
            if need == 12:  # the pile is complete and its coins are dealt before the card follows
                rest += self._shares(self.beside[place] + need)[now.seat]
            if self._can_follow(need, rest):
                moves.append(f"C>{place + 1}")
        return moves

    def _can_follow(self, number: int, coins: int) -> bool:
        """Whether the next number (1 after 12) or a wild could be played, or bought (9.1)."""
        following = number % 12 + 1
        return any(fits(card, following) for card in self._sources(coins).values())

    def _extra_discards(self) -> list[str]:
        """The die's `2`: not the last card of the hand (8.3)."""
        hand = self.hands[self.now.seat]
        if not self.now.extra_discards or len(hand) < 2:
            return []
        return [f"H{card}+{place + 1}" for card in hand for place in PLACES]

    def _plus_ones(self) -> list[str]:
        """The die's `+1` for an opponent, if there is a card to draw (8.4)."""
        if self.now.roll != "+1" or not self._card_to_draw():
            return []
        side = self._side(self.now.seat)
        return [f"R@{seat + 1}" for seat in range(self.players) if seat not in side]

    def _closing(self) -> list[str]:
        """A discard (4.4), or a pass with no card in hand (4.6, 7.2)."""
        hand = self.hands[self.now.seat]
        return [f"H{card}-{place + 1}" for card in hand for place in PLACES] or ["."]

    def _acts(self) -> list[str]:
        """What all seats can do at an open table, besides playing cards (7)."""
        now, acts = self.now, []
        seats = range(1, self.players + 1)
        if self._card_to_draw():
            acts.append(f"{self.mover}:draw")  # 4.1, 4.3; one too many: 7.1
        if now.out:
            acts += [f"{seat}:object" for seat in seats if seat != self.mover]  # 7.2
        elif not now.moved:
            acts += [f"{seat}:out" for seat in seats if seat != self.mover]  # 7.2
        partner = self._partner(now.seat)
        if self.partner_piles and partner is not None:  # 6.5
            acts.append(f"{partner + 1}:talk")
            acts += [f"{a}:accuse{b}" for a in seats for b in seats if a != b]
        return acts

    # ---------------------------------------------------------------- events

    def apply(self, text: str) -> None:
        """Applies one line of a log: a move, or the chance line that is awaited."""
        if self.result is not None:
            raise ValueError(f"The game is over; {text!r} cannot follow.")
        if self.awaits is not None:
            self._chance(text)
        elif text not in self.legal():
            raise ValueError(f"{text!r} is not legal here.")
        elif ":" in text:
            self._act(int(text[0]) - 1, text[2:])
        else:
            self.now.moved = True
            self._move(text)
        self._go_on()

    def chance_cards(self) -> list[str]:
        """The cards, in no particular order, that the awaited shuffle or restock line must hold."""
        if self.awaits == "shuffle":
            return list(self.aside)
        if self.awaits == "restock" and self.awaits_seat is not None:
            pile = self.stocks[self.awaits_seat - 1]
            return pile[:-1] or pile[:]  # 7.1: a single card was drawn to a finished stock pile
        return []

    def _chance(self, text: str) -> None:
        word, *rest = text.split(" ")
        if word != self.awaits:
            raise ValueError(f"A {self.awaits} line must come here, not {text!r}.")
        if word == "roll":
            self._roll(rest)
            self.todo.pop(0)
            return
        if word == "restock" and rest[:1] != [str(self.awaits_seat)]:
            raise ValueError(f"It is the stock pile of seat {self.awaits_seat} that is restocked.")
        cards = rest[1:] if word == "restock" else rest
        if sorted(cards) != sorted(self.chance_cards()):
            raise ValueError(f"A {word} line must hold just the cards that were shuffled.")
        if word == "shuffle":  # 4.5; the draw that needed it is still to be done
            self.draw, self.aside = cards[::-1], []
            return
        _, seat = self.todo.pop(0)
        self.stocks[seat][: len(cards)] = cards[::-1]  # 7.1: the face-up card stays on top

    def _roll(self, faces: list[str]) -> None:
        """The die at the start of a turn (8.1)."""
        if len(faces) != 1 or faces[0] not in FACES:
            raise ValueError("A roll line must hold one face of the die.")
        self.now.roll = faces[0]
        self.now.extra_discards = 2 if faces[0] == "2" else 0

    def _move(self, text: str) -> None:
        if text in ("T", "X"):
            self._settle_toll(pay=text == "T")
        elif text == ".":
            self._pass()
        elif text.startswith("R@"):  # 8.4
            self.now.roll = None
            self.todo.append(("bottom", int(text[2:]) - 1))
        elif ">" in text:
            source, place = text.split(">")
            if source in ("R", "C"):
                self._play_stand_in(source, int(place) - 1)
            else:
                self._play(source, int(place) - 1)
        else:
            self._discard(card=text[1:-2], closing=text[-2] == "-", place=int(text[-1]) - 1)

    def _discard(self, card: str, closing: bool, place: int) -> None:
        """The closing discard (4.4) or an extra one (8.3)."""
        seat = self.now.seat
        self.hands[seat].remove(card)
        self.discards[seat][place].append(card)
        self.passed.clear()
        if closing:
            self._end_turn()
        else:
            self.now.extra_discards -= 1

    def _pass(self) -> None:
        """A pass (4.6); the game may be blocked by it (4.7)."""
        if not self.now.played and not self._card_to_draw():
            self.passed.add(self.now.seat)
        if len(self.passed) == self.players:
            self._finish("blocked", [], 0)
        else:
            self._end_turn()

    def _play(self, source: str, place: int) -> None:
        """A real card to a building pile (4.2, 6.2, 9.2)."""
        now, owner, pile = self.now, self.now.seat, source
        if source.startswith("P"):  # 6.2
            owner, pile = (now.seat + self.players // 2) % self.players, source[1:]
        if source.startswith("@"):  # 9.2
            owner, pile = int(source[1]) - 1, source[2:]
            self.coins[now.seat] -= 1
            self.coins[owner] += 1
        if pile == "S":
            card = self.stocks[owner].pop()
        elif pile.startswith("D"):
            card = self.discards[owner][int(pile[1:]) - 1].pop()
        else:
            card = pile[1:]
            self.hands[owner].remove(card)
            now.refill = not self.hands[owner]  # 4.3
        self.building[place].append(card)
        now.played = True
        now.follow = None
        self.passed.clear()
        self._check_complete(place)
        if pile == "S":
            self._check_stock(owner)
        if self.result is None:  # 5.1: a win leaves no toll to pay
            now.toll, now.toll_place = toll_of(card), place
            self._check_refill()

    def _play_stand_in(self, source: str, place: int) -> None:
        """The die (8.2) or coins (9.1) as the card that a building pile needs."""
        now, need = self.now, self._need(place)
        if source == "R":
            now.roll = None
        else:
            self.coins[now.seat] -= need
            self.beside[place] += need  # 9.4
        self.building[place].append(STAND_IN)
        now.follow = place
        self._check_complete(place)

    def _check_complete(self, place: int) -> None:
        """A complete pile is set aside (3.3) and its coins are dealt out (9.4)."""
        if len(self.building[place]) < 12:
            return
        self.aside += [card for card in self.building[place] if card != STAND_IN]
        self.building[place] = []
        for seat, share in enumerate(self._shares(self.beside[place])):
            self.coins[seat] += share
        self.beside[place] = 0

    def _shares(self, coins: int) -> list[int]:
        """Coins dealt out one at a time in turn order, beginning with the mover (9.4)."""
        shares = [0] * self.players
        for number in range(coins):
            shares[(self.now.seat + number) % self.players] += 1
        return shares

    def _check_refill(self) -> None:
        """Five new cards for a hand that was played out (4.3), once the toll is settled (9.3)."""
        now = self.now
        if now.toll or not now.refill:
            return
        now.refill = False
        if self.open_table:
            now.owed = 5
        else:
            self.todo += [("hand", now.seat)] * 5

    def _settle_toll(self, pay: bool) -> None:
        """Pay, beside the pile (9.4), and go on; or only discard if there is a card (9.3)."""
        now = self.now
        if pay:
            self.coins[now.seat] -= now.toll
            self.beside[now.toll_place] += now.toll
        now.toll = 0
        if pay:
            self._check_refill()
        elif self.hands[now.seat]:
            now.stopped = True
        else:
            self._end_turn()

    # ---------------------------------------------------------------- open tables

    def _act(self, seat: int, act: str) -> None:
        now = self.now
        if act == "draw":
            now.moved = True
            if now.owed:  # 4.1, 4.3
                now.owed -= 1
                self.todo.append(("hand", seat))
            else:  # 7.1
                self.todo.append(("extra", seat))
        elif act == "out":  # 7.2
            self.interrupted = now
            self._start_turn(seat, out=True)
        elif act == "object":
            self._object()
        elif act == "talk":
            now.talks += 1
        else:
            self._accuse(int(act[len("accuse") :]) - 1)

    def _object(self) -> None:
        """The turn out of turn stops; its player will not draw in their next turn (7.2)."""
        self.penalised[self.now.seat] = True
        if self.interrupted is not None:
            self.now, self.interrupted = self.interrupted, None

    def _accuse(self, accused: int) -> None:
        """Upheld if the mover's partner talked in this turn: two cards to their stock (6.5)."""
        if accused == self._partner(self.now.seat) and self.now.talks:
            self.now.talks -= 1
            self.todo += [("bottom", accused)] * 2
