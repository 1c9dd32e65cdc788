#!/usr/bin/env python3
"""What the symbolic engine itself costs: instructions, forks, bytes a waiting state, growth, symbolic addresses.

Writes results.txt, results.csv (a line a figure) and results.svg (growth). Repetitions of what is compared alternate, so
that a busy machine is busy for both; the best of each is taken. Exits 1 if a program fails or a verdict is wrong.
"""

import csv
import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402

GROWTH = ("bubble_sort", "merge_sort", "quick_sort", "max", "sets")
MEMORY = (("engine/table_lookup", "safe"), ("engine/crc_table", "safe"), ("engine/crc_table_unsafe", "unsafe"),
          ("engine/histogram", "safe"))
MERGING_QUICK = (("sym-iss/bubble_sort_safe_3", "safe"),)
MERGING = (("engine/bubble_sort_exactly", "safe"), ("sym-iss/bubble_sort_safe_8", "safe"),
           ("sym-iss/bubble_sort_safe_10", "safe"), ("sym-iss/max_safe", "safe"), ("sym-iss/merge_sort_safe", "safe"),
           ("sym-iss/quick_sort_safe", "safe"), ("sym-iss/sets_safe_3", "safe"), ("sym-iss/quick_sort_unsafe", "unsafe"))
STATES = {"engine/forks_20": (100_000, 1_000_000), "sym-iss/bubble_sort_safe_8": (5_000, 15_000),
          "sym-iss/bubble_sort_safe_10": (100_000, 1_000_000), "sym-iss/sets_safe_8": (50_000, 200_000)}


def arguments():
    parser = command_line.parser(__doc__, "engine", 60, 3)
    parser.add_argument("--repeat", type=int, metavar="N", help="repetitions of what is compared (5; --quick: 1)")
    options = command_line.parse(parser)
    options.repeat = options.repeat or (1 if options.quick else 5)
    return options


class Session:
    """Runs janus, keeps every figure and what went wrong, and prints tables as they grow."""

    def __init__(self, options):
        self.options, self.figures, self.lines, self.errors = options, [], [], []

    def janus(self, command, program, *arguments):
        """The statistics of one run; None, and an error, if it failed."""
        stats = self.options.out / "stats.json"
        stats.unlink(missing_ok=True)
        elf = self.options.build / "evaluation" / f"{program}.elf"
        how = ("--plain",) if command == "explore" else ()
        line = [self.options.janus, command, elf, "--stats", stats, *how, *arguments]
        if command == "explore":
            line += ["--max-time", f"{self.options.time_limit:g}", "--out", self.options.out / "cases"]
        done = subprocess.run([str(part) for part in line], capture_output=True, text=True, check=False)
        if done.returncode > 2 or not stats.is_file():
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            self.errors.append(f"{command} {program}: exit code {done.returncode}: {said[-1] if said else ''}")
            return None
        return json.loads(stats.read_text(encoding="utf-8"))

    def explore(self, program, expected, *arguments):
        """The statistics of an exploration, whose verdict is as expected or unknown."""
        stats = self.janus("explore", program, *arguments)
        if stats and stats["verdict"] not in (expected, "unknown"):
            self.errors.append(f"{program}: {stats['verdict']}, should be {expected}")
        return stats

    def figure(self, table, program, **values):
        self.figures += [{"table": table, "program": program, "figure": name, "value": value}
                         for name, value in values.items()]

    def say(self, line=""):
        print(line, flush=True)
        self.lines.append(line)

    def row(self, cells, first=24, width=14):
        self.say(f"{cells[0]:<{first}}" + "".join(f"{cell:>{width}}" for cell in cells[1:]))


def finished(stats):
    return "" if stats["verdict"] != "unknown" else " *"


def speed(session):
    """The same ELF concretely and symbolically: what it costs that a value could be a term, and that it is one."""
    session.say("Instructions (millions a second of wall-clock time, best of the repetitions)")
    session.row(["program", "instructions", "run", "explore", "run / explore"])
    for program in ("concrete_stretch", "symbolic_stretch"):
        rates = {"run": [], "explore": []}
        for _ in range(session.options.repeat):
            for command, found in rates.items():
                stats = session.janus(command, f"engine/{program}")
                if stats:
                    found.append(stats["instructions"] / stats["seconds"] / 1e6)
                    instructions = stats["instructions"]
        if not all(rates.values()):
            continue
        run, explore = max(rates["run"]), max(rates["explore"])
        ratio = statistics.median(a / b for a, b in zip(rates["run"], rates["explore"]))
        session.row([program, instructions, f"{run:.1f}", f"{explore:.2f}", f"{ratio:.1f}"])
        session.figure("speed", program, run_mips=run, explore_mips=explore, median_ratio=ratio)
    session.say()


def forks(session):
    session.say("Forks (depth first; best of the repetitions)")
    session.row(["program", "paths", "seconds", "forks/s", "us a path", "peak MiB"])
    for program in ("forks",) if session.options.quick else ("forks", "forks_20"):
        runs = [session.explore(f"engine/{program}", "safe") for _ in range(session.options.repeat)]
        if None in runs:
            continue
        best = min(runs, key=lambda stats: stats["seconds"])
        rate = best["forks"] / best["seconds"]
        session.row([program, best["paths"], f"{best['seconds']:.2f}{finished(best)}", f"{rate:.0f}",
                     f"{1e6 * best['seconds'] / best['paths']:.1f}", best["peak_bytes"] >> 20])
        session.figure("forks", program, paths=best["paths"], seconds=best["seconds"], forks_per_second=rate,
                       peak_bytes=best["peak_bytes"])
    session.say()


def states(session):
    """Peak memory with two numbers of states waiting; their difference is what states cost, without what is there anyway."""
    session.say("Bytes a waiting state (breadth first, from two numbers of forks)")
    session.row(["program", "waiting", "and", "MiB", "and", "bytes a state"], first=28)
    for program, sizes in STATES.items():
        if session.options.quick:
            sizes = (1_000, 5_000)
        runs = [session.explore(program, "safe", "--searcher", "bfs", "--max-forks", str(size)) for size in sizes]
        if None in runs:
            continue
        few, many = runs
        size = (many["peak_bytes"] - few["peak_bytes"]) / (many["waiting"] - few["waiting"])
        session.row([program.partition("/")[2], few["waiting"], many["waiting"], few["peak_bytes"] >> 20,
                     many["peak_bytes"] >> 20, f"{size:.0f}"], first=28)
        session.figure("states", program, waiting=many["waiting"], peak_bytes=many["peak_bytes"], bytes_a_state=size)
    session.say()


def growth(session):
    session.say("Growth with the number of elements (depth first; * not finished)")
    session.row(["program", "n", "paths", "seconds", "us a path", "questions", "peak MiB"], width=11)
    for program in GROWTH:
        for size in (3, 4) if session.options.quick else (3, 4, 5, 6, 7, 8, 10):
            if (program, size) == ("sets", 10):
                continue
            stats = session.explore(f"sym-iss/{program}_safe_{size}", "safe")
            if stats is None:
                continue
            path = 1e6 * stats["seconds"] / max(1, stats["paths"])
            session.row([program, size, stats["paths"], f"{stats['seconds']:.3f}{finished(stats)}", f"{path:.1f}",
                         stats["queries"], stats["peak_bytes"] >> 20], width=11)
            session.figure("growth", f"{program}_safe_{size}", n=size, paths=stats["paths"], seconds=stats["seconds"],
                           finished=stats["verdict"] == "safe", microseconds_a_path=path)
            if stats["verdict"] == "unknown":
                break
    session.say()


def alternatives(session, table, title, option, programs):
    """Programs under each value of an option: one that does not finish is not repeated."""
    session.say(f"{title} (best of the repetitions; * not finished)")
    session.row(["program", option, "verdict", "paths", "seconds", "questions"], first=28, width=18)
    for (program, expected), modes in programs:
        runs = {mode: [] for mode in modes}
        for _ in range(session.options.repeat):
            for mode, found in runs.items():
                if not found or (found[-1] and found[-1]["verdict"] != "unknown"):
                    found.append(session.explore(program, expected, option, mode))
        for mode, found in runs.items():
            if None in found:
                continue
            best = min(found, key=lambda stats: stats["seconds"])
            session.row([program, mode, best["verdict"], best["paths"], f"{best['seconds']:.3f}{finished(best)}",
                         best["queries"]], first=28, width=18)
            session.figure(table, f"{program} {mode}", verdict=best["verdict"], paths=best["paths"],
                           seconds=best["seconds"])
    session.say()


def memory(session):
    alternatives(session, "memory", "Symbolic addresses", "--symbolic-address",
                 [(row, ("ite", "fork")) for row in MEMORY])


def merging(session):
    programs = MERGING_QUICK if session.options.quick else MERGING
    alternatives(session, "merging", "Merging", "--merge", [(row, ("none", "careful", "eager")) for row in programs])


def plot(figures):
    """Seconds against paths, both logarithmic, a line a program."""
    colours = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e")
    left, right, top, bottom, x_end, y_low, y_high = 70, 620, 20, 420, 7, -4, 3

    def x(paths):
        return left + (right - left) * math.log10(paths) / x_end

    def y(seconds):
        return bottom - (bottom - top) * (math.log10(seconds) - y_low) / (y_high - y_low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{bottom + 50}" font-family="sans-serif" '
           'font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for power in range(x_end + 1):
        out.append(f'<line x1="{x(10**power):.1f}" y1="{top}" x2="{x(10**power):.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x(10**power):.1f}" y="{bottom + 18}" text-anchor="middle">{10**power:g}</text>')
    for power in range(y_low, y_high + 1):
        at = y(10.0**power)
        out.append(f'<line x1="{left}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 40}" text-anchor="middle">paths</text>')
    out.append(f'<text x="10" y="{top - 6}">seconds (hollow: not finished)</text>')
    for number, program in enumerate(GROWTH):
        points = {}
        for figure in figures:
            if figure["table"] == "growth" and figure["program"].startswith(f"{program}_safe"):
                points.setdefault(figure["program"], {})[figure["figure"]] = figure["value"]
        places = [(x(max(1, p["paths"])), y(max(1e-4, p["seconds"])), p["finished"]) for p in points.values()]
        colour = colours[number]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b, _ in places)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{colour if done else "white"}" stroke="{colour}"/>'
                for a, b, done in places]
        out.append(f'<text x="{right + 10}" y="{top + 20 * (number + 1)}" fill="{colour}">{program}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    session = Session(options)
    for section in (speed, forks, states, growth, memory, merging):
        section(session)
    for error in session.errors:
        session.say(f"ERROR {error}")
    session.say(f"{len(session.figures)} figures, {len(session.errors)} errors")
    (options.out / "results.txt").write_text("\n".join(session.lines) + "\n", encoding="utf-8")
    (options.out / "results.svg").write_text(plot(session.figures), encoding="utf-8")
    with open(options.out / "results.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=("table", "program", "figure", "value"))
        writer.writeheader()
        writer.writerows(session.figures)
    print(f"written to {options.out}")
    return 1 if session.errors else 0


if __name__ == "__main__":
    sys.exit(main())
