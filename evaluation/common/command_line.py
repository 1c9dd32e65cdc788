"""The options that every runner of the evaluation has."""

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def parser(description, name, time_limit, quick_time_limit):
    result = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--build", type=Path, default=ROOT / "build" / "release", help="build tree (build/release)")
    result.add_argument("--janus", type=Path, help="the janus program (BUILD/janus)")
    result.add_argument("--time-limit", type=float, metavar="S",
                        help=f"seconds for each run ({time_limit}; --quick: {quick_time_limit})")
    result.add_argument("--out", type=Path, help=f"where results go (BUILD/evaluation/{name}/results)")
    result.add_argument("--quick", action="store_true", help="small sizes, as a check that everything works")
    result.set_defaults(name=name, time_limits=(time_limit, quick_time_limit))
    return result


def parse(parser_):
    options = parser_.parse_args()
    options.time_limit = options.time_limit or options.time_limits[options.quick]
    options.janus = options.janus or options.build / "janus"
    options.out = options.out or options.build / "evaluation" / options.name / "results"
    if not options.janus.is_file():
        parser_.error(f"{options.janus}: no such program; build it, or name it with --janus")
    return options
