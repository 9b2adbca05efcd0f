"""Warp kernels and their CUDA code as a Hugging Face dataset, made as they are read.

from warp_cuda_ir import load_dataset
load_dataset("./warp_cuda_ir.py", "cuda_backward")
load_dataset("./warp_cuda_ir.py", "real", data_dir="a folder that `collect` made")
"""

import functools
import hashlib
import importlib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
from datasets.iterable_dataset import ArrowExamplesIterable

SCRIPT = Path(__file__).resolve()
OPTIONS = ("rows", "seed", "categories", "comments", "difficulty", "features", "curriculum")


def _connect(folder: Path) -> None:
    """Import `generator` from the script's folder or, when it is not there, from wherever Python finds it.

    `datasets` 3.6 runs a copy of this file, and gives the original's folder to the builder alone.
    """
    beside = (folder / "generator").is_dir()
    if beside and "generator" not in sys.modules and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module("generator")
        versions = importlib.import_module("generator.versions")
    except ModuleNotFoundError as error:
        missing = str(error.name).split(".")[0]
        raise ImportError(
            f"cannot import {missing}, which {SCRIPT.name} needs: load it from a whole checkout or wheel"
        ) from None
    home = Path(str(package.__file__)).resolve().parent.parent
    if beside and home != folder:
        raise ImportError(
            f"generator was imported from {home}, but the script is in {folder}: load {home / SCRIPT.name} instead"
        )
    versions.check_warp()
    versions.check_datasets()


@dataclass
class WarpCudaIrConfig(datasets.BuilderConfig):
    """Options of any config; None takes the value of its file in `configs/`.

    rows: of all splits together; seed: names the stream; categories: names of categories or groups; comments: keep the
    Python line that Warp writes above each statement; difficulty: 4, "3-6" or (3, 6); constructs: what is given as
    ``features``, names of what a kernel has or, after "!", lacks; curriculum: each shard from easy to difficult.
    """

    # Not called `features`: `datasets` would put the schema into a field of that name.

    version: Any = "2.0.0"
    rows: int | None = None
    seed: int | None = None
    categories: Any = None
    comments: bool | None = None
    difficulty: Any = None
    constructs: Any = None
    curriculum: bool | None = None


class WarpCudaIr(datasets.GeneratorBasedBuilder):
    """Gives rows shard by shard from `generator.dataset`; those of config `real` from a folder, by row groups."""

    BUILDER_CONFIG_CLASS = WarpCudaIrConfig
    BUILDER_CONFIGS: list[WarpCudaIrConfig] = []  # noqa: RUF012 - `datasets` wants this name; filled by `_list_configs`
    DEFAULT_WRITER_BATCH_SIZE = 500

    def __init__(self, *args: Any, base_path: str | None = None, **kwargs: Any):
        _connect(Path(base_path).resolve() if base_path else SCRIPT.parent)
        _list_configs()
        from generator.choices import choose
        from generator.dataset.code_hash import code_hash

        if kwargs.get("config_name") is not None:
            choose("config", kwargs["config_name"], self.builder_configs)
        accepted = {*inspect.signature(datasets.DatasetBuilder.__init__).parameters, *OPTIONS, "version"}
        for option in kwargs.keys() - accepted:
            choose("option", option, OPTIONS)
        given = [option for option in OPTIONS if kwargs.get(option) is not None]
        if given and kwargs.get("config_name") is None:
            raise ValueError(f"{', '.join(given)} of which config? Name one of: {', '.join(self.builder_configs)}")
        self.collected = _collected(kwargs.get("config_name"), kwargs.get("data_dir"))
        content = code_hash()
        if self.collected:
            content = hashlib.blake2b(f"{content} {self.collected.digest}".encode(), digest_size=8).hexdigest()
        super().__init__(*args, base_path=base_path, **_in_one_form(kwargs) | {"hash": content})

    def _dataset_config(self) -> Any:
        from generator.dataset.configs import get_config

        values = {option: getattr(self.config, option) for option in OPTIONS if option != "features"}
        return get_config(self.config.name, **values, features=self.config.constructs)

    def _info(self) -> datasets.DatasetInfo:
        from generator.dataset.schema import features_of

        config = self._dataset_config()
        # Collected kernels have their own licences, which the folder's rows name.
        license = " AND ".join(self.collected.licenses) if self.collected else "apache-2.0"
        return datasets.DatasetInfo(description=config.summary, features=features_of(config), license=license)

    def most_rows(self) -> dict[str, int]:
        """Split -> most rows that it has; splits without rows, which `datasets` cannot read, are left out."""
        from generator.dataset.configs import MOST_ROWS
        from generator.dataset.splits import split_rows

        if self.collected:
            return dict.fromkeys(self.collected.groups, MOST_ROWS)
        return {split: rows for split, rows in split_rows(self._dataset_config().rows).items() if rows}

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        from generator.dataset.shards import shards_of
        from generator.dataset.targets import check_tools_of

        config = self._dataset_config()
        if self.collected:
            groups = self.collected.groups
            return [datasets.SplitGenerator(split, {"shards": groups[split]}) for split in groups]
        check_tools_of(config.code)  # now: `datasets` would hide an error while rows are made behind its own
        return [datasets.SplitGenerator(split, {"shards": shards_of(config, split)}) for split in self.most_rows()]

    def _generate_examples(self, shards: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        from generator.dataset.shard_rows import rows_of

        for shard in shards:
            for row in shard.rows() if self.collected else rows_of(shard):
                yield row["id"], row

    def _get_examples_iterable_for_split(self, split_generator: Any) -> Any:
        """A stream of tables: from single rows Arrow would guess the type of each empty list anew."""
        return ArrowExamplesIterable(self._generate_tables, split_generator.gen_kwargs)

    def _generate_tables(self, shards: list[Any]) -> Iterator[tuple[str, pa.Table]]:
        for key, row in self._generate_examples(shards):
            yield key, pa.Table.from_pylist([row], schema=self.info.features.arrow_schema)

    def _prepare_split_single(self, **options: Any) -> Iterator[Any]:
        """The method of `datasets`, which hides every error behind its own; raises that of a category without rows."""
        from generator.dataset.stream import Exhausted

        try:
            yield from super()._prepare_split_single(**options)
        except datasets.exceptions.DatasetGenerationError as error:
            if isinstance(error.__cause__, Exhausted):
                raise error.__cause__ from None
            raise


def _in_one_form(options: dict[str, Any]) -> dict[str, Any]:
    """A builder's options, those of ours only where they differ from the config's file: so equal options share a cache.

    `datasets` also has an option ``features``, the schema: that is a `datasets.Features`, and is left unchanged.
    """
    from generator.dataset.configs import get_config

    options, name = dict(options), options.get("config_name")
    schema = {"features"} if isinstance(options.get("features"), datasets.Features) else set()
    asked = {option: options.pop(option) for option in options.keys() & set(OPTIONS) - schema}
    if name is None:
        return options
    plain = get_config(name).options
    changed = {key: value for key, value in get_config(name, **asked).options.items() if value != plain[key]}
    return options | {"constructs" if key == "features" else key: value for key, value in changed.items()}


def _collected(config: str | None, folder: Any) -> Any:
    """The opened folder from which a config's rows are read; None for a config that makes its rows."""
    if config is None:
        return None
    from generator.dataset.configs import COLLECTED, get_config
    from generator.production.folder.collected import HOW, open_collected

    if get_config(config).source != COLLECTED:
        if folder is not None:
            raise ValueError(f"data_dir has no meaning for config {config}, which makes its rows: leave it out")
        return None
    if folder is None:
        raise ValueError(f"{config} is read from a folder: {HOW}, then give data_dir=DIR")
    return open_collected(Path(folder))


def _list_configs() -> None:
    from generator.dataset.configs import load_configs

    if not WarpCudaIr.BUILDER_CONFIGS:
        configs = load_configs().values()
        WarpCudaIr.BUILDER_CONFIGS.extend(WarpCudaIrConfig(name=c.name, description=c.summary) for c in configs)


@functools.wraps(datasets.load_dataset)
def load_dataset(path: str, *args: Any, **kwargs: Any) -> Any:
    """`datasets.load_dataset`, which also opens this script, on every version of `datasets`."""
    if not _is_this_script(path):
        return datasets.load_dataset(path, *args, **kwargs)
    _connect(SCRIPT.parent)
    from generator.choices import whole_number
    from generator.dataset.splits import refuse_unreadable

    given = inspect.signature(datasets.load_dataset).bind(path, *args, **kwargs).arguments
    options = given.pop("config_kwargs", {})
    options.pop("trust_remote_code", None)
    given = {key: value for key, value in given.items() if value is not None}
    split, streaming = given.get("split"), given.get("streaming", False)
    for key in given.keys() & ({"data_files"} | ({"num_proc"} if streaming else set())):
        raise ValueError(f"{key} has no meaning for {SCRIPT.name}{' with streaming=True' if key == 'num_proc' else ''}")
    if "num_proc" in given:
        whole_number("num_proc", given["num_proc"], 1)
    builder = WarpCudaIr(
        config_name=given.get("name"), **_only(given, "cache_dir", "data_dir", "features", "token"), **options
    )
    refuse_unreadable(split, builder.most_rows(), streaming)
    if streaming:
        return builder.as_streaming_dataset(split=split)
    builder.download_and_prepare(**_only(given, "download_mode", "verification_mode", "num_proc", "storage_options"))
    small = (builder.info.dataset_size or 0) < datasets.config.IN_MEMORY_MAX_SIZE
    return builder.as_dataset(split=split, in_memory=given.get("keep_in_memory", small))


def _only(given: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: given[key] for key in keys if key in given}


def _is_this_script(path: str) -> bool:
    """Whether ``path`` is this file, a copy of it, or its name where no such file exists (an installed wheel)."""
    asked = Path(path)
    if asked.is_file() and asked.name == SCRIPT.name:
        if asked.read_bytes() != SCRIPT.read_bytes():
            raise ImportError(f"{path} is another version than {SCRIPT}, which was imported: load that, or import this")
        return True
    if asked.name == SCRIPT.name and not asked.exists() and str(asked.parent) != ".":
        raise FileNotFoundError(
            f"there is no file {path}; {SCRIPT.name!r} alone is the script that was imported, {SCRIPT}"
        )
    return not asked.exists() and asked.name in (SCRIPT.name, SCRIPT.stem) and str(asked.parent) == "."


if (SCRIPT.parent / "generator").is_dir():
    _connect(SCRIPT.parent)
    _list_configs()
