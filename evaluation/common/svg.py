"""The plots: SVG by hand, so that nothing needs to be installed."""

import math
from xml.sax.saxutils import escape

COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f")


def document(width, height, elements):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                      'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>',
                      *elements, "</svg>"]) + "\n"


def text(x, y, content, **attributes):
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:g}" y="{y:g}"{more}>{escape(content)}</text>'


def line(x1, y1, x2, y2, colour="#ddd"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def bar(x, y, width, height, colour):
    """Upright, on y."""
    return f'<rect x="{x:.1f}" y="{y - height:.1f}" width="{width:g}" height="{height:.1f}" fill="{colour}"/>'


def mark(x, y, colour, filled, unfinished=False):
    """A point; one that did not finish points on to the right."""
    fill = colour if filled else "white"
    if unfinished:
        return f'<path d="M{x - 4:.1f} {y - 4:.1f} l9 4 l-9 4 z" fill="{fill}" stroke="{colour}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}"/>'


class LinePlot:
    """Panels side by side with the same axes, the vertical one logarithmic, and one legend."""

    PANEL, HEIGHT, LEFT, TOP, GAP = 400, 300, 60, 60, 30

    def __init__(self, title, x_label, y_label):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.panels = {}  # title -> [(label, points)]

    def add(self, panel, label, points):
        if points:
            self.panels.setdefault(panel, []).append((label, points))

    def __str__(self):
        points = [point for lines in self.panels.values() for _, of_line in lines for point in of_line]
        if not points:
            return document(self.PANEL, 60, [text(10, 22, f"{self.title}: nothing measured")])
        self.x_range = min(x for x, _ in points), max(x for x, _ in points)
        self.y_range = (math.floor(math.log10(min(y for _, y in points))),
                        max(math.ceil(math.log10(max(y for _, y in points))),
                            math.floor(math.log10(min(y for _, y in points))) + 1))
        labels = list(dict.fromkeys(label for lines in self.panels.values() for label, _ in lines))
        bottom = self.TOP + self.HEIGHT
        out = [text(10, 22, self.title, font_size=15)]
        for number, (title, lines) in enumerate(self.panels.items()):
            left = self.LEFT + number * (self.PANEL + self.GAP)
            out += self._axes(title, left, bottom, sorted({x for _, of_line in lines for x, _ in of_line}), number == 0)
            for label, of_line in lines:
                out += self._line(COLOURS[labels.index(label) % len(COLOURS)], of_line, left, bottom)
        legend = self.LEFT + len(self.panels) * (self.PANEL + self.GAP)
        for number, label in enumerate(labels):
            y = self.TOP + 10 + 20 * number
            out += [mark(legend, y, COLOURS[number % len(COLOURS)], True), text(legend + 10, y + 4, label)]
        return document(legend + 190, bottom + 50, out)

    def _x(self, x, left):
        low, high = self.x_range
        return left + 10 + (self.PANEL - 20) * ((x - low) / (high - low) if high > low else 0.5)

    def _y(self, y, bottom):
        low, high = self.y_range
        return bottom - self.HEIGHT * (math.log10(y) - low) / (high - low)

    def _axes(self, title, left, bottom, sizes, first):
        out = [text(left + self.PANEL / 2, self.TOP - 8, title, text_anchor="middle"),
               text(left + self.PANEL / 2, bottom + 38, self.x_label, text_anchor="middle")]
        for exponent in range(self.y_range[0], self.y_range[1] + 1):
            y = self._y(10.0**exponent, bottom)
            out.append(line(left, y, left + self.PANEL, y, "#888" if exponent == 0 else "#ddd"))
            if first:
                out.append(text(left - 6, y + 4, f"{10.0**exponent:g}", text_anchor="end"))
        if first:
            out.append(text(10, self.TOP - 22, self.y_label))
        for size in sizes:
            x = self._x(size, left)
            out += [line(x, bottom, x, bottom + 4, "#888"), text(x, bottom + 18, f"{size:g}", text_anchor="middle")]
        return out

    def _line(self, colour, points, left, bottom):
        places = [(self._x(x, left), self._y(y, bottom)) for x, y in sorted(points)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        return [f'<polyline points="{path}" fill="none" stroke="{colour}"/>',
                *(mark(x, y, colour, True) for x, y in places)]
