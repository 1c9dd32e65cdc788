#!/usr/bin/env python3
"""Checks that every file of tests is built: that a CMakeLists.txt beside it or above it names it.

    test_sources.py SOURCE
"""
import pathlib
import re
import sys


def main():
    tests = pathlib.Path(sys.argv[1]) / "tests"
    lists = {path.parent: re.split(r"[\s()\"]+", path.read_text()) for path in tests.rglob("CMakeLists.txt")}

    def is_named(file):
        return any(folder in lists and str(file.relative_to(folder)) in lists[folder] for folder in file.parents)

    files = sorted(tests.rglob("*_test.cpp"))
    forgotten = [file for file in files if not is_named(file)]
    for file in forgotten:
        print(f"{file}: no CMakeLists.txt names it, so nothing runs it")
    return 1 if forgotten or not files else 0


if __name__ == "__main__":
    sys.exit(main())
