#!/usr/bin/env python3
"""What detectors find, and what they cost.

First, the programs of this folder, compressed and at three levels of optimisation: each has one mistake, and a twin without it. With
`--check all,leaks`, each must have a finding with the reason that this file names, which replays, and no twin may have any. Then every
program of every evaluation and example, explored with `--check none`, without the option, and with `--check all`, in turns: no
program that is safe without detectors may have a finding, unless this file says that the finding is right.

Writes results.txt, results.csv, and table.md, which is published. Exits 1 if a mistake is missed or a finding is false.
"""

import csv
import math
import re
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import Failed, explore, run  # noqa: E402

LEVELS = ("O0", "O2", "Os")
# The reasons that count for each program; any of them is the mistake, seen where it shows first.
MISTAKES = {
    "command_line": {"bounds"},
    "unwritten_return": {"bounds", "return_address"},
    "token": {"dangling"},
    "events": {"heap"},
    "requests": {"leaks"},
    "settings": {"uninitialised"},
    "receive_ring": {"bounds"},
    "handlers": {"null"},
    "packed_header": {"misaligned"},
    "patched_text": {"code"},
    "baud_rate": {"division_by_zero"},
    "controller": {"overflow"},
    "nested_lists": {"stack"},
    "buffer_pool": {"heap", "poison"},
    "error_path": {"bounds", "return_address"},
    "file_names": {"heap"},
    "tasks": {"dangling"},
    "wait_for_ready": {"repeats"},
}
# Programs which really do what a detector reports, and mean it: they divide by zero to time it, or wait for ever for
# devices that only their platform (twins.toml) has.
RIGHT = {"calibrate": "division_by_zero", "timing_calibrate": "division_by_zero",
         "timing_calibrate_compressed": "division_by_zero", "worst_division": "division_by_zero",
         "worst_division_brute": "division_by_zero", "twins": "repeats", "twins_fixed": "repeats"}


def find_mistakes(options):
    lines, wrong = [], 0
    for name, reasons in MISTAKES.items():
        for level in LEVELS:
            elf = options.build / "evaluation" / "detectors" / f"detect_field_{name}_{level}.elf"
            mistake = explore(options.janus, elf, ("--auto", "--check", "all,leaks"), options.time_limit, options.out / "run")
            found = {finding["reason"] for finding in mistake["findings"]} if mistake["verdict"] == "unsafe" else set()
            replays = False
            if found:
                code, said = run([options.janus, "replay", elf, options.out / "run" / "finding-1.json"], 60)
                replays = code == 1 and "as explored" in said
            twin = options.build / "evaluation" / "detectors" / f"detect_field_{name}_{level}_fixed.elf"
            silent = explore(options.janus, twin, ("--auto", "--check", "all,leaks"), options.time_limit, options.out / "run")
            good = found and found <= reasons and replays and silent["verdict"] != "unsafe"
            wrong += not good
            lines.append(f"{name} -{level}: {', '.join(sorted(found)) or 'missed'}{'' if replays else ', no replay'}; "
                         f"mended: {silent['verdict']}{'' if good else '   <- WRONG'}")
            print(lines[-1], flush=True)
    return lines, wrong


CHECKS = {"none": ("--check", "none"), "default": (), "all": ("--check", "all")}


def compare(options, elf):
    """A row for a program: seconds of the processor, the median of the turns, each turn with every configuration."""
    turns = []
    for _ in range(options.turns):
        turn = {}
        for check, arguments in CHECKS.items():
            turn[check] = explore(options.janus, elf, ("--auto", *arguments), options.time_limit, options.out / "run")
            if turn["none"]["verdict"] == "unknown":
                return None
        turns.append(turn)
        if any(stats["verdict"] == "unknown" for stats in turn.values()):
            break
    last = turns[-1]
    found = [finding["reason"] for finding in last["all"]["findings"]]
    seconds = {check: statistics.median(turn[check]["cpu_seconds"] for turn in turns) for check in CHECKS}
    ratios = {check: statistics.median(turn[check]["cpu_seconds"] / turn["none"]["cpu_seconds"] for turn in turns)
              for check in CHECKS}
    return {"program": elf.stem, **{f"seconds_{check}": f"{seconds[check]:.3f}" for check in CHECKS},
            **{f"ratio_{check}": f"{ratios[check]:.2f}" for check in CHECKS if check != "none"},
            **{f"verdict_{check}": last[check]["verdict"] for check in CHECKS}, "reason": " ".join(found[:1]),
            "false": bool(last["none"]["verdict"] == "safe" and found and RIGHT.get(elf.stem) != found[0])}


def programs(options):
    folders = (options.build / "evaluation", options.build / "sw" / "examples")
    found = sorted(elf for folder in folders for elf in folder.rglob("*.elf")
                   if elf.parent.name != "detectors" and re.search(options.programs, elf.stem) and (not elf.stem.startswith("speed_") or elf.stem.endswith("_quick")))
    return found[:: len(found) // 20] if options.quick else found


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else 1


def summary(rows, open_ones):
    both = [row for row in rows if row["verdict_none"] == row["verdict_all"]]
    lines = [f"{len(rows)} programs are decided without detectors, {open_ones} are not; {len(both)} of them alike with all"]
    for verdict in ("safe", "unsafe"):
        alike = [row for row in both if row["verdict_none"] == verdict]
        none, every = (sum(float(row[f"seconds_{check}"]) for row in alike) for check in ("none", "all"))
        ratios = {check: geometric_mean([float(row[f"ratio_{check}"]) for row in alike]) for check in ("default", "all")}
        lines.append(f"{len(alike)} {verdict}: {none:.1f} s without, {every:.1f} s with all ({every / max(none, 0.001):.2f} times); "
                     f"geometric means of the ratios {ratios['default']:.2f} by default, {ratios['all']:.2f} with all; "
                     f"{sum(float(row['ratio_all']) > 2 for row in alike)} take more than twice the time")
    lines += [f"decided without, not with: {row['program']} ({row['verdict_none']} {row['seconds_none']} s)" for row in rows
              if row["verdict_all"] == "unknown"]
    lines += [f"{'false' if row['false'] else 'meant'}: {row['program']}: {row['reason']}" for row in rows
              if row["verdict_none"] == "safe" and row["verdict_all"] == "unsafe"]
    return lines


def table(rows, lines):
    """What is published: the safe programs, the dearest first."""
    text = ["# The cost of detectors", "",
            "Seconds of the processor, medians of turns; `run.py --only costs` writes this file's lines. Programs that are safe without",
            "detectors; ratios are to `--check none`, within a turn.", "", *(f"- {line}" for line in lines), "",
            "| program | none | default | all | default / none | all / none |", "|---|---|---|---|---|---|"]
    safe = [row for row in rows if row["verdict_none"] == "safe"]
    for row in sorted(safe, key=lambda row: -float(row["ratio_all"])):
        undecided = " (unknown)" if row["verdict_all"] == "unknown" else ""
        text.append(f"| {row['program']} | {row['seconds_none']} | {row['seconds_default']} | {row['seconds_all']}{undecided} | "
                    f"{row['ratio_default']} | {row['ratio_all']} |")
    return "\n".join(text) + "\n"


def main():
    parser = command_line.parser(__doc__, "detectors", 6, 2)
    parser.add_argument("--turns", type=int, default=3, help="of all configurations (3)")
    parser.add_argument("--programs", default="", metavar="REGEX", help="of the costs: only programs with such names")
    parser.add_argument("--only", choices=("mistakes", "costs"), help="one of the two parts")
    options = command_line.parse(parser)
    options.out.mkdir(parents=True, exist_ok=True)
    lines, wrong, rows, open_ones = [], 0, [], 0
    try:
        if options.only != "costs":
            lines, wrong = find_mistakes(options)
        if options.only != "mistakes":
            for elf in programs(options):
                try:
                    row = compare(options, elf)
                    open_ones += row is None
                    rows += [row] if row else []
                except Failed as problem:  # what needs options of its own
                    print(f"{elf.stem}: left out: {problem}", flush=True)
    except Failed as problem:
        sys.exit(f"run.py: {problem}")
    if rows:
        with open(options.out / "results.csv", "w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        lines += summary(rows, open_ones)
        (options.out / "table.md").write_text(table(rows, summary(rows, open_ones)), encoding="utf-8")
        print("\n".join(summary(rows, open_ones)))
    (options.out / "results.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if wrong or any(row["false"] for row in rows) else 0)


if __name__ == "__main__":
    main()
