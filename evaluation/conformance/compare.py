#!/usr/bin/env python3
"""Compares Janus with qemu-system-riscv32 on the programs of this folder: a program for each instruction, written by
instructions.py, and one for each privileged feature (programs/*.S).

Every program prints a signature. QEMU's is the reference; Janus's must be the same in the plain loop, with translation,
and, by `janus explore` (verdict safe) and `janus replay` of the one path, in the symbolic mode. Prints a line for each
program that differs, and totals; exits 1 if one differs. Needs riscv64-unknown-elf-gcc and qemu-system-riscv32.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
import instructions  # noqa: E402
from report import Report, text_line  # noqa: E402

GCC = ("riscv64-unknown-elf-gcc", "-march=rv32ima_zicsr_zifencei", "-mabi=ilp32", "-nostdlib", "-nostartfiles",
       "-Wl,--no-warn-rwx-segments", "-T", str(HERE / "programs" / "link.ld"), "-I", str(HERE / "programs"))

# Janus's extensions and no more, so that the same instructions are illegal; AIA, without which QEMU 7.2 takes the
# interrupt of the lowest number first; no debug triggers. Time counts instructions (-icount), so that an interrupt that
# a store raises is taken right behind it, and what wfi waits for comes at once.
QEMU = ("-M", "virt", "-cpu", "rv32,c=false,f=false,d=false,s=false,h=false,zba=false,zbb=false,zbc=false,zbs=false,"
        "debug=false,x-smaia=true", "-icount", "shift=0,sleep=off", "-bios", "none", "-display", "none",
        "-monitor", "none", "-serial", "stdio", "-kernel")

# These programs compare their results with the manual by themselves, since QEMU 7.2 differs, and record zeros.
MANUAL = "manual_"

LOOPS = {"plain": ("--fast", "off"), "default": ()}


class Failed(Exception):
    """What is wrong with a run, in a line."""


def programs():
    """The programs by name: their text, or None for those in programs/."""
    found = {name: instructions.text_of for name in instructions.INSTRUCTIONS}
    found.update((path.stem, None) for path in sorted((HERE / "programs").glob("*.S")))
    return found


def arguments():
    parser = command_line.parser(__doc__, "conformance", 60, 60)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", type=lambda names: names.split(","), metavar="A,B,...", help="only these programs")
    parser.add_argument("--qemu", default="qemu-system-riscv32", help="what to compare with (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at the same time (%(default)s)")
    options = command_line.parse(parser)
    options.programs = programs()
    if options.quick and not options.only:
        options.only = ["add", "lw-misaligned", "amoadd.w", "fence.i", "interrupts", "traps", "pmp_priority", "manual_csrs"]
    for name in options.only or ():
        if name not in options.programs:
            parser.error(f"{name}: no such program, there are {', '.join(options.programs)}")
    options.only = options.only or list(options.programs)
    for tool in (GCC[0], options.qemu):
        if not shutil.which(tool):
            parser.error(f"{tool} was not found")
    return options


def run(options, command, exit_code=0):
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", timeout=options.time_limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Failed(f"no end after {options.time_limit:g} s") from late
    if done.returncode != exit_code:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Failed(f"exit code {done.returncode}: {lines[-1] if lines else ''}")
    return done.stdout


def build(options, name):
    write = options.programs[name]
    source = HERE / "programs" / f"{name}.S"
    if write:
        source = options.out / f"{name}.S"
        source.write_text(write(name), encoding="utf-8")
    elf = options.out / f"{name}.elf"
    run(options, [*GCC, source, "-o", elf])
    return elf


def difference(ours, reference):
    """Where two signatures part, empty if they do not."""
    ours, reference = ours.split(), reference.split()
    for number, (one, other) in enumerate(zip(ours, reference)):
        if one != other:
            return f"word {number} is {one}, and should be {other}"
    if len(ours) != len(reference):
        return f"{len(ours)} words instead of {len(reference)}"
    return ""


def compare(options, name):
    """What is wrong with a program by configuration; an empty text if nothing is."""
    elf = build(options, name)
    try:
        reference = run(options, [options.qemu, *QEMU, elf])
    except Failed as problem:
        if not name.startswith(MANUAL):
            return {"qemu": str(problem)}
        reference = run(options, [options.janus, "run", elf])
    if name.startswith(MANUAL):  # every word should be 0
        reference = re.sub("[0-9a-f]", "0", reference)
    (options.out / f"{name}.reference_output").write_text(reference, encoding="utf-8")
    results = {}

    def check(configuration, signature):
        try:
            results[configuration] = difference(signature(), reference)
        except Failed as problem:
            results[configuration] = str(problem)

    def concrete(switches):
        signature = options.out / f"{name}.signature"
        signature.unlink(missing_ok=True)
        printed = run(options, [options.janus, "run", elf, "--signature", signature, *switches])
        if printed != signature.read_text(encoding="utf-8"):
            raise Failed("the signature is not what the UART printed")
        return printed

    def symbolic():
        directory = options.out / f"{name}.paths"
        explored = run(options, [options.janus, "explore", elf, "--out", directory, "--test-cases", "all",
                                  "--check", "none"])  # some programs write their code
        if not explored.endswith("\nsafe\n") or "\n1 path," not in "\n" + explored:
            raise Failed(f"explored: {explored.splitlines()[-1]}")
        return run(options, [options.janus, "replay", elf, directory / "path-1.json"])

    for configuration, switches in LOOPS.items():
        check(configuration, lambda switches=switches: concrete(switches))
    check("explore", symbolic)
    results["words"] = len(reference.split())
    return results


def main():
    options = arguments()
    report = Report(options.out)
    rows, wrong, words = [], 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda name: compare(options, name), options.only)
        for name, result in zip(options.only, results):
            words += result.pop("words", 0)
            rows.append({"program": name, **{key: result.get(key, "") for key in ("qemu", *LOOPS, "explore")}})
            wrong += any(result.values())
            for configuration, problem in result.items():
                if problem:
                    report.say(text_line((name, configuration, problem), (24, 8, 1)))
    report.say(f"{len(rows)} programs, {words} words of results: {len(rows) - wrong} right, {wrong} wrong")
    report.write(rows)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
