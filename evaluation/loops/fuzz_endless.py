#!/usr/bin/env python3
"""Explores random endless loops with inputs, and demands that nothing is safe that random inputs break.

Each round takes two inputs, moves amounts between a few variables under a guard, and asserts some relations of them. The relations are
chosen by what happens: most hold as long as the host tries, some fail after a while. So there is an invariant to be found, or nearly one.
What is unsafe is replayed. Exits 1 if anything is safe that fails on the host, or does not replay.
"""

import random
import subprocess
import sys

from fuzz_loops import compile_program, explore, options_of, seeds

CONFIGURATIONS = {
    "changes": ("--revisit", "--revisit-widen", "changes"),
    "changes whole": ("--revisit", "--revisit-widen", "changes", "--revisit-apart", "endless"),
    "revisit": ("--revisit",),
    "subsume": ("--subsume",),
    "auto": ("--auto",),
}
NAMES = "abcd"
TYPES = ("uint8_t", "uint16_t", "uint32_t", "uint32_t")
HOST = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t state = SEED;
static uint32_t draw(void) { state = state * 6364136223846793005u + 1442695040888963407u; return state >> 40; }
int main(void) {
  static uint64_t failed[COUNT];
  for (uint32_t run = 0; run < RUNS; ++run) {
    DECLARE
    const uint32_t kind = draw();
    for (uint32_t round = 0; round < ROUNDS; ++round) {
      uint8_t op = draw(), x = kind & 1 ? draw() & 3 : kind & 2 ? draw() | 0xf0 : draw();
      ROUND
      CHECKS
    }
  }
  for (int i = 0; i < COUNT; ++i) printf("%llu\\n", (unsigned long long)failed[i]);
}
"""


class Generator:
    """A random loop: its variables, its round, and relations that may hold."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = {name: self.random.choice(TYPES) for name in NAMES}
        self.most = self.random.choice([5, 12, 100, 200])
        self.start = {name: self.random.choice([0, 0, 1, self.most]) for name in NAMES}
        self.round = self.cases()

    def amount(self):
        return self.random.choice(["x", "x", "1", str(self.random.randint(2, 5))])

    def case(self):
        a, b = self.random.sample(NAMES, 2)
        amount = self.amount()
        kind = self.random.random()
        if kind < 0.35:
            return f"if ({a} >= {amount}) {{ {a} -= {amount}; {b} += {amount}; }}"
        if kind < 0.55:
            return f"if ({a} + {amount} <= {self.most}) {{ {a} += {amount}; {b} {self.random.choice(['+=', '-='])} {amount}; }}"
        if kind < 0.7:
            return f"{a} = {a} < {self.most} ? {a} + 1 : {self.random.choice(['0', b])};"
        if kind < 0.85:
            return f"if ({a} > {b}) {a} -= {self.random.choice(['1', f'({a} - {b})'])}; else {a} = {self.random.choice([b, '0'])};"
        return f"{a} = {a} - {a} / {self.random.choice([2, 4, 8])} + x % {self.most};"

    def cases(self):
        count = self.random.randint(2, 4)
        lines = [f"switch (op % {count + 1}) {{"]
        lines += [f"  case {i}: {self.case()} break;" for i in range(count)]
        return "\n      ".join([*lines, "}"])

    def relation(self):
        a, b, c = self.random.sample(NAMES, 3)
        constant = self.random.choice([self.most, 2 * self.most, sum(self.start.values()), 255])
        return self.random.choice([f"{a} <= {constant}", f"{a} <= {constant}", f"{a} + {b} == {self.start[a] + self.start[b]}",
                                   f"(uint32_t)({a} - {b}) == (uint32_t)({self.start[a]} - {self.start[b]})",
                                   f"{a} + {b} + {c} == {self.start[a] + self.start[b] + self.start[c]}",
                                   f"{a} >= {b}", f"{a} == 0 || {b} <= {constant}"])

    def declarations(self):
        return " ".join(f"{kind} {name} = {self.start[name]};" for name, kind in self.types.items())

    def program(self, relations):
        where = self.random.random() < 0.5
        declared = self.declarations()
        static = " ".join(f"static {one.strip()};" for one in declared.split(";") if one.strip())
        asserts = "\n    ".join(f"riscv_assert({one});" for one in relations)
        return f"""#include <janus.h>
#include <stdint.h>
{static if where else ""}
int main(void) {{
  {"" if where else declared}
  for (;;) {{
    uint8_t op, x;
    JANUS_SYMBOLIC(op);
    JANUS_SYMBOLIC(x);
    {self.round}
    {asserts}
  }}
}}
"""


def failures(generator, relations, out, runs, rounds):
    """How often each relation fails on the host."""
    source, program = out / "host.c", out / "host"
    checks = "\n      ".join(f"if (!({one})) ++failed[{i}];" for i, one in enumerate(relations))
    text = HOST.replace("DECLARE", generator.declarations()).replace("ROUND\n", generator.round + "\n").replace("CHECKS", checks)
    for name, value in {"SEED": 1, "COUNT": len(relations), "RUNS": runs, "ROUNDS": rounds}.items():
        text = text.replace(name, str(value))
    source.write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-O2", "-w", "-fwrapv", source, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


def choose(generator, out):
    """Two or three relations that hold, as far as a short trial tells, and in a third of the loops one that seldom fails."""
    candidates = list(dict.fromkeys(generator.relation() for _ in range(24)))
    failed = failures(generator, candidates, out, 100, 200)
    hold = [one for one, count in zip(candidates, failed) if count == 0]
    seldom = [one for one, count in zip(candidates, failed) if 0 < count < 4000]
    chosen = generator.random.sample(hold, min(len(hold), generator.random.randint(2, 3)))
    if seldom and generator.random.random() < 0.33:
        chosen.append(generator.random.choice(seldom))
    return chosen


def main():
    options = options_of(__doc__, CONFIGURATIONS, 2, "fuzz_endless")
    janus, out, wrong, programs, broken = options.janus, options.out, 0, 0, 0
    names = options.configurations.split(",")
    totals = {name: {"safe": 0, "unsafe": 0, "unknown": 0} for name in names}
    for seed in seeds(options):
        generator = Generator(seed)
        relations = choose(generator, out)
        if not relations:
            continue
        programs += 1
        fails = any(failures(generator, relations, out, 2000, 2000))
        broken += fails
        source, elf = out / f"endless-{seed}.c", out / f"endless-{seed}.elf"
        source.write_text(generator.program(relations), encoding="utf-8")
        compile_program(source, elf, ("O0", "O2", "Os")[seed % 3], options.build)
        for name in names:
            verdict, _ = explore(janus, elf, CONFIGURATIONS[name], out, options.time_limit)
            if verdict in totals[name]:
                totals[name][verdict] += 1
            if verdict not in totals[name] or (fails and verdict == "safe"):
                wrong += 1
                print(f"{elf}: {name}: {verdict}, {'fails' if fails else 'holds'} on the host", flush=True)
    print(f"{programs} programs, {broken} of which fail on the host; {wrong} wrong verdicts")
    for name, total in totals.items():
        print(f"  {name:16} {total['safe']:5} safe {total['unsafe']:5} unsafe {total['unknown']:5} unknown")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
