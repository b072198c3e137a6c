"""Draws docs/terminal.svg, which the README leads to, from a game that is dealt by seed."""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from docena.game.game import Game
from docena.narration.narrate import narrate
from docena.narration.screen import draw_table

NAMES = ["Ana", "greedy 2", "greedy 3", "greedy 4"]

# rich's own frame would load fonts from elsewhere
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>A game at the terminal</title>
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; white-space: pre; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
<rect fill="#1b1f27" x="0" y="0" width="100%" height="100%" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g></g></svg>
"""


def main() -> None:
    from docena.bots.players.player import player_for

    game = Game.new("classic", players=4, partners=True, seed=12)
    greedy = player_for("greedy")
    told: list[str] = []
    while game.board.turns < 26 or game.board.mover != 1:
        before = game.view(1)
        length = len(game.log)
        game.play(greedy.choose(game.view(game.board.mover)))
        told += [f"  {narrate(before, line, NAMES)}" for line in game.log[length:]]
    console = Console(record=True, width=104, file=io.StringIO())
    text = "\n".join(
        [
            "$ docena play --players 4 --partners",
            *told[-7:],
            "",
            draw_table(game.view(1), NAMES, "en", 1),
            "Your move: s",
        ]
    )
    console.print(Text(text), highlight=False)
    picture = console.export_svg(title="", code_format=FRAME, unique_id="docena")
    Path(__file__).with_name("terminal.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
