#!/usr/bin/env python3
"""Whether firmware does the same when it is compiled for another instruction set: rv32imac, or what --isa says.

Compiles every program of every evaluation and every example again, with the commands of the build, below BUILD/evaluation/speed/twins.
Then each program and its twin are run (output and exit code), and explored (verdict, and the reasons and source lines of findings).
Writes twins.txt, which has a line for each difference. Exits 1 if there is one.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
from exploration import Failed, explore  # noqa: E402

MOST_INSTRUCTIONS = "3000000"


def compile_twin(build, twins, elf, done, isa):
    """Gives the build's commands for an ELF another instruction set and another place. Each is carried out once."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", elf.relative_to(build)], capture_output=True, text=True,
                              check=True).stdout.splitlines()
    for command in commands:
        if "riscv64-unknown-elf" not in command or command in done:
            continue
        done.add(command)
        # The linker finds the C library of plain names alone.
        target, rest = (isa, r"\w*") if "_" in isa and " -c " in command else (isa.split("_")[0], "(?=[_ ])")
        changed = re.sub(r"-march=rv32ima?" + rest, f"-march={target}", command.replace(str(build), str(twins)))
        changed = re.sub(r" && \S+ -E cmake_transform_depfile .*", "", changed)
        for folder in re.findall(r"cd (\S+)", changed):
            Path(folder).mkdir(parents=True, exist_ok=True)
        compiled = subprocess.run(changed, shell=True, capture_output=True, text=True, check=False)
        if compiled.returncode != 0:
            raise Failed(compiled.stderr.strip().splitlines()[-1])
    return twins / elf.relative_to(build)


def what_happens(options, elf):
    ran = subprocess.run([options.janus, "run", elf, "--max-instructions", MOST_INSTRUCTIONS], capture_output=True, timeout=120,
                         check=False)
    stats = explore(options.janus, elf, ("--auto", "--all"), options.time_limit, options.out / "run")
    findings = {(finding["reason"], finding.get("line")) for finding in stats["findings"]}
    return ran.returncode, ran.stdout, stats["verdict"], findings


def differences(ours, theirs):
    names = ("exit code", "output", "verdict", "findings")
    unknown = "unknown" in (ours[2], theirs[2])
    stopped = ours[0] >= 64 or theirs[0] >= 64  # at the limit of instructions, which are not the same ones
    for name, a, b in zip(names, ours, theirs):
        if a == b or (unknown and name in ("verdict", "findings")) or (stopped and name in ("exit code", "output")):
            continue
        yield f"{name}: {a} and {b}"


def main():
    parser = command_line.parser(__doc__, "speed", 3, 1)
    parser.add_argument("--isa", default="rv32imac", help="of the twins, for -march (rv32imac, and the extensions that a program has)")
    options = command_line.parse(parser)
    build = options.build.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    twins = options.out / "twins"
    elfs = sorted(elf for folder in ("evaluation", "sw/examples") for elf in (build / folder).rglob("*.elf")
                  if not elf.stem.startswith("detect_field_") and not elf.stem.endswith("_compressed")
                  and (not elf.stem.startswith("speed_") or elf.stem.endswith("_quick")) and "results" not in elf.parts)
    if options.quick:
        elfs = elfs[:: len(elfs) // 20]
    done, lines, alike, undecided = set(), [], 0, 0
    for elf in elfs:
        try:
            ours, theirs = (what_happens(options, each) for each in (elf, compile_twin(build, twins.resolve(), elf, done, options.isa)))
        except Failed as problem:
            print(f"{elf.stem}: left out: {problem}", flush=True)
            continue
        found = list(differences(ours, theirs))
        undecided += "unknown" in (ours[2], theirs[2])
        alike += not found
        lines += [f"{elf.stem}: {difference}" for difference in found]
        print("\n".join(lines[-len(found):]) if found else f"{elf.stem}: {ours[2]}, the same", flush=True)
    lines.append(f"{alike} programs do the same as their twins, of {undecided} of them one is undecided")
    print(lines[-1])
    (options.out / "twins.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if len(lines) > 1 else 0)


if __name__ == "__main__":
    main()
