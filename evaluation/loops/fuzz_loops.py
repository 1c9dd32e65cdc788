#!/usr/bin/env python3
"""Explores random loops with and without techniques against path explosion, and demands the same verdicts.

The loops of evaluation/generator end after a few iterations; these run on, count by odd steps, wrap around, nest, and
have paths that take turns, which is what loop summaries and inductive annotations are about. Inputs have few values, so
that unrolling answers too. Every counterexample is replayed. Exits 1 if anything contradicts anything.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CONFIGURATIONS = {
    "plain": (),
    "summarize": ("--summarize",),
    "summarize merged": ("--summarize", "--merge", "eager"),
    "summarize bfs": ("--summarize", "--searcher", "bfs"),
    "subsume": ("--subsume",),
    "learn": ("--learn",),
    "revisit changes": ("--revisit", "--revisit-widen", "changes"),
    "together": ("--subsume", "--summarize", "--learn"),
    "bounded": None,
    "auto": ("--auto",),
}
TYPES = ("int", "unsigned", "signed char", "unsigned char", "short", "unsigned short")
LIMITS = {"int": 2**31 - 1, "unsigned": 2**32 - 1, "signed char": 127, "unsigned char": 255, "short": 32767,
          "unsigned short": 65535}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = {name: self.random.choice(TYPES if self.random.random() < 0.4 else TYPES[:2]) for name in "abcdn"}

    def term(self):
        return self.random.choice([*"abcdn", *"abcdn", str(self.random.randint(-3, 12))])

    def condition(self):
        return f"{self.random.choice('abcdn')} {self.random.choice(['<', '<', '<=', '>', '>=', '!=', '=='])} {self.term()}"

    def update(self, name):
        kind = self.random.random()
        if kind < 0.6:
            return f"{name} {self.random.choice('+-')}= {self.random.choice([1, 1, 1, 2, 3, 4, 7])};"
        if kind < 0.7:
            return f"{name} += {self.random.choice('abcdn')};"
        if kind < 0.8:
            return f"{name} = {self.term()};"
        if kind < 0.9:
            return f"{name} = {self.term()} {self.random.choice('+-&^')} {self.term()};"
        return f"{name} -= {self.random.choice('abcdn')};"

    def block(self, depth, indent):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            if kind < 0.25 and depth > 0:
                lines += [f"{indent}if ({self.condition()}) {{", *self.block(depth - 1, indent + "  ")]
                if self.random.random() < 0.7:
                    lines += [f"{indent}}} else {{", *self.block(depth - 1, indent + "  ")]
                lines.append(indent + "}")
            elif kind < 0.35 and depth > 1:
                lines += self.loop(depth - 1, indent)
            else:
                lines.append(indent + self.update(self.random.choice("abcd")))
        return lines

    def loop(self, depth, indent):
        counter = self.random.choice("abcd")
        lines = [f"{indent}while ({counter} {self.random.choice(['<', '!=', '<=', '>'])} {self.random.choice(['n', 'n', self.term()])}) {{"]
        lines += self.block(depth, indent + "  ")
        lines += [f"{indent}  {counter} {self.random.choice('++-')}= {self.random.choice([1, 1, 2, 3])};", indent + "}"]
        return lines

    def program(self):
        lines = ["#include <janus.h>", "int main(void) {"]
        for name, kind in self.types.items():
            lines.append(f"  {kind} {name} = {self.random.randint(-2, 9)};")
        for name in self.random.sample("abcdn", self.random.randint(1, 2)):
            low = self.random.choice([0, 0, -3, LIMITS[self.types[name]] - 5])
            lines += [f"  JANUS_SYMBOLIC({name});", f"  riscv_assume({name} >= ({self.types[name]}){low});",
                      f"  riscv_assume({name} <= ({self.types[name]}){low + self.random.randint(1, 6)});"]
        lines += self.loop(2, "  ")
        for _ in range(self.random.randint(1, 2)):
            lines.append(f"  riscv_assert(!({self.condition()} && {self.condition()}));")
        return "\n".join([*lines, "  return 0;", "}", ""])


def compile_program(source, elf, level, build):
    start = build / "sw" / "runtime"
    common = ["riscv64-unknown-elf-gcc", "-mabi=ilp32", "--specs=picolibc.specs", "-w", f"-{level}", "-fwrapv", "-g"]
    subprocess.run([*common, "-march=rv32ima_zicsr_zifencei", "-I", ROOT / "sw" / "include", "-c", source, "-o",
                    elf.with_suffix(".o")], check=True)
    subprocess.run([*common, "-march=rv32im", "-nostartfiles", "-Wl,--no-warn-rwx-segments", "-T",
                    ROOT / "sw" / "runtime" / "link.ld", elf.with_suffix(".o"), start / "crt0.o", "-L", start,
                    "--oslib=janus_runtime", "-o", elf], check=True)


def explore(janus, elf, options, out, time_limit):
    """Verdict and seconds; None if janus does not know the options. Replays what it finds. A hang is no verdict."""
    stats = out / "stats.json"
    stats.unlink(missing_ok=True)
    how = options if options is None or "--auto" in options else ("--plain", *options)
    command = ["bmc", elf] if how is None else ["explore", elf, *how]
    try:
        done = subprocess.run([janus, *command, "--max-time", str(time_limit), "--max-instructions", "30000",
                               "--stats", stats, "--out", out], capture_output=True, text=True,
                              timeout=time_limit + 60, check=False)
    except subprocess.TimeoutExpired:
        return "hangs", 0
    if done.returncode == 64:
        return None
    if done.returncode not in (0, 1, 2):
        return f"exit code {done.returncode}: {done.stderr.strip()[:200]}", 0
    found = json.loads(stats.read_text(encoding="utf-8"))
    if found["verdict"] == "unsafe":
        violation = next(f for f in found["findings"] if f["reason"] != "instruction_limit")
        replay = subprocess.run([janus, "replay", elf, violation["test_case"]], capture_output=True, text=True,
                                timeout=120, check=False)
        if replay.returncode != 1 or "as explored" not in replay.stdout + replay.stderr:
            return f"does not replay: {replay.returncode}", 0
    return found["verdict"], found["seconds"]


def options_of(description, configurations, time_limit, folder):
    """What the command line says; `janus` and `out` are there in any case."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--max-time", type=float, default=0, help="no new program after so many seconds")
    parser.add_argument("--time-limit", type=float, default=time_limit, help="seconds of each exploration")
    parser.add_argument("--configurations", default=",".join(configurations), help="comma-separated")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--janus", type=Path, help="the janus program (BUILD/janus)")
    parser.add_argument("--out", type=Path, help=f"where results go (BUILD/evaluation/loops/{folder})")
    options = parser.parse_args()
    options.janus = options.janus or options.build / "janus"
    options.out = options.out or options.build / "evaluation" / "loops" / folder
    options.out.mkdir(parents=True, exist_ok=True)
    return options


def seeds(options):
    """Of the programs, as long as there is time."""
    begin = time.monotonic()
    for seed in range(options.seed, options.seed + options.programs):
        if options.max_time and time.monotonic() - begin > options.max_time:
            return
        yield seed


def main():
    options = options_of(__doc__, CONFIGURATIONS, 5, "fuzz")
    janus, out = options.janus, options.out
    names = options.configurations.split(",")
    contradictions, programs = 0, 0
    totals = {name: {"safe": 0, "unsafe": 0, "unknown": 0, "seconds": 0.0} for name in names}
    for seed in seeds(options):
        programs += 1
        source = out / f"loop-{seed}.c"
        source.write_text(Generator(seed).program(), encoding="utf-8")
        for level in ("O0", "O2"):
            elf = out / f"loop-{seed}-{level}.elf"
            compile_program(source, elf, level, options.build)
            verdicts = {}
            for name in names:
                outcome = explore(janus, elf, CONFIGURATIONS[name], out, options.time_limit)
                if outcome is None:
                    continue
                verdicts[name] = outcome[0]
                if outcome[0] in totals[name]:
                    totals[name][outcome[0]] += 1
                    totals[name]["seconds"] += outcome[1]
            if len(set(verdicts.values()) - {"unknown"}) > 1 or not set(verdicts.values()) <= {"safe", "unsafe", "unknown"}:
                contradictions += 1
                print(f"{elf}: {verdicts}", flush=True)
            else:
                elf.unlink()
            elf.with_suffix(".o").unlink()
    print(f"{programs} programs, {contradictions} contradictions")
    for name, total in totals.items():
        print(f"  {name:20} {total['safe']:5} safe {total['unsafe']:5} unsafe {total['unknown']:5} unknown {total['seconds']:8.1f} s")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
