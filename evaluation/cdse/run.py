#!/usr/bin/env python3
"""Learning: time and instructions without it and with each strategy, on drivers and protocol state machines.

Writes results.csv, results.txt. Exits 1 if a program fails, or a verdict is not the one that the program's name says.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import Failed, explore  # noqa: E402
from report import Report  # noqa: E402

PROGRAMS = ("driver_safe_4", "driver_safe_8", "driver_safe_12", "client_safe_4", "client_safe_6", "server_safe_4",
            "server_safe_6", "driver_unsafe_4", "driver_unsafe_8", "driver_unsafe_12", "client_unsafe_4",
            "client_unsafe_6", "server_unsafe_4", "server_unsafe_6")
QUICK = ("driver_safe_4", "driver_unsafe_4")
CONFIGURATIONS = (("without", ()),
                  *((name, ("--learn", "--learn-strategy", name)) for name in ("black-box", "guide", "maximize")))


def main():
    options = command_line.parse(command_line.parser(__doc__, "cdse", 60, 10))
    report = Report(options.out)
    rows, errors = [], 0
    report.say(f"{'program':18}" + "".join(f"{name:>30}" for name, _ in CONFIGURATIONS))
    for program in QUICK if options.quick else PROGRAMS:
        line = f"{program:18}"
        for name, arguments in CONFIGURATIONS:
            elf = options.build / "evaluation" / "cdse" / f"{program}.elf"
            try:
                stats = explore(options.janus, elf, arguments, options.time_limit, options.out / "cases")
            except Failed as problem:
                report.say(f"{program}, {name}: {problem}")
                errors += 1
                continue
            expected = program.split("_")[1]
            if stats["verdict"] not in (expected, "unknown"):
                report.say(f"{program}, {name}: {stats['verdict']}")
                errors += 1
            rows.append({"program": program, "configuration": name, "verdict": stats["verdict"],
                         **{key: stats[key] for key in ("paths", "forks", "instructions", "seconds")}})
            seconds = f"{stats['seconds']:.2f} s" if stats["verdict"] != "unknown" else "not finished"
            line += f"{seconds:>14}{stats['instructions']:>11} ins."
        report.say(line)
        report.write(rows)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
