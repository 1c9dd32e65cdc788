#!/usr/bin/env python3
"""Writes a program for each instruction of RV32IMA, Zicsr and Zifencei: instructions.py DIRECTORY [NAME...].

A program executes its instruction with operands at the edges of their ranges, in pairs, and with random ones (the seed
is the name, so that the programs are always the same), with all kinds of registers: x0, and the same register twice. It
records each result in the signature of programs/frame.h. The table at the end of this file has a line for each
instruction; the functions above it write what programs of the same kind have in common.
"""

import random
import sys
from pathlib import Path

EDGES = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0x55555555, 0x0000FFFF, 0xFFFF8000)
IMMEDIATES = (0, 1, -1, 2, 2047, -2048, -2047, 0x555, -0x556)
SHIFTS = (0, 1, 2, 7, 15, 16, 30, 31)
RANDOM = 40  # random cases in a program
FREE = range(1, 28)  # registers: the frame needs the others


class Program:
    """The text of a program, and the number of words that it records."""

    def __init__(self, name):
        self.name = name
        self.random = random.Random(name)
        self.lines = []
        self.data = []
        self.words = 0

    def say(self, *lines):
        self.lines += [line if line.endswith(":") else "  " + line for line in lines]

    def load(self, register, value):
        if register:
            self.say(f"li x{register}, {value:#x}")

    def record(self, register):
        self.say(f"RECORD x{register}")
        self.words += 1

    def traps(self, times=1):
        """Room for what the handler records."""
        self.words += 4 * times

    def word(self):
        """A word with a random number of random bits, often near an edge."""
        if self.random.random() < 0.2:
            return (self.random.choice(EDGES) + self.random.randint(-4, 4)) & 0xFFFFFFFF
        return self.random.getrandbits(self.random.randint(1, 32))

    def register(self, zero=0.1):
        return 0 if self.random.random() < zero else self.random.choice(FREE)

    def registers(self, count):
        """Different registers, none of them x0."""
        return self.random.sample(FREE, count)

    def text(self):
        head = f"// {self.name}: written by instructions.py.\n#include \"frame.h\"\n\nprogram:\n"
        data = ["  .data", "  .balign 16", *self.data, "  .text"] if self.data else []
        return head + "\n".join([*self.lines, "  END", "", *data, f"  SIGNATURE {max(self.words, 1)}"]) + "\n"


def pairs(program):
    """Two words: each edge with each, then random ones."""
    yield from ((a, b) for a in EDGES for b in EDGES)
    yield from ((program.word(), program.word()) for _ in range(RANDOM))


def register_register(program):
    for a, b in pairs(program):
        rd, rs1, rs2 = program.register(), program.register(), program.register()
        program.load(rs1, a)
        program.load(rs2, b)  # the second value, if both are the same register
        program.say(f"{program.name} x{rd}, x{rs1}, x{rs2}")
        program.record(rd)


def with_immediate(program, immediates, choose):
    cases = [(a, i) for a in EDGES for i in immediates]
    cases += [(program.word(), choose()) for _ in range(RANDOM)]
    for a, immediate in cases:
        rd, rs1 = program.register(), program.register()
        program.load(rs1, a)
        program.say(f"{program.name} x{rd}, x{rs1}, {immediate}")
        program.record(rd)


def immediate(program):
    with_immediate(program, IMMEDIATES, lambda: program.random.randint(-2048, 2047))


def shift(program):
    with_immediate(program, SHIFTS, lambda: program.random.randint(0, 31))


def upper(program):
    edges = (0, 1, 0x7FFFF, 0x80000, 0xFFFFF, 0x55555)
    for value in [*edges, *(program.random.getrandbits(20) for _ in range(RANDOM))]:
        rd = program.register()
        program.say(f"{program.name} x{rd}, {value:#x}")
        program.record(rd)


def branch(program):
    for number, (a, b) in enumerate(pairs(program)):
        rs1, rs2 = program.register(), program.register()
        program.load(rs1, a)
        program.load(rs2, b)
        instruction = f"{program.name} x{rs1}, x{rs2}"
        program.load(30, 1)
        if number % 2 == 0:  # forwards
            program.say(f"{instruction}, 1f", "li x30, 2", "1:")
        else:  # backwards
            program.say("j 2f", "1:", "li x30, 3", "j 3f", "2:", f"{instruction}, 1b", "3:")
        program.record(30)


def jal(program):
    for rd in (0, 1, 5, *program.registers(6)):
        program.say("j 2f", "1:", f"MARK {rd + 100}", f"jal x{rd}, 3f", "MARK 1")
        program.say("2:", f"jal x{rd}, 1b", "MARK 2", "3:")
        program.words += 1
        program.record(rd)


def jalr(program):
    for offset in (0, 4, -4, 2047, -2048, 1, -1, 3, *(program.random.randint(-2048, 2047) for _ in range(RANDOM))):
        rd, rs1 = program.register(), program.registers(1)[0]
        if program.random.random() < 0.2:
            rd = rs1
        target = offset & ~3  # the base makes up for it, up to the lowest bit, which jalr clears
        program.say(f"la x{rs1}, 1f - ({target})")
        low = program.random.randint(0, 1) if offset % 4 == 0 else 0
        program.say(f"jalr x{rd}, {target + low}(x{rs1})" if target + low <= 2047 else f"jalr x{rd}, {target}(x{rs1})")
        program.say("MARK 1", "1:")
        program.record(rd)
        program.record(rs1)
    for distance in (2, 3):
        program.load(6, 7)
        program.say(f"la x5, 1f + {distance}", "jalr x6, 0(x5)", "1:", "nop")
        program.traps()
        program.record(6)


TABLE = "table"


def load(program, size, misaligned=False):
    program.data += [f"  .fill 256, 4, 0x12345678", f"{TABLE}:",
                     *(f"  .word {program.word():#x}" for _ in range(32)), "  .word 0x807f00ff, 0xff00807f",
                     "  .fill 600, 4, 0x9abcdef0"]
    places = [place for place in range(-8, 40) if misaligned or place % size == 0]
    for place in places:
        rd, rs1 = program.register(), program.registers(1)[0]
        if program.random.random() < 0.1:
            rd = rs1
        offset = program.random.choice([0, place, 2047, -2048, program.random.randint(-2048, 2047)])
        program.say(f"la x{rs1}, {TABLE} + ({place - offset})", f"{program.name.split('-')[0]} x{rd}, {offset}(x{rs1})")
        program.record(rd)
        program.record(rs1)


def store(program, size, misaligned=False):
    program.data += ["  .fill 600, 4, 0", f"{TABLE}:", "  .fill 24, 4, 0xa5a5a5a5", "  .fill 600, 4, 0"]
    for place in [place for place in range(0, 88) if misaligned and place % 5 == 1 or place % size == 0]:
        rs1, rs2 = program.registers(1)[0], program.register()
        offset = program.random.choice([0, place, 2047, -2048, program.random.randint(-2048, 2047)])
        value = program.word()
        if rs1 != rs2:
            program.load(rs2, value)
        program.say(f"la x{rs1}, {TABLE} + ({place - offset})", f"{program.name.split('-')[0]} x{rs2}, {offset}(x{rs1})")
    for word in range(24):
        program.say(f"la x5, {TABLE} + {4 * word}", "lw x6, 0(x5)")
        program.record(6)


def atomic(program):
    program.data += [f"{TABLE}:", "  .word 0, 0"]
    for number, (a, b) in enumerate(pairs(program)):
        rs1, rs2 = program.registers(2)
        rd = program.random.choice([program.register(), program.register(), rs1, rs2])
        rs2 = program.random.choice([rs2, rs2, rs2, 0])
        order = ("", ".aq", ".rl", ".aqrl")[number % 4]
        program.say(f"la x{rs1}, {TABLE}", f"li x30, {a:#x}", f"sw x30, 0(x{rs1})")
        program.load(rs2, b)
        program.say(f"{program.name}{order} x{rd}, x{rs2}, (x{rs1})")
        program.record(rd)
        program.say(f"la x30, {TABLE}", "lw x30, 0(x30)")
        program.record(30)
    program.say("li x5, 0x80000000", f"{program.name} x5, x5, (x5)", "RECORD x5")  # an operand is the address
    program.words += 1


def load_reserved(program):
    program.data += [f"{TABLE}:", *(f"  .word {program.word():#x}" for _ in range(16))]
    for number in range(RANDOM):
        rd, rs1 = program.register(), program.registers(1)[0]
        order = ("", ".aq", ".rl", ".aqrl")[number % 4]
        program.say(f"la x{rs1}, {TABLE} + {4 * program.random.randint(0, 15)}", f"lr.w{order} x{rd}, (x{rs1})")
        program.record(rd)
        program.record(rs1)


def store_conditional(program):
    program.data += [f"{TABLE}:", "  .fill 16, 4, 0x11111111"]
    for number in range(2 * RANDOM):
        rs1, rs2, other = program.registers(3)
        rd = program.random.choice([program.registers(1)[0], rs2, 0])
        rd = 0 if rd == rs1 else rd  # the address is still needed
        order = ("", ".aq", ".rl", ".aqrl")[number % 4]
        place = program.random.randint(0, 15)
        reserved = program.random.choice([place, place, place, (place + 4) % 16, None])
        program.load(rs2, program.word())
        if reserved is not None:
            program.say(f"la x{other}, {TABLE} + {4 * reserved}", f"lr.w x{other}, (x{other})")
        program.say(f"la x{rs1}, {TABLE} + {4 * place}", f"sc.w{order} x{rd}, x{rs2}, (x{rs1})")
        program.record(rd)
        program.say(f"sc.w x{other}, x{rs2}, (x{rs1})")  # the reservation is used up, also by a failure
        program.record(other)
        program.say(f"lw x{other}, 0(x{rs1})")
        program.record(other)


def csr(program, with_register):
    for a, b in pairs(program):
        program.load(30, a)
        program.say("csrw mscratch, x30")
        rd, rs1 = program.register(), program.register()
        if with_register:
            program.load(rs1, b)
            program.say(f"{program.name} x{rd}, mscratch, x{rs1}")
        else:
            program.say(f"{program.name} x{rd}, mscratch, {b & 31}")
        program.record(rd)
        program.say("csrr x30, mscratch")
        program.record(30)
    operand = (lambda value: f"x{value}") if with_register else str
    writes = program.name.startswith("csrrw")
    for number in ("mhartid", "cycle", "0xc03"):  # read-only: legal unless it is a write
        for value in (0, 5):
            program.load(6, 77)
            program.load(5, 5)
            program.say(f"{program.name} x6, {number}, {operand(value)}")
            if writes or value:
                program.traps()
        if number == "mhartid":
            program.record(6)
    for number in ("0x5c0", "0x9c0", "0xfff"):  # these do not exist
        program.load(6, 77)
        program.say(f"{program.name} x6, {number}, {operand(0)}")
        program.traps()
        program.record(6)


def fence(program):
    for word in (0x0FF0000F, 0x8330000F, 0x0100000F, 0x0000000F, 0xFFF0000F, 0x0FF2808F, 0x0330000F):
        program.say(f".word {word:#x}")
        program.record(0)


def fence_i(program):
    """Code that changes: an addi in the middle of a loop gets another immediate, many times."""
    program.say("li x5, 0", "li x6, 0", "la x7, 2f", "1:", "slli x8, x6, 20", "li x9, 0x00028293",  # addi x5, x5, n
                "or x8, x8, x9", "sw x8, 0(x7)", "fence.i", "2:", "nop", "addi x6, x6, 1", "li x9, 200",
                "bltu x6, x9, 1b")
    program.record(5)
    program.say("la x7, 3f", "li x9, 0x0010029b", "sw x9, 0(x7)", ".word 0x0ff0100f", "3:", "nop")  # illegal
    program.traps()
    program.say("la x7, 4f", "la x9, 5f", "lw x9, 0(x9)", "sw x9, 0(x7)", ".word 0xfff2928f", "li x6, 0", "4:", "nop")
    program.record(6)
    program.say("j 6f", "5:", "li x6, 55", "6:")


def environment(program):
    for mode in ("machine", "user", "user"):
        if mode == "user":
            program.say("TO_USER")
        for _ in range(3):
            program.load(6, program.word())
            if mode == "user" and program.name == "ecall":
                program.say("ecall", "TO_USER")  # the handler came back in machine mode
            else:
                program.say(program.name)
            program.traps()
            program.record(6)
        if mode == "user":
            program.say("TO_MACHINE")
            program.traps()


INSTRUCTIONS = {
    **dict.fromkeys(("add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and"), register_register),
    **dict.fromkeys(("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"), register_register),
    **dict.fromkeys(("addi", "slti", "sltiu", "xori", "ori", "andi"), immediate),
    **dict.fromkeys(("slli", "srli", "srai"), shift),
    **dict.fromkeys(("lui", "auipc"), upper),
    **dict.fromkeys(("beq", "bne", "blt", "bge", "bltu", "bgeu"), branch),
    "jal": jal,
    "jalr": jalr,
    **{name: lambda p, size=size: load(p, size) for name, size in
       (("lb", 1), ("lh", 2), ("lw", 4), ("lbu", 1), ("lhu", 2))},
    **{name: lambda p, size=size: store(p, size) for name, size in (("sb", 1), ("sh", 2), ("sw", 4))},
    **{name + "-misaligned": lambda p, size=size: load(p, size, True) for name, size in
       (("lh", 2), ("lw", 4), ("lhu", 2))},
    **{name + "-misaligned": lambda p, size=size: store(p, size, True) for name, size in (("sh", 2), ("sw", 4))},
    **dict.fromkeys(("csrrw", "csrrs", "csrrc"), lambda p: csr(p, True)),
    **dict.fromkeys(("csrrwi", "csrrsi", "csrrci"), lambda p: csr(p, False)),
    "lr.w": load_reserved,
    "sc.w": store_conditional,
    **{f"amo{name}.w": atomic for name in ("swap", "add", "xor", "and", "or", "min", "max", "minu", "maxu")},
    "fence": fence,
    "fence.i": fence_i,
    **dict.fromkeys(("ecall", "ebreak"), environment),
}


def text_of(name):
    program = Program(name)
    INSTRUCTIONS[name](program)
    return program.text()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or INSTRUCTIONS:
        (directory / f"{name}.S").write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
