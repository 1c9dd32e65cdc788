#!/usr/bin/env python3
"""The questions of the evaluation's programs, asked again of each core solver and of each layer in front of it.

Runs ask_again over the programs, and writes results.txt and results.csv (milliseconds of CPU time a question, by program
and configuration), results.svg, and what each program was asked as PROGRAM.csv. Exits 1 if two configurations answer
differently, a model does not satisfy, or a program fails.
"""

import csv
import math
import statistics
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402

PROGRAMS = {
    "sym-iss": ("sum_safe branch_safe bubble_sort_safe constructed_unsafe fibonacci_recursive_safe "
                "fibonacci_iterative_safe loop_safe max_safe merge_sort_safe quick_sort_safe quick_sort_unsafe "
                "sets_safe sets_unsafe string_to_number_safe string_to_number_unsafe").split(),
    "engine": "forks table_lookup crc_table crc_table_unsafe histogram".split(),
    "solver": [f"arithmetic_{form}" for form in (
        "factors square binomial scale average checksum linear digits "
        "modular cube difference quotient system substitute remainder triple mix").split()],
}
QUICK = {"sym-iss": ["bubble_sort_safe_3", "sets_safe_2", "string_to_number_unsafe_3"], "engine": ["table_lookup"],
         "solver": ["arithmetic_linear"]}
CORES = ("z3-fresh", "z3", "cadical-fresh", "cadical", "auto")
LAYERS = ("domain", "order", "values", "independence", "cache", "all")
CONFIGURATIONS = CORES + LAYERS
REFERENCE = "auto"  # ratios are to this: the core as it is, with no layer in front


def arguments():
    parser = command_line.parser(__doc__, "solver", 3, 1)
    parser.add_argument("--questions", type=int, metavar="N", help="asked again, a program (300; --quick: 40)")
    parser.add_argument("--timeout", type=float, default=5, metavar="S", help="seconds for each question (5)")
    parser.add_argument("--program", action="append", help="only this program (repeatable)")
    options = command_line.parse(parser)
    options.questions = options.questions or (40 if options.quick else 300)
    if not (options.build / "evaluation" / "solver" / "ask_again").is_file():
        parser.error(f"{options.build}: ask_again is not built there")
    return options


def ask_again(options, folder, program):
    """Milliseconds and answers by configuration, and what went wrong."""
    evaluation = options.build / "evaluation"
    done = subprocess.run([evaluation / "solver" / "ask_again", evaluation / folder / f"{program}.elf", "--questions",
                           str(options.questions), "--timeout", str(options.timeout), "--explore",
                           str(options.time_limit)], capture_output=True, text=True, check=False)
    (options.out / f"{program}.csv").write_text(done.stdout, encoding="utf-8")
    asked = {}
    for row in csv.DictReader(done.stdout.splitlines()):
        asked.setdefault(row["configuration"], []).append((float(row["milliseconds"]), row["answer"]))
    error = f"exit code {done.returncode}: {done.stderr.strip()}" if done.returncode else ""
    return asked, error


def figures(program, configuration, asked):
    times = sorted(milliseconds for milliseconds, _ in asked)
    return {"program": program, "configuration": configuration, "questions": len(times),
            "unknown": sum(answer == "unknown" for _, answer in asked), "mean": statistics.fmean(times),
            "median": statistics.median(times), "p95": times[math.ceil(0.95 * len(times)) - 1], "total": sum(times)}


def ratios(results, programs):
    """The geometric mean over programs of a configuration's mean time, relative to the reference."""
    mean = {(result["program"], result["configuration"]): result["mean"] for result in results}
    return {configuration: statistics.geometric_mean(mean[program, configuration] / mean[program, REFERENCE]
                                                     for program in programs) for configuration in CONFIGURATIONS}


def line(cells, first=26, width=10):
    return f"{cells[0]:<{first}}" + "".join(f"{cell:>{max(width, len(name) + 2)}}"
                                            for cell, name in zip(cells[1:], ("",) + CONFIGURATIONS))


def shown(milliseconds):
    return f"{milliseconds:.3g}" if milliseconds < 1000 else f"{milliseconds:.0f}"


def table(results, column):
    """A line a program; a cell marked with * has questions that were not answered in time."""
    lines = [f"{column}, milliseconds of CPU time" + (" a question" if column != "total" else ""),
             line(["program", "questions", *CONFIGURATIONS])]
    programs = list(dict.fromkeys(result["program"] for result in results))
    for program in programs:
        of_program = {result["configuration"]: result for result in results if result["program"] == program}
        cells = [shown(result[column]) + ("*" if result["unknown"] else " ") for result in of_program.values()]
        lines.append(line([program, str(of_program[REFERENCE]["questions"]), *cells]))
    if column == "mean":
        lines.append(line([f"geometric mean / {REFERENCE}", "",
                           *(f"{ratio:.2f} " for ratio in ratios(results, programs).values())]))
    return "\n".join(lines) + "\n"


def plot(results):
    """Mean milliseconds a question: a row a program, a mark a configuration, on a logarithmic axis."""
    colours = ("#d62728", "#ff9896", "#1f77b4", "#aec7e8", "#000000", "#2ca02c", "#98df8a", "#bcbd22", "#17becf",
               "#9467bd", "#e377c2")
    programs = list(dict.fromkeys(result["program"] for result in results))
    left, right, top, step, width, low, high = 200, 820, 60, 20, 860, -4, 4
    bottom = top + step * len(programs)

    def x(milliseconds):
        return left + (right - left) * (min(max(math.log10(max(milliseconds, 1e-9)), low), high) - low) / (high - low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + 50}" font-family="sans-serif" '
           'font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for number, configuration in enumerate(CONFIGURATIONS):
        at, y = 20 + 140 * (number % 6), 18 + 20 * (number // 6)
        out.append(f'<circle cx="{at}" cy="{y}" r="4" fill="{colours[number]}"/>')
        out.append(f'<text x="{at + 9}" y="{y + 4}">{configuration}</text>')
    for exponent in range(low, high + 1):
        at = x(10.0**exponent)
        out.append(f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{at:.1f}" y="{bottom + 18}" text-anchor="middle">{10.0**exponent:g}</text>')
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 38}" text-anchor="middle">mean milliseconds a question'
               '</text>')
    for number, program in enumerate(programs):
        out.append(f'<text x="10" y="{top + step * (number + 0.7):.1f}">{escape(program)}</text>')
    for result in results:
        y = top + step * (programs.index(result["program"]) + 0.5)
        colour = colours[CONFIGURATIONS.index(result["configuration"])]
        out.append(f'<circle cx="{x(result["mean"]):.1f}" cy="{y:.1f}" r="4" fill="{colour}" fill-opacity="0.8"/>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def write(options, results, text):
    (options.out / "results.txt").write_text(text, encoding="utf-8")
    (options.out / "results.svg").write_text(plot(results), encoding="utf-8")
    with open(options.out / "results.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(results[0]))
        writer.writeheader()
        writer.writerows(results)


def main():
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    results, silent, errors = [], [], []
    for folder, programs in (QUICK if options.quick else PROGRAMS).items():
        for program in programs:
            if options.program and program not in options.program:
                continue
            asked, error = ask_again(options, folder, program)
            if error:
                errors.append(f"ERROR {program}: {error}")
            elif not asked:
                silent.append(program)
            results += [figures(program, configuration, asked[configuration]) for configuration in asked]
            print(errors[-1] if error else f"{program}: {len(asked.get(REFERENCE, []))} questions", flush=True)
    parts = [table(results, column) for column in ("mean", "median", "p95", "total")] if results else []
    if silent:
        parts.append(f"never asked a question: {', '.join(silent)}\n")
    questions = sum(result["questions"] for result in results if result["configuration"] == REFERENCE)
    parts.append("\n".join(errors + [f"{questions} questions, {len(CONFIGURATIONS)} configurations, "
                                     f"{len(errors)} programs wrong"]) + "\n")
    text = "\n".join(parts)
    if results:
        write(options, results, text)
    print(f"\n{text}\nwritten to {options.out}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
