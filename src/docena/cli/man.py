"""`docena man` and `docena completion`: manual pages and completion for shells, made of the commands themselves."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from docena import __version__
from docena.cli.output import COMPLETE_VARIABLE, Output
from docena.core.words import refused

_SHELLS = ("bash", "zsh", "fish", "powershell")


def man(
    command: Annotated[
        str | None, typer.Argument(help="A command; without one, the page of the program.", metavar="[COMMAND]")
    ] = None,
    output: Output = None,
) -> None:
    """Print a manual page, or write all of them into a folder.

    A page is read with `docena man play | man -l -`. With --output, the folder gets docena.1 and a page for each
    command; `man docena` finds them in ~/.local/share/man/man1.
    """
    from docena.cli.app import whole_program

    pages = dict(_pages(whole_program()))
    if output is None or str(output) == "-":
        name = f"docena-{command}" if command else "docena"
        if name not in pages:
            raise refused("not_found", "command_line", "no_command", name=command)
        typer.echo(pages[name], nl=False)
        return
    from docena.core.files import whole_file

    output.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        with whole_file(output / f"{name}.1") as file:
            file.write(text)
    typer.echo(f"{len(pages)} pages: {output}")


def completion(
    shell: Annotated[str, typer.Argument(help="bash, zsh, fish or powershell.", metavar="SHELL")],
    output: Output = None,
) -> None:
    """Print what makes a shell complete commands and options with Tab."""
    from typer._completion_shared import get_completion_script

    if shell not in _SHELLS:
        raise refused("bad", "terminal_refused", "no_such", option="SHELL", value=shell, known=", ".join(_SHELLS))
    script = get_completion_script(prog_name="docena", complete_var=COMPLETE_VARIABLE, shell=shell)
    if output is None:
        typer.echo(script)
        return
    from docena.core.files import whole_file

    with whole_file(output) as file:
        file.write(script + "\n")


def _pages(program: Any) -> Iterator[tuple[str, str]]:
    """Each page by its name: the program, and every command with those inside it."""
    listed = [(name, _first_sentence(command)) for name, command in program.commands.items()]
    yield "docena", _page("docena", program, listed)
    for name, command in program.commands.items():
        inner = [(below, _first_sentence(one)) for below, one in getattr(command, "commands", {}).items()]
        text = _page(f"docena {name}", command, inner)
        for below, one in getattr(command, "commands", {}).items():
            text += f'.SH "{_roff(f"DOCENA {name.upper()} {below.upper()}")}"\n' + _body(f"docena {name} {below}", one)
        yield f"docena-{name}", text


def _page(name: str, command: Any, inner: list[tuple[str, str]]) -> str:
    title = name.replace(" ", "-")
    head = f'.TH "{title.upper()}" 1 "" "docena {__version__}" "docena"\n'
    head += f".SH NAME\n{_roff(title)} \\- {_roff(_first_sentence(command).rstrip('.'))}\n"
    text = head + ".SH SYNOPSIS\n" + _synopsis(name, command) + ".SH DESCRIPTION\n" + _description(command)
    if inner:
        text += ".SH COMMANDS\n" + "".join(f".TP\n\\fB{_roff(one)}\\fR\n{_roff(words)}\n" for one, words in inner)
    return text + _options(command, ".SH OPTIONS\n") + _examples(command, ".SH EXAMPLES\n")


def _body(name: str, command: Any) -> str:
    """What is said of a command inside another one's page."""
    return _synopsis(name, command) + ".PP\n" + _description(command) + _options(command, "") + _examples(command, "")


def _synopsis(name: str, command: Any) -> str:
    rest = " ".join(["[OPTIONS]"] * any(one.param_type_name == "option" for one in command.params)
                    + [_argument(one) for one in command.params if one.param_type_name == "argument"]
                    + ["COMMAND ..."] * hasattr(command, "commands"))  # fmt: skip
    return f"\\fB{_roff(name)}\\fR {_roff(rest)}\n"


def _argument(argument: Any) -> str:
    shown = argument.metavar or argument.name.upper()
    shown = shown if argument.required or shown.startswith("[") else f"[{shown}]"
    return f"{shown}..." if argument.nargs == -1 and not shown.endswith("...") else str(shown)


def _options(command: Any, heading: str) -> str:
    lines = []
    for one in command.params:
        if one.param_type_name == "option" and not one.hidden:
            flag = one.is_flag or not one.metavar
            names = ", ".join([*one.opts, *one.secondary_opts]) + ("" if flag else f" {one.metavar}")
            lines.append(f".TP\n\\fB{_roff(names)}\\fR\n{_roff(one.help or '')}\n")
    return heading + "".join(lines) if lines else ""


def _description(command: Any) -> str:
    paragraphs = [" ".join(part.split()) for part in (command.help or "").replace("\b", "").split("\n\n")]
    return "\n.PP\n".join(map(_roff, filter(None, paragraphs))) + "\n"


def _examples(command: Any, heading: str) -> str:
    lines = [line.strip() for line in (command.epilog or "").splitlines() if line.startswith("  ")]
    return heading + ".PP\n.nf\n" + "".join(f"{_roff(line)}\n" for line in lines) + ".fi\n" if lines else ""


def _first_sentence(command: Any) -> str:
    return " ".join((command.help or "").split("\n\n")[0].split())


def _roff(text: str) -> str:
    """A text in which nothing means anything to roff.

    >>> _roff("--lang L: 'es'")
    "\\\\-\\\\-lang L: 'es'"
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)
