"""The page says everything in both languages, and nothing that it says is left over."""

import json
import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "web" / "src"
_PART = re.compile(r"\{(\w+)\}")
_QUOTED = re.compile(r"""['"]([\w.-]+)['"]""")
_PUT_TOGETHER = re.compile(r"`(\w+\.[\w.]*\$\{[^`]*)`")
_HOLE = re.compile(r"\$\{[^}]*\}")
_OPENED = re.compile(r"locale\.open\('(\w+)'\)")
_CHAPTER = re.compile(r"saying\('(\w+)', import\('\./(screens/\w+\.svelte)'\)\)")
_IMPORTED = re.compile(r"""(?:from |import |import\()'(\.[^']+)'""")


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
    # what is said of one thing stands under the same key with `.one` behind it
    keys = {key.removesuffix(".one") for key in words("en")}
    assert not keys - said_in(code, keys)


def said_in(code: str, keys: set[str]) -> set[str]:
    """Which of these keys stand in the code: whole, or put together."""
    named = set(_QUOTED.findall(code))
    shapes = [
        re.compile(r"[\w.]+".join(map(re.escape, _HOLE.split(text)))) for text in set(_PUT_TOGETHER.findall(code))
    ]
    return {key for key in keys if key in named or any(one.fullmatch(key) for one in shapes)}


def reached(start: Path, *, without: set[Path]) -> set[Path]:
    """Everything that a file imports, at once or later, and what that imports."""
    found, left = set[Path](), [start]
    while left:
        path = left.pop()
        if path in found or path in without:
            continue
        found.add(path)
        for name in _IMPORTED.findall(path.read_text(encoding="utf-8")):
            beside = (path.parent / name).resolve()
            whole = [beside, beside.with_name(f"{beside.name}.ts")]
            left += [each for each in whole if each.suffix in {".ts", ".svelte"} and each.is_file()]
    return found


def test_words_that_are_fetched_with_a_screen_are_said_only_there() -> None:
    chapters = {
        path.stem: set(json.loads(path.read_text(encoding="utf-8")))
        for path in (SOURCE / "words" / "en").glob("*.json")
        if path.stem not in (SOURCE / "words" / "en" / "index.ts").read_text(encoding="utf-8")
    }
    app = SOURCE / "App.svelte"
    screens = [(SOURCE / screen, chapter) for chapter, screen in _CHAPTER.findall(app.read_text(encoding="utf-8"))]
    # a part that fetches a chapter itself may say what is in it
    screens += [
        (path, chapter)
        for path in SOURCE.rglob("*.svelte")
        for chapter in _OPENED.findall(path.read_text(encoding="utf-8"))
    ]
    assert set(chapters) == {chapter for _, chapter in screens} == {"events", "learn", "pads"}
    for start, own in [*screens, (app, "")]:
        others = set[str]().union(*(keys for chapter, keys in chapters.items() if chapter != own))
        for path in reached(start, without=set() if own else {screen for screen, _ in screens}):
            assert not said_in(path.read_text(encoding="utf-8"), others), f"{path}, from {start}"
