#!/usr/bin/env python3
"""Bounded model checking, measured on programs of the kinds that Selfie was measured with: how large the formula is,
how long it takes to build, and to solve in process, by z3 and by cvc5 on the file; with merging and without.

Writes results.txt and results.csv. A solver that is not installed is left out. Exits 1 if answers differ from each
other or from janus explore, a counterexample does not replay, or a program fails.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import VERDICT_OF_EXIT_CODE, Failed, explore, run  # noqa: E402
from report import Report, text_line  # noqa: E402

PROGRAMS = ("increasing_loop", "decreasing_loop", "nested_loop", "nested_if", "nested_recursion", "factorial",
            "fibonacci", "ackermann", "division", "invalid_access", "exit_code")
OTHERS = tuple(f"sym-iss/{program}_{form}_{size}" for program, size in (
    ("bubble_sort", 3), ("merge_sort", 3), ("quick_sort", 3), ("max", 3), ("string_to_number", 3), ("sets", 2))
    for form in ("safe", "unsafe"))  # with words as inputs, and loops around memory
QUICK = ("increasing_loop", "nested_if", "factorial", "division", "invalid_access", "exit_code")
MERGING = ("eager", "none")
BOUNDS = ("--division-by-zero", "--max-instructions", "100000", "--max-forks", "500")
COLUMNS = ("program", "merge", "verdict", "forks", "merges", "bad ends", "terms", "bytes", "build s", "solve s", "z3 s",
           "cvc5 s", "explore s")
WIDTHS = (24, 6, 8, -6, -7, -9, -7, -9, -8, -8, -8, -8, -9)


def bmc(options, elf, merge, directory):
    """Statistics of one check that solves its formula and writes it to formula.smt2."""
    directory.mkdir(parents=True, exist_ok=True)
    stats_file = directory / "stats.json"
    stats_file.unlink(missing_ok=True)
    code, said = run([options.janus, "bmc", elf, *BOUNDS, "--merge", merge, "--emit", directory / "formula.smt2",
                      "--solve", "--max-time", f"{options.time_limit:g}", "--stats", stats_file, "--out", directory],
                     2 * options.time_limit + 60)
    if code not in VERDICT_OF_EXIT_CODE or not stats_file.is_file():
        raise Failed(f"bmc --merge {merge}: exit code {code}: {said}")
    stats = json.loads(stats_file.read_text(encoding="utf-8"))
    if stats["verdict"] != VERDICT_OF_EXIT_CODE[code]:
        raise Failed(f"bmc --merge {merge}: verdict {stats['verdict']}, but exit code {code}")
    if stats["verdict"] == "unsafe":
        code, said = run([options.janus, "replay", elf, directory / "finding-1.json"], 60)
        if not said.endswith("as explored"):
            raise Failed(f"bmc --merge {merge}: the counterexample does not replay: {said}")
    return stats


def solve(options, solver, file):
    """Seconds and answer of a solver's command line program; the answer is None if it ran out of time."""
    begin = time.monotonic()
    try:
        done = subprocess.run([solver, file], capture_output=True, text=True, timeout=options.time_limit, check=False)
    except subprocess.TimeoutExpired:
        return options.time_limit, None
    answer = done.stdout.strip()
    if answer not in ("sat", "unsat"):
        raise Failed(f"{solver}: {answer or done.stderr.strip()}")
    return time.monotonic() - begin, answer


def rows_of(options, program, solvers):
    elf = options.build / "evaluation" / f"{program}.elf"
    explored = explore(options.janus, elf, ("--division-by-zero",), options.time_limit, options.out / "explore")
    for merge in MERGING:
        directory = options.out / "bmc"
        stats = bmc(options, elf, merge, directory)
        formula = stats["formula"]
        row = {"program": elf.stem, "merge": merge, "verdict": stats["verdict"], "forks": stats["forks"],
               "merges": stats["paths_merged"]["merges"], "bad ends": formula["bad_ends"], "terms": formula["terms"],
               "bytes": formula["bytes"], "build s": f"{formula['build_seconds']:.3f}",
               "solve s": f"{formula['solve_seconds']:.3f}", "z3 s": "", "cvc5 s": "",
               "explore s": f"{explored['seconds']:.3f}"}
        answers = {"bmc": formula["answer"]}
        for solver in solvers:
            seconds, answers[solver] = solve(options, solver, directory / "formula.smt2")
            row[f"{solver} s"] = f"{seconds:.3f}" if answers[solver] else "-"
        given = {name: answer for name, answer in answers.items() if answer in ("sat", "unsat")}
        if len(set(given.values())) > 1:
            raise Failed(f"{merge}: answers differ: {given}")
        if "unknown" not in (stats["verdict"], explored["verdict"]) and stats["verdict"] != explored["verdict"]:
            raise Failed(f"{merge}: {stats['verdict']}, but explored: {explored['verdict']}")
        expected = "unsafe" if "_unsafe" in program else "safe"
        if explored["verdict"] != expected or stats["verdict"] not in (expected, "unknown"):
            raise Failed(f"{merge}: {stats['verdict']}, explored: {explored['verdict']}; it is {expected}")
        yield row


def main():
    options = command_line.parse(command_line.parser(__doc__, "selfie", 120, 20))
    report, rows, failed = Report(options.out), [], 0
    solvers = [solver for solver in ("z3", "cvc5") if shutil.which(solver)]
    report.say(text_line(COLUMNS, WIDTHS))
    programs = [f"selfie/{program}_{form}" for program in (QUICK if options.quick else PROGRAMS)
                for form in ("safe", "unsafe")]
    for program in programs if options.quick else (*programs, *OTHERS):
        try:
            for row in rows_of(options, program, solvers):
                rows.append(row)
                report.say(text_line([row[column] for column in COLUMNS], WIDTHS))
                report.write(rows)
        except Failed as problem:
            failed += 1
            report.say(f"FAILED {program}: {problem}")
    report.say(f"{len(rows)} checks, {failed} failures; answers of {', '.join(['janus', *solvers])} compared")
    report.write(rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
