"""Rows of config ``real``: kernels that `collect` found in packages, and Warp's own, with where they come from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import warp as wp

from generator.dataset.configs import WILD, get_config
from generator.dataset.fingerprint import structure
from generator.dataset.given_rows import NO_SEED, given_id
from generator.dataset.rows import properties
from generator.dataset.schema import FIGURES, columns_of
from generator.dataset.splits import project_name
from generator.escaping import one_line, steering, visible
from generator.isolation.parsing import NotParsed, parse
from generator.launch import Launch
from generator.lowering.user_kernels.wild import Failure, lower_wild_kernel, wild_kernels
from generator.synthesis import Candidate

REAL = "real"
"""Name of the config, and first part of its rows' ids."""

WARP = "warp-lang"
"""The project whose kernels config ``wild`` holds too, under the same ids."""

OWN, FORCED, SWITCHED_OFF = "own", "forced on", "refused: switched off by its author, as in config wild"
"""Values of column ``adjoint``: whether the package itself asks Warp for the kernel's adjoint."""

ID_DIGITS = 8
"""Hexadecimal digits of the hash that ends an id where several kernels of a file have the same label."""

_RAW: dict[str, type] = {
    **{"name": str, "qualified_name": str, "signature": str, "description": str, "launch": str},
    **{"python_source": str, "self_contained": bool, "file": str, "line": int, "code": dict},
}
"""Required entries of a raw row and their types; they are checked, as the process that made it ran strangers' code."""

_FREE_TEXTS = ("description", "made_concrete", "adjoint", "launch_origin", "needs", "not_verified", "copyright")
"""Columns with words of strangers: characters that steer a terminal are escaped in them."""


class NotARow(ValueError):
    """What `collect` got for a kernel cannot be a row; the message is one line."""


@dataclass(frozen=True)
class Origin:
    """A row's columns about the package of its kernel; ``license`` is empty if it is not known."""

    package: str
    version: str
    license: str
    url: str
    copyright: str


def real_row(raw: Mapping[str, Any], origin: Origin) -> dict[str, Any]:
    """The row of a raw row (`generator.production.collecting`), with all columns of ``real`` in their order.

    What is not there yet is empty: code that was not made, figures of tiers that were not tried. Raises NotARow.
    """
    config, package = get_config(REAL), project_name(origin.package)
    row = properties(_candidate(raw, package), structure(raw["python_source"]))
    row |= {name: raw["code"].get(name) or "" for name in config.code}
    row |= {column.name: raw.get(column.name) for column in FIGURES}
    row |= {name: raw.get(name) or "" for name in ("made_concrete", "adjoint", "launch_origin", "needs")}
    row |= {"tiers": list(raw.get("tiers") or ["codegen"]), "not_verified": raw.get("not_verified") or ""}
    row |= {"id": _id(raw, package), "seed": NO_SEED, "self_contained": bool(raw["self_contained"])}
    row |= {"package": package, "file": one_line(raw["file"]), "line": int(raw["line"])}
    row |= {"version": origin.version, "url": origin.url, "copyright": origin.copyright}
    row |= {"license": origin.license or None}
    row |= {name: visible(row[name]) for name in _FREE_TEXTS}
    return {column.name: row[column.name] for column in columns_of(config)}


def _candidate(raw: Mapping[str, Any], package: str) -> Candidate:
    """The kernel of a raw row, checked as untrusted input; raises NotARow."""
    for name, kind in _RAW.items():
        if not isinstance(raw.get(name), kind):
            raise NotARow(f"{name} is no {kind.__name__}")
    for name, text in {"python_source": raw["python_source"], **raw["code"]}.items():
        if not isinstance(text, str):
            raise NotARow(f"{one_line(name, 80)} is no text")
        if letter := steering(text):
            raise NotARow(f"{one_line(name, 80)} has the control character {letter}")
    if not raw["code"].get("cuda_forward", "").strip():
        raise NotARow("it has no CUDA code")
    try:
        parse(raw["python_source"])
        launch = Launch.from_json(raw["launch"])
    except (NotParsed, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotARow(f"source or launch cannot be read: {one_line(error, 120)}") from None
    return Candidate(raw["python_source"], one_line(raw["name"]), package, visible(raw["description"]), launch)


def with_own_ids(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in their order with unique ids; all rows of a file have to be among them.

    Kernels of one label (a function that made several) get a hash of line and source at the end of their id. Of rows
    that are the same in both, the first stays.
    """
    count = Counter(row["id"] for row in rows)
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        name = row["id"] if count[row["id"]] == 1 else f"{row['id']}-{_digest(row)}"
        found.setdefault(name, row | {"id": name})
    return list(found.values())


def _digest(row: Mapping[str, Any]) -> str:
    text = f"{row['line']}\0{row['python_source']}"
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=ID_DIGITS // 2).hexdigest()


def _id(raw: Mapping[str, Any], package: str) -> str:
    """The row's id: for a kernel of Warp the one that it has in ``wild``, else one with the package's name."""
    label = ".".join(filter(None, (raw["qualified_name"], raw.get("held_by", ""), raw["signature"])))
    return one_line(given_id(WILD if package == WARP else f"{REAL}-{package}", raw["file"], label))


def has_own_adjoint(kernel: wp.Kernel) -> bool:
    """Whether the program that made a kernel asks Warp for its adjoint."""
    option = kernel.options.get("enable_backward")
    return bool(kernel.module.options.get("enable_backward", True) if option is None else option)


def warp_raw_rows() -> Iterator[dict[str, Any] | Failure]:
    """Raw rows of the kernels of config ``wild``, in its order; a Failure for a kernel that Warp refuses."""
    for kernel in wild_kernels():
        found = lower_wild_kernel(kernel, ("forward", "backward", "cpu"))
        if isinstance(found, Failure):
            yield found
            continue
        for each in found:
            raw = {name: value for name, value in vars(each).items() if name not in ("package", "license")}
            concrete = f"overload {each.signature}" if each.signature else ""
            yield raw | {
                "launch": each.launch.to_json(),
                "adjoint": OWN if has_own_adjoint(kernel) else SWITCHED_OFF,
                "made_concrete": concrete,
            }
