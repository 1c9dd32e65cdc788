#!/usr/bin/env python3
"""The listings of the sources on path explosion, generated sets of programs, and the parameters of merging.

Listings are explored at three levels of optimisation by every technique; the verdict of each is known. Of the sets of
evaluation/generator (table 6.16 of the source), so many programs each are explored by every technique; what is counted
is what was proved, what was refuted, and what did not end in time. On the sets of table 6.1, the grid varies the two
parameters of query count estimation, and the searchers are combined with the ways of merging. Any two verdicts that
differ are an error.

Writes listings.csv, sets.csv, grid.csv, searchers.csv, results.txt and sets.svg. Exits 1 if a verdict is wrong or two differ.
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
LIMIT_COSTS = KAPPAS = (1, 2, 3, 5, 10)  # of the source's tables 6.4 and 6.5
QUICK_GRID = (1, 3)
SEARCHERS = ("dfs", "bfs", "random", "random-path", "coverage", "mixed", "best-of-three", "best-sum", "weighted-sum")
QUICK_SEARCHERS = ("dfs", "mixed")
MERGING = ("none", "careful", "eager", "qce", "qce-lattice")
QUICK_LISTINGS, QUICK_LEVELS, QUICK_SETS = ("listing_1_1", "listing_4_2"), ("O1",), 3
QUICK_TECHNIQUES = "none,careful,summarize,auto"
PARTS = ("listings", "sets", "grid", "searchers")
COUNTED = ("proved", "refuted", "timeouts", "gave_up", "paths", "covered", "seconds")
SETS = 18  # of the source; generator/sets.csv has more of our own behind


def arguments():
    parser = command_line.parser(__doc__, "loops", 30, 1)
    parser.add_argument("--programs", type=int, metavar="N", help="of each generated set (4; the source: 50; --quick: 1)")
    parser.add_argument("--seed", type=int, default=0, help="of the first program of each set (0)")
    parser.add_argument("--techniques", metavar="NAME,...",
                        help=f"which ones (all; --quick: {QUICK_TECHNIQUES})")
    parser.add_argument("--only", choices=PARTS, help="one of the parts")
    parser.add_argument("--of", default="small", metavar="SET", help="of which set the grid and the searchers are (small)")
    parser.add_argument("--hard", type=float, default=0, metavar="S",
                        help="of the sets, leave out what plain exploration ends within so many seconds")
    parser.add_argument("--repeat", type=int, default=1, metavar="N",
                        help="explore each program of the sets N times, by turns, and take the fastest (1)")
    options = command_line.parse(parser)
    options.programs = options.programs or (1 if options.quick else 4)
    options.techniques = (options.techniques or (QUICK_TECHNIQUES if options.quick else ",".join(TECHNIQUES))).split(",")
    return options


class Evaluation:
    def __init__(self, options):
        self.options, self.report, self.errors = options, Report(options.out), []

    def error(self, text):
        self.errors.append(text)
        self.report.say(f"  WRONG: {text}")

    def explore(self, elf, how):
        return explore(self.options.janus, elf, how, self.options.time_limit, self.options.out / "cases")

    def listings(self):
        widths = [14, 4, 7, *([-18] * len(self.options.techniques))]
        self.report.say("\nListings: paths and seconds; * not finished")
        self.report.say(text_line(["", "", "", *self.options.techniques], widths))
        rows = []
        for listing in QUICK_LISTINGS if self.options.quick else LISTINGS:
            for level in QUICK_LEVELS if self.options.quick else LEVELS:
                for expected, suffix in (("safe", ""), ("unsafe", "_unsafe")):
                    elf = self.options.build / "evaluation" / "loops" / f"{listing}{suffix}_{level}.elf"
                    cells = []
                    for technique in self.options.techniques:
                        try:
                            stats = self.explore(elf, TECHNIQUES[technique])
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
        names = list(named_sets())[:QUICK_SETS if self.options.quick else SETS]
        widths = [14, 18, -7, -8, -9, -8, -9, -9, -10]
        self.report.say(f"\nGenerated sets, {self.options.programs} programs each, {self.options.time_limit:g} s each; "
                        "covered: paths that the paths stand for; processor seconds")
        self.report.say(text_line(["set", "technique", "proved", "refuted", "timeouts", "gave up", "paths", "covered",
                                   "seconds"], widths))
        rows = []
        for name in names:
            for technique, count in self.counts(name, {technique: TECHNIQUES[technique]
                                                       for technique in self.options.techniques}).items():
                rows.append({"set": name, "technique": technique, **count})
                self.report.say(text_line([name, technique, *(count[key] for key in COUNTED[:-1]),
                                           f"{count['seconds']:.1f}"], widths))
            self.report.write(rows, "sets")
        self.totals(rows)

    def grid(self):
        """Query count estimation: by its two parameters; the fixpoint has no kappa."""
        values = QUICK_GRID if self.options.quick else LIMIT_COSTS
        configurations = {("none", "", ""): ()}
        for cost in values:
            for kappa in values:
                configurations["qce", cost, kappa] = ("--merge", "qce", "--limit-cost", str(cost), "--kappa", str(kappa))
            configurations["qce-lattice", cost, ""] = ("--merge", "qce-lattice", "--limit-cost", str(cost))
        counts = self.counts(self.options.of, {key: ("--searcher", "bfs", *how) for key, how in configurations.items()})
        widths = [12, *([-22] * (len(values) + 1))]
        self.report.say(f"\nQuery count estimation, breadth first, {self.options.programs} programs of "
                        f"{self.options.of}: paths covered, processor seconds (not decided)")
        self.report.say(f"without merging: {self.cell(counts['none', '', ''])}")
        self.report.say(text_line(["limit cost", *(f"kappa {kappa}" for kappa in values), "fixpoint"], widths))
        for cost in values:
            self.report.say(text_line([cost, *(self.cell(counts["qce", cost, kappa]) for kappa in values),
                                       self.cell(counts["qce-lattice", cost, ""])], widths))
        self.report.write([{"merge": merge, "limit_cost": cost, "kappa": kappa, **count}
                           for (merge, cost, kappa), count in counts.items()], "grid")

    def searchers(self):
        """With the source's parameters. The searcher chooses what runs next also if states are merged."""
        searchers = QUICK_SEARCHERS if self.options.quick else SEARCHERS
        counts = self.counts(self.options.of, {
            (searcher, merge): ("--searcher", searcher, *(() if merge == "none" else (
                "--merge", merge, "--merge-order", "dynamic", *(("--limit-cost", "2") if "qce" in merge else ()),
                *(("--kappa", "10") if merge == "qce" else ()))))
            for searcher in searchers for merge in MERGING})
        widths = [14, *([-22] * len(MERGING))]
        self.report.say(f"\nSearchers by merging, {self.options.programs} programs of {self.options.of}: paths covered, "
                        "processor seconds (not decided)")
        self.report.say(text_line(["searcher", *MERGING], widths))
        for searcher in searchers:
            self.report.say(text_line([searcher, *(self.cell(counts[searcher, merge]) for merge in MERGING)], widths))
        self.report.write([{"searcher": searcher, "merge": merge, **count}
                           for (searcher, merge), count in counts.items()], "searchers")

    @staticmethod
    def cell(count):
        undecided = count["timeouts"] + count["gave_up"]
        return f"{count['covered']} {count['seconds']:.1f}" + (f" ({undecided})" if undecided else "")

    def counts(self, name, configurations):
        """What exploring the programs of a set gave, in sum, for each of `configurations` (options by name)."""
        counts = {key: dict.fromkeys(COUNTED, 0) for key in configurations}
        for seed in range(self.options.seed, self.options.seed + self.options.programs):
            self.program(name, seed, configurations, counts)
        return counts

    def program(self, name, seed, configurations, counts):
        source = self.options.out / "program.c"
        source.write_text(generate(named_sets()[name], seed), encoding="utf-8")
        elf = self.options.out / "program.elf"
        compile_program(source, elf, "O1", self.options.build)
        if self.options.hard and self.is_easy(elf):
            return
        verdicts, least = set(), {}
        for key in list(configurations) * self.options.repeat:
            try:
                stats = self.explore(elf, configurations[key])
            except Failed as problem:
                self.error(f"{name}, seed {seed}, {key}: {problem}")
                continue
            verdicts.add(stats["verdict"])
            if key not in least or stats["cpu_seconds"] < least[key]["cpu_seconds"]:
                least[key] = stats
        for key, stats in least.items():
            count = counts[key]
            undecided = "timeouts" if stats["seconds"] >= 0.9 * self.options.time_limit else "gave_up"
            count[{"safe": "proved", "unsafe": "refuted", "unknown": undecided}[stats["verdict"]]] += 1
            count["paths"] += stats["paths"]
            count["covered"] += stats["paths_merged"]["stand_for"]
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
            total = {key: sum(row[key] for row in rows if row["technique"] == technique) for key in COUNTED}
            self.report.say(f"  {technique:18} {total['proved']:5} proved {total['refuted']:5} refuted "
                            f"{total['timeouts']:5} timeouts {total['gave_up']:5} gave up {total['paths']:9} paths "
                            f"{total['covered']:9} covered {total['seconds']:9.1f} s")
            bars.append((technique, total))
        self.plot(bars)

    def plot(self, bars):
        """A bar a technique: proved, refuted, unknown."""
        for _, total in bars:
            total["unknown"] = total["timeouts"] + total["gave_up"]
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
    parts = {"listings": evaluation.listings, "sets": evaluation.sets, "grid": evaluation.grid,
             "searchers": evaluation.searchers}
    for part in [options.only] if options.only else PARTS:
        parts[part]()
    evaluation.report.say(f"\n{len(evaluation.errors)} wrong")
    evaluation.report.write([])
    return 1 if evaluation.errors else 0


if __name__ == "__main__":
    sys.exit(main())
