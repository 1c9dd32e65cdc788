#!/usr/bin/env python3
"""Runs test programs of riscv-tests, riscv-arch-test or the like on Janus: run.py FILE_OR_FOLDER...

Runs every RV32 executable in the folders, and prints for each whether it passed:

  signature   if there is a reference, the words from begin_signature to end_signature are the same. A reference is a file
              beside the program, or anywhere in the folders of --references: NAME.reference_output, NAME.signature or
              NAME.elf.signature (NAME with or without the program's suffix), or riscof's ../ref/Reference-*.signature.
  tohost      otherwise the program stored 1 to `tohost`, or told the test finisher that it passed. Another odd value
              stands for the number of the test case that failed.

A program that has `tohost` and ends in another way (it halts, say) has not passed, whatever its signature. Exits 0 if all
passed, 1 if one did not, and 2 if there is nothing to run. Files that are no ELF files, and ELF files for other machines,
are skipped.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SUFFIXES = (".reference_output", ".signature", ".elf.signature")


class NotForJanus(Exception):
    """An ELF file that is no RV32 executable."""


def symbols_of(path):
    """The symbols of an RV32 executable by name. None if the file is no ELF file; raises NotForJanus."""
    with open(path, "rb") as file:
        head = file.read(52)
        if head[:4] != b"\x7fELF":
            return None
        if len(head) < 52 or head[4:6] != b"\x01\x01" or struct.unpack_from("<HH", head, 16) != (2, 243):
            raise NotForJanus
        contents = head + file.read()
    sections, size, count = struct.unpack_from("<I", head, 32)[0], *struct.unpack_from("<HH", head, 46)
    found = {}

    def section(number):
        """Type, offset, size and link."""
        fields = struct.unpack_from("<10I", contents, sections + number * size)
        return fields[1], fields[4], fields[5], fields[6]

    try:
        for number in range(count):
            kind, offset, length, link = section(number)
            if kind != 2:  # SHT_SYMTAB
                continue
            names = section(link)[1]
            for at in range(offset, offset + length, 16):
                name, value = struct.unpack_from("<II", contents, at)
                found[contents[names + name:contents.index(b"\0", names + name)].decode(errors="replace")] = value
    except (struct.error, ValueError) as broken:
        raise NotForJanus from broken
    return found


def words_of(path):
    """The words of a signature file. A line has one word, or several, the last one first (as Spike writes them)."""
    words = []
    for line in path.read_text(encoding="ascii", errors="replace").split():
        line = line.lower().removeprefix("0x")
        words += [line[max(0, end - 8):end] for end in range(len(line), 0, -8)]
    return words


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", help="build tree (build/release)")
    parser.add_argument("--janus", type=Path, help="the janus program (BUILD/janus)")
    parser.add_argument("--references", type=Path, action="append", default=[], metavar="DIR",
                        help="folder with references, for programs that have none beside them")
    parser.add_argument("--only", metavar="PATTERN", help="only programs whose name matches, such as 'rv32u?-p-*'")
    parser.add_argument("--skip", metavar="PATTERN", help="no programs whose name matches, such as '*-v-*'")
    parser.add_argument("--options", default="", metavar="TEXT", help="more options of janus run, such as '--fast off'")
    parser.add_argument("--time-limit", type=float, default=20, metavar="S", help="seconds for each run (%(default)g)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file, too")
    options = parser.parse_args()
    options.janus = options.janus or options.build / "janus"
    if not options.janus.is_file():
        parser.error(f"{options.janus}: no such program; build it, or name it with --janus")
    for path in [*options.paths, *options.references]:
        if not path.exists():
            parser.error(f"{path}: no such file or folder")
    options.found = {}  # references by file name
    for folder in options.references:
        for path in sorted(folder.rglob("*")):
            if path.name.endswith(SUFFIXES):
                options.found.setdefault(path.name, path)
    return options


def reference_of(options, program):
    names = [name + suffix for name in dict.fromkeys((program.name, program.stem)) for suffix in SUFFIXES]
    for path in (program.with_name(name) for name in names):
        if path.is_file():
            return path
    beside = list((program.parent.parent / "ref").glob("Reference-*.signature"))
    if len(beside) == 1:
        return beside[0]
    return next((options.found[name] for name in names if name in options.found), None)


def run(options, program, symbols, directory):
    """Exit code (None at the time limit), statistics, signature (None without), and standard error."""
    stats, signature = directory / "stats", directory / "signature"
    command = [options.janus, "run", program, "--stats", stats, "--uart-input", os.devnull, *shlex.split(options.options)]
    if "begin_signature" in symbols and "end_signature" in symbols:
        command += ["--signature", signature]
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=options.time_limit, check=False)
    except subprocess.TimeoutExpired:
        return None, {}, None, ""
    try:
        counted = json.loads(stats.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        counted = {}
    return (done.returncode, counted, words_of(signature) if signature.is_file() else None,
            done.stderr.decode(errors="replace").strip())


def judge(options, program, symbols):
    """Whether a program passed, by what ("signature", "tohost", "finisher"), why not, and what the run counted."""
    with tempfile.TemporaryDirectory() as directory:
        exit_code, stats, signature, errors = run(options, program, symbols, Path(directory))
    if exit_code is None:
        return False, "", f"no end after {options.time_limit:g} s", stats
    end, code = stats.get("exit"), stats.get("exit_code")
    said = errors.splitlines()[-1].removeprefix("janus: ") if errors else f"exit code {exit_code}"
    if end == "halted" and "tohost" in symbols:
        return False, "", "halted, and stored nothing to tohost", stats
    if end not in ("tohost", "finisher", "halted"):
        return False, "", said, stats
    if code:
        return False, end, f"test case {code} failed" if end == "tohost" else f"failed with code {code}", stats
    reference = reference_of(options, program)
    if reference is None:
        if end == "halted":
            return False, "", "halted, and there is neither tohost nor a reference", stats
        return True, end, "", stats
    if signature is None:
        return False, "signature", f"has no signature, for {reference}", stats
    wanted = words_of(reference)
    for number, (one, other) in enumerate(zip(signature, wanted)):
        if one != other:
            return False, "signature", f"word {number} is {one}, and {other} in {reference}", stats
    if len(signature) != len(wanted):
        return False, "signature", f"{len(signature)} words, and {len(wanted)} in {reference}", stats
    return True, "signature", "", stats


def files(paths):
    for path in paths:
        if path.is_dir():
            yield from ((path, file) for file in sorted(path.rglob("*")) if file.is_file())
        else:
            yield path.parent, path


def chosen(options):
    """The programs to run, with a name and their symbols; and how many ELF files are for other machines."""
    programs, others = [], 0
    for folder, path in files(options.paths):
        if options.only and not fnmatch.fnmatch(path.name, options.only):
            continue
        if options.skip and fnmatch.fnmatch(path.name, options.skip):
            continue
        try:
            symbols = symbols_of(path)
        except NotForJanus:
            others += 1
            continue
        if symbols is not None:
            programs.append((str(path.relative_to(folder)), path, symbols))
    return programs, others


def main():
    options = arguments()
    programs, others = chosen(options)
    width = max((len(name) for name, _, _ in programs), default=0)
    results = []

    def one(program):
        start = time.monotonic()
        passed, how, why, stats = judge(options, *program[1:])
        return passed, how, why, stats, time.monotonic() - start

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (name, path, _), (passed, how, why, stats, seconds) in zip(programs, pool.map(one, programs)):
            print(f"{name:<{width}}  {'pass' if passed else 'FAIL'}  {how:<9}  {why}".rstrip(), flush=True)
            results.append({"name": name, "path": str(path), "passed": passed, "by": how, "reason": why,
                            "instructions": stats.get("instructions"), "cycles": stats.get("cycles"),
                            "seconds": round(seconds, 3)})
    passed = sum(result["passed"] for result in results)
    skipped = f"; skipped {others} ELF files for other machines" if others else ""
    print(f"{len(results)} programs: {passed} passed, {len(results) - passed} failed{skipped}")
    if options.json:
        totals = {"programs": len(results), "passed": passed, "failed": len(results) - passed, "skipped": others}
        options.json.write_text(json.dumps({**totals, "results": results}, indent=2) + "\n", encoding="utf-8")
    sys.exit(2 if not results else 0 if passed == len(results) else 1)


if __name__ == "__main__":
    main()
