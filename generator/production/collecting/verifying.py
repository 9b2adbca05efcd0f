"""Runs the tiers on collected rows, in children, where a crash or a hang costs one row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from generator.dataset.schema import FIGURES
from generator.isolation import Child, ChildFailed, Limits
from generator.launch import Launch

ENTRY = "generator.production.collecting.tier_child:check_rows"

BATCH = 16
"""Rows that one process checks: Clang compiles shared parts once, but a crash has all of them checked again."""

SECONDS = (40.0, 20.0)
"""Time limit of a process, in seconds: for itself, and for each of its rows."""

MEMORY = 16 << 30
"""Limit of a process's address space, in bytes: arrays lie between inaccessible gigabytes; a tenth of it is in use."""

WORDS = 400
"""Longest reason that is kept, in letters."""

LETTERS = 4_000
"""Longest JSON of a row's figures, in letters: it has names of arguments."""

SENT = ("python_source", "launch", "adjoint")
"""Columns of a raw row that the child needs, besides its code."""

_FIGURES = frozenset(column.name for column in FIGURES)


def verify_rows(
    child: Child | None, rows: Sequence[Mapping[str, Any]], launches: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """For each raw row ``launch``, ``launch_origin``, ``tiers`` that it passed, ``figures``, ``not_verified``.

    ``launches`` has the launches in the package's own text, by kernel (`package_launches`). Runs foreign code in
    ``child``, by default in one made for it. A row whose code crashes or hangs says so.
    """
    with nullcontext(child) if child is not None else tier_child() as one:
        found: list[dict[str, Any]] = []
        for start in range(0, len(rows), BATCH):
            found += _verified(one, rows[start : start + BATCH], launches or {})
        return found


def tier_child() -> Child:
    """A child for ``verify_rows``; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]])


def _verified(child: Child, rows: Sequence[Mapping[str, Any]], launches: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Verdicts of some rows; one that is not self-contained does not run."""
    whole = [row for row in rows if row["self_contained"]]
    verdicts = iter(_answers(child, whole, launches))
    for row in rows:
        yield (
            next(verdicts) if row["self_contained"] else _none(f"the source needs {row.get('needs') or 'its package'}")
        )


def _answers(child: Child, rows: Sequence[Mapping[str, Any]], launches: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Verdicts of rows; where their process fails, each half is checked in a process of its own."""
    if not rows:
        return []
    try:
        return _called(child, rows, launches, ("cuda_forward", "cuda_backward"))
    except ChildFailed as error:
        if len(rows) == 1:
            return [_forward_alone(child, rows, launches, f"its process {error}")]
    middle = len(rows) // 2
    return _answers(child, rows[:middle], launches) + _answers(child, rows[middle:], launches)


def _forward_alone(
    child: Child, rows: Sequence[Mapping[str, Any]], launches: Mapping[str, Any], reason: str
) -> dict[str, Any]:
    """The verdict on a row whose process failed, without its adjoint, which may be the cause."""
    try:
        (verdict,) = _called(child, rows, launches, ("cuda_forward",))
    except ChildFailed:
        return _none(reason)
    return {**verdict, "not_verified": f"gradient: {reason}"} if verdict["tiers"] else verdict


def _called(
    child: Child, rows: Sequence[Mapping[str, Any]], launches: Mapping[str, Any], code: Sequence[str]
) -> list[dict[str, Any]]:
    """Verdicts of one process on rows with these columns of code. Raises ChildFailed."""
    sent = [
        {name: row[name] for name in SENT}
        | {"code": {name: row["code"].get(name) or "" for name in code}, "launches": launches.get(row["name"], [])}
        for row in rows
    ]
    own, each = SECONDS
    limits = Limits(seconds=own + each * len(rows), memory_bytes=MEMORY)
    return _checked(child.call(ENTRY, {"rows": sent}, limits), len(rows))


def _none(reason: str) -> dict[str, Any]:
    return {
        "launch": "",
        "launch_origin": f"none: {reason[:WORDS]}",
        "tiers": [],
        "figures": {},
        "not_verified": f"execute: {reason[:WORDS]}",
    }


def _checked(answer: Any, count: int) -> list[dict[str, Any]]:
    """The answer, checked, as foreign code may control the child; ChildFailed where it is no list of verdicts."""
    if not isinstance(answer, list) or len(answer) != count:
        raise ChildFailed("answered with what are no verdicts")
    return [_verdict(entry) for entry in answer]


def _verdict(entry: Any) -> dict[str, Any]:
    texts = ("launch", "launch_origin", "not_verified")
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in texts):
        raise ChildFailed("answered with what is no verdict")
    tiers, figures = entry.get("tiers"), entry.get("figures")
    if tiers not in ([], ["execute"], ["execute", "gradient"]) or not _are_figures(figures):
        raise ChildFailed("answered with what is no verdict")
    if entry["launch"]:
        try:
            Launch.from_json(entry["launch"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ChildFailed("answered with what is no launch") from error
    short = {name: "".join(c if c.isprintable() else "?" for c in entry[name][:WORDS]) for name in texts[1:]}
    return {"launch": entry["launch"], **short, "tiers": tiers, "figures": figures}


def _are_figures(figures: Any) -> bool:
    return (
        isinstance(figures, dict)
        and figures.keys() <= _FIGURES
        and all(_is_figure(value) for value in figures.values())
        and len(json.dumps(figures)) < LETTERS
    )


def _is_figure(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(name, str) and name.isprintable() for name in value)
    return value is None or isinstance(value, bool | int | float | str)
