"""What is wrong with a command line, as a sentence in the language of its command."""

import os
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer

from docena.core.words import LANGUAGES, say

_KINDS = {int: "whole_number", float: "number"}


def usage_sentence(error: typer.TyperException, arguments: Sequence[str]) -> str:
    """The sentence, with the command that says more."""
    context = getattr(error, "ctx", None)
    lang = _language(context, arguments)
    sentence = _sentence(error, lang)
    if context is None or context.parent is None:
        return sentence
    return f"{sentence} ({say(lang, 'command_line', 'more', command=context.command_path)})"


def _language(context: Any, arguments: Sequence[str]) -> str:
    """The language that the command line or the environment names; tools for programmers have none to choose.

    The option itself has not been read yet where something else on the line cannot be.
    """
    command = getattr(context, "command", None)
    if (
        command is not None
        and not hasattr(command, "commands")
        and all("--lang" not in each.opts for each in command.params)
    ):
        return "en"
    named = re.search(r"(?:^|\0)--lang[=\0]([^\0]*)", "\0".join(arguments))
    lang = named[1] if named else os.environ.get("DOCENA_LANG", "")
    return lang if lang in LANGUAGES else "en"


def _sentence(error: Any, lang: str) -> str:
    def words(key: str, **parts: Any) -> str:
        return say(lang, "command_line", key, **parts)

    match type(error).__name__:
        case "NoSuchOption":
            near = words("near", names=words("or").join(sorted(error.possibilities))) if error.possibilities else ""
            return words("no_option", name=error.option_name) + near
        case "MissingParameter":
            return words("missing", name=_name_of(error.param))
        case "BadParameter":
            kind = _KINDS.get(error.param.type_descriptor.annotation, "value")
            given = error.__cause__.errors()[0]["input"] if hasattr(error.__cause__, "errors") else ""
            return words(kind, name=_name_of(error.param), given=given)
        case "BadOptionUsage":
            return words("no_value" if "not take" in error.message else "needs_value", name=error.option_name)
        case "UsageError":
            if "extra argument" in error.message:
                return words("extra", given=error.message.partition("(s) (")[2].rstrip(")"))
            if "No such command" in error.message:
                return _no_command(error, words)
    return str(error.format_message())


def _no_command(error: Any, words: Any) -> str:
    name = error.message.split("'")[1]
    near = get_close_matches(name, list(error.ctx.command.commands))
    return str(words("no_command", name=name) + (words("near", names=words("or").join(near)) if near else ""))


def _name_of(param: Any) -> str:
    """An option by its first name, an argument as help shows it."""
    name = param.opts[0] if param.param_type_name == "option" else param.get_error_hint().strip("'")
    return str(name)
