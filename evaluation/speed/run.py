#!/usr/bin/env python3
"""How fast janus run is, side by side with qemu-system-riscv32 on the same ELF files.

Every program under each configuration of both in turn, then under several quanta, then, in its quick form, under every
speed switch. Writes results.txt, results.csv (a line a program and configuration) and results.svg. Exits 1 if a program
fails, if outputs differ, or if the instructions and cycles of Janus depend on the configuration.
"""

import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "common"))
import command_line  # noqa: E402
import svg  # noqa: E402
from report import Report, text_line  # noqa: E402

PROGRAMS = ("sieve", "matrix", "sha256", "quicksort", "fibonacci", "bytecode", "mixed", "interrupts", "straight",
            "atomics")
SWEPT = ("sieve", "sha256", "bytecode")  # with several quanta
EMPTY = "empty"

QEMU_OPTIONS = ("-M", "virt", "-bios", "none", "-display", "none", "-monitor", "none", "-serial", "stdio")


class Configuration:
    """A simulator and its options. A Janus that does not know those in `needs` (all, unless told otherwise) does not
    have the configuration; others that it does not know are left away."""

    def __init__(self, name, simulator, options=None, needs=None):
        self.name, self.simulator, self.options = name, simulator, options or {}
        self.needs = self.options.keys() if needs is None else needs

    def command(self, options, elf, stats):
        if self.simulator == "qemu":
            return [options.qemu, *QEMU_OPTIONS, *flat(self.options.items()), "-kernel", elf]
        known = flat((name, value) for name, value in self.options.items() if name in options.switches)
        return [options.janus, "run", elf, *known, "--stats", stats]


def flat(pairs):
    return [word for pair in pairs for word in pair]


# What is compared. The reference is the interpreter without what makes it fast.
COMPARED = (
    Configuration("reference", "janus", {"--translate": "off", "--fast": "off"}, needs=("--fast",)),
    Configuration("interpreter", "janus", {"--translate": "off", "--fast": "on"}, needs=()),
    Configuration("translated", "janus", {"--translate": "on"}),
    Configuration("qemu", "qemu"),
    Configuration("qemu -icount", "qemu", {"-icount": "shift=0"}),
)

QUANTA = (("1 us", 1_000), ("10 us", 10_000), ("100 us", 100_000), ("150 us", 150_000), ("1 ms", 1_000_000))

# What costs speed, and is compared with doing without. Only caches change the cycles.
APART = (
    Configuration("translated", "janus", {"--translate": "on"}),
    Configuration("caches", "janus", {"--timing": str(HERE / "caches.timing")}),
    Configuration("coverage", "janus", {"--coverage": "/dev/null"}),
    Configuration("profile", "janus", {"--profile": "/dev/null"}),
)

# On the small programs, once: no switch changes what is simulated.
SWITCHES = tuple(Configuration(" ".join(flat(switches.items())) or "default", "janus", switches) for switches in (
    {},
    {"--quantum": "0"},
    {"--quantum": "150000"},
    {"--dmi": "off"},
    {"--decode-cache": "off"},
    {"--fast": "off"},
    {"--translate": "off"},
    {"--translate": "off", "--fast": "off"},
    {"--translate": "off", "--fast": "off", "--decode-cache": "off", "--dmi": "off", "--quantum": "0"},
))


class Failed(Exception):
    """Something is wrong, and not just slow."""


class Run:
    """What one run took, said, and, with Janus, counted."""

    def __init__(self, seconds, exit_code, output, stats):
        self.seconds, self.exit_code, self.output, self.stats = seconds, exit_code, output, stats


def arguments():
    parser = command_line.parser(__doc__, "speed", 300, 60)
    parser.add_argument("--only", type=lambda names: names.split(","), metavar="A,B,...",
                        help=f"only these programs ({','.join(PROGRAMS)})")
    parser.add_argument("--repeat", type=int, metavar="N", help="turns of what is compared (5; --quick: 1)")
    parser.add_argument("--reference", action="store_true",
                        help="compare the plain loop as well, which takes minutes a program (--quick always does)")
    parser.add_argument("--qemu", default="qemu-system-riscv32", help="what to compare with (%(default)s)")
    options = command_line.parse(parser)
    options.repeat = options.repeat or (1 if options.quick else 5)
    options.only = options.only or list(PROGRAMS)
    for name in options.only:
        if name not in PROGRAMS:
            parser.error(f"{name}: no such program, there are {', '.join(PROGRAMS)}")
    options.qemu = shutil.which(options.qemu)
    options.switches = known_switches(options)
    return options


def elf_of(options, program, quick):
    form = "_quick" if quick and program != EMPTY else ""
    elf = options.build / "evaluation" / "speed" / f"speed_{program}{form}.elf"
    if not elf.is_file():
        raise Failed(f"{elf} is not built")
    return elf


def run(options, configuration, elf):
    """One run, with the time on the processor that it alone took. Raises Failed if it does not end."""
    stats_file = options.out / "stats.json"
    stats_file.unlink(missing_ok=True)
    command = [str(part) for part in configuration.command(options, elf, stats_file)]
    with open(options.out / "output", "w+b") as output, open(options.out / "errors", "w+b") as errors:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        ended = threading.Event()

        def kill():
            if not ended.wait(options.time_limit):
                os.kill(child.pid, 9)  # not reaped yet

        watch = threading.Thread(target=kill, daemon=True)
        watch.start()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        ended.set()
        watch.join()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        said, complaints = output.read().decode(errors="replace"), errors.read().decode(errors="replace")
    if child.returncode < 0:
        raise Failed(f"{configuration.name}: ended by signal {-child.returncode}, {options.time_limit:g} s at most")
    if child.returncode != 0:
        lines = (complaints.strip() or said.strip()).splitlines()
        raise Failed(f"{configuration.name}: exit code {child.returncode}: {lines[-1] if lines else ''}")
    stats = None
    if configuration.simulator == "janus":
        try:
            stats = json.loads(stats_file.read_text(encoding="utf-8"))
            stats = {name: stats[name] for name in ("instructions", "cycles")}
        except (OSError, ValueError, KeyError) as problem:
            raise Failed(f"{configuration.name}: statistics: {problem!r}") from problem
    return Run(usage.ru_utime + usage.ru_stime, child.returncode, said, stats)


def take_turns(options, configurations, elf, turns):
    """The runs of each configuration by name. Raises Failed if they do not agree on output, instructions or cycles; with
    another timing profile, cycles differ."""
    runs = {configuration.name: [] for configuration in configurations}
    for _ in range(turns):
        for configuration in configurations:
            runs[configuration.name].append(run(options, configuration, elf))
    agree(runs, "output", lambda one: one.output)
    same_time = {one.name: runs[one.name] for one in configurations if "--timing" not in one.options}
    for count, of in (("instructions", runs), ("cycles", same_time)):
        agree(of, count, lambda one, count=count: one.stats and one.stats[count])
    return runs


def agree(runs, what, of_run):
    found = {}
    for name, of_configuration in runs.items():
        for one in of_configuration:
            if of_run(one) is not None:
                found.setdefault(of_run(one), name)
    if len(found) > 1:
        raise Failed(f"{what} differ: " + "; ".join(f"{name}: {str(value).strip()}" for value, name in found.items()))


def known_switches(options):
    """The options of this janus run; other configurations are left out."""
    done = subprocess.run([str(options.janus), "run", "--help=all"], capture_output=True, text=True, check=False)
    return {word for word in done.stdout.split() if word.startswith("--")}


def mips(instructions, seconds, start):
    """Millions of guest instructions a second of processor time, without that for starting; None if that is all, or
    not known."""
    return instructions / (seconds - start) / 1e6 if start is not None and seconds > start else None


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(math.log(value) for value in values) / len(values)) if values else None


def shown(value, digits=0):
    return "-" if value is None else f"{value:.{digits}f}"


class Session:
    def __init__(self, options):
        self.options, self.report, self.rows, self.errors = options, Report(options.out), [], 0
        self.start = {}  # seconds, by configuration
        self.first = {}  # what all runs of an ELF file have to agree with: counts and output

    def known(self, configurations):
        """Those that this janus and this machine have."""
        return [configuration for configuration in configurations
                if (self.options.qemu if configuration.simulator == "qemu"
                    else self.options.switches.issuperset(configuration.needs))]

    def start_up(self, configurations):
        """Measures what the simulators take for nothing at all."""
        elf = elf_of(self.options, EMPTY, False)
        runs = take_turns(self.options, configurations, elf, max(self.options.repeat, 3))
        self.start.update({name: median([one.seconds for one in found]) for name, found in runs.items()})

    def error(self, program, problem):
        self.errors += 1
        self.report.say(f"    ERROR {program}: {problem}")

    def measure(self, table, configurations, program, quick, turns):
        """Rows of one program, the MIPS of each turn by configuration; None after an error."""
        try:
            runs = take_turns(self.options, configurations, elf_of(self.options, program, quick), turns)
        except Failed as problem:
            self.error(program, problem)
            return None
        counted = next(one for found in runs.values() for one in found if one.stats)
        stats, outcome = counted.stats, (counted.stats, counted.output)
        if self.first.setdefault((program, quick), outcome) != outcome:
            self.error(program, f"{outcome}, but before {self.first[program, quick]}")
        rates = {name: [mips(stats["instructions"], one.seconds, self.start.get(name)) for one in found]
                 for name, found in runs.items()}
        self.rows += [{"table": table, "program": program, "configuration": name, "turns": turns, **stats,
                       "cpu_seconds": median([one.seconds for one in found]), "start_seconds": self.start.get(name, ""),
                       "mips": shown(median(rates[name]), 1)} for name, found in runs.items()]
        self.report.write(self.rows)
        return stats, rates

    def table(self, title, head, widths):
        self.report.say(f"\n{title}")
        self.report.say(text_line(head, widths))

    def compare(self):
        """The configurations of Janus and QEMU: MIPS, and the ratio to QEMU as the median of ratios within a turn."""
        wanted = [one for one in COMPARED if one.name != "reference" or self.options.reference or self.options.quick]
        configurations = self.known(wanted)
        names = [configuration.name for configuration in configurations]
        janus = [configuration for configuration in configurations if configuration.simulator == "janus"]
        for configuration in wanted:
            if configuration.name not in names:
                self.report.say(f"left out {configuration.name}: not there")
        self.start_up(configurations)
        self.report.say("seconds to start: " + ", ".join(f"{name} {self.start[name]:.3f}" for name in names))
        ratios = [f"{one.name}/qemu" for one in janus] if "qemu" in names else []
        widths = (12, -13, -13, *(-max(11, len(name) + 2) for name in names), *(-len(name) - 2 for name in ratios))
        self.table("MIPS, and ratios to QEMU", ("program", "instructions", "cycles", *names, *ratios), widths)
        all_rates, all_ratios = {name: [] for name in names}, {one.name: [] for one in janus}
        charted = []
        for program in self.options.only:
            found = self.measure("compared", configurations, program, self.options.quick, self.options.repeat)
            if found is None:
                continue
            stats, rates = found
            rate = {name: median(rates[name]) for name in names}
            ratio = {one.name: median([ours / theirs for ours, theirs in zip(rates[one.name], rates["qemu"])
                                       if ours and theirs]) for one in janus} if ratios else {}
            for name in names:
                all_rates[name].append(rate[name])
            for name, value in ratio.items():
                all_ratios[name].append(value)
            charted.append((program, rate))
            self.report.say(text_line((program, stats["instructions"], stats["cycles"],
                                       *(shown(rate[name]) for name in names),
                                       *(shown(value, 2) for value in ratio.values())), widths))
        means = {name: geometric_mean(values) for name, values in all_rates.items()}
        self.report.say(text_line(("geom. mean", "", "", *(shown(means[name]) for name in names),
                                   *(shown(geometric_mean(all_ratios[one.name]), 2) for one in janus if ratios)),
                                  widths))
        self.report.plot("results.svg", chart(names, [*charted, ("geom. mean", means)]))

    def apart(self):
        """Caches and observers: MIPS, and the ratio to doing without, in one turn."""
        configurations = self.known(APART)
        self.start_up(configurations)
        names = [configuration.name for configuration in configurations]
        widths = (12, *(-12 for _ in names), *(-12 for _ in names[1:]))
        self.table("MIPS with caches and observers, and ratios to doing without",
                   ("program", *names, *names[1:]), widths)
        ratios = {name: [] for name in names[1:]}
        for program in [program for program in self.options.only if program in SWEPT] or self.options.only:
            found = self.measure("apart", configurations, program, self.options.quick, 1)
            if found is None:
                continue
            rates = found[1]
            ratio = {name: median([with_it / without for with_it, without in zip(rates[name], rates[names[0]])
                                   if with_it and without]) for name in names[1:]}
            for name, value in ratio.items():
                ratios[name].append(value)
            self.report.say(text_line((program, *(shown(median(rates[name])) for name in names),
                                       *(shown(value, 2) for value in ratio.values())), widths))
        self.report.say(text_line(("geom. mean", *("" for _ in names),
                                   *(shown(geometric_mean(values), 2) for values in ratios.values())), widths))

    def sweep(self):
        """The quantum, with every other switch at its default, and for the interpreter."""
        ways = [("default", {})]
        if "--translate" in self.options.switches:
            ways.append(("interpreter", {"--translate": "off"}))
        programs = [program for program in self.options.only if program in SWEPT] or self.options.only
        for way, switches in ways:
            configurations = [Configuration(f"{way} {name}", "janus", {**switches, "--quantum": str(nanoseconds)})
                              for name, nanoseconds in QUANTA]
            self.start_up(configurations)
            widths = (12, *(-9 for _ in QUANTA))
            self.table(f"MIPS with several quanta, {way}", ("program", *(name for name, _ in QUANTA)), widths)
            all_rates = {configuration.name: [] for configuration in configurations}
            for program in programs:
                found = self.measure("quantum", configurations, program, self.options.quick, self.options.repeat)
                if found is None:
                    continue
                rate = {name: median(rates) for name, rates in found[1].items()}
                for name, value in rate.items():
                    all_rates[name].append(value)
                self.report.say(text_line((program, *map(shown, rate.values())), widths))
            self.report.say(text_line(("geom. mean", *(shown(geometric_mean(values)) for values in all_rates.values())),
                                      widths))

    def invariance(self):
        configurations = self.known(SWITCHES)
        widths = (12, -13, -13)
        self.table("The small programs, instructions and cycles under: "
                   + ", ".join(configuration.name for configuration in configurations),
                   ("program", "instructions", "cycles"), widths)
        for program in self.options.only:
            found = self.measure("switches", configurations, program, True, 1)
            if found is not None:
                self.report.say(text_line((program, found[0]["instructions"], found[0]["cycles"]), widths))


def chart(names, programs):
    """Bars from zero, a group a program."""
    left, top, height, bar = 60, 60, 300, 12
    group = bar * (len(names) + 1)
    bottom, right = top + height, left + group * len(programs)
    most = max((value for _, rates in programs for value in rates.values() if value), default=1)
    step = 10.0 ** math.floor(math.log10(most))
    step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2) if most / (step * part) <= 10)
    end = step * math.ceil(most / step)
    out = [svg.text(10, 22, "Millions of guest instructions a second of processor time", font_size=15)]
    for number in range(round(end / step) + 1):
        y = bottom - height * number * step / end
        out += [svg.line(left, y, right, y), svg.text(left - 6, y + 4, f"{number * step:g}", text_anchor="end")]
    for place, (program, rates) in enumerate(programs):
        x = left + group * place + bar / 2
        out += [svg.bar(x + bar * number, bottom, bar - 1, height * rates[name] / end, svg.COLOURS[number])
                for number, name in enumerate(names) if rates[name]]
        out.append(svg.text(x + bar * len(names) / 2, bottom + 18, program, text_anchor="middle"))
    for number, name in enumerate(names):
        y = top + 20 * number
        out += [svg.mark(right + 20, y, svg.COLOURS[number], True), svg.text(right + 30, y + 4, name)]
    return svg.document(right + 160, bottom + 40, out)


def main():
    options = arguments()
    session = Session(options)
    try:
        session.compare()
        session.apart()
        session.sweep()
        session.invariance()
    except Failed as problem:
        session.error("all", problem)
    session.report.say(f"\n{len(session.rows)} rows, {session.errors} errors")
    session.report.write(session.rows)
    print(f"written to {options.out}")
    return 1 if session.errors else 0


if __name__ == "__main__":
    sys.exit(main())
