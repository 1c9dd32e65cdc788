#!/usr/bin/env python3
"""Learning: time and instructions without it and with each strategy, on drivers and protocol state machines.

Strategies are black-box, guide, and maximize with a lesson short if it names 5, 10 or 15 % of the path's branches.
Writes results.csv, results.txt. Exits 1 if a program fails, or a verdict is not the one that the program's name says.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import Failed, explore, finished  # noqa: E402
from report import Report, text_line  # noqa: E402

FAMILIES = {"driver": (4, 8, 12), "irp": (2, 3), "power": (2, 3, 4), "retry": (2, 4), "client": (4, 6),
            "server": (4, 6), "ssh_client": (10, 15, 20), "ssh_server": (10, 15, 20)}
FORMS = ("safe", "unsafe")
QUICK = tuple(f"{family}_{form}_{FAMILIES[family][0]}" for family in ("driver", "power", "retry", "ssh_client")
              for form in FORMS)
CONFIGURATIONS = {
    "without": (),
    "black-box": ("--learn", "--learn-strategy", "black-box"),
    "guide": ("--learn", "--learn-strategy", "guide"),
    **{f"maximize {k} %": ("--learn", "--learn-strategy", "maximize", "--learn-k", str(k)) for k in (5, 10, 15)},
}


def arguments():
    parser = command_line.parser(__doc__, "cdse", 60, 5)
    parser.add_argument("--families", type=lambda names: names.split(","), default=list(FAMILIES), metavar="NAME,...",
                        help=f"which programs ({','.join(FAMILIES)})")
    options = command_line.parse(parser)
    unknown = [name for name in options.families if name not in FAMILIES]
    if unknown:
        parser.error(f"no such family: {', '.join(unknown)}")
    return options


def programs(options):
    for form in FORMS:
        for family in options.families:
            for size in FAMILIES[family]:
                program = f"{family}_{form}_{size}"
                if not options.quick or program in QUICK:
                    yield program, form


def cell(stats):
    seconds = f"{stats['seconds']:.2f}" if finished(stats) else "*"
    return f"{seconds} {stats['instructions']:,}"


def totals(rows, form):
    """Of all programs of a form, for each configuration: seconds and instructions of those that every configuration
    finished, so that sums are over the same programs; and how many finished at all."""
    rows = [row for row in rows if row["form"] == form]
    unfinished = {row["program"] for row in rows if row["verdict"] == "unknown"}
    for name in CONFIGURATIONS:
        own = [row for row in rows if row["configuration"] == name]
        all_finished = [row for row in own if row["program"] not in unfinished]
        yield (f"{sum(row['seconds'] for row in all_finished):.2f} "
               f"{sum(row['instructions'] for row in all_finished):,}",
               f"{sum(row['verdict'] != 'unknown' for row in own)} of {len(own)}")


def main():
    options = arguments()
    report = Report(options.out)
    rows, errors = [], 0
    widths = [24, *([-18] * len(CONFIGURATIONS))]
    report.say("Seconds and instructions; * not finished")
    report.say(text_line(["program", *CONFIGURATIONS], widths))
    for program, form in programs(options):
        elf = options.build / "evaluation" / "cdse" / f"{program}.elf"
        cells = []
        for name, how in CONFIGURATIONS.items():
            try:
                stats = explore(options.janus, elf, how, options.time_limit, options.out / "cases")
            except Failed as problem:
                report.say(f"{program}, {name}: {problem}")
                errors += 1
                cells.append("ERROR")
                continue
            if stats["verdict"] not in (form, "unknown"):
                report.say(f"{program}, {name}: {stats['verdict']}")
                errors += 1
            cells.append(cell(stats))
            rows.append({"program": program, "form": form, "configuration": name, "verdict": stats["verdict"],
                         **{key: stats[key] for key in ("paths", "forks", "instructions", "seconds")}})
        report.say(text_line([program, *cells], widths))
        report.write(rows)
    for form in FORMS:
        sums, counts = zip(*totals(rows, form))
        report.say(text_line([f"{form}: all finished", *sums], widths))
        report.say(text_line([f"{form}: finished", *counts], widths))
    report.say(f"{len(rows)} explorations, {errors} wrong")
    report.write(rows)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
