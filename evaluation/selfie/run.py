#!/usr/bin/env python3
"""Bounded model checking, measured on programs of the kinds that Selfie was measured with: how large the formula is,
how long it takes to build, and to solve in process, by z3 and by cvc5 on the file; with merging and without.

With --scaling, instead: one program with 4 to 20 decisions, so up to 2^20 paths, as a formula of merged paths and as one
of separate paths, each with a condition of its own.

Writes results.txt and results.csv, or scaling.txt and scaling.csv. A solver that is not installed is left out. Exits 1
if answers differ from each other or from janus explore, a counterexample does not replay, or a program fails.
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
BRANCHES = (4, 8, 12, 16, 20)
SCALING_COLUMNS = ("branches", "form", "merge", "verdict", "paths", "bad ends", "terms", "bytes", "build s", "solve s",
                   "peak MiB")
SCALING_WIDTHS = (-8, 7, 6, 8, -8, -8, -7, -9, -8, -8, -8)
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


def scale(options, report):
    """The number of failures."""
    rows, failed = [], 0
    report.say(text_line(SCALING_COLUMNS, SCALING_WIDTHS))
    for branches in BRANCHES:
        for form, merge in ((form, merge) for form in ("safe", "unsafe") for merge in MERGING):
            if branches > options.scaling:
                continue
            elf = options.build / "evaluation" / "selfie" / f"branches_{form}_{branches}.elf"
            try:
                stats = bmc(options, elf, merge, options.out / "bmc")
                if stats["verdict"] not in (form, "unknown"):
                    raise Failed(f"{stats['verdict']}; it is {form}")
            except Failed as problem:
                failed += 1
                report.say(f"FAILED {elf.stem}, {merge}: {problem}")
                continue
            formula = stats["formula"]
            rows.append({"branches": branches, "form": form, "merge": merge, "verdict": stats["verdict"],
                         "paths": stats["paths"], "bad ends": formula["bad_ends"], "terms": formula["terms"],
                         "bytes": formula["bytes"], "build s": f"{formula['build_seconds']:.3f}",
                         "solve s": f"{formula['solve_seconds']:.3f}", "peak MiB": stats["peak_bytes"] >> 20})
            report.say(text_line([rows[-1][column] for column in SCALING_COLUMNS], SCALING_WIDTHS))
            report.write(rows, "scaling")
    report.say(f"{len(rows)} checks, {failed} failures")
    report.write(rows, "scaling")
    return failed


def main():
    parser = command_line.parser(__doc__, "selfie", 120, 20)
    parser.add_argument("--scaling", type=int, nargs="?", const=BRANCHES[-1], metavar="N",
                        help=f"only measure how formulas grow with the decisions, up to N ({BRANCHES[-1]})")
    options = command_line.parse(parser)
    report, rows, failed = Report(options.out), [], 0
    if options.scaling:
        return 1 if scale(options, report) else 0
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
