"""Whoever asks in Spanish is refused in Spanish: opening tables, sitting down, moves and seats."""

from pathlib import Path

import pytest
from server.stage import Stage, perform

SPANISH = {"Accept_Language": "es"}


def test_opening_and_joining_tables(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        async def refused(path: str, body: object) -> str:
            reply = await stage.post(path, body, **SPANISH)
            assert reply.status >= 400
            return str(reply.json["why"])

        def table(seat: int = 1, name: str = "Ana", **choices: object) -> dict[str, object]:
            return {"name": name, "seat": seat, "choices": choices}

        assert await refused("/api/tables", table(edition="masters", partners=True)) == (
            "masters no se juega por parejas"
        )
        assert "necesitan 300 cartas" in await refused("/api/tables", table(players=3, stock=100))
        assert "elige uno de los dos" in await refused("/api/tables", table(goal=100, games=2))
        assert "no hay ningún bot llamado «deep»" in await refused("/api/tables", table(bots={"2": "deep"}))
        assert "no puede ocupar el puesto 5" in await refused("/api/tables", table(bots={"5": "casual"}))
        assert await refused("/api/tables", table(seat=5)) == "No hay asiento 5 en esta mesa."
        assert "a la vez tuyo y de un bot" in await refused("/api/tables", table(seat=2, bots={"2": "casual"}))
        assert "al menos un carácter que se vea" in await refused("/api/tables", table(name="\u200b"))
        opened = await stage.open(players=3)
        seats = f"/api/tables/{opened['table']}/seats"
        assert await refused(seats, {"name": "Luis", "seat": 1}) == "Ese asiento está ocupado."
        assert "No hay asiento 5" in await refused(seats, {"name": "Luis", "seat": 5})
        assert "carácter que se vea" in await refused(seats, {"name": "\u202e"})
        game = await stage.get(f"/api/tables/{opened['table']}/games/3", **SPANISH)
        assert game.json["why"] == "La partida 3 de esta mesa no ha terminado, o nunca se repartió."
        game = await stage.get(f"/api/tables/{opened['table']}/games/x", **SPANISH)
        assert game.json["why"] == "El número de una partida es un número, no «x»."

    perform(tmp_path, test)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("H7>5", "«H7>5» no es una jugada: después de «H7>» debería venir una pila de construcción del 1 al 4, no «5»"),
        ("D1>1", "Tu pila de descarte 1 está vacía."),
        ("?:draw", "No puedes actuar por otro asiento."),
    ],
)
def test_moves(tmp_path: Path, move: str, why: str) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        guest = await stage.enter(duel.id, duel.secrets[duel.people.index(duel.mover)], lang="es")
        seat = duel.people.index(duel.mover) + 1
        answer = await guest.ask("move", seq=guest.seq, move=move.replace("?", str(3 - seat)))
        assert answer["why"] == why

    perform(tmp_path, test)
