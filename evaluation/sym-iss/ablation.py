"""What each layer of the solver chain is worth: every safe program with all of them, without each, without them all.

The configurations take turns; times on the processor are ratios to all layers, by their median. The share of a layer is
how many of the questions to the chain it answered itself. Writes ablation.txt and ablation.csv.
"""

from exploration import Failed, answered, finished, median, ratio, take_turns
from report import text_line

LAYERS = ("domain", "order", "values", "cases", "independence", "cache", "guess")
CHEAP = ("domain", "order", "values")


def without(*layers):
    return [word for layer in layers for word in (f"--solver-{layer}", "off")]


CONFIGURATIONS = {"all": [], **{f"no {layer}": without(layer) for layer in LAYERS},
                  "no d+o+v": without(*CHEAP), "none": without(*LAYERS)}

# The paper's Table 12 and the engine's own programs; at the paper's size if that is a matter of seconds with all
# layers and does not take all day without them.
PROGRAMS = (
    ("sym-iss", "sum_safe", 3), ("sym-iss", "branch_safe", None), ("sym-iss", "bubble_sort_safe", 3),
    ("sym-iss", "fibonacci_recursive_safe", 5), ("sym-iss", "loop_safe", 20), ("sym-iss", "max_safe_10", 3),
    ("sym-iss", "merge_sort_safe", 3), ("sym-iss", "quick_sort_safe", 3), ("sym-iss", "sets_safe_5", 2),
    ("sym-iss", "string_to_number_safe", 3),
    ("engine", "forks", None), ("engine", "table_lookup", None), ("engine", "histogram", None),
    ("engine", "crc_table", None),
)  # folder, program, size for --quick
TURNS = 3


def programs(quick):
    for folder, name, quick_size in PROGRAMS:
        if not quick:
            yield folder, name
        elif folder == "sym-iss":
            yield folder, "_".join(word for word in name.split("_") if not word.isdigit()) + (
                f"_{quick_size}" if quick_size else "")


TIME_WIDTHS = (27, -7, -9, -9, *(-16 for _ in list(CONFIGURATIONS)[1:]))
SHARE_WIDTHS = (27, 16, -10, *(-13 for _ in LAYERS), -8, -13, -12)


def text_times(program, runs, ratios):
    full = runs["all"]
    return text_line([program, full[0]["paths"], len(full), f"{median(full, 'cpu_seconds'):.3f}",
                      *(ratios[name] for name in list(CONFIGURATIONS)[1:])], TIME_WIDTHS)


def percent(part, whole):
    return f"{100 * part / whole:.2f}" if whole else "-"


def measure(options, report):
    def explore(program, elf):
        measured = take_turns(options.janus, lambda _: elf, CONFIGURATIONS, 1 if options.quick else TURNS,
                              options.time_limit, options.out / "ablation" / program)
        if not finished(measured["all"][0]):
            raise Failed(f"does not finish within {options.time_limit:g} s with all layers")
        return measured

    rows, shares, wrong = [], [], 0
    report.say("Processor seconds with all layers, and what turning layers off multiplies them by "
               "(d+o+v: domain, order and values; > not finished)\n"
               + text_line(["program", "paths", "turns", "seconds", *list(CONFIGURATIONS)[1:]], TIME_WIDTHS))
    for folder, program in programs(options.quick):
        try:
            measured = explore(program, options.build / "evaluation" / folder / f"{program}.elf")
        except Failed as problem:
            wrong += 1
            report.say(f"ERROR {program}: {problem}")
            continue
        ratios = {}
        for name, runs in measured.items():
            done = finished(runs[-1])
            times = ratio(runs, measured["all"])
            if done:
                ratios[name] = f"{times:.2f}"
            else:
                ratios[name] = f"> {runs[-1]['cpu_seconds'] / median(measured['all'], 'cpu_seconds'):.0f}"
            asked, own = answered(runs[0])
            rows.append({"program": program, "configuration": name, "turns": len(runs),
                         "verdict": runs[0]["verdict"], "paths": runs[0]["paths"],
                         "cpu_seconds": median(runs, "cpu_seconds"),
                         "least_cpu_seconds": min(run["cpu_seconds"] for run in runs),
                         "seconds": median(runs, "seconds"),
                         "times_all": times or "", "peak_bytes": median(runs, "peak_bytes"),
                         "core_seconds": median(runs, "solver_seconds"), "questions": asked,
                         **{layer: own.get(layer, "") for layer in (*LAYERS, "core")}})
            before_core = asked - own["core"]
            cheap = sum(own.get(layer, 0) for layer in CHEAP)
            shares.append(text_line([program, name if done else f"{name} *", asked,
                                     *(percent(own[layer], asked) if layer in own else "off" for layer in LAYERS),
                                     percent(own["core"], asked), percent(before_core, asked), percent(cheap, asked)],
                                    SHARE_WIDTHS))
        report.say(text_times(program, measured, ratios))
        report.write(rows, "ablation")
    report.say("\nQuestions to the chain, and the percentage that each layer answered (* until the time limit)\n"
               + text_line(["program", "configuration", "questions", *LAYERS, "core", "before core", "d+o+v"],
                           SHARE_WIDTHS))
    for line in shares:
        report.say(line)
    everything = [row for row in rows if row["configuration"] == "all"]
    asked = sum(row["questions"] for row in everything)
    before_core = asked - sum(row["core"] for row in everything)
    cheap = sum(row[layer] for row in everything for layer in CHEAP)
    report.say(f"\nWith all layers, of {asked} questions {percent(before_core, asked)} % were answered before "
               f"the core, {percent(cheap, asked)} % by domain, order and values")
    report.say(f"{len(rows)} rows, verdicts and paths equal in all that finished, {wrong} wrong")
    report.write(rows, "ablation")
    print(f"written to {options.out}")
    return 1 if wrong else 0
