"""Requests about accounts."""

from server.hall import Hall

PASSWORD = "seven of spades"


ANA = {"name": "Ana", "password": PASSWORD}


async def came_in(hall: Hall, credentials: dict[str, str] = ANA) -> str:
    made = await hall.post("/api/accounts", credentials)
    assert made.status == 201, made.text
    token: str = made.body["token"]
    return token
