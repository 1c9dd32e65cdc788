#!/usr/bin/env python3
"""Explores random programs of generate.py in many configurations, and demands that nothing contradicts anything.

Each program is compiled with -O1 and -O2 and explored with --all by every configuration. Of those that finish,
 - the verdict is the same, and the one that running the program on the host with every input gives;
 - the same assertions fail;
 - the number of paths is the same, if nothing is merged (a path for each address is another number);
 - each counterexample replays to its end;
and nothing crashes, and a concrete run with random inputs of a program that was called safe does not fail.

Writes results.csv and results.txt; what is contradicted is kept in a directory of its own, with the program, its ELF
files, the commands and what they said. Exits 1 then.
"""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
from command_line import ROOT  # noqa: E402
from exploration import VERDICT_OF_EXIT_CODE  # noqa: E402
from generate import add_options, generate, parameters_of  # noqa: E402
from report import Report  # noqa: E402

GCC = "riscv64-unknown-elf-gcc"
ABI = ("-mabi=ilp32", "--specs=picolibc.specs")
LAYERS = ("domain", "order", "values", "cases", "guess", "divisions", "equations", "exhaustive", "integers", "narrow", "ranks",
          "sums", "xor", "independence", "cache")
NO_LAYERS = tuple(word for layer in LAYERS for word in (f"--solver-{layer}", "off"))
MERGE = ("--merge", "eager")
SUBSUME = "--subsume"
FORK = ("--symbolic-address", "fork")
BOUNDED = ("bmc",)  # a command of its own, with one finding
REPLAYS = 3  # of each exploration
RUNS = 5  # with random inputs, of each ELF file


def configurations():
    """Name, options, and what the number of paths is to be compared with, if with anything."""
    for searcher in ("dfs", "bfs", "random-path", "coverage"):
        yield searcher, ("--searcher", searcher), "paths"
        yield f"{searcher} merged", ("--searcher", searcher, *MERGE), None
        yield f"{searcher} subsumed", ("--searcher", searcher, SUBSUME), None
    yield "subsumed merged", (SUBSUME, *MERGE), None
    yield "subsumed fork", (SUBSUME, *FORK), None
    for layer in LAYERS:
        yield f"no {layer}", (f"--solver-{layer}", "off"), "paths"
    yield "no layers", NO_LAYERS, "paths"
    yield "no layers merged", (*NO_LAYERS, *MERGE), None
    yield "summarize", ("--summarize",), None
    yield "summarize merged", ("--summarize", *MERGE), None
    yield "fork", FORK, "paths by address"
    yield "fork bfs", (*FORK, "--searcher", "bfs"), "paths by address"
    yield "fork merged", (*FORK, *MERGE), None
    yield "by value", ("--by-value",), None
    yield "by value fork", ("--by-value", *FORK), None
    yield "by value merged", ("--by-value", *MERGE), None
    for strategy in ("black-box", "guide", "maximize"):
        yield f"learn {strategy}", ("--learn", "--learn-strategy", strategy), None
    yield "learn bfs", ("--learn", "--searcher", "bfs"), None
    yield "learn merged", ("--learn", *MERGE), None
    yield "learn fork", ("--learn", *FORK), None
    yield "together", (SUBSUME, "--summarize", "--learn"), None
    yield "together merged", (SUBSUME, "--summarize", "--learn", "--merge", "careful"), None
    yield "revisit", ("--revisit",), None
    yield "revisit fork", ("--revisit", *FORK), None
    yield "revisit bfs", ("--revisit", "--searcher", "bfs"), None
    yield "revisit changes", ("--revisit", "--revisit-widen", "changes"), None
    yield "auto", ("--auto",), None
    yield "bounded", BOUNDED, None
    yield "bounded merged", (*BOUNDED, *MERGE), None


class Contradiction(Exception):
    """What a program showed to be wrong."""


class Program:
    """One program, all that is done with it, and what was done, as a shell script for whoever looks into it."""

    def __init__(self, options, seed, parameters, directory):
        self.options, self.parameters, self.directory = options, parameters, directory
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        self.source = directory / "program.c"
        self.source.write_text(generate(parameters, seed), encoding="utf-8")
        self.log = []

    def run(self, command, limit):
        """Exit code, standard output and error. A command that hangs, or is ended by a signal, is a contradiction."""
        command = [str(part) for part in command]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit, check=False)
        except subprocess.TimeoutExpired as problem:
            self.log.append(f"{shlex.join(command)}  # hangs")
            raise Contradiction(f"hangs: {shlex.join(command)}") from problem
        said = done.stdout + done.stderr
        self.log += [f"{shlex.join(command)}  # {done.returncode}", *(f"#   {line}" for line in said.splitlines())]
        if done.returncode < 0 or done.returncode >= 128:
            raise Contradiction(f"exit code {done.returncode}: {shlex.join(command)}")
        return done.returncode, said

    def demand(self, command):
        code, said = self.run(command, 60)
        if code != 0:
            raise Contradiction(f"exit code {code}: {shlex.join(map(str, command))}: {said.strip()}")

    def compile(self, optimisation):
        """As docs/guide.md says."""
        elf = self.directory / f"program-{optimisation}.elf"
        start = self.options.build / "sw" / "runtime"
        self.demand([GCC, "-march=rv32ima_zicsr_zifencei", *ABI, "-g", f"-{optimisation}", "-fwrapv",
                     "-I", ROOT / "sw" / "include", "-c", self.source, "-o", elf.with_suffix(".o")])
        self.demand([GCC, "-march=rv32im", *ABI, "-nostartfiles", "-Wl,--no-warn-rwx-segments",
                     "-T", ROOT / "sw" / "runtime" / "link.ld", elf.with_suffix(".o"), start / "crt0.o", "-L", start,
                     "--oslib=janus_runtime", "-o", elf])
        return elf

    def verdict_on_host(self):
        """By running it with every input; None if there are too many."""
        if self.parameters.range == 0 or (2 * self.parameters.range + 1) ** self.parameters.inputs > 100000:
            return None
        program = self.directory / "program-host"
        self.demand(["cc", "-O1", "-fwrapv", "-w", f"-DRANGE={self.parameters.range}", "-I", HERE / "host", self.source,
                     "-o", program])
        return VERDICT_OF_EXIT_CODE[self.run([program], 60)[0]]

    def explore(self, elf, configuration, options):
        """Its statistics, or the reason why the janus program does not know the options. Files of its own."""
        directory = self.directory / f"{elf.stem}-{configuration.replace(' ', '-')}"
        stats_file = directory / "stats.json"
        directory.mkdir()
        how = (*options, *(() if "--merge" in options else ("--merge", "none"))) if options[0] == "bmc" \
            else ("explore", "--all", *options)
        code, said = self.run([self.options.janus, how[0], elf, *how[1:], "--max-time",
                               f"{self.options.time_limit:g}", "--stats", stats_file, "--out", directory],
                              2 * self.options.time_limit + 60)
        if code == 64:
            return said.strip()
        if code not in VERDICT_OF_EXIT_CODE or not stats_file.is_file():
            raise Contradiction(f"{elf.stem}, {configuration}: exit code {code}")
        stats = json.loads(stats_file.read_text(encoding="utf-8"))
        if stats["verdict"] != VERDICT_OF_EXIT_CODE[code]:
            raise Contradiction(f"{elf.stem}, {configuration}: verdict {stats['verdict']}, but exit code {code}")
        cases = sorted(directory.glob("finding-*.json")) if stats["verdict"] == "unsafe" else []
        for case in cases[:REPLAYS]:
            code, said = self.run([self.options.janus, "replay", elf, case], 60)
            if code != 1 or "as explored" not in said:
                raise Contradiction(f"{elf.stem}, {configuration}: {case.name} does not replay: exit code {code}")
        return stats

    def run_with_random_inputs(self, elf):
        for seed in range(RUNS):
            code, _ = self.run([self.options.janus, "run", elf, "--seed", seed], 60)
            if code != 0:
                raise Contradiction(f"{elf.stem}: called safe, but a run with --seed {seed} gives {code}")


def finished(stats):
    """An exploration that was cut short after a finding has a verdict too, but not every path."""
    return stats["verdict"] != "unknown" and not stats["waiting"] and not stats["gave_up"] \
        and not stats["unanswered_queries"]


def same(what, outcomes):
    """`outcomes`, by name, are all the same, or a contradiction."""
    names = {}
    for name, outcome in outcomes.items():
        names.setdefault(str(outcome), []).append(name)
    if len(names) > 1:
        raise Contradiction(f"{what}: " + "; ".join(f"{outcome} ({', '.join(who)})" for outcome, who in names.items()))


class Fuzz:
    def __init__(self, options, parameters):
        self.options, self.parameters = options, parameters
        self.report = Report(options.out)
        self.configurations = [row for row in configurations() if row[0] in options.configurations]
        self.rows, self.contradicted = [], 0

    def one(self, program, seed):
        verdicts = {"host": program.verdict_on_host()}
        if verdicts["host"] is None:
            del verdicts["host"]
        if "// Safe by construction." in program.source.read_text(encoding="utf-8"):
            verdicts["construction"] = "safe"
        same("verdict", verdicts)
        for optimisation in ("O1", "O2"):
            elf = program.compile(optimisation)
            paths, failed = {}, {}
            for name, options, comparable in list(self.configurations):
                stats = program.explore(elf, name, options)
                if isinstance(stats, str):
                    self.configurations.remove((name, options, comparable))
                    self.report.say(f"left out {name}: {stats}")
                    continue
                self.rows.append({"seed": seed, "optimisation": optimisation, "configuration": name,
                                  "verdict": stats["verdict"], "finished": int(finished(stats)),
                                  **{key: stats[key] for key in ("paths", "forks", "instructions", "queries", "seconds")}})
                if stats["verdict"] != "unknown":
                    verdicts[f"{optimisation} {name}"] = stats["verdict"]
                if finished(stats) and options[0] != "bmc":
                    failed[name] = sorted({finding["pc"] for finding in stats["findings"]})
                    if comparable:
                        paths.setdefault(comparable, {})[name] = stats["paths"]
            same("verdict", verdicts)
            same(f"{optimisation}: assertions that fail", failed)
            for what, counts in paths.items():
                same(f"{optimisation}: {what}", counts)
            if "safe" in verdicts.values():
                program.run_with_random_inputs(elf)
        return next(iter(verdicts.values()), "unknown")

    def all(self):
        begin, programs, counts = time.monotonic(), 0, {}
        for seed in range(self.options.seed, self.options.seed + self.options.programs):
            if self.options.max_time and time.monotonic() - begin > self.options.max_time:
                break
            program = Program(self.options, seed, self.parameters, self.options.out / f"program-{seed}")
            programs += 1
            try:
                verdict = self.one(program, seed)
            except Contradiction as problem:
                verdict = "CONTRADICTED"
                self.contradicted += 1
                self.report.say(f"CONTRADICTION seed {seed}: {problem} (kept in {program.directory})")
            counts[verdict] = counts.get(verdict, 0) + 1
            (program.directory / "log.sh").write_text("\n".join(program.log) + "\n", encoding="utf-8")
            if verdict != "CONTRADICTED" and not self.options.keep:
                shutil.rmtree(program.directory)
            self.report.write(self.rows)
        unfinished = sum(not row["finished"] for row in self.rows)
        self.report.say(f"{programs} programs ({', '.join(f'{n} {verdict}' for verdict, n in sorted(counts.items()))}), "
                        f"{len(self.configurations)} configurations, {len(self.rows)} explorations of which "
                        f"{unfinished} did not finish, {self.contradicted} contradictions, "
                        f"{time.monotonic() - begin:.0f} s")
        self.report.write(self.rows)
        return 1 if self.contradicted else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=100, metavar="N", help="how many programs (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first; the others count on (0)")
    parser.add_argument("--time-limit", type=float, default=5, metavar="SEC", help="of each exploration (5)")
    parser.add_argument("--max-time", type=float, metavar="SEC", help="no new program after this time")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", help="build tree (build/release)")
    parser.add_argument("--janus", type=Path, help="the janus program (BUILD/janus)")
    parser.add_argument("--out", type=Path, help="where results go (BUILD/evaluation/generator/results)")
    names = [name for name, _, _ in configurations()]
    parser.add_argument("--configurations", type=lambda text: text.split(","), default=names, metavar="NAME,...",
                        help=f"some of: {', '.join(names)} (all)")
    parser.add_argument("--keep", action="store_true", help="keep every program, not just those that contradict")
    add_options(parser)
    options = parser.parse_args()
    unknown = [name for name in options.configurations if name not in names]
    if unknown:
        parser.error(f"no such configuration: {', '.join(unknown)}")
    options.janus = options.janus or options.build / "janus"
    options.out = options.out or options.build / "evaluation" / "generator" / "results"
    if not options.janus.is_file():
        parser.error(f"{options.janus}: no such program; build it, or name it with --janus")
    return Fuzz(options, parameters_of(options)).all()


if __name__ == "__main__":
    sys.exit(main())
