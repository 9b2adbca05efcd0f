"""From a drawn kernel to a row."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set
from functools import cache
from itertools import islice
from typing import Any

import warp as wp

from generator.dataset.configs import DatasetConfig
from generator.dataset.kernel_filter import by_difficulty
from generator.dataset.schema import FIGURES, columns_of
from generator.dataset.stream import MOST_REFUSALS, Drawn, Exhausted
from generator.dataset.targets import NoTranslation, batch_size, code_of_kernel, code_of_texts
from generator.dataset.views import VIEWS
from generator.launch import Argument
from generator.lowering.warp_backend import builtin_registry
from generator.syntax.walks.difficulty import constructs_of, difficulty_of, parts_of
from generator.syntax.walks.structure import Structure
from generator.synthesis import Candidate

_CONTAINER = re.compile(r"(indexed)?array\d?d?$")
_PYTHON_TYPES = {"float": "float32", "int": "int32", "bool": "bool"}


def make_rows(kernels: Iterable[Drawn], code: Collection[str], comments: bool = True) -> Iterator[dict[str, Any]]:
    """Rows with the columns ``code`` and all that are not code, for ``view_of`` to shape; lazily and in order.

    A kernel that Warp refuses is a bug of the synthesizer: the error is raised and names the row. ``NoTranslation`` for
    one that a target cannot express.
    """
    return with_text_code((row_of_kernel(drawn, code, comments) for drawn in kernels), code)


def rows_for(
    slots: Iterable[Iterator[Drawn]],
    code: Collection[str],
    comments: bool,
    passed_over: Counter[str],
    curriculum: bool = False,
) -> Iterator[dict[str, Any]]:
    """One row a slot, of its first kernel that every target can express; ``passed_over`` counts those before it.

    ``curriculum`` hands them out from easy to difficult: all kernels are lowered before the first row.
    """
    rows: Iterable[dict[str, Any]] = (_first_row(slot, code, comments, passed_over) for slot in slots)
    return with_text_code(sorted(rows, key=by_difficulty) if curriculum else rows, code)


def with_text_code(rows: Iterable[dict[str, Any]], code: Collection[str]) -> Iterator[dict[str, Any]]:
    """The rows with the columns of ``code`` that are made from other columns, a few rows at a time."""
    remaining = iter(rows)
    while batch := list(islice(remaining, batch_size(code))):
        yield from code_of_texts(batch, code)


def row_of_kernel(drawn: Drawn, code: Collection[str], comments: bool) -> dict[str, Any]:
    """A row with the code that is made from the kernel itself; ``NoTranslation`` where a target has none."""
    try:
        return about(drawn) | code_of_kernel(drawn.candidate, code, comments, drawn.key.id)
    except Exception as error:
        error.add_note(f"while generating the code of row {drawn.key.id}")
        raise


def view_of(row: dict[str, Any], config: DatasetConfig) -> dict[str, Any]:
    """A made row as a config shows it: its columns, in order."""
    shaped = VIEWS[config.view](row)
    return {column.name: shaped[column.name] for column in columns_of(config)}


def _first_row(
    slot: Iterator[Drawn], code: Collection[str], comments: bool, passed_over: Counter[str]
) -> dict[str, Any]:
    for drawn in islice(slot, MOST_REFUSALS):
        try:
            return row_of_kernel(drawn, code, comments)
        except NoTranslation as reason:
            passed_over[str(reason)] += 1
    raise Exhausted(f"{MOST_REFUSALS} kernels one after another have no {', '.join(code)}: {dict(passed_over)}")


def about(drawn: Drawn) -> dict[str, Any]:
    """All columns but those with code."""
    identity = {"id": drawn.key.id, "seed": drawn.key.seed}
    return identity | properties(drawn.candidate, drawn.structure) | provenance(drawn.candidate)


def provenance(candidate: Candidate) -> dict[str, Any]:
    """A row's columns about how its kernel was made."""
    made = candidate.made
    if made is None:
        raise ValueError(f"kernel {candidate.kernel_name!r} was given, not made")
    parts = parts_of(made.features, len(candidate.launch.arguments))
    return {
        "specification": candidate.specification,
        "narration": candidate.narration,
        "field": made.field,
        "computations": list(made.computations),
        "recipe": hashlib.blake2b(made.recipe.encode(), digest_size=8).hexdigest(),
        "novel": made.novel,
        "difficulty": difficulty_of(parts),
        "difficulty_parts": parts,
        "features": constructs_of(made.features),
        "argument_domains": [{"name": name, "domain": domain} for name, domain in made.domains],
    }


def properties(candidate: Candidate, found: Structure) -> dict[str, Any]:
    """A row's columns about its kernel, whatever its origin: all but identity and code."""
    launch = candidate.launch
    return {
        "python_source": candidate.source,
        "description": candidate.description,
        "category": candidate.category,
        "kernel_name": candidate.kernel_name,
        "fingerprint": found.fingerprint,
        "builtins": builtins_of(found),
        "dtypes": dtypes_of(found),
        "arguments": [{"name": a.name, "type": type_of(a), "role": a.role} for a in launch.arguments],
        "launch": launch.to_json(),
        "launch_dim": list(launch.dim),
        "line_count": candidate.source.count("\n"),
        "character_count": len(candidate.source),
        "tiers": ["codegen"],
        **dict.fromkeys(column.name for column in FIGURES),
        "warp_version": wp.__version__,
    }


def type_of(argument: Argument) -> str:
    """A kernel argument's type as its annotation reads, without the prefix: ``array2d(dtype=vec3)``."""
    if argument.kind != "array":
        return argument.dtype
    return f"array{'' if argument.ndim == 1 else f'{argument.ndim}d'}(dtype={argument.dtype})"


def builtins_of(found: Structure) -> list[str]:
    """Built-ins that a source calls by name, sorted."""
    return sorted(builtins_among(found.warp_names))


def builtins_among(names: Set[str]) -> frozenset[str]:
    """The names that are built-ins of Warp and no types."""
    return frozenset(name for name in names & _builtin_names() if not _is_type(name))


def dtypes_of(found: Structure) -> list[str]:
    """Warp types that a source names, sorted; Python's own count as what Warp makes of them."""
    plain = {_PYTHON_TYPES[name] for name in found.plain_names if name in _PYTHON_TYPES}
    return sorted({name for name in found.warp_names if _is_type(name) and not _CONTAINER.match(name)} | plain)


@cache
def _builtin_names() -> frozenset[str]:
    return frozenset(builtin_registry())


@cache
def _is_type(name: str) -> bool:
    return isinstance(getattr(wp, name, None), type)
