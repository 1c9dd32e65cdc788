#!/usr/bin/env python3
"""Resident memory of long explorations over time: a table, and a plot of it.

    evaluation/scale/memory.py BUILD run TABLE [--janus PROGRAM] [--only NAME ...] [--seconds S] [--every S]
    evaluation/scale/memory.py BUILD plot TABLE... --svg FILE

run   explores, niced, one after the other, and adds a line to TABLE for each sample: name, seconds, seconds of the
      processor, MiB. An exploration ends by itself or after S seconds.
plot  draws the tables as lines of MiB over minutes; needs no library.
"""
import argparse
import csv
import html
import os
import pathlib
import subprocess
import sys
import tempfile
import time

EXPLORATIONS = {  # by name: firmware below BUILD/evaluation, options; {} is a directory of its own
    "sets of 8": ("sym-iss/sets_safe_8", ["--max-memory", "64", "--checkpoint", "{}/checkpoint"]),
    "sets of 9": ("scale/sets_9", ["--max-memory", "64", "--checkpoint", "{}/checkpoint"]),
    "merge sort of 12, breadth first": ("scale/merge_sort_12", ["--searcher", "bfs", "--max-memory", "300", "--spill", "{}"]),
}
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def sample(process):
    """Seconds of the processor and MiB of a process; nothing if it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE / 2**20
    except (OSError, IndexError):
        return None


def explore(name, arguments, table):
    firmware, options = EXPLORATIONS[name]
    with tempfile.TemporaryDirectory() as directory:
        command = ["nice", str(arguments.janus), "explore", str(arguments.build / "evaluation" / f"{firmware}.elf"), "--plain",
                   "--all", "--max-time", str(arguments.seconds), "--out", directory + "/out"]
        command += [option.format(directory) for option in options]
        began = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            while process.poll() is None:
                time.sleep(min(arguments.every, max(0.1, time.monotonic() - began)))
                if (now := sample(process)) and now[1] > 0:
                    table.writerow([name, f"{time.monotonic() - began:.1f}", f"{now[0]:.1f}", f"{now[1]:.1f}"])
            print(f"{name}: {time.monotonic() - began:.0f} s\n{process.stdout.read()}", flush=True)


def run(arguments):
    for name in arguments.only or EXPLORATIONS:
        with open(arguments.table[0], "a", buffering=1, encoding="utf-8", newline="") as file:
            explore(name, arguments, csv.writer(file))


def lines_of(tables):
    lines = {}
    for table in tables:
        with open(table, encoding="utf-8", newline="") as file:
            for name, seconds, _, mebibytes in csv.reader(file):
                lines.setdefault(name, []).append((float(seconds) / 60, float(mebibytes)))
    return lines


def step_of(most):
    """A round distance of about ten marks up to `most`."""
    step = 1
    while most / step > 10:
        step = step * 2 if str(step)[0] != "2" else step * 5 // 2
    return step


def plot(arguments):
    lines = lines_of(arguments.table)
    width, height, left, bottom, top = 720, 320, 50, 40, 20 + 16 * len(lines)
    longest = max(x for points in lines.values() for x, _ in points)
    highest = 1.05 * max(y for points in lines.values() for _, y in points)
    across = lambda x: left + (width - left - 16) * x / longest
    up = lambda y: height - bottom - (height - bottom - top) * y / highest
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for y in range(0, int(highest) + 1, step_of(highest)):
        out.append(f'<path d="M{left} {up(y):.1f}H{width - 16}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{up(y) + 4:.1f}" text-anchor="end">{y}</text>')
    for x in range(0, int(longest) + 1, step_of(longest)):
        out.append(f'<text x="{across(x):.1f}" y="{height - bottom + 16}" text-anchor="middle">{x}</text>')
    out.append(f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">minutes of real time</text>'
               f'<text x="{left}" y="{top - 8}" text-anchor="middle">MiB</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000")[number % 5]  # that all can tell apart
        path = "M" + "L".join(f"{across(x):.1f} {up(y):.1f}" for x, y in points)
        out.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out.append(f'<text x="{across(longest):.1f}" y="{16 + 16 * number}" text-anchor="end" fill="{colour}">'
                   f'{html.escape(name)}: at most {max(y for _, y in points):.0f} MiB</text>')
    arguments.svg.write_text("\n".join(out + ["</svg>\n"]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("what", choices=["run", "plot"])
    parser.add_argument("table", nargs="+")
    parser.add_argument("--janus", type=pathlib.Path)
    parser.add_argument("--only", nargs="*", choices=list(EXPLORATIONS))
    parser.add_argument("--seconds", type=float, default=2400)
    parser.add_argument("--every", type=float, default=10)
    parser.add_argument("--svg", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.janus = (arguments.janus or arguments.build / "janus").resolve()
    if arguments.what == "plot" and not arguments.svg:
        parser.error("plot needs --svg FILE")
    {"run": run, "plot": plot}[arguments.what](arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
