"""Plots as HTML and SVG text. Colors and fonts come from the page's style sheet, so both themes share them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

WIDTH, HEIGHT, FOOT, HEAD = 340, 150, 22, 14
BINS = 28


@dataclass(frozen=True)
class Bar:
    """A labelled bar, in parts where there are several series; ``note`` stands at its end."""

    label: str
    parts: tuple[tuple[str, float], ...]
    note: str = ""

    @property
    def total(self) -> float:
        """The length of all parts."""
        return sum(value for _, value in self.parts)


def bars(items: Sequence[Bar], whole: float | None = None) -> str:
    """Horizontal bars, one a line; ``whole`` is the value of the full width (by default the longest bar)."""
    widest = whole or max((bar.total for bar in items), default=1) or 1
    lines = []
    for bar in items:
        parts = "".join(
            f'<i class="series-{escape(series)}" style="width:{100 * value / widest:.3f}%" '
            f'data-tip="{escape(f"{bar.label}, {series}: {value:,.0f}" if len(bar.parts) > 1 else bar.label)}"></i>'
            for series, value in bar.parts
            if value
        )
        note = escape(bar.note or f"{bar.total:,.0f}")
        lines.append(f'<span>{escape(bar.label)}</span><b class="track">{parts}</b><span class="number">{note}</span>')
    return f'<div class="bars">{"".join(lines)}</div>'


def legend(series: Sequence[str]) -> str:
    """Names of series beside their colors."""
    return "".join(f'<span class="key"><i class="series-{escape(name)}"></i>{escape(name)}</span>' for name in series)


def histogram(values: np.ndarray, title: str, unit: str) -> str:
    """Rows by size: equal bins up to the 99.5th percentile, all longer ones in the last; the median is marked."""
    low, high = float(values.min()), float(np.quantile(values, 0.995))
    step = _nice(max(high - low, 1) / BINS)
    start = np.floor(low / step) * step
    edges = start + step * np.arange(int((high - start) // step) + 2)
    counts, _ = np.histogram(np.minimum(values, edges[-1] - step / 2), edges)
    tallest = counts.max()
    across = WIDTH / len(counts)
    marks = []
    for i, count in enumerate(counts):
        tall = (HEIGHT - FOOT - HEAD) * count / tallest
        last = i == len(counts) - 1 and values.max() >= edges[-1]
        first, end = f"{edges[i]:,.0f}", f"{edges[i + 1] - 1:,.0f}"
        span = f"{first} or more" if last else first if first == end else f"{first} to {end}"
        tip = escape(f"{span} {unit}: {count:,} rows")
        place = f'x="{i * across:.2f}" y="0" width="{across:.2f}" height="{HEIGHT - FOOT}"'
        marks.append(
            f'<rect class="bar" x="{i * across + 0.75:.2f}" y="{HEIGHT - FOOT - tall:.2f}" '
            f'width="{max(across - 1.5, 0.8):.2f}" height="{tall:.2f}" rx="1.5"/>'
            f'<rect class="hit" {place} data-tip="{tip}"/>'
        )
    middle = 0.5 if step == 1 else 0.0  # a bar of one value is labelled in its middle
    marks.append(_median(float(np.median(values)), edges, middle))
    marks.append(_axis(edges, middle))
    body = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{"".join(marks)}</svg>'
    return f"<figure><figcaption>{escape(title)} <small>{escape(unit)}</small></figcaption>{body}</figure>"


def heat(rows: Sequence[str], columns: Sequence[str], values: np.ndarray, unit: str) -> str:
    """A table whose cells are tinted by their number, each column on a scale of its own."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    lines = []
    tops = values.max(axis=0, initial=1)
    for name, line in zip(rows, values, strict=True):
        cells = "".join(
            f'<td style="--heat:{value / max(top, 1):.3f}" data-tip="{escape(f"{name}, {column}: {value:,} {unit}")}">'
            f"{value or ''}</td>"
            for value, top, column in zip(line, tops, columns, strict=True)
        )
        lines.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
    return f'<div class="wide"><table class="heat"><tr><th></th>{head}</tr>{"".join(lines)}</table></div>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table; columns of numbers are aligned to the right, with their heads."""
    numeric = [all(_is_number(row[i]) for row in rows) for i in range(len(head))]

    def line(tag: str, cells: Sequence[str]) -> str:
        parts = (f"<{tag}{' class=number' * n}>{escape(cell)}</{tag}>" for cell, n in zip(cells, numeric, strict=True))
        return f"<tr>{''.join(parts)}</tr>"

    top, body = line("th", head), "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table class="plain">{top}{body}</table></div>'


def _is_number(cell: str) -> bool:
    return not cell.strip("0123456789.,-+e% ") or cell == "nan"


def _median(median: float, edges: np.ndarray, middle: float) -> str:
    x = min((median - edges[0] + middle) / (edges[-1] - edges[0]), 1) * WIDTH
    anchor, shift = ("start", 4) if x < WIDTH / 2 else ("end", -4)
    return (
        f'<line class="median" x1="{x:.2f}" x2="{x:.2f}" y1="{HEAD}" y2="{HEIGHT - FOOT}"/>'
        f'<text x="{x + shift:.2f}" y="{HEAD - 3}" text-anchor="{anchor}">median {median:,.0f}</text>'
    )


def _axis(edges: np.ndarray, middle: float) -> str:
    span = edges[-1] - edges[0]
    step = _nice(span / 5)
    ticks = np.arange(np.ceil(edges[0] / step) * step, edges[-1] - middle + 1e-9, step)
    found = [f'<line class="axis" x1="0" x2="{WIDTH}" y1="{HEIGHT - FOOT}" y2="{HEIGHT - FOOT}"/>']
    for tick in ticks:
        x = (tick - edges[0] + middle) / span * WIDTH
        half = 3.2 * len(f"{tick:,.0f}")
        anchor = "start" if x < half else "end" if x > WIDTH - half else "middle"
        found.append(f'<text x="{x:.2f}" y="{HEIGHT - 7}" text-anchor="{anchor}">{tick:,.0f}</text>')
    return "".join(found)


def _nice(step: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is at least ``step`` and at least 1."""
    power = 10 ** np.floor(np.log10(step)) if step > 0 else 1
    found = next(float(m * power) for m in (1, 2, 5, 10) if m * power >= step - 1e-12)
    return max(found, 1.0)
