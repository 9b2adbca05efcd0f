"""The sections of the report, from the figures of a build."""

from __future__ import annotations

from collections import Counter
from html import escape

import numpy as np

from generator.lowering.warp_backend import builtin_registry
from generator.production.publishing.card import TIERS, share
from generator.production.publishing.diversity import by_category, measures, readable, spread
from generator.production.publishing.figures import Figures
from generator.production.report.charts import Bar, bars, heat, histogram, legend, table

MOST_USED = 16
"""Built-ins listed one by one."""

SHAPES = {"depth": "blocks inside each other", "arguments": "of the kernel"}
"""Histogram of stats.json that is drawn -> its unit."""


def tiles(figures: Figures) -> list[tuple[str, str, str]]:
    """(number, label, comparison) for each tile at the page's head."""
    build = figures.build
    leaked = sum(figures.leaked(split) for split in figures.rows if split != "train")
    held_out = sum(len(s) for split, s in figures.skeletons.items() if split != "train")
    size = sum(file.bytes for file in build.files)
    distinct = figures.distinct_skeletons
    return [
        (f"{figures.total:,}", "kernels", ", ".join(f"{n:,} {split}" for split, n in figures.rows.items())),
        (f"{distinct:,}", "distinct skeletons", f"{share(distinct, figures.total)} of the kernels"),
        (f"{leaked:,}", "held-out skeletons in train", f"of {held_out:,} in validation and test"),
        (f"{len(figures.lists['builtins']):,}", "Warp built-ins called", f"{len(figures.lists['dtypes'])} types"),
        (f"{len(figures.categories)}", "categories", f"{len(build.configs)} configs: {', '.join(build.configs)}"),
        (
            f"{size / 1e6:,.1f} MB",
            "of Parquet",
            f"{len(build.files)} files, {size / figures.total:,.0f} bytes a row",
        ),
    ]


def sections(figures: Figures) -> list[tuple[str, str, str]]:
    """(title, anchor, HTML) in the order of the page."""
    return [
        ("Splits and categories", "splits", _splits(figures)),
        ("Lengths", "lengths", _lengths(figures)),
        ("Built-ins", "builtins", _builtins(figures)),
        ("Checks", "checks", _checks(figures)),
        ("Diversity", "diversity", _diversity(figures)),
    ]


def _splits(figures: Figures) -> str:
    splits = list(figures.rows)
    items = [
        Bar(name, tuple((split, figures.count(split, name)) for split in splits), _counts(figures, name))
        for name in figures.categories
    ]
    note = "Rows of each category; the numbers are those of " + ", ".join(splits) + "."
    return f"<p>{legend(splits)} {escape(note)}</p>{bars(items)}"


def _counts(figures: Figures, category: str) -> str:
    return " · ".join(f"{figures.count(split, category):,}" for split in figures.rows)


def _lengths(figures: Figures) -> str:
    plots = []
    for name, sizes in figures.sizes.items():
        for values, unit in ((np.concatenate(sizes.lines), "lines"), (np.concatenate(sizes.tokens), "tokens")):
            plots.append(histogram(values, name, unit))
    note = "A token is a word or one sign of punctuation. The last bar holds everything longer."
    if figures.empty:
        note += f" Empty in every row: {escape(', '.join(figures.empty))}."
    return f'<p>{note}</p><div class="plots">{"".join(plots)}</div>'


def _builtins(figures: Figures) -> str:
    used = figures.lists["builtins"]
    groups: dict[str, list[str]] = {}
    for name, function in sorted(builtin_registry().items()):
        groups.setdefault(function.group, []).append(name)
    coverage = []
    for group, names in sorted(groups.items()):
        count = sum(name in used for name in names)
        coverage.append(Bar(group, (("train", count / len(names)),), f"{count} of {len(names)}"))
    most = [Bar(f"wp.{name}", (("train", count),)) for name, count in used.most_common(MOST_USED)]
    return (
        "<p>Called by name in the Python source; operators are written as signs and so are not counted here.</p>"
        f'<div class="columns"><div><h3>Coverage of each group</h3>{bars(coverage, whole=1)}</div>'
        f"<div><h3>Rows that call it</h3>{bars(most)}</div></div>"
        f"<h3>Distinct built-ins by category and group</h3>{_by_category(figures, groups)}"
    )


def _by_category(figures: Figures, groups: dict[str, list[str]]) -> str:
    group_of = {name: group for group, names in groups.items() for name in names}
    distinct = Counter((category, group_of.get(name, "")) for category, name in figures.builtins_by_category)
    shown = sorted({group for _, group in distinct} - {""})
    values = np.array([[distinct[category, group] for group in shown] for category in figures.categories], dtype=int)
    return heat(figures.categories, shown, values, "built-ins") if shown else ""


def _checks(figures: Figures) -> str:
    splits = list(figures.rows)
    passed = figures.lists["tiers"]
    known = [name for name in TIERS if passed[name]]
    items = [Bar(name, (("train", passed[name]),), share(passed[name], figures.total)) for name in known]
    rows = [[name, *(f"{figures.tiers[split, name]:,}" for split in splits), TIERS[name]] for name in known]
    found = bars(items, whole=figures.total) + table(["tier", *splits, "what it means"], rows)
    numbers = []
    for name in sorted(figures.numbers):
        quantiles = figures.quantiles(name, 0.0, 0.5, 0.95, 1.0)
        if quantiles:
            numbers.append([name, *(f"{value:.3g}" for value in quantiles)])
    if numbers:
        head = ["column", "least", "median", "95 %", "greatest"]
        found += "<h3>Figures stored in the rows</h3>" + table(head, numbers)
    rejected = Counter(figures.build.manifest.get("rejected", {}))
    if +rejected:
        items = [Bar(reason, (("train", count),)) for reason, count in (+rejected).most_common()]
        found += f"<h3>Candidates turned away, by reason</h3>{bars(items)}"
    return found


def _diversity(figures: Figures) -> str:
    rows = []
    for split, found in figures.skeletons.items():
        total = figures.rows[split]
        leaked = "" if split == "train" else f"{figures.leaked(split):,}"
        rows.append([split, f"{total:,}", f"{len(found):,}", share(len(found), total), leaked])
    leaks = table(["split", "rows", "distinct skeletons", "share", "of them in train"], rows)
    stats = readable(figures.build.stats)
    if not stats:
        return leaks
    plots = "".join(histogram(spread(stats[key]), key, what) for key, what in SHAPES.items())
    return (
        f'{leaks}<div class="columns"><div><h3>Over all rows</h3>{table(["measure", "value"], measures(stats))}</div>'
        f'<div><h3>Shape of the kernels</h3><div class="plots">{plots}</div></div></div>'
        f"<h3>By category</h3>{table(*by_category(stats))}"
    )
