#!/usr/bin/env python3
"""Cycle counts against RTL: fits a profile to a Verilator model of a core, and compares on programs that were not measured.

The harness with our small core (tiny.v) is built with Janus, where there is Verilator. For another core, build the harness
with an adapter of your own (README.md) and name it with --harness. --prefetch compares our core behind a prefetcher
(tiny_prefetch.v), in several configurations, with its profile and the keys of a prefetcher. Exits 1 if a program takes another
number of cycles on the model than on janus run; 0 and a line if there is no harness.
"""

import json
import os
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
COMPRESSED = ("fibonacci", "bytecode", "sha256", "quicksort")
# Of --prefetch: words of the buffer, wait states of instructions and of data, one memory for both.
CONFIGURATIONS = ((2, 0, 0, 0), (2, 1, 1, 1), (3, 2, 0, 0), (4, 3, 3, 1), (8, 6, 2, 0))


def arguments():
    parser = command_line.parser(__doc__, "timing", 600, 120)
    parser.add_argument("--harness", type=Path, help="the harness with the model (BUILD/evaluation/timing/timing_harness)")
    parser.add_argument("--calibrate", type=Path, metavar="ELF",
                        help="calibrate.c, built for the core (BUILD/evaluation/timing/timing_calibrate.elf)")
    parser.add_argument("--timing", metavar="PROFILE", help="compare with this profile, instead of fitting one")
    parser.add_argument("--prefetch", action="store_true", help="our core behind a prefetcher, on programs with compressed code, too")
    parser.add_argument("programs", nargs="*", type=Path, help="firmware to compare on (the small programs of evaluation/speed)")
    options = command_line.parse(parser)
    folder = options.build / "evaluation" / "timing"
    options.harness = options.harness or folder / ("timing_harness_prefetch" if options.prefetch else "timing_harness")
    options.calibrate = options.calibrate or folder / "timing_calibrate.elf"
    speed = options.build / "evaluation" / "speed"
    options.programs = options.programs or [speed / f"speed_{name}_quick.elf" for name in (QUICK if options.quick else PROGRAMS)]
    if options.prefetch:
        options.programs += [folder / f"timing_{name}_compressed.elf" for name in (QUICK if options.quick else COMPRESSED)]
    return options


def on_model(options, elf, environment=None):
    """Output and cycles of a firmware on the model."""
    done = subprocess.run([str(options.harness), str(elf)], capture_output=True, text=True, timeout=options.time_limit,
                          check=False, env={**os.environ, **(environment or {})})
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


def behind_prefetcher(options, configuration):
    """The profile of a configuration, the environment that gives it to the model, and its name."""
    words, wait, data_wait, shared = configuration
    profile = options.out / "prefetch.timing"
    keys = {"prefetch_words": words, "prefetch_wait": wait, "prefetch_shared": shared, "memory": data_wait, "device": data_wait}
    core = (options.timing or HERE / "tiny.timing").read_text(encoding="utf-8")
    profile.write_text(core + "".join(f"{key} = {value}\n" for key, value in keys.items()), encoding="utf-8")
    environment = {"TINY_WORDS": words, "TINY_WAIT": wait, "TINY_DATA_WAIT": data_wait, "TINY_SHARED": shared}
    name = f"{words} words, {wait} wait states, {data_wait} of data" + (", one memory" if shared else "")
    return profile, {key: str(value) for key, value in environment.items()}, name


def compare(options, report, rows, profile, environment=None, configuration=""):
    """All programs on the model and on Janus with a profile."""
    widths = (24, -14, -14, -12)
    if configuration:
        report.say(f"\n{configuration}")
    report.say(text_line(("program", "model", "janus", "difference"), widths))
    for elf in options.programs:
        (output, model), (ours_output, ours) = on_model(options, elf, environment), on_janus(options, elf, profile)
        name = elf.stem.removeprefix("speed_").removeprefix("timing_").removesuffix("_quick")
        same = "" if output == ours_output else "  other output"
        report.say(text_line((name, model, ours, f"{ours - model:+}"), widths) + same)
        rows.append({"configuration": configuration, "program": name, "model": model, "janus": ours,
                     "difference": ours - model, "exact": model == ours and output == ours_output})


def main():
    options = arguments()
    report = Report(options.out)
    if not options.harness.is_file():
        report.say(f"left out: there is no {options.harness} (Verilator was not there when Janus was built)")
        return 0
    rows = []
    if options.prefetch:
        for configuration in CONFIGURATIONS:
            compare(options, report, rows, *behind_prefetcher(options, configuration))
    else:
        compare(options, report, rows, options.timing or fitted(options, report))
    report.write(rows)
    exact = sum(row["exact"] for row in rows)
    report.say(f"{exact} of {len(rows)} runs exact")
    return 0 if exact == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
