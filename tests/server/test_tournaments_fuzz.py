"""Thousands of entries that make no sense, or nearly: each is answered with a sentence, and the log stays whole."""

from pathlib import Path

from server.fuzzing import check_whole, fuzz_entries
from server.gibberish import RAW_ODDITIES
from server.stage import Stage, perform


def test_fuzzed_entries_are_answered_and_the_log_stays_whole(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event, statuses = await fuzz_entries(stage, 20264, 2500)
        assert set(statuses) >= {200, 400, 422}
        for raw in RAW_ODDITIES:
            data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
            assert (await stage.post(f"{event.path}/asks", data, Authorization=f"Key {event.key}")).status == 400
        assert await check_whole(event) > 50

    perform(tmp_path, test, asks_per_second=10**6)
