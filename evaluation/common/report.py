"""What a runner leaves: lines on the terminal that become results.txt, rows that become results.csv, plots."""

import csv


class Report:
    def __init__(self, directory):
        self.directory = directory
        self.lines = []
        directory.mkdir(parents=True, exist_ok=True)

    def say(self, line):
        print(line, flush=True)
        self.lines.append(line)

    def write(self, rows, name="results"):
        """Writes everything so far; to be called after each row, so that an interrupted run keeps what it has."""
        (self.directory / f"{name}.txt").write_text("\n".join(self.lines).lstrip() + "\n", encoding="utf-8")
        if not rows:
            return
        with open(self.directory / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)

    def plot(self, name, svg):
        (self.directory / name).write_text(svg, encoding="utf-8")


def text_line(cells, widths):
    """Cells in columns; a negative width is flush right."""
    return " ".join(f"{cell:>{-width}}" if width < 0 else f"{cell:<{width}}"
                    for cell, width in zip(cells, widths)).rstrip()
