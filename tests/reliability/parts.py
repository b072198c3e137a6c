"""All parts of the programme, by their names, in the order in which they are run."""

from importlib import import_module

from reliability.part import Part

NAMES = ("histories", "power", "views", "fuzz", "faults", "kills", "kills-postgres", "nodes", "soak", "lag")


def part_named(name: str) -> Part:
    """Only the modules of this part are read: some of them take seconds."""
    part: Part = import_module(f"reliability.{name.replace('-', '_')}").PART
    return part
