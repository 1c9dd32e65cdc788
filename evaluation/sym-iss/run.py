#!/usr/bin/env python3
"""Tables 11, 12 and 13 of the Sym-ISS paper, measured on Janus and printed next to the paper's figures.

Explores each program depth first and with randomly chosen states (or with --searchers), replays what it finds,
and writes results.txt, results.csv and one table-N.svg a table, which shows these two searchers. Exits 1 if a verdict is wrong, a counterexample does not
replay, or the program fails; a row that does not finish inside the limit says so, and is no error.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SEARCHERS = ("dfs", "random")  # the paper's
VERDICT_OF_EXIT_CODE = {0: "safe", 1: "unsafe", 2: "unknown"}

# --quick takes these instead: seconds rather than hours, and not to be compared with the paper.
QUICK = {
    "sum_unsafe": "sum_unsafe_3", "sum_safe": "sum_safe_3",
    "bubble_sort_unsafe": "bubble_sort_unsafe_3", "bubble_sort_safe": "bubble_sort_safe_3",
    "bubble_sort_safe_7": None, "bubble_sort_safe_10": None,
    "fibonacci_recursive_unsafe": "fibonacci_recursive_unsafe_5",
    "fibonacci_recursive_safe": "fibonacci_recursive_safe_5",
    "fibonacci_iterative_unsafe": "fibonacci_iterative_unsafe_5",
    "loop_unsafe": "loop_unsafe_20", "loop_safe": "loop_safe_20",
    "max_unsafe": "max_unsafe_3", "max_safe": "max_safe_3",
    "merge_sort_unsafe": "merge_sort_unsafe_3", "merge_sort_safe": "merge_sort_safe_3",
    "quick_sort_unsafe": "quick_sort_unsafe_3", "quick_sort_safe": "quick_sort_safe_3",
    "sets_unsafe": "sets_unsafe_2", "sets_safe": "sets_safe_2",
    "string_to_number_unsafe": "string_to_number_unsafe_3", "string_to_number_safe": "string_to_number_safe_3",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", help="build tree (build/release)")
    parser.add_argument("--janus", type=Path, help="the janus program (BUILD/janus)")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds for each exploration (60; --quick: 10)")
    parser.add_argument("--table", type=int, choices=(11, 12, 13), action="append", help="only this table (repeatable)")
    parser.add_argument("--searchers", type=lambda names: names.split(","), default=SEARCHERS, metavar="A,B,...",
                        help=f"what to explore with, see janus explore --help ({','.join(SEARCHERS)})")
    parser.add_argument("--out", type=Path, help="where results go (BUILD/evaluation/sym-iss/results)")
    parser.add_argument("--quick", action="store_true", help="small sizes, as a check that everything works")
    options = parser.parse_args()
    options.time_limit = options.time_limit or (10 if options.quick else 60)
    options.janus = options.janus or options.build / "janus"
    options.out = options.out or options.build / "evaluation" / "sym-iss" / "results"
    if not options.janus.is_file():
        parser.error(f"{options.janus}: no such program; build it, or name it with --janus")
    return options


def rows(options):
    with open(HERE / "paper.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            row["table"] = int(row["table"])
            if options.table and row["table"] not in options.table:
                continue
            if options.quick:
                row["firmware"] = QUICK.get(row["firmware"], row["firmware"])
                if row["firmware"] and row["firmware"].rpartition("_")[2].isdigit():
                    row["symbolic"] = "size " + row["firmware"].rpartition("_")[2]
                for column in ("dfs_states", "dfs_seconds", "random_states", "random_seconds"):
                    row[column] = ""
                if row["firmware"] is None:
                    continue
            yield row


def states(forks):
    """The paper counts states, and both successors of each branch (see README.md)."""
    return 2 * (forks + 1)


def run(command, limit):
    """Runs a command; its exit code and the last line it said, as an error message. A hang has no exit code."""
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace",
                              timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, f"did not end within {limit:.0f} s, long after its own limit"
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return done.returncode, said[-1] if said else ""


def explore(options, row, searcher):
    """One exploration. The result has an `error` if something is wrong, and is complete otherwise."""
    result = {"table": row["table"], "row": row["row"], "firmware": row["firmware"], "symbolic": row["symbolic"],
              "expected": row["verdict"], "searcher": searcher, "verdict": "", "paths": "", "states": "", "seconds": "",
              "queries": "", "solver_seconds": "", "peak_bytes": "", "replay": "", "error": "",
              "paper_states": row.get(f"{searcher}_states", ""), "paper_seconds": row.get(f"{searcher}_seconds", "")}
    elf = options.build / "evaluation" / "sym-iss" / f"{row['firmware']}.elf"
    if not elf.is_file():
        result["error"] = f"{elf} is not built"
        return result
    cases = options.out / f"{row['firmware']}-{searcher}"
    cases.mkdir(parents=True, exist_ok=True)
    stats_file = cases / "stats.json"
    stats_file.unlink(missing_ok=True)
    code, said = run([options.janus, "explore", elf, "--searcher", searcher, "--seed", 1, "--max-time",
                      f"{options.time_limit:g}", "--stats", stats_file, "--out", cases], 2 * options.time_limit + 60)
    if code not in VERDICT_OF_EXIT_CODE:
        result["error"] = f"exit code {code}: {said}"
        return result
    try:
        stats = json.loads(stats_file.read_text(encoding="utf-8"))
        result.update(verdict=stats["verdict"], paths=stats["paths"], states=states(stats["forks"]),
                      seconds=stats["seconds"], queries=stats["queries"], solver_seconds=stats["solver_seconds"],
                      peak_bytes=stats["peak_bytes"])
        findings = stats["findings"]
    except (OSError, ValueError, KeyError) as problem:
        result["error"] = f"statistics: {problem!r}"
        return result
    if result["verdict"] != VERDICT_OF_EXIT_CODE[code]:
        result["error"] = f"verdict {result['verdict']}, but exit code {code}"
    elif result["verdict"] not in ("unknown", result["expected"]):
        result["error"] = f"wrong verdict: {result['verdict']}, should be {result['expected']}"
    elif result["verdict"] == "unsafe":
        result["error"] = replay(options, elf, cases, findings)
        result["replay"] = "no" if result["error"] else "yes"
    return result


def replay(options, elf, cases, findings):
    """Every counterexample fails on the prototype too. What went wrong, or nothing."""
    if not findings:
        return "unsafe, but no finding"
    for finding in findings:
        case = Path(finding.get("test_case") or "none")
        if not case.is_file():
            case = cases / case.name
        if not case.is_file():
            return f"no test case {case}"
        code, said = run([options.janus, "replay", elf, case], 60 + options.time_limit)
        if code != 1:
            return f"replay of {case.name}: exit code {code}, should be 1: {said}"
    return ""


def shown(value):
    if value == "":
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


TEXT_COLUMNS = (("row", 12), ("symbolic", 15), ("searcher", 13), ("verdict", 13), ("replay", 7), ("paths", -8),
                ("states", -9), ("paper_states", -13), ("seconds", -9), ("paper_seconds", -14))


def text_line(cells):
    return " ".join(f"{cell:>{-width}}" if width < 0 else f"{cell:<{width}}"
                    for cell, (_, width) in zip(cells, TEXT_COLUMNS)).rstrip()


def text_row(result):
    cells = {name: shown(result[name]) for name, _ in TEXT_COLUMNS}
    if result["verdict"] == "unknown":
        cells["verdict"] = "not finished"
    line = text_line([cells[name] for name, _ in TEXT_COLUMNS])
    return f"{line}\n    ERROR {result['firmware']}: {result['error']}" if result["error"] else line


def text_header(table):
    return f"\nTable {table}\n" + text_line([name.replace("_", " ") for name, _ in TEXT_COLUMNS])


# The plot: a line of points a row, seconds on a logarithmic axis. What did not finish points on to the right.
SERIES = (("dfs", "seconds", "#1f77b4", True, "Janus, dfs"), ("random", "seconds", "#d62728", True, "Janus, random"),
          ("dfs", "paper_seconds", "#1f77b4", False, "paper, dfs"),
          ("random", "paper_seconds", "#d62728", False, "paper, random"))


def plot(table, results):
    left, right, top, step = 230, 40, 60, 24
    width = 900
    names = list(dict.fromkeys((r["row"], r["firmware"], r["symbolic"]) for r in results))
    bottom = top + step * len(names)
    low, high = -3, 5  # a millisecond to a day and more

    def x(seconds):
        exponent = min(max(math.log10(max(seconds, 10**low)), low), high)
        return left + (width - left - right) * (exponent - low) / (high - low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 50}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for exponent in range(low, high + 1):
        position = x(10**exponent)
        out.append(f'<line x1="{position:.1f}" y1="{top}" x2="{position:.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{position:.1f}" y="{bottom + 18}" text-anchor="middle">{10.0**exponent:g}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{bottom + 38}" text-anchor="middle">seconds '
               '(arrow: not finished)</text>')
    for number, (_, _, colour, filled, label) in enumerate(SERIES):
        position = left + 160 * number
        out.append(mark(position, 40, colour, filled))
        out.append(f'<text x="{position + 10}" y="44">{label}</text>')
    out.append(f'<text x="10" y="22" font-size="15">Sym-ISS, Table {table}</text>')
    for line, (row, firmware, symbolic) in enumerate(names):
        y = top + step * (line + 0.5)
        out.append(f'<text x="10" y="{y + 4:.1f}">{escape(row)} <tspan fill="#777">{escape(symbolic)}</tspan></text>')
        for searcher, column, colour, filled, _ in SERIES:
            for result in results:
                if (result["firmware"], result["searcher"]) != (firmware, searcher) or result[column] == "":
                    continue
                unfinished = result[column] == "timeout" or (filled and result["verdict"] == "unknown")
                seconds = 86400.0 if result[column] == "timeout" else float(result[column])
                offset = -3 if searcher == "dfs" else 3
                out.append(mark(x(seconds), y + offset, colour, filled, unfinished))
    out.append("</svg>")
    return "\n".join(out) + "\n"


def mark(x, y, colour, filled, unfinished=False):
    fill = colour if filled else "white"
    if unfinished:
        return (f'<path d="M{x - 4:.1f} {y - 4:.1f} l9 4 l-9 4 z" fill="{fill}" stroke="{colour}"/>')
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}"/>'


def write(options, results, lines):
    (options.out / "results.txt").write_text("\n".join(lines).lstrip() + "\n", encoding="utf-8")
    with open(options.out / "results.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(results[0]))
        writer.writeheader()
        writer.writerows(results)
    for table in sorted({result["table"] for result in results}):
        of_table = [result for result in results if result["table"] == table]
        (options.out / f"table-{table}.svg").write_text(plot(table, of_table), encoding="utf-8")


def main():
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    results, lines = [], []

    def say(line):
        print(line, flush=True)
        lines.append(line)

    table = None
    for row in rows(options):
        if row["table"] != table:
            table = row["table"]
            say(text_header(table))
        for searcher in options.searchers:
            results.append(explore(options, row, searcher))
            say(text_row(results[-1]))
            write(options, results, lines)  # after each row: an interrupted run keeps what it has
    wrong = sum(1 for result in results if result["error"])
    unfinished = sum(1 for result in results if result["verdict"] == "unknown")
    say(f"\n{len(results)} explorations, {unfinished} not finished within {options.time_limit:g} s, {wrong} wrong")
    write(options, results, lines)
    print(f"written to {options.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
