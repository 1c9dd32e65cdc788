#!/usr/bin/env python3
"""The listings of the sources on path explosion, and generated sets of programs, with each technique and with --auto.

Listings are explored at three levels of optimisation by every technique; the verdict of each is known. Of the sets of
evaluation/generator (table 6.16 of the source), so many programs each are explored by every technique; what is counted
is what was proved, what was refuted, and what did not end in time. Any two verdicts that differ are an error.

Writes listings.csv, sets.csv, results.txt and sets.svg. Exits 1 if a verdict is wrong or two differ.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
sys.path.insert(0, str(HERE.parent / "generator"))
import command_line  # noqa: E402
import svg  # noqa: E402
from exploration import Failed, explore  # noqa: E402
from generate import generate, named_sets  # noqa: E402
from report import Report, text_line  # noqa: E402
from fuzz_loops import compile_program  # noqa: E402

LISTINGS = ("listing_1_1", "diamond", "listing_4_2", "listing_4_3", "listing_4_4", "listing_4_5", "listing_4_9",
            "listing_4_10", "listing_4_11", "listing_4_12", "listing_4_13")
LEVELS = ("O0", "O1", "O2")
TECHNIQUES = {
    "none": (),
    "careful": ("--merge", "careful"),
    "qce": ("--merge", "qce"),
    "eager": ("--merge", "eager"),
    "subsume": ("--subsume",),
    "summarize": ("--summarize",),
    "learn": ("--learn",),
    "auto": ("--auto",),
    **{f"auto-{name}": ("--auto", "--auto-without", name) for name in ("summarize", "merge", "learn", "subsume")},
}
SETS = 18  # of the source; generator/sets.csv has more of our own behind


def arguments():
    parser = command_line.parser(__doc__, "loops", 30, 2)
    parser.add_argument("--programs", type=int, metavar="N", help="of each generated set (50, as the source; --quick: 1)")
    parser.add_argument("--seed", type=int, default=0, help="of the first program of each set (0)")
    parser.add_argument("--techniques", default=",".join(TECHNIQUES), metavar="NAME,...", help="which ones")
    parser.add_argument("--only", choices=("listings", "sets"), help="one of the two parts")
    parser.add_argument("--hard", type=float, default=0, metavar="S",
                        help="of the sets, leave out what plain exploration ends within so many seconds")
    parser.add_argument("--repeat", type=int, default=1, metavar="N",
                        help="explore each program of the sets N times, by turns, and take the fastest (1)")
    options = command_line.parse(parser)
    options.programs = options.programs or (1 if options.quick else 50)
    options.techniques = options.techniques.split(",")
    return options


class Evaluation:
    def __init__(self, options):
        self.options, self.report, self.errors = options, Report(options.out), []

    def error(self, text):
        self.errors.append(text)
        self.report.say(f"  WRONG: {text}")

    def explore(self, elf, technique):
        return explore(self.options.janus, elf, TECHNIQUES[technique], self.options.time_limit,
                       self.options.out / "cases")

    def listings(self):
        widths = [14, 4, 7, *([-18] * len(self.options.techniques))]
        self.report.say("\nListings: paths and seconds; * not finished")
        self.report.say(text_line(["", "", "", *self.options.techniques], widths))
        rows = []
        for listing in LISTINGS:
            for level in LEVELS:
                for expected, suffix in (("safe", ""), ("unsafe", "_unsafe")):
                    elf = self.options.build / "evaluation" / "loops" / f"{listing}{suffix}_{level}.elf"
                    cells = []
                    for technique in self.options.techniques:
                        try:
                            stats = self.explore(elf, technique)
                        except Failed as problem:
                            self.error(f"{elf.stem}, {technique}: {problem}")
                            continue
                        if stats["verdict"] not in (expected, "unknown"):
                            self.error(f"{elf.stem}, {technique}: {stats['verdict']}")
                        star = "*" if stats["verdict"] == "unknown" else ""
                        cells.append(f"{stats['paths']} {stats['seconds']:.2f}{star}")
                        rows.append({"listing": listing, "level": level, "expected": expected, "technique": technique,
                                     **{key: stats[key] for key in ("verdict", "paths", "instructions", "queries",
                                                                    "seconds")}})
                    self.report.say(text_line([listing, level, expected, *cells], widths))
                    self.report.write(rows, "listings")

    def sets(self):
        names = list(named_sets())[:SETS]
        widths = [14, 14, -7, -8, -8, -9, -10]
        self.report.say(f"\nGenerated sets, {self.options.programs} programs each, {self.options.time_limit:g} s each; "
                        "processor seconds")
        self.report.say(text_line(["set", "technique", "proved", "refuted", "unknown", "paths", "seconds"], widths))
        rows = []
        for name in names:
            counts = {technique: dict.fromkeys(("proved", "refuted", "unknown", "paths", "seconds"), 0)
                      for technique in self.options.techniques}
            for seed in range(self.options.seed, self.options.seed + self.options.programs):
                self.program(name, seed, counts)
            for technique, count in counts.items():
                rows.append({"set": name, "technique": technique, **count})
                self.report.say(text_line([name, technique, count["proved"], count["refuted"], count["unknown"],
                                           count["paths"], f"{count['seconds']:.1f}"], widths))
            self.report.write(rows, "sets")
        self.totals(rows)

    def program(self, name, seed, counts):
        source = self.options.out / "program.c"
        source.write_text(generate(named_sets()[name], seed), encoding="utf-8")
        elf = self.options.out / "program.elf"
        compile_program(source, elf, "O1", self.options.build)
        if self.options.hard and self.is_easy(elf):
            return
        verdicts, least = set(), {}
        for technique in self.options.techniques * self.options.repeat:
            try:
                stats = self.explore(elf, technique)
            except Failed as problem:
                self.error(f"{name}, seed {seed}, {technique}: {problem}")
                continue
            verdicts.add(stats["verdict"])
            if technique not in least or stats["cpu_seconds"] < least[technique]["cpu_seconds"]:
                least[technique] = stats
        for technique, stats in least.items():
            count = counts[technique]
            count[{"safe": "proved", "unsafe": "refuted", "unknown": "unknown"}[stats["verdict"]]] += 1
            count["paths"] += stats["paths"]
            count["seconds"] += stats["cpu_seconds"]
        if len(verdicts - {"unknown"}) > 1:
            self.error(f"{name}, seed {seed}: {', '.join(sorted(verdicts))}")

    def is_easy(self, elf):
        stats = explore(self.options.janus, elf, (), self.options.hard, self.options.out / "cases")
        return stats["verdict"] != "unknown"

    def totals(self, rows):
        self.report.say("\nAll sets together")
        bars = []
        for technique in self.options.techniques:
            total = {key: sum(row[key] for row in rows if row["technique"] == technique)
                     for key in ("proved", "refuted", "unknown", "paths", "seconds")}
            self.report.say(f"  {technique:14} {total['proved']:5} proved {total['refuted']:5} refuted "
                            f"{total['unknown']:5} unknown {total['paths']:9} paths {total['seconds']:9.1f} s")
            bars.append((technique, total))
        self.plot(bars)

    def plot(self, bars):
        """A bar a technique: proved, refuted, unknown."""
        programs = max(1, max(total["proved"] + total["refuted"] + total["unknown"] for _, total in bars))
        elements, y = [], 20
        for technique, total in bars:
            x = 90.0
            elements.append(svg.text(10, y + 12, technique))
            for key, colour in (("proved", svg.COLOURS[2]), ("refuted", svg.COLOURS[1]), ("unknown", "#ccc")):
                width = 500 * total[key] / programs
                elements.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="16" fill="{colour}"/>')
                x += width
            y += 24
        elements.append(svg.text(90, y + 14, "proved (green), refuted (red), unknown (grey)"))
        self.report.plot("sets.svg", svg.document(620, y + 30, elements))


def main():
    options = arguments()
    evaluation = Evaluation(options)
    if options.only != "sets":
        evaluation.listings()
    if options.only != "listings":
        evaluation.sets()
    evaluation.report.say(f"\n{len(evaluation.errors)} wrong")
    evaluation.report.write([])
    return 1 if evaluation.errors else 0


if __name__ == "__main__":
    sys.exit(main())
