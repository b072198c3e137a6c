"""The documents say what is: settings, messages and files named in them are those of the program."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from typer.main import get_command

from docena.cli.app import app
from docena.core.errors import Reason
from docena.server.middleware import STATUS
from docena.server.schema import openapi
from docena.server.settings import Settings, load_settings
from docena.server.tournaments import commands as event_commands
from docena.tables import commands, table_choices
from docena.tables import messages as sights

ROOT = Path(__file__).parents[1]
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def _rows(text: str) -> list[list[str]]:
    """The rows of all tables of a document, as cells."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]


def _named(text: str) -> set[str]:
    """All words that stand as code in the first cells of tables."""
    return {word for row in _rows(text) for word in re.findall(r"`([a-z_]+)`", row[0])}


SERVE = {option.name: option for option in get_command(app).commands["serve"].params}  # type: ignore[attr-defined]


@pytest.mark.parametrize("field", msgspec.structs.fields(Settings), ids=lambda field: field.name)
def test_every_setting_is_told_with_its_flag_and_default(field: msgspec.structs.FieldInfo) -> None:
    told = [row for row in _rows(HOSTING) if row[0] == f"`{field.name}`"]
    assert len(told) == 1
    _, flag, usual, meaning = told[0]
    assert flag == (f"`{SERVE[field.name].opts[0]}`" if field.name in SERVE else "")
    default = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    assert usual == (f"`{default}`" if default else "")
    assert meaning


def test_no_setting_is_told_that_does_not_exist() -> None:
    assert {row[0].strip("`") for row in _rows(HOSTING) if len(row) == 4} <= {"setting", "---"} | set(
        Settings.__struct_fields__
    )


def test_the_examples_of_settings_are_settings(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", HOSTING, re.DOTALL)
    for text in (example, (ROOT / "deploy" / "docena.toml").read_text(encoding="utf-8")):
        (tmp_path / "docena.toml").write_text(text, encoding="utf-8")
        settings = load_settings({}, tmp_path / "docena.toml", {})
        assert settings.trust_proxy
        assert tomllib.loads(text)["public_url"] == settings.public_url


def test_every_variable_of_the_deployment_is_a_setting() -> None:
    files = [ROOT / "Dockerfile", *(ROOT / "deploy").iterdir(), ROOT / "docs" / "hosting.md"]
    named = {word for file in files for word in re.findall(r"DOCENA_([A-Z_]*[A-Z])", file.read_text(encoding="utf-8"))}
    assert {word.lower() for word in named} <= set(Settings.__struct_fields__) | {"config", "cache"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "docena.service").read_text(encoding="utf-8")
    (tmp_path / "docena.service").write_text(unit.replace("/opt/docena/bin/docena serve", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "docena.service")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "docena.service" not in told.stderr


def test_every_ask_is_told() -> None:
    asked = {kind.__struct_config__.tag for kind in commands.AnyCommand.__args__} - {"hello"}
    told = {word for row in _rows(API) if len(row) == 3 for word in re.findall(r"`([a-z]+)`", row[0])}
    assert asked <= told
    assert '{"do": "hello"' in API


@pytest.mark.parametrize("kind", [sights.State, table_choices.Choices], ids=lambda kind: str(kind.__name__))
def test_every_part_is_told(kind: Any) -> None:
    assert set(kind.__struct_fields__) <= _named(API)


def test_every_entry_of_events_and_pads_is_told() -> None:
    tags = {
        str(kind.__struct_config__.tag)
        for kind in (*event_commands.AnyCommand.__args__, *event_commands.PadCommand.__args__)
    }
    assert tags <= set(re.findall(r"`([a-z_]+)`", API[API.index("## Events and score pads") :]))


def test_every_message_is_told() -> None:
    assert {kind.__struct_config__.tag for kind in sights.AnyMessage.__args__} <= _named(API)


def test_every_reason_is_told_with_its_status() -> None:
    told: dict[str, str] = {}
    for reasons, statuses in (row[:2] for row in _rows(API) if len(row) == 4 and row[0] not in ("`reason`", "---")):
        found = re.findall(r"`([a-z_]+)`", reasons)
        told |= dict(zip(found, re.findall(r"\d+", statuses) or [""], strict=True))
    assert told == {reason: str(status) for reason, status in STATUS.items()} | {"moved_over": ""}


def test_every_reason_has_a_status() -> None:
    assert set(get_args(Reason)) == set(STATUS) | {"moved_over"}


def test_every_route_is_told() -> None:
    paths = {path for path in openapi()["paths"] if path.startswith("/api/") and path not in API}
    # those of passkeys share a line
    assert paths <= {"/api/passkeys/finish", "/api/passkeys/login/finish"}


def test_every_command_is_told() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    told = {found for row in _rows(COMMANDS) for found in re.findall(r"^`docena ([a-z]+)", row[0])}
    assert set(commands) == told


@pytest.mark.parametrize("file", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", file.read_text(encoding="utf-8")):
        assert link.startswith("http") or (file.parent / link).exists(), link
