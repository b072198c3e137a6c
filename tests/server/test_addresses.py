"""The address that limits count: what trusted proxies wrote, whatever else a client sends."""

from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict
from server.stage import Stage, perform

from docena.server.protection.addresses import address_of, grouped, scheme_of
from docena.server.settings import Settings, load_settings

PROXY = "10.0.0.7"


def told(settings: Settings, *lines: tuple[str, str]) -> tuple[str, str]:
    """Address and scheme of a request with these header lines, from a proxy at 10.0.0.7."""
    request = make_mocked_request("GET", "/", headers=CIMultiDict(lines)).clone(remote=PROXY, scheme="http")
    return address_of(request, settings), scheme_of(request, settings)


@pytest.mark.parametrize(
    ("lines", "depth", "expected"),
    [
        ([], 1, PROXY),
        (["203.0.113.9"], 1, "203.0.113.9"),
        (["1.1.1.1, 203.0.113.9"], 1, "203.0.113.9"),
        (["1.1.1.1", "203.0.113.9"], 1, "203.0.113.9"),
        (["1.1.1.1", "2.2.2.2, 203.0.113.9"], 1, "203.0.113.9"),
        (["203.0.113.9", "2.2.2.2"], 2, "203.0.113.9"),
        (["1.1.1.1, 203.0.113.9, 2.2.2.2"], 2, "203.0.113.9"),
        (["203.0.113.9"], 2, "203.0.113.9"),
        (["1.1.1.1, unknown"], 1, PROXY),
        (["1.1.1.1, unknown, 2.2.2.2"], 2, "2.2.2.2"),
        ([""], 1, PROXY),
        (["1.1.1.1,"], 1, PROXY),
        (["203.0.113.9:4711"], 1, "203.0.113.9"),
        (["[2001:db8:1:2:3::4]:4711"], 1, "2001:db8:1:2::/64"),
        (["2001:db8:1:2:ffff::9"], 1, "2001:db8:1:2::/64"),
        (["::ffff:203.0.113.9"], 1, "203.0.113.9"),
        (["fe80::1%eth0"], 1, "fe80::/64"),
        (['"203.0.113.9"'], 1, "203.0.113.9"),
        (['", 203.0.113.9'], 1, "203.0.113.9"),
        (["1.1.1.1 203.0.113.9"], 1, PROXY),
        (["[::1"], 1, "::/64"),
        (["999.1.1.1"], 1, PROXY),
    ],
)
def test_the_last_entry_that_no_client_wrote_counts(lines: list[str], depth: int, expected: str) -> None:
    settings = Settings(trust_proxy=True, proxy_depth=depth)
    assert told(settings, *(("X-Forwarded-For", line) for line in lines))[0] == expected
    assert told(Settings(proxy_depth=depth), *(("X-Forwarded-For", line) for line in lines))[0] == PROXY


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["for=203.0.113.9;proto=https"], ("203.0.113.9", "https")),
        (['For="[2001:db8:1:2::3]:4711"; Proto=HTTPS'], ("2001:db8:1:2::/64", "https")),
        (["for=1.1.1.1;proto=https", "for=203.0.113.9;proto=http"], ("203.0.113.9", "http")),
        (['for=1.1.1.1;x=", for=203.0.113.9'], ("203.0.113.9", "")),
        (['for=1.1.1.1;x=", for="203.0.113.9:80"'], ("203.0.113.9", "")),
        (['for=203.0.113.9;host="evil, for=9.9.9.9;proto=https"'], ("203.0.113.9", "")),
        (['for=203.0.113.9;host="a\\"b, for=9.9.9.9"'], ("203.0.113.9", "")),
        (["for=_hidden"], (PROXY, "")),
        (["for=unknown;proto=gopher"], (PROXY, "")),
        (["nonsense"], (PROXY, "")),
        ([], (PROXY, "")),
    ],
)
def test_the_standard_header_is_read_from_its_end(lines: list[str], expected: tuple[str, str]) -> None:
    settings = Settings(trust_proxy=True, forwarded_header="Forwarded")
    others = (("X-Forwarded-For", "9.9.9.9"), ("X-Forwarded-Proto", "https"), ("X-Real-IP", "9.9.9.9"))
    assert told(settings, *others, *(("Forwarded", line) for line in lines)) == expected


def test_only_the_header_that_is_named_is_read() -> None:
    lines = (("X-Forwarded-For", "1.1.1.1"), ("X-Real-IP", "203.0.113.9"), ("Forwarded", "for=2.2.2.2"))
    for name in ("X-Real-IP", "x-real-ip"):
        assert told(Settings(trust_proxy=True, forwarded_header=name), *lines)[0] == "203.0.113.9"
    assert told(Settings(trust_proxy=True, forwarded_header="CF-Connecting-IP"), *lines)[0] == PROXY


def test_a_scheme_is_believed_like_an_address() -> None:
    trusting = Settings(trust_proxy=True)
    assert told(trusting, ("X-Forwarded-Proto", "https"))[1] == "https"
    assert told(trusting, ("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "http"))[1] == "http"
    assert told(trusting, ("X-Forwarded-Proto", "javascript"))[1] == ""
    assert told(trusting)[1] == ""
    assert told(Settings(), ("X-Forwarded-Proto", "https"))[1] == "http"


def test_nothing_that_is_no_address_becomes_one() -> None:
    for text in (
        "",
        " ",
        "-",
        "unknown",
        "_x",
        "1.2.3",
        "1.2.3.4.5",
        "[]",
        "[:::]",
        "a" * 9000,
        "1.2.3.4/8",
        "::g",
        "\u0663.1.1.1",
    ):
        assert grouped(text) is None, text


def test_an_ipv6_client_is_its_network(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        async def open_from(*told: str) -> int:
            headers = CIMultiDict([("X-Forwarded-For", line) for line in told])
            async with stage.session.post(
                stage.address.http("/api/tables"), data=b'{"name":"Eva"}', headers=headers
            ) as reply:
                return reply.status

        assert [await open_from(f"2001:db8:1:2::{n}") for n in range(1, 4)] == [201, 429, 429]
        assert await open_from("2001:db8:1:3::1") == 201
        # a line of the client's own changes nothing
        assert [await open_from(f"9.9.9.{n}", "203.0.113.9") for n in range(3)] == [201, 429, 429]

    perform(tmp_path, test, trust_proxy=True, tables_per_hour=1)


def test_a_header_and_a_depth_that_cannot_be_are_refused_with_a_sentence() -> None:
    for name, value in (("DOCENA_FORWARDED_HEADER", "X Forwarded"), ("DOCENA_PROXY_DEPTH", "0")):
        with pytest.raises(Exception, match="the environment"):
            load_settings({}, None, {name: value})
