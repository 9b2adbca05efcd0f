"""The card of a build: ``dataset_card.md`` filled with measured figures, written as the README that the Hub shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
import pyarrow as pa
from huggingface_hub import DatasetCard

import generator
from generator.dataset.configs import COLLECTED, load_configs
from generator.dataset.decontamination import ALIKE
from generator.dataset.schema import SCHEMA_VERSION, known_columns
from generator.dataset.splits import HELD_OUT_PROJECTS
from generator.escaping import fence_of, for_markdown, for_markdown_code, visible
from generator.production.folder import files
from generator.production.folder.build_folder import Build, open_build
from generator.production.folder.build_names import CARD
from generator.production.folder.errors import BuildError
from generator.production.making.recipe import filter_in
from generator.production.publishing.card_metadata import PRETTY_NAME, card_metadata
from generator.production.publishing.diversity import measures, readable
from generator.production.publishing.figures import TOKEN, Figures, Sizes, measure, text_columns
from generator.production.publishing.row_licences import OWN_LICENCE, licences_of_config, rows_by_licence

CHANGES = (
    (
        "2.0.0",
        "Another synthesizer: ids begin with `s2-`, three tellings, recipe, field, difficulty, domains, `novel`.",
    ),
    ("1.2.0", "Config `real`: kernels that people publish, with origin, licence and how each was launched."),
    ("1.1.0", "Stand-alone programs, stored inputs and expected results, more of what the tiers measure."),
    ("1.0.0", "First version."),
)
"""What changed in the schema or in the meaning of rows, newest first."""

TIERS = {
    "codegen": "Warp emitted the code, and the adjoint where the config has one",
    "compile": "NVRTC made PTX of exactly the row's text behind the module header",
    "execute": "on seeded inputs the CPU build gives finite, varying results: those of an independent interpreter",
    "gradient": "the adjoint agrees with central differences of the kernel in double precision along random directions",
    "device": "the PTX of the row's own text, run on an emulator that sees every address, equals the independent "
    "interpreter, its adjoint is the derivative, and nothing is out of bounds, read unwritten or raced for",
    "gpu": "the CUDA code ran on a GPU and equals the CPU result within the stated tolerance",
}

LANGUAGES = {"python_source": "python"} | dict.fromkeys(("prompt", "completion", "user", "assistant"), "markdown")
"""Language of a column, or of a turn of a chat; all others are C++."""

_PACKAGE = Path(generator.__file__).resolve().parent
FOLDERS = (_PACKAGE, _PACKAGE.parent, _PACKAGE.parent / "docs")
"""Folders of the texts that a card is made of, in a wheel and in a checkout; the first that has a text is used."""

_ISSUE = re.compile(r"^\| `warp_bugs/(\w+)\.py` \| (.+) \|$", re.MULTILINE)


def write_card(root: Path, repository: str = "") -> Path:
    """Measure the build in ``root`` and write its README.md; ``repository`` is what the examples load."""
    build = open_build(root)
    path = root / CARD
    files.write_bytes(path, render_card(build, repository or root.name).encode())
    return path


def render_card(build: Build, repository: str) -> str:
    """The card's text; raises jinja2.UndefinedError for a variable of the template without a value."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False)
    environment.filters |= {
        "words": for_markdown,
        "code": for_markdown_code,
        "thousands": thousands,
        "megabytes": megabytes,
    }
    text = environment.from_string(shipped("dataset_card.md")).render(card_words(build, repository))
    return str(DatasetCard(text))


def shipped(name: str) -> str:
    """A text that comes with the code; FileNotFoundError if it does not."""
    for folder in FOLDERS:
        if (folder / name).exists():
            return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(f"{name}: looked in {', '.join(map(str, FOLDERS))}")


def card_words(build: Build, repository: str) -> dict[str, Any]:
    """The variables of the template."""
    figures = measure(build)
    recipe = build.manifest.get("recipe", {})
    rejected = [(reason, count) for reason, count in build.manifest.get("rejected", {}).items() if count]
    known = [name for name in TIERS if name in figures.lists["tiers"]]
    others = rows_by_licence(build)
    return {
        "metadata": card_metadata(build, others).to_yaml(),
        "pretty_name": PRETTY_NAME,
        "license": OWN_LICENCE,
        "licences": [(name, licences_of_config(name, others)) for name in build.configs],
        "packages": others,
        "repository": repository,
        "figures": figures,
        "share": share,
        "main_config": build.main_config,
        "config_names": build.configs,
        "configs": [_config(build, name) for name in build.configs],
        "total_bytes": sum(file.bytes for file in build.files),
        "splits": build.splits(build.main_config),
        "collected": load_configs()[build.main_config].source == COLLECTED,
        "held_out": sorted(HELD_OUT_PROJECTS.items()),
        "alike": ALIKE,
        "overlaps": _overlaps(build.manifest),
        "category_total": lambda category: sum(figures.count(split, category) for split in figures.rows),
        "seed": recipe.get("seed", "not recorded"),
        "verify": recipe.get("verify", "codegen"),
        "verify_share": share(recipe.get("verify_sample", 1.0), 1.0),
        "conditions": filter_in(recipe).conditions,
        "curriculum": recipe.get("curriculum") is True,
        "rejected": sorted(rejected, key=lambda item: (-item[1], item[0])),
        "tiers": [{"name": n, "meaning": TIERS[n], "rows": figures.lists["tiers"][n]} for n in known],
        "numbers": _numbers(figures),
        "schema_version": build.manifest.get("versions", {}).get("schema", SCHEMA_VERSION),
        "columns": [_column(field) for field in build.schema(build.main_config)],
        "sizes": [_size(name, size) for name, size in figures.sizes.items()],
        "token": TOKEN,
        "diversity": measures(readable(build.stats)),
        "example": example_row(build),
        "warp_issues": _ISSUE.findall(shipped("known_warp_issues.md")),
        "versions": sorted(build.manifest.get("versions", {}).items()),
        "changes": CHANGES,
    }


def _overlaps(manifest: Mapping[str, Any]) -> list[tuple[str, int]]:
    """(reason, rows of train that were dropped for it), from the manifest of a collected folder."""
    dropped = manifest.get("decontamination", {}).get("dropped", {})
    if not isinstance(dropped, dict) or not all(isinstance(count, int) for count in dropped.values()):
        raise BuildError("manifest.json is damaged: dropped of its decontamination has no numbers")
    return sorted(dropped.items())


def example_row(build: Build) -> dict[str, Any]:
    """The shortest row of the main config's smallest split: its texts, each with name and language."""
    config = build.main_config
    split = min(build.splits(config), key=lambda name: (build.rows(config, name), name))
    known = build.schema(config).names
    columns = [*text_columns(build.schema(config)), *(name for name in ("messages",) if name in known)]
    best: dict[str, Any] = {}
    for _, batch in build.batches(config, ["id", "description", *columns], split):
        for row in batch.to_pylist():
            row["texts"] = [text for name in columns for text in _texts(name, row[name])]
            if not best or _length(row) < _length(best):
                best = row
    return {"id": best["id"], "description": best["description"], "split": split, "texts": best["texts"]}


def share(part: float, whole: float) -> str:
    """A percentage that says 0 or 100 only where that is exact."""
    percent = 100 * part / whole if whole else 0.0
    return f"{percent:.0f} %" if percent in (0.0, 100.0) else f"{min(max(percent, 0.01), 99.99):.4g} %"


def thousands(number: float) -> str:
    """12345 -> 12,345."""
    return f"{number:,.0f}"


def megabytes(size: int) -> str:
    """A size in bytes as text: 1.2 MB, 34.5 kB."""
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:,.1f} kB"


def _config(build: Build, name: str) -> dict[str, Any]:
    main = build.schema(build.main_config).names
    extra = [_column(field) for field in build.schema(name) if field.name not in main]
    summary = load_configs()[name].summary.rstrip(".")
    return {"name": name, "rows": build.rows(name), "bytes": build.bytes(name), "summary": summary, "extra": extra}


def _column(field: pa.Field) -> dict[str, str]:
    column = known_columns().get(field.name)
    if column is None:
        raise BuildError(f"column {field.name!r} is not in schema {SCHEMA_VERSION}: another version made this build")
    return {"name": field.name, "type": f"`{field.type}`".replace("element: ", ""), "meaning": column.meaning}


def _numbers(figures: Figures) -> list[dict[str, str]]:
    found = []
    for name in sorted(figures.numbers):
        values = figures.quantiles(name, 0.0, 0.5, 1.0)
        if values:
            least, median, greatest = (f"{value:.3g}" for value in values)
            found.append({"name": name, "least": least, "median": median, "greatest": greatest})
    return found


def _size(name: str, sizes: Sizes) -> dict[str, Any]:
    return {"name": name, "lines": _spread(sizes.lines), "tokens": _spread(sizes.tokens)}


def _spread(parts: list[Any]) -> dict[str, float]:
    values = np.concatenate(parts)
    return {"least": values.min(), "median": float(np.median(values)), "greatest": values.max()}


def _texts(column: str, value: Any) -> list[dict[str, str]]:
    """The texts in a column of a row as blocks of Markdown; fences are longer than those in the text."""
    if column == "messages":
        return [block for message in value for block in _texts(message["role"], message["content"])]
    if not value:
        return []
    language = LANGUAGES.get(column, "cpp")
    return [{"name": column, "language": language, "fence": fence_of(value), "text": visible(value.rstrip())}]


def _length(row: dict[str, Any]) -> tuple[int, str]:
    return sum(len(text["text"]) for text in row["texts"]), row["id"]
