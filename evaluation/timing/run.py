#!/usr/bin/env python3
"""Cycle counts against RTL: fits a profile to a Verilator model of a core, and compares on programs that were not measured.

The harness with our small core (tiny.v) is built with Janus, where there is Verilator. For another core, build the harness
with an adapter of your own (README.md) and name it with --harness. Exits 1 if a program takes another number of cycles on the
model than on janus run; 0 and a line if there is no harness.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from report import Report, text_line  # noqa: E402

PROGRAMS = ("fibonacci", "bytecode", "sieve", "matrix", "sha256", "quicksort", "mixed", "straight")
QUICK = ("fibonacci", "bytecode")


def arguments():
    parser = command_line.parser(__doc__, "timing", 600, 120)
    parser.add_argument("--harness", type=Path, help="the harness with the model (BUILD/evaluation/timing/timing_harness)")
    parser.add_argument("--calibrate", type=Path, metavar="ELF",
                        help="calibrate.c, built for the core (BUILD/evaluation/timing/timing_calibrate.elf)")
    parser.add_argument("--timing", metavar="PROFILE", help="compare with this profile, instead of fitting one")
    parser.add_argument("programs", nargs="*", type=Path, help="firmware to compare on (the small programs of evaluation/speed)")
    options = command_line.parse(parser)
    folder = options.build / "evaluation" / "timing"
    options.harness = options.harness or folder / "timing_harness"
    options.calibrate = options.calibrate or folder / "timing_calibrate.elf"
    speed = options.build / "evaluation" / "speed"
    options.programs = options.programs or [speed / f"speed_{name}_quick.elf" for name in (QUICK if options.quick else PROGRAMS)]
    return options


def on_model(options, elf):
    """Output and cycles of a firmware on the model."""
    done = subprocess.run([str(options.harness), str(elf)], capture_output=True, text=True, timeout=options.time_limit,
                          check=False)
    counted = re.search(r"^cycles (\d+)$", done.stderr, re.MULTILINE)
    if done.returncode != 0 or not counted:
        sys.exit(f"{elf}: exit code {done.returncode} on the model: {done.stderr.strip()}")
    return done.stdout, int(counted.group(1))


def on_janus(options, elf, profile):
    stats = options.out / "stats.json"
    done = subprocess.run([str(options.janus), "run", str(elf), "--timing", str(profile), "--stats", str(stats)],
                          capture_output=True, text=True, timeout=options.time_limit, check=False)
    return done.stdout, json.loads(stats.read_text(encoding="utf-8"))["cycles"]


def fitted(options, report):
    """The profile that janus calibrate fits to what the model takes."""
    output, _ = on_model(options, options.calibrate)
    results, profile = options.out / "results-of-calibrate.txt", options.out / "core.timing"
    results.write_text(output, encoding="utf-8")
    done = subprocess.run([str(options.janus), "calibrate", str(options.calibrate), str(results), "--out", str(profile)],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.strip())
    report.say(done.stderr.strip())
    return profile


def main():
    options = arguments()
    report = Report(options.out)
    if not options.harness.is_file():
        report.say(f"left out: there is no {options.harness} (Verilator was not there when Janus was built)")
        return 0
    profile = options.timing or fitted(options, report)
    widths, wrong, rows = (20, -14, -14, -12), 0, []
    report.say(text_line(("program", "model", "janus", "difference"), widths))
    for elf in options.programs:
        (output, model), (ours_output, ours) = on_model(options, elf), on_janus(options, elf, profile)
        name = elf.stem.removeprefix("speed_").removesuffix("_quick")
        same = "" if output == ours_output else "  other output"
        wrong += model != ours or output != ours_output
        report.say(text_line((name, model, ours, f"{ours - model:+}"), widths) + same)
        rows.append({"program": name, "model": model, "janus": ours, "difference": ours - model})
    report.write(rows)
    report.say(f"{len(rows) - wrong} of {len(rows)} programs exact")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
