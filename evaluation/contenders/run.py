#!/usr/bin/env python3
"""Is the default as good as the best switch? Explores programs by default and with each switch by itself, and prints a
table, program by switch, of processor seconds. Where the default takes more than three times as long as the best switch
plus 0.2 s, or decides nothing although a switch decides within a quarter of the time, the program is an outlier.

All runs of a program are made one after the other, so that they share what the machine is doing just then. Limits are of
processor seconds, so that other work on the machine decides nothing. A switch has a third of the default's limit: it makes
no outlier if it needs more.
"""

import math
import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from common import command_line  # noqa: E402
from common.exploration import VERDICT_OF_EXIT_CODE  # noqa: E402
from common.report import Report, text_line  # noqa: E402

SWITCHES = {
    "default": ("--auto",),
    "plain": (),
    "mixed": ("--searcher", "mixed"),
    "bfs": ("--searcher", "bfs"),
    "by-value": ("--by-value",),
    "enumerate": ("--enumerate",),
    "by-address": ("--symbolic-address", "fork"),
    "summarize": ("--summarize",),
    "eager": ("--merge", "eager"),
    "careful": ("--merge", "careful"),
    "learn": ("--learn",),
    "subsume": ("--subsume",),
    "revisit": ("--revisit",),
    "re-addr": ("--revisit", "--symbolic-address", "fork"),
    "re-changes": ("--revisit", "--revisit-widen", "changes", "--revisit-apart", "endless"),
    "re-whole": ("--revisit", "--revisit-widen", "inputs", "--revisit-apart", "endless"),
}
FACTOR, ALLOWANCE = 3, 0.2  # the default may take so many times the best switch's seconds, and so many seconds more


def programs(options):
    """The ELF files to explore: those that are named, or all of the evaluation but those that measure speed."""
    if options.elf:
        return options.elf
    found = sorted((options.build / "evaluation").glob("**/*.elf"))
    found = [elf for elf in found if "speed" not in elf.parts]
    random.Random(options.seed).shuffle(found)
    return sorted(found[:options.most])


def measure(options, elf, switch):
    """Verdict, or what went wrong, and processor seconds."""
    limit = math.ceil(options.time_limit / (1 if switch == "default" else 3))
    how = SWITCHES[switch] if switch == "default" else ("--plain", *SWITCHES[switch])
    if switch != "default" and elf.stem.startswith("detect_"):
        how += ("--check", "memory")  # by which alone these are right or wrong
    command = [options.janus, "explore", elf, *how, "--max-time", 60 * limit, "--out", options.out / "run"]
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    in_time = VERDICT_OF_EXIT_CODE.get(code, f"exit code {code}")
    return "unknown" if code == -signal.SIGXCPU else in_time, usage.ru_utime + usage.ru_stime


def results_of(options, elf):
    """By switch: verdict and seconds. The default alone, if it decides sooner than the switches are asked for."""
    results = {"default": measure(options, elf, "default")}
    verdict, seconds = results["default"]
    if verdict in ("safe", "unsafe") and seconds <= options.beyond:
        return results
    return results | {switch: measure(options, elf, switch) for switch in SWITCHES if switch != "default"}


def judge(options, results):
    """Whether the default keeps up with the best switch: an empty string, or what is wrong."""
    verdicts = {verdict for verdict, _ in results.values() if verdict in ("safe", "unsafe")}
    if len(verdicts) > 1:
        return "CONTRADICTION"
    decided = {name: seconds for name, (verdict, seconds) in results.items()
               if verdict in ("safe", "unsafe") and name != "default"}
    if not decided:
        return ""
    best = min(decided, key=decided.get)
    verdict, seconds = results["default"]
    if verdict not in ("safe", "unsafe"):
        return f"undecided; {best} decides" if decided[best] <= options.time_limit / 4 else ""
    if seconds > FACTOR * decided[best] + ALLOWANCE:
        return f"{seconds / max(decided[best], 0.01):.1f} x {best}"
    return ""


def main():
    parser = command_line.parser(__doc__, "contenders", 8, 1)
    parser.add_argument("elf", type=Path, nargs="*", help="programs (default: the evaluation's)")
    parser.add_argument("--most", type=int, default=10 ** 6, help="so many of the evaluation's programs at most")
    parser.add_argument("--beyond", type=float, default=0,
                        help="try the switches only where the default takes more seconds; it can be no outlier where it "
                             f"takes less than {ALLOWANCE}")
    parser.add_argument("--seed", type=int, default=0, help="chooses them")
    options = command_line.parse(parser)
    (options.out / "run").mkdir(parents=True, exist_ok=True)
    if options.quick:
        options.most = min(options.most, 4)
    report = Report(options.out)
    widths = [28] + [-9] * len(SWITCHES) + [30]
    report.say(text_line(["program", *SWITCHES, " outlier"], widths))
    rows, outliers, decided = [], 0, 0
    for elf in programs(options):
        results = results_of(options, elf)
        wrong = judge(options, results)
        outliers += bool(wrong)
        decided += results["default"][0] in ("safe", "unsafe")
        cells = [f"{seconds:.2f}{'' if verdict in ('safe', 'unsafe') else '?'}" for verdict, seconds in results.values()]
        cells += ["-"] * (len(SWITCHES) - len(results))
        report.say(text_line([elf.stem[:28], *cells, f" {wrong}"], widths))
        row = {"program": elf.stem}
        for name in SWITCHES:
            row[f"{name} verdict"], row[f"{name} seconds"] = results.get(name, ("", ""))
        rows.append(row | {"outlier": wrong})
        report.write(rows)
    total = sum(row["default seconds"] for row in rows)
    report.say(f"{len(rows)} programs, {decided} decided by default in {total:.1f} s, {outliers} outliers")
    report.write(rows)
    return any("CONTRADICTION" in row["outlier"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
