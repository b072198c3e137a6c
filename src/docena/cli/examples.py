"""Examples of every command: shown by its help and its manual page."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": ("docena play", "docena serve --open", "docena rules mod --lang es"),
    "play": (
        "docena play",
        "docena play --edition mod --players 4 --partners --lang es",
        "docena play --bots expert,master@500ms --players 3",
        "docena play --people Ana,Luis",
        "docena play --resume",
        "docena play --host --players 4",
        "docena play https://example.org/t/k3x9",
        "docena play K3M9-T4WX --server https://example.org",
    ),
    "simulate": (
        "docena simulate --games 100000",
        "docena simulate --edition mod --players 4 --bots expert,casual --json",
        "docena simulate --games 100 --output games.jsonl",
    ),
    "arena": ("docena arena --bots expert,casual --until 10", "docena arena --bots master@50ms,./mybot --games 200"),
    "check": ("docena check games.jsonl", "docena simulate --games 10 --output - | docena check -"),
    "replay": ("docena replay games.jsonl", "docena replay games.jsonl --game 3 --seat 2"),
    "hint": ("docena hint game.jsonl", "docena hint game.jsonl --ply 12 --tries 10000"),
    "analyse": ("docena analyse game.jsonl", "docena analyse game.jsonl --output game.html --lang es"),
    "verify": ("docena verify game.jsonl", "docena verify monday.jsonl tuesday.jsonl"),
    "bench": ("docena bench", "docena bench --json --seconds 5"),
    "editions": ("docena editions", "docena editions --show classic > mine.toml"),
    "rules": ("docena rules mod --lang es", "docena rules masters --find toll", "docena rules --words"),
    "train": (
        "docena train --family duel --output networks.npz",
        "docena train --resume",
    ),
    "serve": ("docena serve --open", "docena serve --lan --port 8000", "docena serve --config docena.toml"),
    "join": (
        "docena join https://example.org/t/k3x9 --bot expert",
        "docena join https://example.org --code K3M9-T4WX --games 3",
    ),
    "backup": ("docena backup docena.db docena-copy.db",),
    "man": ("docena man play", "docena man --output ~/.local/share/man/man1"),
    "completion": (
        "docena completion bash > ~/.local/share/bash-completion/completions/docena",
        "docena completion zsh > ~/.zfunc/_docena",
        "docena completion fish > ~/.config/fish/completions/docena.fish",
    ),
    "score": ("docena score", "docena score new Ana Luis", "docena score add Ana --left 0,14"),
    "score new": ("docena score new Ana Luis --goal 300", "docena score new 'Ana & Luis' 'Eva & Juan'"),
    "score add": ("docena score add Ana --left 0,14", "docena score add blocked --left 3,5"),
    "score fix": ("docena score fix 2 Luis --left 4,0",),
    "score strike": ("docena score strike 2",),
    "score undo": ("docena score undo",),
    "score show": ("docena score show", "docena score show --match Sunday --json"),
    "score list": ("docena score list",),
    "score export": ("docena score export sunday.csv", "docena score export - --match Sunday"),
    "score print": ("docena score print pad.html", "docena score print empty.html --blank 4 --goal 300"),
    "score share": ("docena score share > pad.txt",),
    "score receive": ("docena score receive - < pad.txt",),
    "score remove": ("docena score remove Sunday",),
    "tournament": (
        "docena tournament new 'Spring Games'",
        "docena tournament enter --csv pairs.csv",
        "docena tournament seat",
        "docena tournament report 1 3 --left 0,4",
        "docena tournament standings",
    ),
    "tournament new": (
        "docena tournament new 'Spring Games'",
        "docena tournament new 'Club night' --format progressive --games 5",
    ),
    "tournament set": ("docena tournament set --games 4 --minutes 20",),
    "tournament list": ("docena tournament list",),
    "tournament enter": (
        "docena tournament enter 'Ana & Luis' 'Eva & Juan'",
        "docena tournament enter --csv pairs.csv",
    ),
    "tournament draw": ("docena tournament draw",),
    "tournament pair": ("docena tournament pair 3 8",),
    "tournament drop": ("docena tournament drop 5",),
    "tournament back": ("docena tournament back 5",),
    "tournament keep": ("docena tournament keep 5 1",),
    "tournament rename": ("docena tournament rename 5 'Ana & Eva'",),
    "tournament seat": ("docena tournament seat", "docena tournament seat --seed 'red blue'"),
    "tournament play-off": ("docena tournament play-off",),
    "tournament show": ("docena tournament show", "docena tournament show --json"),
    "tournament standings": ("docena tournament standings",),
    "tournament log": ("docena tournament log",),
    "tournament clock": ("docena tournament clock start --minutes 20", "docena tournament clock pause"),
    "tournament report": ("docena tournament report 1 3 --left 0,4", "docena tournament report 1 4 --left 3,2"),
    "tournament correct": ("docena tournament correct 1 3 --left 4,0",),
    "tournament confirm": ("docena tournament confirm 1 3",),
    "tournament dispute": ("docena tournament dispute 1 3",),
    "tournament clear": ("docena tournament clear 1 3",),
    "tournament penalty": ("docena tournament penalty 1 3 2 --cards 2 --clause 7.1",),
    "tournament note": ("docena tournament note 'Table 3 changed its deck'",),
    "tournament undo": ("docena tournament undo",),
    "tournament export": ("docena tournament export spring.json",),
    "tournament import": ("docena tournament import spring.json",),
    "tournament remove": ("docena tournament remove Spring",),
    "tournament link": ("docena tournament link --url https://example.org",),
    "tournament new-link": ("docena tournament new-link 5",),
    "tournament print": ("docena tournament print tickets tickets.html",),
    "tournament simulate": ("docena tournament simulate --pairs 12 --events 100",),
}
"""By command; the empty name is the program itself."""


def add_examples(command: object, name: str) -> None:
    """Puts the examples of a command, and of those in it, below their help."""
    shown = EXAMPLES.get(name, ())
    command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in shown)  # type: ignore[attr-defined]
    if name:
        for below, inner in getattr(command, "commands", {}).items():
            add_examples(inner, f"{name} {below}")
