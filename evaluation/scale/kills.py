#!/usr/bin/env python3
"""Kills explorations, and checks that nothing is lost: a hundred kills over three explorations.

    evaluation/scale/kills.py BUILD [--janus PROGRAM] [--kills N] [--seed N]

Each exploration writes checkpoints, is killed at a random moment, and another one goes on from the file. Killed are: the
process; with --jobs 2 a worker, the launcher, or all of them at once; and a disk is full, by RLIMIT_FSIZE. In the end
verdict, findings, and with --plain paths, forks and instructions must be those of an exploration that nobody has disturbed.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

EXPLORATIONS = [  # firmware below BUILD, options
    ("evaluation/sym-iss/sets_safe_6.elf", ["--plain", "--all"]),
    ("evaluation/sym-iss/quick_sort_safe_8.elf", ["--plain", "--all", "--searcher", "random-path"]),
    ("evaluation/sym-iss/bubble_sort_safe_8.elf", []),  # by default: techniques, of which counts are not compared
]
KINDS = ["process", "worker", "launcher", "all", "disk"]


def outcome(stats, options):
    stats = json.loads(stats.read_text())
    findings = sorted((one["reason"], one["pc"]) for one in stats["findings"])
    compared = ("verdict", "paths", "forks", "instructions") if "--plain" in options else ("verdict",)
    return {key: stats[key] for key in compared} | {"findings": findings}


def children(process):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def start(command, kind):
    def limit():
        os.setpgid(0, 0)
        if kind == "disk":
            resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)


def kill(process, kind, chance, longest):
    time.sleep(chance.uniform(0.01, longest))
    workers = children(process.pid)
    if kind == "worker" and workers:
        os.kill(chance.choice(workers), signal.SIGKILL)
        time.sleep(chance.uniform(0.01, longest))
    if kind == "all":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--janus", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    janus = str(arguments.janus or arguments.build / "janus")
    chance = random.Random(arguments.seed)
    wrong = done = ended = 0
    for number, (firmware, options) in enumerate(EXPLORATIONS):
        base = [janus, "explore", str(arguments.build / firmware)] + options
        with tempfile.TemporaryDirectory() as directory:
            directory = pathlib.Path(directory)
            stats, checkpoint = directory / "stats", directory / "checkpoint"
            base += ["--out", str(directory / "out"), "--stats", str(stats)]
            began = time.monotonic()
            subprocess.run(base, stdout=subprocess.DEVNULL, check=False)
            undisturbed, seconds = outcome(stats, options), time.monotonic() - began
            share = (arguments.kills - done) // (len(EXPLORATIONS) - number)
            for _ in range(share):
                kind = chance.choice(KINDS)
                command = base + ["--checkpoint", str(checkpoint), "--checkpoint-every", "0.02"]
                if checkpoint.exists():
                    command += ["--resume", str(checkpoint)]
                if kind in ("worker", "launcher", "all") or chance.random() < 0.3:
                    command += ["--jobs", "2"]
                process = start(command, kind)
                kill(process, kind, chance, max(0.05, 2 * seconds / share))
                ended += process.returncode >= 0
            done += share
            resumed = base + (["--resume", str(checkpoint)] if checkpoint.exists() else [])
            subprocess.run(resumed, stdout=subprocess.DEVNULL, check=False)
            result = outcome(stats, options)
            wrong += result != undisturbed
            print(f"{firmware}: {share} kills; undisturbed {undisturbed}; after the kills "
                  f"{'the same' if result == undisturbed else result}", flush=True)
    print(f"{done} kills ({ended} came when the exploration had ended), {wrong} results that differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
