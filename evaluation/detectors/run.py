#!/usr/bin/env python3
"""What detectors find, and what they cost.

First, the programs of this folder, compressed and at three levels of optimisation: each has one mistake, and a twin without it. With
`--check all,leaks`, each must have a finding with the reason that this file names, which replays, and no twin may have any. Then every
program of every evaluation and example, explored by default and with `--check all`: no program that is safe without detectors
may have a finding, unless this file says that the finding is right, and the table compares processor seconds.

Writes results.txt and results.csv. Exits 1 if a mistake is missed or a finding is false.
"""

import csv
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
# Programs which really do what a detector reports, and mean it.
RIGHT = {"calibrate": "division_by_zero", "timing_calibrate": "division_by_zero"}  # they time it


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


def compare(options, elf):
    times, verdicts = {}, {}
    found = []
    for check in ("none", "all"):
        stats = explore(options.janus, elf, ("--auto", "--check", check), options.time_limit, options.out / "run")
        times[check], verdicts[check] = stats["cpu_seconds"], stats["verdict"]
        found = [finding["reason"] for finding in stats["findings"]]
    false = verdicts["none"] == "safe" and found and RIGHT.get(elf.stem) != found[0]
    return {"program": elf.stem, **{f"seconds_{check}": f"{seconds:.3f}" for check, seconds in times.items()},
            **{f"verdict_{check}": verdict for check, verdict in verdicts.items()}, "reason": " ".join(found[:1]),
            "false": bool(false)}


def programs(options):
    folders = (options.build / "evaluation", options.build / "sw" / "examples")
    found = sorted(elf for folder in folders for elf in folder.rglob("*.elf")
                   if elf.parent.name != "detectors" and (not elf.stem.startswith("speed_") or elf.stem.endswith("_quick")))
    return found[:: len(found) // 20] if options.quick else found


def summary(rows):
    both = [row for row in rows if row["verdict_none"] == row["verdict_all"] != "unknown"]
    none, every = (sum(float(row[f"seconds_{check}"]) for row in both) for check in ("none", "all"))
    slow = [row for row in both if float(row["seconds_all"]) > 2 * float(row["seconds_none"]) + 0.1]
    lines = [f"{len(rows)} programs; {len(both)} decided alike with and without: {none:.1f} s without, {every:.1f} s with all "
             f"({every / none:.2f} times)"]
    lines += [f"more than twice plus 0.1 s: {row['program']} {row['seconds_none']} -> {row['seconds_all']}" for row in slow]
    lines += [f"decided without, not with: {row['program']} ({row['verdict_none']} {row['seconds_none']} s)" for row in rows
              if row["verdict_all"] == "unknown" != row["verdict_none"]]
    lines += [f"false: {row['program']}: {row['reason']}" for row in rows if row["false"]]
    return lines


def main():
    parser = command_line.parser(__doc__, "detectors", 6, 2)
    parser.add_argument("--only", choices=("mistakes", "costs"), help="one of the two parts")
    options = command_line.parse(parser)
    options.out.mkdir(parents=True, exist_ok=True)
    lines, wrong, rows = [], 0, []
    try:
        if options.only != "costs":
            lines, wrong = find_mistakes(options)
        if options.only != "mistakes":
            for elf in programs(options):
                try:
                    rows.append(compare(options, elf))
                except Failed as problem:  # what needs options of its own
                    print(f"{elf.stem}: left out: {problem}", flush=True)
    except Failed as problem:
        sys.exit(f"run.py: {problem}")
    if rows:
        with open(options.out / "results.csv", "w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        lines += summary(rows)
        print("\n".join(summary(rows)))
    (options.out / "results.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if wrong or any(row["false"] for row in rows) else 0)


if __name__ == "__main__":
    main()
