"""A million games of greedy against greedy; prints the memory in use as it goes."""

import resource

from docena.arena.simulate import Simulation, bots_for
from docena.core.options import choose_options

GAMES = 1_000_000


def main() -> None:
    simulation = Simulation(choose_options("classic", 2), bots_for(["greedy"], 2), GAMES, workers=2)
    told = 0
    for done in simulation.run():
        if done >= told:
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{done:>9,} games, at most {used:.1f} MiB so far", flush=True)
            told += GAMES // 10
    report = simulation.report()
    print(f"{report['games_per_second']:,.0f} games/s, {report['moves_per_second']:,.0f} moves/s")


if __name__ == "__main__":
    main()
