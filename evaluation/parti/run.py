#!/usr/bin/env python3
"""Figures 3 to 7 of the PARTI paper, measured on Janus: what the solver's layers, and PARTI's share of them, gain.

Every program is explored in the configurations below, in turn, and what is reported are ratios within a turn, by their
median. Writes results.txt, results.csv and one figure-N.svg a figure. Exits 1 if two configurations that finish
disagree about verdict or paths, or the program fails; one that does not finish inside the limit is no error.
"""

import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import Failed, answered, finished, median, ratio, run, take_turns  # noqa: E402
from report import Report, text_line  # noqa: E402
from svg import LinePlot  # noqa: E402

NO_LAYERS = tuple(word for layer in ("domain", "order", "cases", "cache", "independence", "guess")
                  for word in (f"--solver-{layer}", "off"))

# The core solver of the paper is Z3; `auto` is what Janus uses if it is not told.
CONFIGURATIONS = {
    "full-z3": ("--solver", "z3", "--solver-values", "on"),
    "parti-z3": ("--solver", "z3", "--solver-values", "parti", *NO_LAYERS),
    "off-z3": ("--solver", "z3", "--solver-values", "off", *NO_LAYERS),
    "full-auto": ("--solver", "auto", "--solver-values", "on"),
    "off-auto": ("--solver", "auto", "--solver-values", "off", *NO_LAYERS),
}
# Columns: how many times as fast each of these is as the same core solver alone.
SPEEDUPS = {"PARTI/Z3": "parti-z3", "all/Z3": "full-z3", "all/auto": "full-auto"}

SORTS = ("bubble_sort", "heap_sort", "insertion_sort", "merge_sort", "quick_sort", "selection_sort")
# As programs/index.c says; and no array is so large that its accesses fork by halves.
INDEX = ("--memory", "129", "--max-load-targets", "4096", "--all")


class Figure:
    """`programs` over `sizes`; `entries` of an array or accesses to it are symbolic (programs/parameters.h)."""

    def __init__(self, title, programs, sizes, quick_sizes, entries=0, options=(), shows="speedup"):
        self.title, self.programs, self.sizes, self.quick_sizes = title, programs, sizes, quick_sizes
        self.entries, self.options, self.shows = entries, options, shows


INDEXED = [f"index_{form}_{bits}" for form in ("bounded", "free") for bits in (8, 16, 32, 64)]
FIGURES = {
    3: Figure("object resolution: speedup, by length of the indexed array", INDEXED, range(40, 281, 80), (40,),
              entries=200, options=INDEX),
    4: Figure("worst case: processor seconds, by number of symbolic variables", ("control", "worst_case"),
              range(4, 29, 4), (4, 12), shows="cpu_seconds"),
    5: Figure("worst case: peak memory in MiB, by number of symbolic variables", ("control", "worst_case"),
              range(4, 29, 4), (4, 12), shows="peak_bytes"),
    6: Figure("sorting with one symbolic entry: speedup, by length of the sorted array", SORTS,
              (10, 20, 40, 80, 160, 320), (6,), entries=1),
    7: Figure("sorting with two symbolic entries: speedup, by length of the sorted array", SORTS,
              (5, 10, 20, 30, 40, 60), (5,), entries=2),
}


def with_parameters(elf, target, *parameters):
    """A copy of the program with other numbers in it, see programs/parameters.h."""
    marker = b"janus parameters"
    try:
        image = elf.read_bytes()
    except OSError as problem:
        raise Failed(f"{elf} is not built") from problem
    at = image.find(marker)
    if at < 0 or image.find(marker, at + 1) >= 0:
        raise Failed(f"{elf} has no one place for parameters")
    at += len(marker)
    words = struct.pack(f"<{len(parameters)}I", *parameters)
    target.write_bytes(image[:at] + words + image[at + len(words):])
    return target


def understood(options, elf, say):
    """The configurations that the program knows; one that it does not know is left out, aloud."""
    known = {}
    for name, chosen in CONFIGURATIONS.items():
        code, said = run([options.janus, "explore", elf, "--plain", *chosen, "--max-time", 1, "--out", options.out / "probe"], 60)
        if code == 64:  # usage
            say(f"left out {name}: {said}")
        else:
            known[name] = chosen
    return known


def measure(options, number, program, size, configurations):
    """One row a configuration; rows have an `error` if something is wrong."""
    figure = FIGURES[number]
    entries = min(figure.entries, 10) if options.quick else figure.entries
    files = options.out / f"{program}-{entries}-{size}"
    files.mkdir(parents=True, exist_ok=True)
    elf = options.build / "evaluation" / "parti" / f"{program}.elf"

    def elf_of_turn(turn):  # a turn of its own has places of its own
        return with_parameters(elf, files / f"{program}-{turn + 1}.elf", size, entries, turn + 1, options.quick)

    row = {"figure": number, "program": program, "size": size, "configuration": "", "turns": 0, "verdict": "",
           "paths": "", "questions": "", "before_core": "", "cpu_seconds": "", "least_cpu_seconds": "", "seconds": "",
           "peak_bytes": "", "speedup": "", "error": ""}
    try:
        measured = take_turns(options.janus, elf_of_turn, {name: (*chosen, *figure.options) for name, chosen in
                                                           configurations.items()},
                              options.turns, options.time_limit, files)
    except Failed as problem:
        return [{**row, "error": str(problem)}]
    rows = []
    for name, runs in measured.items():
        rows.append({**row, "configuration": name, "turns": len(runs)})
        if not all(finished(stats) for stats in runs):
            rows[-1]["verdict"] = "unknown"
            continue
        counts = [answered(stats) for stats in runs]
        questions = sum(asked for asked, _ in counts)
        core = sum(own["core"] for _, own in counts)
        core_alone = measured.get("off-" + name.rpartition("-")[2], [])
        rows[-1].update(verdict=runs[0]["verdict"], paths=median(runs, "paths"), questions=questions / len(runs),
                        before_core=1 - core / questions if questions else "", cpu_seconds=median(runs, "cpu_seconds"),
                        least_cpu_seconds=min(stats["cpu_seconds"] for stats in runs), seconds=median(runs, "seconds"),
                        peak_bytes=median(runs, "peak_bytes"), speedup=ratio(core_alone, runs) or "")
    return rows


WIDTHS = (18, -5, -7, -8, *(-10 for _ in CONFIGURATIONS), *(-9 for _ in SPEEDUPS))


def text_header(number, figure):
    unit = "MiB" if figure.shows == "peak_bytes" else "processor seconds"
    return (f"\nFigure {number}, {figure.title}\n"
            + text_line(["", "", "", "", unit], (18, -5, -7, -8, -10)) + "\n"
            + text_line(["program", "size", "verdict", "paths", *CONFIGURATIONS, *SPEEDUPS], WIDTHS))


def text_row(figure, rows):
    if rows[0]["error"]:
        return f"ERROR {rows[0]['program']} {rows[0]['size']}: {rows[0]['error']}"
    by_name = {row["configuration"]: row for row in rows}
    done = [row for row in rows if row["verdict"] != "unknown"]

    def value(name):
        row = by_name.get(name)
        if row is None:
            return "-"
        if row["verdict"] == "unknown":
            return "unfinished"
        return f"{row['peak_bytes'] / 2**20:.1f}" if figure.shows == "peak_bytes" else f"{row['cpu_seconds']:.3f}"

    def speedup(name):
        row = by_name.get(name)
        return f"{row['speedup']:.1f}" if row and row["speedup"] else "-"

    return text_line([rows[0]["program"], rows[0]["size"], done[0]["verdict"] if done else "-",
                      f"{done[0]['paths']:g}" if done else "-", *(value(name) for name in CONFIGURATIONS),
                      *(speedup(name) for name in SPEEDUPS.values())], WIDTHS)


def plot(number, rows):
    figure = FIGURES[number]
    what = {"speedup": "times as fast as the core solver alone", "cpu_seconds": "processor seconds",
            "peak_bytes": "MiB"}[figure.shows]
    drawing = LinePlot(f"PARTI, figure {number}", "symbolic variables" if number in (4, 5) else "elements", what)

    def points(program, configuration):
        scale = 2**20 if figure.shows == "peak_bytes" else 1
        return [(row["size"], row[figure.shows] / scale) for row in rows
                if (row["program"], row["configuration"]) == (program, configuration) and row[figure.shows]]

    if figure.shows == "speedup":
        for title, fast in SPEEDUPS.items():
            for program in figure.programs:
                drawing.add(title, program, points(program, fast))
    else:
        for program in figure.programs:
            for name in CONFIGURATIONS:
                drawing.add(program, name, points(program, name))
    return str(drawing)


def arguments():
    parser = command_line.parser(__doc__, "parti", 20, 10)
    parser.add_argument("--figure", type=int, choices=sorted(FIGURES), action="append",
                        help="only this figure (repeatable)")
    parser.add_argument("--turns", type=int, 
                        help="of all configurations, for each row; sorts draw other places in each (3; --quick: 1)")
    options = command_line.parse(parser)
    options.turns = options.turns or (1 if options.quick else 3)
    return options


def main():
    options = arguments()
    report = Report(options.out)
    configurations = understood(options, options.build / "evaluation" / "parti" / "control.elf", report.say)
    rows, checked, wrong = [], 0, 0
    for number in options.figure or FIGURES:
        figure = FIGURES[number]
        report.say(text_header(number, figure))
        for program in figure.programs:
            left = dict(configurations)  # what did not finish is not tried with more elements
            for size in figure.quick_sizes if options.quick else figure.sizes:
                if not left:
                    break
                of_size = measure(options, number, program, size, left)
                rows += of_size
                left = {row["configuration"]: left[row["configuration"]] for row in of_size
                        if row["configuration"] and row["verdict"] != "unknown"}
                wrong += bool(of_size[0]["error"])
                checked += len(left) > 1
                report.say(text_row(figure, of_size))
                report.write(rows)
        report.plot(f"figure-{number}.svg", plot(number, [row for row in rows if row["figure"] == number]))
    report.say(f"\n{checked} rows with equal verdict and paths in every configuration that finished, {wrong} wrong")
    report.write(rows)
    print(f"written to {options.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
