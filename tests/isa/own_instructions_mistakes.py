#!/usr/bin/env python3
"""Checks that mistakes in a folder of instructions do not compile, and that the compiler says why.

    own_instructions_mistakes.py COMPILER ISS FOLDER

FOLDER has one instruction and compiles; each mistake is a change of it.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

ROWS, FUNCTIONS = "janus_instructions.def", "janus_instructions.h"
# What is wrong: the file, what is replaced by what, and what the compiler says.
MISTAKES = {
    "a row without a function": (FUNCTIONS, "auto crc32_b", "auto crc32_c", "'crc32_b' is not a member of 'janus::instructions'"),
    "a word of RISC-V": (ROWS, "0001011", "0110011", "'crc32_b' matches a word that another row matches"),
    "two rows for one word": (ROWS, "INSTRUCTION(", 'INSTRUCTION(other, "other", R, "0000000 ttttt sssss 000 ddddd 0001011", Alu, X)\nINSTRUCTION(',
                              "two rows of rv32.def match the same word"),
    "a pattern of 31 bits": (ROWS, "ttttt", "tttt", "does not have as many bits"),
    "an operand that the pattern does not have": (ROWS, '"crc32.b", R, "0000000 ttttt', '"crc32.b", Unary, "0000000 00000', "no member named 'rs2'"),
    "a format with other operands": (ROWS, '"crc32.b", R,', '"crc32.b", Unary,', "'crc32_b' has another format than operands"),
    "a class that does more than to compute": (ROWS, "Alu", "Csr", "'crc32_b' does more than to compute"),
    "another extension": (ROWS, ", X)", ", I)", "'crc32_b' is no row of the extension X"),
    "a result of eight bits": (FUNCTIONS, "return remainder", "return v.template extract<7, 0>(remainder)", "'crc32_b' computes no word of 32 bits"),
}


def compile_folder(compiler, iss, folder):
    source = folder / "mistake.cpp"
    source.write_text('#include "isa/semantics.h"\n')
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I", folder, "-I", iss, source], capture_output=True, text=True,
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
    return done.returncode, done.stderr


def main():
    compiler, iss, original = sys.argv[1:]
    files = {name: (pathlib.Path(original) / name).read_text() for name in (ROWS, FUNCTIONS)}

    def check(what):
        with tempfile.TemporaryDirectory() as directory:
            folder = pathlib.Path(directory)
            for name, text in files.items():
                (folder / name).write_text(text)
            if what is None:
                code, said = compile_folder(compiler, iss, folder)
                return f"the folder does not compile: {said}" if code else None
            name, before, after, expected = MISTAKES[what]
            if before not in files[name]:
                return f"{what}: there is no {before!r} in {name}"
            (folder / name).write_text(files[name].replace(before, after))
            code, said = compile_folder(compiler, iss, folder)
            if code == 0:
                return f"{what} compiles"
            return None if expected in said else f"{what}: the compiler does not say {expected!r}, but\n{said}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(check, [None, *MISTAKES]) if text]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
