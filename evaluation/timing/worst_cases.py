#!/usr/bin/env python3
"""Worst cases of small programs, with their inputs: found and proved by janus explore, replayed on the prototype to the
cycle, and compared with running all inputs one after the other, where they are few.

Exits 1 if a time is not proved, is not replayed, takes more than a minute, or is another one than that of all inputs.
"""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import processor_seconds  # noqa: E402
from report import Report, text_line  # noqa: E402

# Program, options, whether there is a program that runs all inputs.
PROGRAMS = (
    ("insertion_sort", ("--from", "measured"), True),
    ("binary_search", ("--from", "measured"), True),
    ("crc_2", ("--from", "measured"), True),
    ("crc_16", ("--from", "measured"), False),
    ("ring_buffer", ("--from", "on_byte", "--symbolic", "uart=6"), False),
    ("ring_buffer", ("--interrupts-off", "--symbolic", "uart=6"), False),
    ("division", ("--from", "measured"), True),
)


def found(options, elf, how):
    """What janus explore says, and the seconds of real time and of the processor that it took."""
    stats = options.out / "stats.json"
    cpu, began = processor_seconds(), time.monotonic()
    done = subprocess.run([options.janus, "explore", elf, "--worst-case", *how, "--timing", options.timing, "--max-time",
                           f"{options.time_limit:g}", "--stats", stats, "--out", options.out / "cases"],
                          capture_output=True, text=True, check=False)
    if done.returncode > 2:
        sys.exit(done.stderr.strip())
    took = time.monotonic() - began, processor_seconds() - cpu
    return json.loads(stats.read_text(encoding="utf-8"))["times"], *took


def replays(options, elf, case):
    """Whether the case replays; `janus replay` exits 0 only if it ends at the same instruction and cycle."""
    done = subprocess.run([options.janus, "replay", elf, options.out / "cases" / case], capture_output=True, check=False)
    return done.returncode == 0


def of_all_inputs(options, elf):
    done = subprocess.run([options.janus, "run", elf, "--timing", options.timing], capture_output=True, text=True, check=False)
    most, least = re.fullmatch(r"most (\d+) least (\d+)\n", done.stdout).groups()
    return int(most), int(least)


def main():
    parser = command_line.parser(__doc__, "timing", 60, 60)
    parser.add_argument("--timing", default="cv32e40p", metavar="PROFILE", help="the timing profile (cv32e40p)")
    options = command_line.parse(parser)
    report, rows, wrong = Report(options.out), [], 0
    widths = (16, 18, -8, -8, -8, -9, -9, -8)
    report.say(text_line(("program", "stretch", "worst", "best", "proved", "replayed", "all", "seconds"), widths))
    for name, how, has_brute in PROGRAMS:
        elf = options.build / "evaluation" / "timing" / f"worst_{name}.elf"
        times, seconds, cpu = found(options, elf, how)
        if not times["worst"]:
            sys.exit(f"{elf}: no path passed the stretch within {options.time_limit:g} s")
        worst, best = times["worst"]["cycles"], times["best"]["cycles"]
        replayed = all(replays(options, elf, f"{kind}-case-1.json") for kind in ("worst", "best"))
        same = "-"
        if has_brute:  # which measures the call, too
            most, least = of_all_inputs(options, elf.with_name(f"worst_{name}_brute.elf"))
            same = "same" if most - worst == least - best >= 0 else f"{most}, {least}"
        right = times["proved"] and replayed and same in ("-", "same") and seconds < 60
        wrong += not right
        report.say(text_line((name, how[1] if how[0] == "--from" else how[0], worst, best, "yes" if times["proved"] else "no",
                              "yes" if replayed else "no", same, f"{seconds:.1f}"), widths))
        rows.append({"program": name, "options": " ".join(how), "worst": worst, "best": best, "proved": times["proved"],
                     "replayed": replayed, "all_inputs": same, "seconds": round(seconds, 2), "cpu_seconds": round(cpu, 2)})
        report.write(rows, "worst_cases")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
