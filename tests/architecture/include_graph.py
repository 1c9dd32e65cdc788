#!/usr/bin/env python3
"""Checks who includes whom: no cycle between folders, none between files, and the few libraries where they belong.

    include_graph.py SOURCE

A file here is a header together with its .cpp: what either includes counts for both. CMake already keeps a layer from
including a layer above it; this test also sees cycles inside a layer and between a .cpp and another header.
"""
import pathlib
import re
import sys

LAYERS = ["iss", "sym-iss", "platform"]
# Where an include "a/b.h" may be found: a layer's name is the last part of its folder, but for these.
FOLDER_OF = {"prototype": "platform/tlm", "engine": "sym-iss/engine"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# A library's headers, and the only folders that may name them.
LIBRARIES = {
    r"systemc|tlm(_utils/.*)?|tlm\.h": ["platform/tlm", "platform/app"],
    r"z3.*": ["sym-iss/solver"],
    r"cadical.*": ["sym-iss/solver"],
    r"(libelf|gelf|dwarf|elfutils/.*)(\.h)?": ["iss/support"],
    r"xbyak/.*": ["iss/hart"],
}


def folder_of(include):
    """The folder below the source that an include of ours names, or None."""
    first, _, rest = include.partition("/")
    if not rest:
        return None
    if first in FOLDER_OF:
        return str(pathlib.PurePosixPath(FOLDER_OF[first], rest).parent)
    for layer in LAYERS:
        if (SOURCE / layer / include).exists():
            return str(pathlib.PurePosixPath(layer, include).parent)
    return None


def cycle(graph):
    """A cycle of the graph as a list of nodes, or an empty list."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return []
        path.append(node)
        for after in sorted(graph.get(node, ())):
            found = visit(after)
            if found:
                return found
        path.pop()
        done.add(node)
        return []

    for node in sorted(graph):
        found = visit(node)
        if found:
            return found
    return []


def read():
    """The include graphs of folders and of files, and sentences about includes that are not allowed."""
    folders, files, wrong, includes = {}, {}, [], 0
    for layer in LAYERS:
        for path in sorted((SOURCE / layer).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".def"):
                continue
            name = path.relative_to(SOURCE)
            folder, file = str(name.parent), str(name.with_suffix(""))
            for kind, include in INCLUDE.findall(path.read_text()):
                for library, allowed in LIBRARIES.items():
                    if re.fullmatch(library, include) and not any(folder.startswith(a) for a in allowed):
                        wrong.append(f"{name} includes {include}, which belongs to {' and '.join(allowed)} alone")
                target = folder_of(include) if kind == '"' else None
                if target is None:
                    continue
                includes += 1
                stem = str(pathlib.PurePosixPath(target, include.rpartition("/")[2]).with_suffix(""))
                if target != folder:
                    folders.setdefault(folder, set()).add(target)
                if stem != file:
                    files.setdefault(file, set()).add(stem)
    if includes < 300:
        wrong.append(f"only {includes} includes were understood: the test looks in the wrong places")
    return folders, files, wrong


SOURCE = pathlib.Path(sys.argv[1])


def main():
    folders, files, wrong = read()
    for what, graph in (("folders", folders), ("files", files)):
        found = cycle(graph)
        if found:
            wrong.append(f"a cycle of {what}: " + " -> ".join(found))
    flat = sorted(p.name for p in (SOURCE / "sym-iss/engine").iterdir() if p.suffix in (".h", ".cpp", ".def"))
    if flat:
        wrong.append("sym-iss/engine has rooms; these files are in none: " + ", ".join(flat))
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
