#!/usr/bin/env python3
"""Whether compressed code is as fast as its uncompressed twin, in each loop of janus.

Runs each program and its compressed twin in turn, for the same number of instructions, with the plain loop, the fast loop, translated code and the symbolic hart. Writes
compressed.txt: for each program and loop the ratio of instructions a second, the median over the turns. Exits 1 if a ratio is below 0.9.
"""

import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import processor_seconds, run  # noqa: E402

PROGRAMS = ("sieve", "matrix", "sha256", "quicksort", "fibonacci", "bytecode", "mixed", "interrupts", "straight",
            "atomics")
LOOPS = {  # options, and million instructions
    "plain": (("run", "--fast", "off"), 20),
    "fast": (("run", "--translate", "off"), 150),
    "translated": (("run",), 1000),
    "symbolic": (("explore", "--plain", "--concrete-stretches", "off"), 5),
}
NEEDED = 0.9


def seconds(options, elf, loop):
    arguments, million = LOOPS[loop]
    before = processor_seconds()
    count = str(million * 1_000_000 // (10 if options.quick else 1))
    code, said = run([options.janus, arguments[0], elf, *arguments[1:], "--max-instructions", count,
                      *(("--out", options.out / "run") if arguments[0] == "explore" else ())], 600)
    if code is None or (code >= 64 and not said.endswith("the limit")):
        sys.exit(f"compressed.py: {elf.stem}, {loop}: {said}")
    return processor_seconds() - before


def main():
    parser = command_line.parser(__doc__, "speed", 60, 60)
    parser.add_argument("--turns", type=int, default=5)
    options = command_line.parse(parser)
    options.out.mkdir(parents=True, exist_ok=True)
    lines, slow = [f"{'':12}" + "".join(f"{loop:>12}" for loop in LOOPS)], False
    for program in PROGRAMS:
        row = f"{program:12}"
        for loop in LOOPS:
            ratios = []
            for _ in range(options.turns):
                twin, compressed = (seconds(options, options.build / "evaluation" / "speed" / f"speed_{program}{kind}.elf", loop)
                                    for kind in ("", "_compressed"))
                ratios.append(twin / compressed)
            ratio = statistics.median(ratios)
            slow = slow or ratio < NEEDED
            row += f"{ratio:12.2f}"
        lines.append(row)
        print(row, flush=True)
    (options.out / "compressed.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
