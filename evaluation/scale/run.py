#!/usr/bin/env python3
"""Measures explorations beyond one process: scaling on this machine, bytes and replay of waiting states, simulation.

    evaluation/scale/run.py BUILD [--janus PROGRAM] [scaling|states|simulation ...]

scaling     one process against two and more, alternately: --jobs, and mpirun where it is
states      bytes of a waiting state in a checkpoint, and what it costs to bring it back
simulation  records trees, and simulates up to 10,000 workers on them (needs the targets record_tree, simulate_workers)
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SCALING = ["sym-iss/sets_safe_7", "sym-iss/quick_sort_safe_8", "scale/csv", "sym-iss/sets_safe_6"]
STATES = ["sym-iss/sets_safe_7", "sym-iss/quick_sort_safe_8", "sym-iss/merge_sort_safe_10", "sym-iss/bubble_sort_safe_8"]
TREES = [("sym-iss/quick_sort_safe_8",), ("sym-iss/quick_sort_safe_5", "sym-iss/quick_sort_safe_8"),
         ("sym-iss/sets_safe_5", "sym-iss/sets_safe_5"), ("sym-iss/sets_safe_4", "sym-iss/sets_safe_6")]


class Bench:
    def __init__(self, build, janus, directory):
        self.build, self.directory = build, pathlib.Path(directory)
        self.janus = str(janus or build / "janus")

    def elf(self, name):
        return str(self.build / "evaluation" / f"{name}.elf")

    def explore(self, name, options, launcher=()):
        stats = self.directory / "stats"
        command = list(launcher) + [self.janus, "explore", self.elf(name), "--plain", "--all", "--out",
                                    str(self.directory / "out"), "--stats", str(stats)] + options
        began = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return json.loads(stats.read_text()) | {"wall": time.monotonic() - began}


def scaling(bench):
    mpirun = shutil.which("mpirun")
    ways = [("one process", [], ())] + [(f"--jobs {n}", ["--jobs", str(n)], ()) for n in (1, 2, 4, 7)]
    if mpirun:
        start = [mpirun, "--allow-run-as-root", "--oversubscribe", "-n"]
        ways += [(f"mpirun -n {n}", [], start + [str(n)]) for n in (2, 4)]
    for name in SCALING:
        best = {}
        for _ in range(3):
            for way, options, launcher in ways:
                stats = bench.explore(name, options, launcher)
                best[way] = min(stats["wall"], best.get(way, 1e9))
        alone = best["one process"]
        print(f"{name}: {stats['paths']} paths; " +
              ", ".join(f"{way} {seconds:.2f} s ({alone / seconds:.2f})" for way, seconds in best.items()), flush=True)


def states(bench):
    checkpoint = str(bench.directory / "checkpoint")
    for name in STATES:
        for forks in (1000, 30000, 300000):
            cut = bench.explore(name, ["--searcher", "bfs", "--max-forks", str(forks), "--checkpoint", checkpoint,
                                       "--checkpoint-every", "100000"])
            waiting = cut["waiting"]
            if not waiting:
                continue
            size = os.path.getsize(checkpoint)
            # As many paths as states wait: a state is brought back for each of them. Then the same without bringing back.
            first = bench.explore(name, ["--resume", checkpoint, "--max-paths", str(cut["paths"] + 1)])
            print(f"{name}: {waiting} waiting, {size / waiting:.1f} bytes a state; first path after {first['wall']:.2f} s",
                  flush=True)
        whole = bench.explore(name, ["--max-paths", "40000"])
        cut = bench.explore(name, ["--searcher", "bfs", "--max-forks", "20000", "--checkpoint", checkpoint])
        rest = bench.explore(name, ["--resume", checkpoint, "--max-paths", "40000"])
        more = cut["wall"] + rest["wall"] - whole["wall"]
        if cut["waiting"]:
            print(f"{name}: {more:.2f} s more with a cut at {cut['waiting']} waiting states, "
                  f"{1e6 * more / cut['waiting']:.0f} us a state", flush=True)


def simulation(bench):
    tools = bench.build / "evaluation" / "scale"
    for names in TREES:
        files = []
        for name in names:
            files.append(str(bench.directory / pathlib.Path(name).name))
            with open(files[-1], "w", encoding="ascii") as tree:
                subprocess.run([str(tools / "record_tree"), bench.elf(name)], stdout=tree, check=True)
        for costs in ([], ["report=5"]):
            print(" x ".join(names), *costs, flush=True)
            subprocess.run([str(tools / "simulate_workers")] + files + costs, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", nargs="*", default=["scaling", "states", "simulation"])
    parser.add_argument("--janus", type=pathlib.Path)
    options = parser.parse_args()
    parts = {"scaling": scaling, "states": states, "simulation": simulation}
    for what in options.what:
        if what not in parts:
            parser.error(f"there is no '{what}'")
    with tempfile.TemporaryDirectory() as directory:
        for what in options.what:
            parts[what](Bench(options.build.resolve(), options.janus, directory))
    return 0


if __name__ == "__main__":
    sys.exit(main())
