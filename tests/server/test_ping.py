"""A wire on which nothing is said: whoever asks whether it holds is answered, whatever the table does."""

from pathlib import Path

from server.stage import Stage, perform


def test_a_ping_is_answered_at_once_and_changes_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        watcher = await stage.enter(duel.id)
        before = await duel.position()
        for guest in (watcher, *duel.people):
            assert await guest.ask("ping", id="p") == {"type": "answer", "id": "p", "ok": True}
        reply = await stage.post(f"{duel.path}/asks", {"do": "ping", "id": "p"})
        assert (reply.status, reply.json["ok"]) == (200, True)
        assert await duel.position() == before

    perform(tmp_path, test)


def test_a_table_that_waits_for_the_disk_is_no_dead_wire(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        duel.live._busy = True
        for person in duel.people:
            assert (await person.ask("ping"))["ok"]
        duel.live._busy = False
        await duel.move()

    perform(tmp_path, test)
