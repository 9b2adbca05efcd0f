"""Dataset configs: read from ``configs/*.yaml``, then changed by what the caller asks for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

import generator
from generator.choices import choose, names_of, whole_number
from generator.dataset.kernel_filter import EVERY_KERNEL, KernelFilter, filter_of
from generator.synthesis import CATEGORIES, DEFAULT, EXTENDED

_PACKAGE = Path(generator.__file__).resolve().parent
CONFIG_FOLDERS = (_PACKAGE / "configs", _PACKAGE.parent / "configs")
"""Folders of the configs in an installed wheel and in a checkout; the first that exists is used."""

DEFAULT_CONFIG = "cuda_backward"
"""The config of a command, and of a build on the Hub, where none is named."""

MOST_ROWS = 10**8
"""Most rows over all splits: `datasets` lists every shard before a stream's first row, 830,000 of them in seconds.

They fill a twentieth of the shards that ids can number, so that a build that lacks rows can draw further shards.
"""

SYNTHESIS, WILD, COLLECTED = "synthesis", "wild", "collected"
"""Where the kernels of a config come from: the synthesizer, Warp's own library, or a folder that `collect` made."""

SELECTION = ("difficulty", "features", "curriculum")
"""Options that say which kernels are given, and in which order."""

FIXED: dict[str, tuple[tuple[str, ...], str]] = {
    WILD: (("seed", "categories", *SELECTION), "its kernels are Warp's own"),
    COLLECTED: (
        ("rows", "seed", "categories", "comments", *SELECTION),
        "its rows are those of a folder that `collect` made",
    ),
}
"""Source -> options that a config of it does not have, and why."""


@dataclass(frozen=True)
class DatasetConfig:
    """A view of the kernel stream, and which part of the stream.

    ``code`` names the code columns, ``view`` how a row is shaped (`generator.dataset.views`), ``categories`` the strata
    in the registry's order, ``comments`` whether the code keeps Warp's Python lines, ``tier`` what `produce` checks.
    ``source`` says where kernels come from; unless that is "synthesis", ``rows`` is an upper bound. ``kernel_filter``
    says which of the drawn kernels become rows, ``curriculum`` whether each shard goes from easy to difficult.
    """

    name: str
    summary: str
    code: tuple[str, ...]
    view: str
    categories: tuple[str, ...]
    rows: int
    tier: str
    seed: int = 0
    comments: bool = True
    source: str = SYNTHESIS
    kernel_filter: KernelFilter = EVERY_KERNEL
    curriculum: bool = False

    @property
    def options(self) -> dict[str, object]:
        """Each option of ``with_options`` with its value, in one form however the caller wrote it."""
        plain = ("rows", "seed", "comments", "curriculum")
        wanted = {"difficulty": self.kernel_filter.difficulty_text, "features": list(self.kernel_filter.features)}
        return {name: getattr(self, name) for name in plain} | {"categories": list(self.categories)} | wanted

    def with_options(
        self,
        *,
        rows: int | None = None,
        seed: int | None = None,
        categories: str | Iterable[str] | None = None,
        comments: bool | None = None,
        difficulty: int | str | Sequence[int] | None = None,
        features: str | Iterable[str] | None = None,
        curriculum: bool | None = None,
    ) -> DatasetConfig:
        """A copy with some options changed; None keeps what is there. ValueError says what is wrong with one."""
        given = {"rows": rows is not None, "seed": bool(seed), "categories": categories is not None}
        given |= {"comments": comments is False, "difficulty": difficulty is not None}
        given |= {"features": features is not None, "curriculum": bool(curriculum)}
        fixed, why = FIXED.get(self.source, ((), ""))
        if any(given[name] for name in fixed):
            raise ValueError(f"{self.name} has neither {', '.join(fixed[:-1])} nor {fixed[-1]}: {why}")
        changes: dict[str, object] = {
            "rows": None if rows is None else whole_number("rows", rows, 1, MOST_ROWS),
            "seed": None if seed is None else whole_number("seed", seed, 0),
            "categories": None if categories is None else resolve_categories(categories),
            "comments": None if comments is None else _switch("comments", comments),
            "kernel_filter": self.kernel_filter.changed(difficulty, features),
            "curriculum": None if curriculum is None else _switch("curriculum", curriculum),
        }
        changed = dataclasses.replace(self, **{k: v for k, v in changes.items() if v is not None})  # type: ignore[arg-type]
        changed.kernel_filter.refuse_impossible(changed.categories)
        return changed


@lru_cache(maxsize=1)
def load_configs() -> dict[str, DatasetConfig]:
    """All configs by name, sorted."""
    files = sorted(config_folder().glob("*.yaml"))
    return {path.stem: _read(path) for path in files}


def get_config(name: str, **options: object) -> DatasetConfig:
    """The config of that name with options of ``DatasetConfig.with_options``; ValueError for an unknown name."""
    configs = load_configs()
    return configs[choose("config", name, configs)].with_options(**options)  # type: ignore[arg-type]


def config_folder() -> Path:
    """The folder of the YAML files."""
    for folder in CONFIG_FOLDERS:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no configs: looked in {', '.join(map(str, CONFIG_FOLDERS))}")


def resolve_categories(wanted: str | Iterable[str]) -> tuple[str, ...]:
    """Names of categories or groups -> categories in the registry's order, each once."""
    groups: dict[str, list[str]] = {DEFAULT: [], EXTENDED: []}
    for name, group in CATEGORIES.items():
        groups[group].append(name)
    allowed = [*CATEGORIES, *groups]
    names = names_of("categories", wanted, allowed)
    if not names:
        raise ValueError(f"categories must name at least one of: {', '.join(allowed)}")
    chosen: set[str] = set()
    for name in names:
        chosen.update(groups.get(name) or [choose("category", name, allowed)])
    return tuple(name for name in CATEGORIES if name in chosen)


def _read(path: Path) -> DatasetConfig:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data |= {"code": tuple(data["code"]), "categories": resolve_categories(data["categories"])}
    data["kernel_filter"] = filter_of(data.pop("difficulty", None), data.pop("features", None))
    try:
        return DatasetConfig(name=path.stem, **data)
    except TypeError as error:
        raise ValueError(f"{path.name}: {error}") from None


def _switch(option: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{option} must be True or False, not {value!r}")
    return value
