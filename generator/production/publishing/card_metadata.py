"""The YAML head of a dataset card, as the Hub reads it."""

from __future__ import annotations

import datasets
import pyarrow.parquet as pq
from datasets.info import DatasetInfosDict
from huggingface_hub import DatasetCardData

from generator.dataset.configs import SYNTHESIS, load_configs
from generator.production.folder.build_folder import Build
from generator.production.folder.build_names import NOTICES, data_files
from generator.production.publishing.row_licences import (
    OTHER,
    PackageRows,
    hub_licences,
    licences_of_config,
    rows_by_licence,
)

NOTICES_INDEX = f"{NOTICES}/README.md"
"""File of a build with the licences for which the Hub has no name."""

PRETTY_NAME = "Warp CUDA IR"

_TAGS = (
    "code",
    "code-generation",
    "code-translation",
    "cuda",
    "gpu",
    "nvidia-warp",
    "automatic-differentiation",
    "datasets",
)
_SYNTHETIC = "synthetic"
"""Tag of a build with synthesized kernels; one with only kernels that people wrote has it not."""

_FOUND, _MADE = "found", "machine-generated"
"""The Hub's words for who wrote the kernels: people, or a program."""

_SIZE_STEPS = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
    (10_000_000_000, "1B<n<10B"),
    (100_000_000_000, "10B<n<100B"),
    (1_000_000_000_000, "100B<n<1T"),
)


def card_metadata(build: Build, rows: list[PackageRows] | None = None) -> DatasetCardData:
    """Licences, tags, sizes, ``configs`` with the files of each split, and ``dataset_info`` with features and counts.

    ``rows``: the result of `rows_by_licence`, where the caller has it already.
    """
    rows = rows_by_licence(build) if rows is None else rows
    made = {load_configs()[name].source == SYNTHESIS for name in build.configs}
    license = hub_licences({each for config in build.configs for each in licences_of_config(config, rows)})
    named = {"license_name": "third-party-notices", "license_link": NOTICES_INDEX} if OTHER in license else {}
    data = DatasetCardData(
        language=["en", "code"],
        license=license,
        annotations_creators=[_MADE],
        language_creators=[_MADE if each else _FOUND for each in sorted(made)],
        multilinguality=["monolingual"],
        size_categories=[size_category(build.rows(build.main_config))],
        source_datasets=["original"],
        task_categories=["text-generation"],
        pretty_name=PRETTY_NAME,
        tags=[*_TAGS, *([_SYNTHETIC] if True in made else [])],
        configs=[_config(build, name) for name in build.configs],
    )
    for name, value in named.items():
        data[name] = value
    DatasetInfosDict({name: _info(build, name) for name in build.configs}).to_dataset_card_data(data)
    return data


def size_category(rows: int) -> str:
    """The Hub's name of the range in which a number of rows lies."""
    return next((name for limit, name in _SIZE_STEPS if rows < limit), "n>1T")


def _config(build: Build, name: str) -> dict[str, object]:
    chosen = {"default": True} if name == build.main_config else {}
    return {"config_name": name, **chosen, "data_files": data_files(file.name for file in build.select(name))[name]}


def _info(build: Build, name: str) -> datasets.DatasetInfo:
    splits = {
        split: datasets.SplitInfo(
            split, num_bytes=_uncompressed(build, name, split), num_examples=build.rows(name, split)
        )
        for split in build.splits(name)
    }
    return datasets.DatasetInfo(
        features=datasets.Features.from_arrow_schema(build.schema(name)),
        splits=datasets.SplitDict(splits),
        download_size=build.bytes(name),
        dataset_size=sum(info.num_bytes for info in splits.values()),
    )


def _uncompressed(build: Build, config: str, split: str) -> int:
    metadata = (pq.read_metadata(file.path) for file in build.select(config, split))
    return sum(found.row_group(i).total_byte_size for found in metadata for i in range(found.num_row_groups))
