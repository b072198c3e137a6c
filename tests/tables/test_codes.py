"""Codes that people type, ids in links, secrets of seats."""

import re
import secrets
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docena.tables.codes import (
    ALPHABET,
    CODE_LENGTHS,
    LONG,
    SHORT,
    BadCode,
    grouped,
    is_secret,
    new_code,
    new_id,
    new_secret,
    read_code,
    secret_hash,
)

LOOK_ALIKES = ("0O", "1IL", "2Z", "5S", "8B", "UV")


def test_a_code_has_no_look_alikes() -> None:
    assert not set(ALPHABET) & set("".join(LOOK_ALIKES))
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert len(ALPHABET) ** SHORT > 6_000_000
    assert len(ALPHABET) ** LONG > 78_000_000_000


def test_every_character_comes_in_every_place_about_as_often() -> None:
    codes = [new_code() for _ in range(4_600)]
    for place in range(SHORT):
        seen = Counter(code[place] for code in codes)
        assert set(seen) == set(ALPHABET)
        # 200 expected; a fair draw leaves 120 to 280 less than once in a million times
        assert min(seen.values()) > 120
        assert max(seen.values()) < 280


@given(
    st.sampled_from(CODE_LENGTHS).flatmap(lambda length: st.text(ALPHABET, min_size=length, max_size=length)),
    st.integers(0, LONG),
    st.sampled_from(["-", " ", " - ", "\u2011", "\u2014", "\u00ad", "\uff0d", "\u00a0", ""]),
)
def test_a_code_is_read_as_people_type_it(code: str, place: int, between: str) -> None:
    typed = f"  {code[:place]}{between}{code[place:]}\n"
    assert read_code(typed) == read_code(typed.lower()) == code
    assert read_code(grouped(code)) == code


@given(st.sampled_from(CODE_LENGTHS))
def test_a_code_is_as_long_as_wished_and_shown_in_groups(length: int) -> None:
    code = new_code(length)
    assert len(code) == length
    assert grouped(code) == (code if length == SHORT else f"{code[:4]}-{code[4:]}")


@pytest.mark.parametrize(
    "typed",
    ["", "ACDE", "ACDEFG", "ACDEFGH", "ACDEFGHJK", "ACDE0", "ACDEo", "ACDÉF", "ACD/F", "ﬁCDE", "\u0661ACDE", "ßCDEF"],
)
def test_what_cannot_be_a_code(typed: str) -> None:
    with pytest.raises(BadCode, match=r"Codes do not contain|A code has"):
        read_code(typed)


def test_ids_and_secrets_can_stand_in_links_and_never_come_twice() -> None:
    ids, keys = {new_id() for _ in range(2_000)}, {new_secret() for _ in range(2_000)}
    assert len(ids) == len(keys) == 2_000
    assert all(re.fullmatch(r"[A-Za-z0-9]{16}", name) for name in ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", key) for key in keys)


def test_chance_comes_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator that could be seeded or foreseen would not go through `secrets`."""
    asked = []

    def token(size: int) -> str:
        asked.append(size)
        return "x" * 43

    def choice(characters: str) -> str:
        asked.append(len(characters))
        return characters[0]

    monkeypatch.setattr(secrets, "token_urlsafe", token)
    monkeypatch.setattr(secrets, "choice", choice)
    assert new_secret() == "x" * 43
    assert new_id() == "0" * 16
    assert asked == [32] + [62] * 16


def test_a_secret_is_known_by_its_hash() -> None:
    secret = new_secret()
    kept = secret_hash(secret)
    assert secret not in kept
    assert is_secret(secret, kept)
    assert not is_secret(secret[:-1] + ("A" if secret[-1] != "A" else "E"), kept)
    assert not is_secret("", kept)
    assert not is_secret(kept, kept)
    assert not is_secret(secret, "")


@pytest.mark.parametrize("odd", ["", "é", "\ud800", "x" * 10_000])
def test_any_text_is_compared_without_a_fault(odd: str) -> None:
    assert not is_secret(odd, secret_hash("other"))
    assert is_secret(odd, secret_hash(odd))
