"""The page says everything in both languages, and nothing that it says is left over."""

import json
import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "web" / "src"
_PART = re.compile(r"\{(\w+)\}")
_QUOTED = re.compile(r"""['"]([\w.-]+)['"]""")
_PUT_TOGETHER = re.compile(r"`(\w+\.[\w.]*\$\{[^`]*)`")
_HOLE = re.compile(r"\$\{[^}]*\}")


def words(lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted((SOURCE / "words" / lang).glob("*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        assert not said.keys() & found.keys(), f"{path}: said elsewhere, too"
        found |= said
    return found


def test_both_languages_have_the_same_keys_in_the_same_files() -> None:
    files = [{path.name for path in (SOURCE / "words" / lang).iterdir()} for lang in ("en", "es")]
    assert files[0] == files[1]
    for name in files[0]:
        texts = [(SOURCE / "words" / lang / name).read_text(encoding="utf-8") for lang in ("en", "es")]
        if name.endswith(".json"):
            assert list(json.loads(texts[0])) == list(json.loads(texts[1])), name
        else:
            assert texts[0] == texts[1], name


def test_both_say_something_with_the_same_parts() -> None:
    english, spanish = words("en"), words("es")
    for key, text in english.items():
        assert text.strip()
        assert spanish[key].strip(), key
        assert set(_PART.findall(text)) == set(_PART.findall(spanish[key])), key


def test_every_key_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for kind in ("ts", "svelte") for path in SOURCE.rglob(f"*.{kind}"))
    named = set(_QUOTED.findall(code))
    shapes = [
        re.compile(r"[\w.]+".join(map(re.escape, _HOLE.split(text)))) for text in set(_PUT_TOGETHER.findall(code))
    ]
    left_over = {key for key in words("en") if key not in named and not any(one.fullmatch(key) for one in shapes)}
    assert not left_over
