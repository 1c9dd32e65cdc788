"""Running janus explore, once or in several configurations side by side, and what its statistics say.

Times on a shared machine drift. So configurations that are compared take turns in one session, what is compared is
time on the processor, and what is reported is the median over the turns of ratios within a turn, never a ratio of times
that were taken far apart.
"""

import json
import resource
import statistics
import subprocess

VERDICT_OF_EXIT_CODE = {0: "safe", 1: "unsafe", 2: "unknown"}
LONG_TURN = 30  # seconds; a turn of all configurations that takes longer is the last one


class Failed(Exception):
    """Something is wrong, and not just unfinished."""


def run(command, limit):
    """Runs a command; its exit code and the last line it said, as an error message. A hang has no exit code."""
    try:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace",
                              timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, f"did not end within {limit:.0f} s, long after its own limit"
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return done.returncode, said[-1] if said else ""


def processor_seconds():
    """Of all programs that have been run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def explore(janus, elf, options, limit, directory):
    """One exploration's statistics, with its `cpu_seconds`; its files go to `directory`. Nothing but `options` chooses
    a technique. Raises Failed."""
    if not elf.is_file():
        raise Failed(f"{elf} is not built")
    directory.mkdir(parents=True, exist_ok=True)
    stats_file = directory / "stats.json"
    stats_file.unlink(missing_ok=True)
    before = processor_seconds()
    how = options if "--auto" in options else ("--plain", *options)
    code, said = run([janus, "explore", elf, *how, "--max-time", f"{limit:g}", "--stats", stats_file,
                      "--out", directory], 2 * limit + 60)
    if code not in VERDICT_OF_EXIT_CODE:
        raise Failed(f"exit code {code}: {said}")
    try:
        stats = json.loads(stats_file.read_text(encoding="utf-8"))
        verdict = stats["verdict"]
    except (OSError, ValueError, KeyError) as problem:
        raise Failed(f"statistics: {problem!r}") from problem
    if verdict != VERDICT_OF_EXIT_CODE[code]:
        raise Failed(f"verdict {verdict}, but exit code {code}")
    stats["cpu_seconds"] = processor_seconds() - before
    return stats


def finished(stats):
    return stats["verdict"] != "unknown"


def take_turns(janus, elf_of_turn, configurations, turns, limit, directory):
    """Explores with each of `configurations` (options by name), in turn; a configuration that did not finish has no
    further turn. The statistics of its turns, by name. Raises Failed, also if verdicts or paths differ in a turn."""
    measured = {name: [] for name in configurations}
    for turn in range(turns):
        spent = 0
        for name, options in configurations.items():
            if measured[name] and not finished(measured[name][-1]):
                continue
            stats = explore(janus, elf_of_turn(turn), options, limit, directory / name)
            stats.pop("findings", None)  # of which there can be many
            measured[name].append(stats)
            spent += stats["seconds"]
        outcomes = {name: (runs[turn]["verdict"], runs[turn]["paths"]) for name, runs in measured.items()
                    if len(runs) > turn and finished(runs[turn])}
        if len(set(outcomes.values())) > 1:
            raise Failed("; ".join(f"{name}: {verdict}, {paths} paths" for name, (verdict, paths) in outcomes.items()))
        if spent > LONG_TURN:
            break
    return measured


def median(runs, what):
    return statistics.median(run[what] for run in runs)


def ratio(runs, baseline, what="cpu_seconds"):
    """How many times `baseline` the runs took: the median over the turns that both finished, or None."""
    ratios = [ours[what] / theirs[what] for ours, theirs in zip(runs, baseline)
              if finished(ours) and finished(theirs) and theirs[what] > 0]
    return statistics.median(ratios) if ratios else None


def answered(stats):
    """How many of the questions to the solver chain there were, and how many of them each layer answered itself."""
    layers = stats["solver"]
    own = {}
    for layer in layers:
        if layer["layer"] == "core":  # whatever is behind it counts again
            own["core"] = layers[0]["asked"] - sum(own.values())  # some are asked twice, see independence_solver.h
            break
        # Independence answers nothing itself, and does not count what comes back through it.
        own[layer["layer"]] = layer["sat"] + layer["unsat"]
    return layers[0]["asked"], own
