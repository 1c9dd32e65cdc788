#!/usr/bin/env python3
"""Tables 11, 12 and 13 of the Sym-ISS paper, measured on Janus and printed next to the paper's figures.

Explores each program depth first and with randomly chosen states, and those of table 11, in which the order of states
matters, also with the three searchers that combine ways of coverage (or all with --searchers). Replays what it finds,
and writes results.txt, results.csv and one table-N.svg a table, which shows the first two searchers. Exits 1 if a verdict
is wrong, a counterexample does not replay, or the program fails; a row that does not finish inside the limit says so,
and is no error.
"""

import csv
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import ablation  # noqa: E402
import command_line  # noqa: E402
import exploration  # noqa: E402
import svg  # noqa: E402
from report import Report, text_line  # noqa: E402

SEARCHERS = ("dfs", "random")  # the paper's
COVERAGE_SEARCHERS = ("best-of-three", "best-sum", "weighted-sum")
TABLE_OF_FINDINGS = 11

# --quick takes these instead: seconds rather than hours, and not to be compared with the paper.
QUICK = {
    "sum_unsafe": "sum_unsafe_3", "sum_safe": "sum_safe_3",
    "bubble_sort_unsafe": "bubble_sort_unsafe_3", "bubble_sort_safe": "bubble_sort_safe_3",
    "bubble_sort_safe_7": None, "bubble_sort_safe_10": None,
    "fibonacci_recursive_unsafe": "fibonacci_recursive_unsafe_5",
    "fibonacci_recursive_safe": "fibonacci_recursive_safe_5",
    "fibonacci_iterative_unsafe": "fibonacci_iterative_unsafe_5",
    "fibonacci_recursive_exits": "fibonacci_recursive_exits_5",
    "fibonacci_iterative_exits": "fibonacci_iterative_exits_5",
    "loop_exits": "loop_exits_20", "loop_unsafe": "loop_unsafe_20", "loop_safe": "loop_safe_20",
    "max_unsafe": "max_unsafe_3", "max_safe": "max_safe_3",
    "merge_sort_unsafe": "merge_sort_unsafe_3", "merge_sort_safe": "merge_sort_safe_3",
    "quick_sort_unsafe": "quick_sort_unsafe_3", "quick_sort_safe": "quick_sort_safe_3",
    "sets_unsafe": "sets_unsafe_2", "sets_safe": "sets_safe_2",
    "string_to_number_unsafe": "string_to_number_unsafe_3", "string_to_number_safe": "string_to_number_safe_3",
}


def arguments():
    parser = command_line.parser(__doc__, "sym-iss", 60, 10)
    parser.add_argument("--table", type=int, choices=(11, 12, 13), action="append", help="only this table (repeatable)")
    parser.add_argument("--searchers", type=lambda names: names.split(","), metavar="A,B,...",
                        help="what to explore with, see janus explore --help "
                             f"({','.join(SEARCHERS)}; in table 11 {','.join(COVERAGE_SEARCHERS)}, too)")
    parser.add_argument("--auto", action="store_true", help="with --auto, and depth first only")
    parser.add_argument("--ablation", action="store_true",
                        help="instead of the tables: what each layer of the solver is worth, on the safe programs")
    options = command_line.parse(parser)
    if options.auto:
        options.searchers = ["dfs"]
    return options


def searchers(options, table):
    return options.searchers or (SEARCHERS + (COVERAGE_SEARCHERS if table == TABLE_OF_FINDINGS else ()))


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


def explore(options, row, searcher):
    """One exploration. The result has an `error` if something is wrong, and is complete otherwise."""
    result = {"table": row["table"], "row": row["row"], "firmware": row["firmware"], "symbolic": row["symbolic"],
              "expected": row["verdict"], "searcher": searcher, "verdict": "", "paths": "", "states": "", "seconds": "",
              "queries": "", "solver_seconds": "", "peak_bytes": "", "replay": "", "error": "",
              "paper_states": row.get(f"{searcher}_states", ""), "paper_seconds": row.get(f"{searcher}_seconds", "")}
    elf = options.build / "evaluation" / "sym-iss" / f"{row['firmware']}.elf"
    cases = options.out / f"{row['firmware']}-{searcher}"
    try:
        more = ["--auto"] if options.auto else []
        stats = exploration.explore(options.janus, elf, ["--searcher", searcher, "--seed", 1, *more],
                                    options.time_limit, cases)
        result.update(states=states(stats["forks"]), **{column: stats[column] for column in (
            "verdict", "paths", "seconds", "queries", "solver_seconds", "peak_bytes")})
        if result["verdict"] not in ("unknown", result["expected"]):
            result["error"] = f"wrong verdict: {result['verdict']}, should be {result['expected']}"
        elif result["verdict"] == "unsafe":
            result["error"] = replay(options, elf, cases, stats["findings"])
            result["replay"] = "no" if result["error"] else "yes"
    except exploration.Failed as problem:
        result["error"] = str(problem)
    except KeyError as problem:
        result["error"] = f"statistics: {problem!r}"
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
        code, said = exploration.run([options.janus, "replay", elf, case], 60 + options.time_limit)
        if code != 1:
            return f"replay of {case.name}: exit code {code}, should be 1: {said}"
    return ""


def shown(value):
    if value == "":
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


TEXT_COLUMNS = (("row", 12), ("symbolic", 15), ("searcher", 13), ("verdict", 13), ("replay", 7), ("paths", -8),
                ("states", -9), ("paper_states", -13), ("seconds", -9), ("paper_seconds", -14))


WIDTHS = tuple(width for _, width in TEXT_COLUMNS)


def text_row(result):
    cells = {name: shown(result[name]) for name, _ in TEXT_COLUMNS}
    if result["verdict"] == "unknown":
        cells["verdict"] = "not finished"
    line = text_line([cells[name] for name, _ in TEXT_COLUMNS], WIDTHS)
    return f"{line}\n    ERROR {result['firmware']}: {result['error']}" if result["error"] else line


def text_header(table):
    return f"\nTable {table}\n" + text_line([name.replace("_", " ") for name, _ in TEXT_COLUMNS], WIDTHS)


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

    out = [svg.text(10, 22, f"Sym-ISS, Table {table}", font_size=15)]
    for exponent in range(low, high + 1):
        position = x(10**exponent)
        out += [svg.line(position, top, position, bottom),
                svg.text(position, bottom + 18, f"{10.0**exponent:g}", text_anchor="middle")]
    out.append(svg.text((left + width - right) / 2, bottom + 38, "seconds (arrow: not finished)", text_anchor="middle"))
    for number, (_, _, colour, filled, label) in enumerate(SERIES):
        position = left + 160 * number
        out += [svg.mark(position, 40, colour, filled), svg.text(position + 10, 44, label)]
    for line, (row, firmware, symbolic) in enumerate(names):
        y = top + step * (line + 0.5)
        out += [svg.text(10, y + 4, row), svg.text(120, y + 4, symbolic, fill="#777")]
        for searcher, column, colour, filled, _ in SERIES:
            for result in results:
                if (result["firmware"], result["searcher"]) != (firmware, searcher) or result[column] == "":
                    continue
                unfinished = result[column] == "timeout" or (filled and result["verdict"] == "unknown")
                seconds = 86400.0 if result[column] == "timeout" else float(result[column])
                offset = -3 if searcher == "dfs" else 3
                out.append(svg.mark(x(seconds), y + offset, colour, filled, unfinished))
    return svg.document(width, bottom + 50, out)


def say_searchers(report, results):
    """Of each searcher on the same programs: how many it found unsafe, and its states together and at most."""
    widths = (13, -7, -8, -8, -9)
    if results:
        report.say("\n" + text_line(["searcher", "unsafe", "states", "at most", "seconds"], widths))
    for searcher in dict.fromkeys(result["searcher"] for result in results):
        found = [result for result in results if result["searcher"] == searcher and result["verdict"] == "unsafe"]
        report.say(text_line([searcher, len(found), sum(result["states"] for result in found),
                              max((result["states"] for result in found), default=0),
                              f"{sum(result['seconds'] for result in found):.2f}"], widths))


def main():
    options = arguments()
    report = Report(options.out)
    if options.ablation:
        return ablation.measure(options, report)
    results = []
    table = None
    for row in rows(options):
        if row["table"] != table:
            table = row["table"]
            report.say(text_header(table))
        for searcher in searchers(options, table):
            results.append(explore(options, row, searcher))
            report.say(text_row(results[-1]))
            report.write(results)
        report.plot(f"table-{table}.svg", plot(table, [result for result in results if result["table"] == table]))
    say_searchers(report, [result for result in results if result["table"] == TABLE_OF_FINDINGS])
    wrong = sum(1 for result in results if result["error"])
    unfinished = sum(1 for result in results if result["verdict"] == "unknown")
    report.say(f"\n{len(results)} explorations, {unfinished} not finished within {options.time_limit:g} s, "
               f"{wrong} wrong")
    report.write(results)
    print(f"written to {options.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
