#!/usr/bin/env python3
"""Does what a lab sheet says, as a student would, and compares what comes out with what the sheet shows.

    run_sheet.py SHEET [--prefix PREFIX] [--transcript] [--everything]

Janus is the one installed below PREFIX; without --prefix, it is installed to a temporary place from a build tree, which
CMakeLists.txt names in the environment. One shell executes the sheet's ```console blocks from top to bottom in an
empty folder. In a block,

    $ COMMAND        is a command; a \\ at the end of a line continues it
    (gdb) COMMAND    is typed into the gdb-multiarch that the command before has started
    other lines      are what the command prints, on both of its streams; `...` alone stands for any lines, and `...`
                     within a line for anything on that line

A command with `--gdb 1234` is left running, as in a second terminal, on a free port in place of 1234; what it has
printed is compared when the debugger has ended. What a student does with an editor stands in the sheet as words, and
for this program as `<!-- run: COMMAND -->`, which no reader sees.

Blocks of ```sh build Janus anew, which takes minutes. They are executed only with --everything, or with JANUS_FULL_SIZE
in the environment; so is `<!-- build: COMMAND -->`. $JANUS_SOURCE is then a copy, which the sheet may change. In such a
block, a line behind a `#` is what the command before it prints; a command with none must succeed, whatever it prints.
Blocks of other languages are not executed.

--transcript prints the sheet with what the commands print in place of what it shows: for writing sheets.
"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TIMEOUT = 60  # seconds: for a command that hangs
SKIPPED = 77   # CMakeLists.txt knows it
MARK = "=== the command has ended with "


class Shell:
    """A bash that keeps its folder and its variables."""

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(["bash", "--norc", "--noprofile"], cwd=folder, env=environment, text=True,
                                        errors="replace", start_new_session=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def end(self):
        """With everything that it has started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def run(self, command):
        """What it printed, without its end of line; .status is how it ended."""
        self.process.stdin.write(f"{{ {command}\n}} </dev/null; __s=$?; printf '\\n{MARK}%s\\n' $__s; (exit $__s)\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(MARK):
                self.status = int(line.removeprefix(MARK))
                text = "".join(lines)
                return text[:-1] if text.endswith("\n") else text  # of the mark
            lines.append(line)
        raise SystemExit(f"the shell has ended in: {command}")


class Step:
    def __init__(self, line, command, kind):
        self.line, self.command, self.kind, self.expected, self.actual = line, command, kind, [], []


def steps_of(text, everything=False):
    """The steps, and for each line of the text the step that it is expected of, or None."""
    steps, owner, inside, continues = [], [], None, False
    languages = {"```console": "console", "```sh": "sh"} if everything else {"```console": "console"}
    for number, line in enumerate(text.splitlines(), 1):
        owner.append(None)
        hidden = re.fullmatch(r"<!-- (run|build): (.*) -->", line)
        if hidden:
            if everything or hidden[1] == "run":
                steps.append(Step(number, hidden[2], "hidden"))
        elif line.startswith("```"):
            inside, continues = None if inside else languages.get(line, "other"), False
        elif inside == "other":
            pass
        elif inside and continues:
            steps[-1].command += "\n" + line
            continues = line.endswith("\\")
        elif inside == "sh":
            if line.startswith("#"):
                steps[-1].expected.append(line[2:].rstrip())
                owner[-1] = steps[-1]
            elif line:
                steps.append(Step(number, line, "long"))
        elif inside and line.startswith(("$ ", "(gdb) ")):
            prompt, _, command = line.partition(" ")
            steps.append(Step(number, command, "gdb" if prompt == "(gdb)" else "shell"))
            continues = line.endswith("\\")
        elif inside:
            steps[-1].expected.append(line.rstrip())
            owner[-1] = steps[-1]
    return steps, owner


def agree(expected, actual):
    """Whether lines are what was expected, `...` as above."""
    def line_agrees(wanted, line):
        return re.fullmatch(".*".join(re.escape(part) for part in wanted.split("...")), line) is not None
    reached = {0}  # the numbers of actual lines that the expected ones so far may stand for
    for wanted in expected:
        if wanted == "...":
            reached = set(range(min(reached), len(actual) + 1)) if reached else reached
        else:
            reached = {at + 1 for at in reached if at < len(actual) and line_agrees(wanted, actual[at])}
    return len(actual) in reached


def lines_of(text):
    return [line.rstrip() for line in text.splitlines()]


class Session:
    def __init__(self, folder, environment):
        self.folder, self.shell, self.server, self.port = folder, Shell(folder, environment), None, None

    def start_server(self, step):
        """Starts the program that a debugger is to connect to, and waits until it does, too."""
        output = self.folder / ".server"
        output.write_text("")
        self.shell.run(f"{step.command.replace('--gdb 1234', '--gdb 0')} > {output} 2>&1 & server=$!")
        self.server = step
        until = time.monotonic() + TIMEOUT
        while not (waits := re.search(r"waiting for gdb on [0-9.]*:(\d+)", output.read_text())):
            if time.monotonic() > until:
                raise SystemExit(f"nobody waits for gdb: {step.command}")
            time.sleep(0.01)
        self.port = waits[1]

    def as_shown(self, text):
        """With the port of the sheet."""
        return text.replace(f":{self.port}", ":1234")

    def join_server(self):
        """Waits for the program that a debugger was connected to."""
        if self.server:
            step, self.server = self.server, None
            self.shell.run(f"timeout {TIMEOUT} tail --pid=$server -f /dev/null || kill $server; wait $server 2>/dev/null")
            step.actual = lines_of(self.as_shown((self.folder / ".server").read_text()))

    def perform(self, steps):
        for at, step in enumerate(steps):
            if step.kind == "gdb":
                continue
            typed = []
            for later in steps[at + 1:]:
                if later.kind != "gdb":
                    break
                typed.append(later)
            command = step.command
            if self.port:
                command = command.replace(":1234", f":{self.port}")
            if typed:
                (self.folder / ".typed").write_text("".join(one.command + "\n" for one in typed))
                printed = self.shell.run(f"timeout {TIMEOUT} {command} < {self.folder / '.typed'} 2>&1")
                step.actual, *answers = (lines_of(part) for part in self.as_shown(printed).split("(gdb) "))
                for one, answer in zip(typed, answers):
                    one.actual = answer
                self.join_server()
            elif " --gdb 1234" in step.command:
                self.start_server(step)
            else:
                self.join_server()
                step.actual = lines_of(self.shell.run(command))
                if step.kind == "hidden" or (step.kind == "long" and not step.expected and self.shell.status == 0):
                    step.expected = step.actual
        self.join_server()


def transcript(text, steps, owner):
    at = {step.line + step.command.count("\n"): step for step in steps if step.kind != "hidden"}
    for number, line in enumerate(text.splitlines(), 1):
        step = owner[number - 1]
        if step is None:
            print(line)
            if number in at:
                shown = at[number]
                print("\n".join(shown.expected if agree(shown.expected, shown.actual) else shown.actual), end="\n" if shown.actual or shown.expected else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sheet")
    parser.add_argument("--prefix")
    parser.add_argument("--transcript", action="store_true")
    parser.add_argument("--everything", action="store_true", default="JANUS_FULL_SIZE" in os.environ)
    arguments = parser.parse_args()
    sheet = pathlib.Path(arguments.sheet).resolve()
    text = sheet.read_text()
    steps, owner = steps_of(text, arguments.everything)
    for tool in ("gdb-multiarch", "lcov"):
        if any(step.command.startswith(tool) for step in steps) and not shutil.which(tool):
            print(f"{tool} was not found")
            return 1 if os.environ.get("CI") == "true" else SKIPPED
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        prefix, folder = root / "janus", root / "student"
        folder.mkdir()
        if arguments.prefix:
            prefix = pathlib.Path(arguments.prefix).resolve()
        else:
            subprocess.run([os.environ["JANUS_CMAKE"], "--install", os.environ["JANUS_BUILD"], "--prefix", prefix],
                           check=True, stdout=subprocess.DEVNULL)
        environment = dict(os.environ, JANUS=str(prefix), CMAKE_PREFIX_PATH=str(prefix), CMAKE_GENERATOR="Ninja", LC_ALL="C.UTF-8", HOME=str(folder),
                           PATH=f"{prefix / 'bin'}:{os.environ['PATH']}", DEBUGINFOD_URLS="")
        if any(step.kind == "long" for step in steps):
            environment["JANUS_SOURCE"] = str(root / "source")
            shutil.copytree(os.environ["JANUS_SOURCE"], root / "source", symlinks=True,
                            ignore=shutil.ignore_patterns("build", ".git"))
        session = Session(folder, environment)
        try:
            session.perform(steps)
        finally:
            session.shell.end()
    if arguments.transcript:
        transcript(text, steps, owner)
        return 0
    wrong = [step for step in steps if not agree(step.expected, step.actual)]
    for step in wrong:
        print(f"{sheet.name}:{step.line}: {step.command}\n--- the sheet shows:")
        print("\n".join(step.expected))
        print("--- it printed:")
        print("\n".join(step.actual))
    if not steps:
        print(f"{sheet.name}: there is no command in it")
    return 1 if wrong or not steps else 0


if __name__ == "__main__":
    sys.exit(main())
