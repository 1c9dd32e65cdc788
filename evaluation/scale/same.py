#!/usr/bin/env python3
"""Compares explorations that are shared, or interrupted and continued, with undisturbed ones, over many firmware files.

    evaluation/scale/same.py BUILD [--seconds S] [--jobs N,...] [--seed N] [--part I/N] [ELF ...]

Without files: all of BUILD but those that measure speed. A program counts if its undisturbed exploration ends within S
seconds. Every path separately (--plain --all): verdict, paths, forks, instructions and findings must be the same with
each number of processes, and if the exploration is cut at random forks, with random searchers. By default: verdict and
places of findings must be the same with each number of processes.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SEARCHERS = ["dfs", "bfs", "random", "random-path", "coverage", "mixed", "best-of-three", "best-sum", "weighted-sum"]


class Janus:
    def __init__(self, program, directory, seconds):
        self.program, self.directory, self.seconds = program, pathlib.Path(directory), seconds

    def explore(self, elf, options, times=1):
        stats = self.directory / "stats"
        stats.unlink(missing_ok=True)
        limit = str(self.seconds * times)
        command = [self.program, "explore", str(elf), "--out", str(self.directory / "out"), "--stats", str(stats),
                   "--max-time", limit] + options
        code = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if not stats.exists():
            return {"verdict": f"exit code {code.returncode}: {code.stderr.strip()}", "findings": []}
        return json.loads(stats.read_text())


def all_of(stats):
    findings = sorted((one["reason"], one["pc"]) for one in stats["findings"])
    return {key: stats.get(key) for key in ("verdict", "paths", "forks", "instructions")} | {"findings": findings}


def places_of(stats):
    return {"verdict": stats["verdict"],
            "places": sorted({(one["reason"], one["pc"]) for one in stats["findings"]})}


def is_cut(stats):
    return any("--max-time" in reason for reason in stats.get("gave_up", ["--max-time"]))


def compare(janus, elf, jobs, chance):
    """The differences, and how many comparisons were made."""
    wrong, done = [], 0
    plain = ["--plain", "--all", "--max-instructions", "20000"]
    stats = janus.explore(elf, plain)
    if not is_cut(stats):
        expected = all_of(stats)
        for number in jobs:
            done += 1
            result = all_of(janus.explore(elf, plain + ["--jobs", str(number)], 20))
            if result != expected:
                wrong.append(f"--plain --jobs {number}: {result} instead of {expected}")
        if stats["forks"] > 1:
            checkpoint = str(janus.directory / "checkpoint")
            cuts = sorted(chance.randrange(1, stats["forks"]) for _ in range(3))
            resume, used = [], []
            for cut in cuts + [None]:
                used.append(chance.choice(SEARCHERS))
                limit = ["--max-forks", str(cut)] if cut else []
                result = janus.explore(elf, plain + limit + resume + ["--checkpoint", checkpoint, "--searcher", used[-1]],
                                       20)
                resume = ["--resume", checkpoint]
            done += 1
            if all_of(result) != expected:
                wrong.append(f"cut at {cuts} with {used}: {all_of(result)} instead of {expected}")
    stats = janus.explore(elf, [])
    if stats["verdict"] in ("safe", "unsafe"):
        expected = places_of(stats)
        for number in jobs:
            done += 1
            result = places_of(janus.explore(elf, ["--jobs", str(number)], 20))
            if result["verdict"] != expected["verdict"]:
                wrong.append(f"--jobs {number}: {result} instead of {expected}")
            elif result != expected:
                wrong.append(f"(another finding first) --jobs {number}: {result} instead of {expected}")
    return wrong, done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("elf", type=pathlib.Path, nargs="*")
    parser.add_argument("--janus", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--jobs", default="1,2,4,7")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", help="every N-th program, from the I-th on")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    elfs = options.elf
    if not elfs:
        elfs = sorted(elf for folder in ("evaluation", "sw") for elf in (options.build / folder).rglob("*.elf")
                      if "speed" not in elf.parts)
    part, parts = map(int, options.part.split("/"))
    programs = comparisons = differences = others = 0
    with tempfile.TemporaryDirectory() as directory:
        janus = Janus(str(options.janus or options.build / "janus"), directory, options.seconds)
        for elf in elfs[part - 1::parts]:
            wrong, done = compare(janus, elf, [int(number) for number in options.jobs.split(",")], chance)
            programs += done > 0
            comparisons += done
            for line in wrong:
                others += line.startswith("(")
                differences += not line.startswith("(")
                print(f"{elf.name}: {line}", flush=True)
    print(f"{programs} programs, {comparisons} comparisons, {differences} differences, {others} times another finding "
          "came first")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
