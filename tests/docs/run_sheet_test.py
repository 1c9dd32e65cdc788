"""Claims about run_sheet.py: what it reads in a sheet, and what it lets pass."""
import unittest

from run_sheet import agree, steps_of

SHEET = """Words, and `$ no command`.

```console
$ cd lab && \\
  ls
a.c
...
```
<!-- run: cp b.c a.c -->
```sh
make
# done
```
<!-- build: make -->
```c
$ not executed
```
```console
$ gdb-multiarch a.elf
(gdb) print x
$1 = 2
```
"""


class RunSheet(unittest.TestCase):
    def test_finds_commands_and_what_is_expected_of_them(self):
        steps, _ = steps_of(SHEET)
        self.assertEqual([(step.kind, step.command, step.expected) for step in steps],
                         [("shell", "cd lab && \\\n  ls", ["a.c", "..."]), ("hidden", "cp b.c a.c", []),
                          ("shell", "gdb-multiarch a.elf", []), ("gdb", "print x", ["$1 = 2"])])

    def test_finds_what_takes_long_on_request(self):
        steps, _ = steps_of(SHEET, everything=True)
        self.assertEqual([(step.kind, step.command, step.expected) for step in steps if step.kind != "gdb"][2:4],
                         [("long", "make", ["done"]), ("hidden", "make", [])])

    def test_dots_stand_for_lines_or_parts_of_lines_and_nothing_else_does(self):
        for expected, actual in (([], []), (["..."], []), (["..."], ["a", "b"]), (["a", "..."], ["a"]),
                                 (["...", "b"], ["a", "b", "b"]), (["at 0x8... (x)"], ["at 0x80000000 (x)"]),
                                 (["...", "a", "...", "b"], ["a", "a", "b"])):
            self.assertTrue(agree(expected, actual), (expected, actual))
        for expected, actual in (([], ["a"]), (["a"], []), (["a"], ["b"]), (["a", "b"], ["b", "a"]), (["a...c"], ["ab"]),
                                 (["...", "b"], ["b", "a"]), (["a", "..."], ["b", "a"]), (["a.c"], ["abc"])):
            self.assertFalse(agree(expected, actual), (expected, actual))


if __name__ == "__main__":
    unittest.main()
