#!/usr/bin/env python3
"""Writes a random firmware in C to standard output: loops, branches, arrays and divisions over a few symbolic inputs.

After the generator of a thesis on path explosion (README.md). The same parameters and seed give the same program. Every
program ends, with exit code 0 unless an assertion fails: each loop has fuel beside its condition, and a comment says
how many statements and conditions are executed at most. Words are unsigned and 32 bits wide, shifts are masked, and
divisors and indices asserted before they are used, so it has no undefined behaviour, and what it does depends neither
on the compiler nor on its options.
"""

import argparse
import csv
import random
from dataclasses import dataclass, field, fields
from pathlib import Path

SETS = Path(__file__).resolve().parent / "sets.csv"


def parameter(default, text):
    return field(default=default, metadata={"help": text})


@dataclass
class Parameters:
    """What a program is drawn from; each is a command line option, and may be a column of sets.csv."""
    counted: float = parameter(0.15, "probability that a statement is a loop that counts one variable up to another")
    general: float = parameter(0.10, "probability that it is a loop with a random condition")
    depth: int = parameter(3, "how deep blocks are nested")
    top: int = parameter(10, "statements of main at most, blocks counted as one")
    block: int = parameter(5, "statements of a nested block at most")
    fuel: int = parameter(3, "iterations of a loop at most")
    error: int = parameter(0, "1: an assertion that always fails, somewhere (which may be out of reach)")
    divisions: int = parameter(0, "1: with divisions and remainders")
    arrays: int = parameter(2, "number of arrays")
    symbolic_indices: float = parameter(0.0, "probability that an index is a random expression, and no constant")
    guarded: float = parameter(0.0, "probability that such an index, or a divisor, is made harmless")
    properties: float = parameter(0.0, "probability that a statement asserts what always holds; one in a hundred does"
                                       " not, unless `guarded` is 1")
    inputs: int = parameter(3, "number of symbolic inputs")
    range: int = parameter(8, "values of an input at most; 0 for all of its type")
    variables: int = parameter(4, "number of variables, beside the inputs")
    interrupts: int = parameter(0, "1: with a timer interrupt every few hundred cycles, which changes no variable")


def named_sets():
    """The sets of sets.csv, by name."""
    types = {item.name: item.type for item in fields(Parameters)}
    with open(SETS, newline="", encoding="utf-8") as file:
        return {row.pop("set"): Parameters(**{name: types[name](value) for name, value in row.items()})
                for row in csv.DictReader(file)}


PRELUDE = """\
static inline unsigned divide(unsigned a, unsigned b) {
  riscv_assert(b != 0);
  return a / b;
}

static inline unsigned modulo(unsigned a, unsigned b) {
  riscv_assert(b != 0);
  return a % b;
}

static inline unsigned divide_signed(unsigned a, unsigned b) {
  riscv_assert(b != 0);
  return b == -1u ? -a : (unsigned)((int)a / (int)b);
}

static inline unsigned *at(unsigned *array, unsigned size, unsigned index) {
  riscv_assert(index < size);
  return &array[index];
}
"""

# The machine timer's interrupt, through the CLINT; not on the host.
INTERRUPTS = """\
#ifdef __riscv
static volatile unsigned ticks;

static void set_timer(void) {
  volatile unsigned *mtimecmp = (volatile unsigned *)0x2004000;
  mtimecmp[1] = 0;
  mtimecmp[0] = *(volatile unsigned *)0x200bff8 + 20;
}

__attribute__((interrupt("machine"), aligned(4))) static void on_timer(void) {
  ++ticks;
  set_timer();
}
#endif
"""
START_INTERRUPTS = """\
#ifdef __riscv
  set_timer();
  __asm__ volatile("csrw mtvec, %0; csrs mie, %1; csrs mstatus, 8" : : "r"(on_timer), "r"(0x80));
#endif"""

# What holds for all words {a} and {b}.
PROPERTIES = ("({a} & {b}) <= {a}", "({a} | {b}) >= {b}", "({a} ^ {b}) == ({a} | {b}) - ({a} & {b})",
              "{a} + {b} - {a} == {b}", "({a} < {b}) + ({b} < {a}) + ({a} == {b}) == 1",
              "((int){a} <= (int){b}) == !((int){b} < (int){a})", "({a} >> ({b} & 31)) <= {a}",
              "{a} % (({b} & 7) + 1) <= ({b} & 7)", "({a} & 1) + ({a} >> 1) * 2 == {a}",
              "(({a} << 24) >> 24) == ({a} & 255)")


class Loop(list):
    """The parts of a loop: lines and blocks in turn, the blocks `times` times."""

    def __init__(self, parts, times):
        super().__init__(parts)
        self.times = times


class Generator:
    """One program. A statement is a line, or a list of lines and blocks in turn; a block is a list of statements."""

    def __init__(self, parameters, seed):
        self.parameters = parameters
        self.random = random.Random(seed)
        self.harmful = 0  # assertions that are not true by construction
        self.blocks = []
        self.loops = 0
        self.variables = [f"v{i}" for i in range(max(1, parameters.variables))]
        self.sizes = {f"array{i}": self.random.randint(2, 6) for i in range(parameters.arrays)}
        self.inputs = [f"in{i}" for i in range(parameters.inputs)]

    def chance(self, probability):
        return self.random.random() < probability

    def harmless(self):
        if self.chance(self.parameters.guarded):
            return True
        self.harmful += 1
        return False

    def constant(self):
        return f"{self.random.choice((0, 1, 2, 3, 5, 8, 100, -1, self.random.randint(0, 2 ** 32 - 1))) % 2 ** 32}u"

    def element(self, depth):
        array, size = self.random.choice(list(self.sizes.items()))
        if not self.chance(self.parameters.symbolic_indices):
            index = f"{self.random.randrange(size)}u"
        else:
            index = self.expression(depth - 1)
            if self.harmless():
                index = f"({index} % {size}u)"
        return f"*at({array}, {size}u, {index})"

    def division(self, depth):
        operation = self.random.choice(("divide", "modulo", "divide_signed"))
        dividend, divisor = self.expression(depth - 1), self.expression(depth - 1)
        if self.harmless():
            divisor = self.random.choice((f"({divisor} | 1u)", f"(({divisor} & 7u) + 1u)"))
        return f"{operation}({dividend}, {divisor})"

    def condition(self, depth):
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        kind = self.random.choice(("unsigned", "unsigned", "signed", "signed", "and", "or"))
        if kind in ("and", "or") and depth > 1:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return f"({a} {'&&' if kind == 'and' else '||'} {b})"
        comparison = self.random.choice(("<", "<=", "==", "!="))
        return f"((int){a} {comparison} (int){b})" if kind == "signed" else f"({a} {comparison} {b})"

    def expression(self, depth):
        kinds = ["constant", "variable", "variable"]
        if depth > 0:
            kinds += ["binary", "binary", "shift", "comparison"]
            kinds += ["element"] * bool(self.sizes) + ["division"] * bool(self.parameters.divisions)
        kind = self.random.choice(kinds)
        if kind == "constant":
            return self.constant()
        if kind == "variable":
            return self.random.choice(self.variables + self.inputs)
        if kind == "element":
            return self.element(depth)
        if kind == "division":
            return self.division(depth)
        if kind == "comparison":
            return self.condition(depth)
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if kind == "shift":
            return self.random.choice((f"({a} << ({b} & 31u))", f"({a} >> ({b} & 31u))",
                                       f"(unsigned)((int){a} >> ({b} & 31u))"))
        return f"({a} {self.random.choice('+-*&|^')} {b})"

    def statement(self, level):
        draw, nested = self.random.random(), level < self.parameters.depth
        if nested and draw < self.parameters.counted + self.parameters.general:
            return self.loop(level, draw < self.parameters.counted)
        if self.chance(self.parameters.properties):
            return self.property()
        kind = self.random.choice(["assign", "assign"] + ["store"] * bool(self.sizes) + ["if", "if else"] * nested)
        if kind == "assign":
            return f"{self.random.choice(self.variables)} = {self.expression(2)};"
        if kind == "store":
            return f"{self.element(2)} = {self.expression(2)};"
        parts = [f"if ({self.condition(2)}) {{", self.nested(level)]
        if kind == "if else":
            parts += ["} else {", self.nested(level)]
        return [*parts, "}"]

    def loop(self, level, counted):
        fuel, self.loops = f"fuel{self.loops}", self.loops + 1
        counter = self.random.choice(self.variables)
        condition = self.condition(2)
        if counted:
            condition = f"{counter} < {self.random.choice(self.variables + self.inputs)}"
        body = self.nested(level)
        if counted:
            body.append(f"{counter} += 1u;")
        times = self.parameters.fuel
        return Loop([f"for (unsigned {fuel} = {times}u; {fuel} != 0 && {condition}; --{fuel}) {{", body, "}"], times)

    def property(self):
        holds = self.random.choice(PROPERTIES)
        if self.parameters.guarded < 1 and self.chance(0.01):
            self.harmful += 1
            holds = "{a} <= {b}"
        a, b = self.random.choice(self.variables), self.random.choice(self.inputs or self.variables)
        return f"riscv_assert({holds.format(a=a, b=b)});"

    def nested(self, level):
        return self.statements(level + 1, self.parameters.block)

    def statements(self, level, most):
        block = [self.statement(level) for _ in range(self.random.randint(1, most))]
        self.blocks.append(block)
        return block

    def declare_inputs(self):
        """Half of the inputs are cut down to a range, half assumed to lie in it."""
        for name in self.inputs:
            kind = self.random.choice(("unsigned char", "signed char", "unsigned short", "int"))
            most = self.parameters.range - 1
            yield f"{kind} {name}_any = 0;"
            yield f"riscv_make_symbolic_named(&{name}_any, sizeof {name}_any, \"{name}\");"
            if most < 0:
                yield f"unsigned {name} = {name}_any;"
            elif self.chance(0.5):
                yield f"unsigned {name} = (unsigned){name}_any % {most + 1}u;"
            else:
                low = self.random.choice((0, 1)) if kind.startswith("unsigned") else self.random.randint(-most, 1)
                yield f"unsigned {name} = {name}_any;"
                yield f"riscv_assume((int){name} >= {low});"
                yield f"riscv_assume((int){name} <= {low + most});"

    def program(self, heading):
        inputs = list(self.declare_inputs())
        main = self.statements(1, self.parameters.top)
        if self.parameters.error:
            block = self.random.choice(self.blocks)
            block.insert(self.random.randint(0, len(block)), "riscv_assert(0);")
            self.harmful += 1
        lines = [*(f"// {line}" for line in heading),
                 f"// At most {cost(main)} statements and conditions are executed.",
                 f"// {'Some assertions may fail.' if self.harmful else 'Safe by construction.'}",
                 "#include <janus.h>", "", "static volatile unsigned sink;", "", PRELUDE,
                 *[INTERRUPTS] * self.parameters.interrupts, "int main(void) {",
                 *[START_INTERRUPTS] * self.parameters.interrupts]
        body = [*inputs, *(f"unsigned {name} = {self.random.choice(self.inputs + [self.constant()])};"
                           for name in self.variables)]
        for name, size in self.sizes.items():
            body.append(f"unsigned {name}[{size}] = {{{', '.join(self.constant() for _ in range(size))}}};")
        body += main
        body += [f"sink = {name};" for name in self.variables]
        body += [f"for (unsigned i = 0; i < {size}u; ++i) sink = {name}[i];" for name, size in self.sizes.items()]
        lines += rendered([*body, "return 0;"], 1)
        return "\n".join([*lines, "}", ""])


def cost(block):
    """How many statements and conditions a block executes at most."""
    total = 0
    for statement in block:
        times = statement.times if isinstance(statement, Loop) else 1
        total += times + isinstance(statement, Loop)  # whose condition is evaluated once more
        if not isinstance(statement, str):
            total += times * sum(cost(part) for part in statement if not isinstance(part, str))
    return total


def rendered(block, level):
    for statement in block:
        for part in [statement] if isinstance(statement, str) else statement:
            if isinstance(part, str):
                yield "  " * level + part
            else:
                yield from rendered(part, level + 1)


def option(item):
    return f"--{item.name.replace('_', '-')}"


def generate(parameters, seed):
    """The text of the program."""
    options = " ".join(f"{option(item)} {getattr(parameters, item.name):g}" for item in fields(parameters))
    return Generator(parameters, seed).program([f"generate.py --seed {seed}", f"  {options}"])


def add_options(parser):
    """--set and an option for each parameter; parameters_of reads them."""
    sets = named_sets()
    parser.add_argument("--set", choices=sets, metavar="NAME", help=f"start from the parameters of: {', '.join(sets)}")
    for item in fields(Parameters):
        parser.add_argument(option(item), type=item.type, metavar="N" if item.type is int else "P",
                            help=f"{item.metadata['help']} ({item.default:g})")


def parameters_of(options):
    result = named_sets()[options.set] if options.set else Parameters()
    for item in fields(Parameters):
        value = getattr(options, item.name)
        if value is not None:
            setattr(result, item.name, value)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True, help="which of the programs")
    add_options(parser)
    options = parser.parse_args()
    print(generate(parameters_of(options), options.seed), end="")


if __name__ == "__main__":
    main()
