#!/usr/bin/env python3
"""Whether constants in flash are as fast as constants in RAM.

Runs the program `constants` on the platform fe310 with its tables in flash and in RAM, in turn, in the plain loop, the fast loop and translated code. Writes
flash.txt: for each loop the instructions a second, and their ratio, the median over the turns. Exits 1 if the ratio of translated code is below 0.7.
"""

import json
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import processor_seconds, run  # noqa: E402

LOOPS = {"plain": ("--fast", "off"), "fast": ("--translate", "off"), "translated": ()}
NEEDED = 0.7


def mips(options, place, switches):
    kind = f"{place}_quick" if options.quick else place
    elf = options.build / "evaluation" / "speed" / f"speed_constants_{kind}.elf"
    stats = options.out / "stats.json"
    before = processor_seconds()
    code, said = run([options.janus, "run", elf, "--platform", "fe310", "--stats", stats, *switches], options.time_limit)
    if code != 0:
        sys.exit(f"flash.py: {elf.stem}: {said}")
    return json.loads(stats.read_text())["instructions"] / (processor_seconds() - before) / 1e6


def main():
    parser = command_line.parser(__doc__, "speed", 600, 60)
    parser.add_argument("--turns", type=int, default=3)
    options = command_line.parse(parser)
    options.out.mkdir(parents=True, exist_ok=True)
    lines, ratio = [f"{'':12}{'flash':>10}{'RAM':>10}{'ratio':>8}"], 0
    for loop, switches in LOOPS.items():
        turns = [[mips(options, place, switches) for place in ("flash", "ram")] for _ in range(options.turns)]
        flash, ram = (statistics.median(column) for column in zip(*turns))
        ratio = statistics.median(flash / ram for flash, ram in turns)
        lines.append(f"{loop:12}{flash:10.0f}{ram:10.0f}{ratio:8.2f}")
        print(lines[-1], flush=True)
    (options.out / "flash.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if ratio < NEEDED else 0)


if __name__ == "__main__":
    main()
