"""The dataset card: its figures are the build's, its metadata is what the Hub and ``datasets`` read."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import datasets
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from huggingface_hub import DatasetCard
from huggingface_hub.repocard import metadata_load

from generator.production.folder.build_folder import NotABuild
from generator.production.publishing.card import share, shipped, write_card
from generator.production.publishing.card_metadata import size_category
from tests.production.real_folder import write_real_folder
from tests.production.small_build import KERNELS, OPERATIONS, SPLIT_OF, write_small_build

NAMES_WITH_DIGITS = ("Apache-2.0", "apache-2.0", "SHA-256", "float32", "float64")
"""Digits that belong to a name, not to a measurement; nothing else in the template may have one."""

NUMBER_WORDS = """
    two three four five six seven eight nine ten eleven twelve twenty fifty hundred hundreds thousand thousands million
    millions billion dozen dozens half quarter third percent twice
"""

CONFIGS = ("cuda_forward", "cuda_backward", "sft")


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_small_build(tmp_path_factory.mktemp("build") / "warp-cuda-ir", CONFIGS)
    write_card(root, "maker/warp-cuda-ir")
    return root


@pytest.fixture(scope="module")
def text(build: Path) -> str:
    return (build / "README.md").read_text()


def test_template_has_no_number_written_by_hand() -> None:
    template = shipped("dataset_card.md")
    for name in NAMES_WITH_DIGITS:
        template = template.replace(name, "")
    assert not re.findall(r".*\d.*", template)
    prose = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", template)
    assert not set(NUMBER_WORDS.split()) & set(re.findall(r"[a-z]+", prose.lower()))


@pytest.mark.parametrize("config", CONFIGS)
def test_loads_with_datasets(config: str, build: Path, tmp_path: Path) -> None:
    loaded = datasets.load_dataset(str(build), config, cache_dir=str(tmp_path))
    expected = Counter(SPLIT_OF)
    assert {name: rows.num_rows for name, rows in loaded.items()} == {k: v * len(KERNELS) for k, v in expected.items()}
    assert loaded["train"].features.arrow_schema.names == pq.read_schema(next((build / config).iterdir())).names
    streamed = datasets.load_dataset(str(build), config, split="test", streaming=True)
    assert list(streamed) == loaded["test"].to_list()


def test_default_config_is_the_main_one(build: Path, tmp_path: Path) -> None:
    assert "cuda_backward" in datasets.load_dataset(str(build), split="test", cache_dir=str(tmp_path)).column_names


@pytest.mark.parametrize("others", [("cpu",), ("cpu_cuda", "chat"), ("sft",)])
def test_the_default_is_that_of_load_whatever_else_is_there(tmp_path: Path, others: tuple[str, ...]) -> None:
    card = write_card(write_small_build(tmp_path / "build", (*others, "cuda_backward")))
    data = metadata_load(card)
    assert data is not None
    assert [config["config_name"] for config in data["configs"] if config.get("default")] == ["cuda_backward"]
    assert "| `cuda_backward` (default) |" in card.read_text()


def test_metadata_reads_back(build: Path) -> None:
    data = metadata_load(build / "README.md")
    assert data is not None
    assert data["license"] == "apache-2.0" and data["size_categories"] == ["n<1K"]
    assert data["task_categories"] == ["text-generation"] and data["annotations_creators"] == ["machine-generated"]
    assert [config["config_name"] for config in data["configs"]] == sorted(CONFIGS)
    card = DatasetCard.load(build / "README.md")
    infos = {info["config_name"]: info for info in card.data.to_dict()["dataset_info"]}
    for config in CONFIGS:
        files = list((build / config).iterdir())
        assert infos[config]["download_size"] == sum(path.stat().st_size for path in files)
        sizes = {split["name"]: split["num_examples"] for split in infos[config]["splits"]}
        assert sizes == {split: ds.dataset(sorted((build / config).glob(f"{split}-*"))).count_rows() for split in sizes}


def test_what_people_wrote_is_not_synthetic(build: Path, tmp_path: Path) -> None:
    made = metadata_load(build / "README.md")
    found = metadata_load(write_card(write_real_folder(tmp_path / "real-folder")))
    both = metadata_load(write_card(write_small_build(tmp_path / "both", ("cuda_backward", "wild"))))
    assert made is not None and found is not None and both is not None
    assert "synthetic" in made["tags"] and made["language_creators"] == ["machine-generated"]
    assert "synthetic" not in found["tags"] and found["language_creators"] == ["found"]
    assert "synthetic" in both["tags"] and both["language_creators"] == ["found", "machine-generated"]


def test_figures_are_those_of_the_rows(text: str, build: Path) -> None:
    rows = ds.dataset(build / "cuda_backward").to_table().to_pylist()
    builtins = {name for row in rows for name in row["builtins"]}
    compiled = sum("compile" in row["tiers"] for row in rows)
    lengths = sorted(row["cuda_backward"].count("\n") for row in rows)
    for line in (
        f"| kernels (`cuda_backward`) | {len(rows)} |",
        f"| Warp built-ins in use | {len(builtins)} |",
        f"| distinct skeletons | {len({row['fingerprint'] for row in rows})} (100 %) |",
        "| `loop` | 8 | 1 | 1 | 10 |",
        "| train | 32 | 32 |  |",
        "| test | 4 | 4 | 0 |",
    ):
        assert line in text
    assert re.search(rf"\| `compile` \|.*\| {100 * compiled / len(rows):.4g} % \|", text)
    assert f"| `cuda_backward` | {lengths[0]} |" in text
    errors = sorted(row["gradient_error"] for row in rows if row["gradient_error"] is not None)
    assert f"| `gradient_error` | {errors[0]:.3g} | {errors[len(errors) // 2]:.3g} | {errors[-1]:.3g} |" in text


def test_diversity_is_that_of_stats_json(text: str, build: Path) -> None:
    stats = json.loads((build / "stats.json").read_text())
    near = stats["near_duplicates"]["test"]
    for line in (
        f"| distinct sources | {stats['exact_unique']} of {len(KERNELS) * len(OPERATIONS)} |",
        f"| zlib compression of all sources | {stats['compression_ratio']:.2f} to 1 |",
        f"| test rows near a row of train (5-grams, Jaccard from 0.7) | {near['at_0.7']} of {near['rows']} |",
    ):
        assert line in text


def test_figures_follow_the_build(tmp_path: Path) -> None:
    root = write_small_build(tmp_path / "build", ("cuda_backward",))
    before = write_card(root).read_text()
    train, test = (
        root / "cuda_backward" / f"{name}.parquet" for name in ("train-00001-of-00002", "test-00000-of-00001")
    )
    test.write_bytes(train.read_bytes())
    (root / "cuda_backward" / "train-00000-of-00002.parquet").write_bytes(train.read_bytes())
    after = write_card(root).read_text()
    assert "| test | 4 | 4 | 0 |" in before
    assert "| test | 16 | 16 | 16 |" in after  # every test skeleton is in train now, and the card says so


def test_card_is_the_same_again(build: Path, text: str) -> None:
    assert write_card(build, "maker/warp-cuda-ir").read_text() == text


def test_sections_and_example(text: str) -> None:
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert titles == [
        "Use it",
        "How the rows were made",
        "How they were checked",
        "Schema",
        "Splits and leakage",
        "Diversity",
        "An example",
        "Known limits",
        "Made with",
        "Licence and attribution",
        "Citation",
        "Changelog",
    ]
    assert text.count(".py`") == 0 and "| `frac` | The adjoint of `wp.frac` is empty" in text
    assert "@wp.kernel" in text and "_cuda_kernel_backward(" in text
    assert "{{" not in text and "{%" not in text


def test_no_build_no_card(tmp_path: Path) -> None:
    with pytest.raises(NotABuild, match="no <config>"):
        write_card(tmp_path)


def test_sizes_and_shares() -> None:
    assert [size_category(n) for n in (1, 999, 1_000, 27_000, 5_000_000, 10**9, 10**10, 10**11, 10**12)] == [
        "n<1K",
        "n<1K",
        "1K<n<10K",
        "10K<n<100K",
        "1M<n<10M",
        "1B<n<10B",
        "10B<n<100B",
        "100B<n<1T",
        "n>1T",
    ]
    assert [share(*pair) for pair in ((0, 5), (5, 5), (1, 1_000_000), (999_999, 1_000_000), (1, 3))] == [
        "0 %",
        "100 %",
        "0.01 %",
        "99.99 %",
        "33.33 %",
    ]


def test_licences_stand_by_config_and_package(tmp_path: Path) -> None:
    root = write_small_build(tmp_path / "build", ("cuda_backward", "wild"))
    licences = ["Apache-2.0", "Apache-2.0 AND Zlib", None, "0BSD"]
    for path in (root / "wild").iterdir():
        table = pq.read_table(path)
        packages = [f"toy.part{number % 2}" for number in range(len(table))]
        told = [licences[number % len(licences)] for number in range(len(table))]
        code = [f"int value_{number};" for number in range(len(table))]
        columns = {"package": packages, "license": told, "cpp_forward": code, "cpp_backward": code}
        for name, values in columns.items():
            table = table.set_column(table.schema.get_field_index(name), table.schema.field(name), [values])
        pq.write_table(table, path)
    write_card(root)
    data = metadata_load(root / "README.md")
    assert data is not None
    assert data["license"] == ["apache-2.0", "other", "unknown", "zlib"]
    assert data["license_link"] == "THIRD_PARTY_NOTICES/README.md"
    card = (root / "README.md").read_text()
    assert "| `cuda_backward` | Apache-2.0 |" in card
    assert "| `wild` | not told, 0BSD, Apache-2.0, Apache-2.0 AND Zlib |" in card
    rows = Counter(re.findall(r"\| `wild` \| toy \|  \| (.+?) \| \d+ \|", card))
    assert rows == Counter(name or "not told" for name in licences)


def test_without_rows_of_others_the_card_says_so(text: str) -> None:
    assert "No person's code or data is in the rows." in text and "THIRD_PARTY_NOTICES" not in text
