"""A folder of config ``real`` is read and measured like any; nothing of it runs, what is not remade is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset.decontamination import SAME_STRUCTURE, SAME_TEXT
from generator.dataset.real_rows import real_row
from generator.production.folder.build_folder import open_build
from generator.production.folder.errors import BuildError
from generator.production.publishing.card import write_card
from generator.production.publishing.push import check_build
from generator.production.validating.validation import validate_build
from tests.production.real_folder import KERNELS, origin, raw_row, real_rows, write_real_folder

run = CliRunner(env={"COLUMNS": "160", "TERM": "dumb"}).invoke


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that no test changes."""
    root = write_real_folder(tmp_path_factory.mktemp("made") / "real-folder")
    write_card(root)
    return root


def reasons(root: Path) -> list[str]:
    return [f"{found.check}: {found.reason}" for found in validate_build(root, "gradient").findings]


def test_a_sound_folder_is_true_and_its_rows_are_counted_as_not_made_again(made: Path) -> None:
    found = run(app, ["validate", str(made)])
    assert found.exit_code == 0 and "not made again, and not run: 4 rows (a given kernel" in found.output
    assert run(app, ["validate", str(made), "--require-remade"]).exit_code == 1


def test_rows_that_were_run_as_they_stand_are_not_called_not_run(made: Path) -> None:
    found = run(app, ["validate", str(made), "--tier", "compile", "--run-code"])
    assert found.exit_code == 0, found.output
    assert "not made again, and run as they stand, see above: 4 rows (a given kernel" in found.output


def test_rows_that_are_not_what_they_say_are_found(tmp_path: Path) -> None:
    first, *others = real_rows()
    wrong: dict[str, tuple[dict[str, Any], str]] = {
        "fingerprint": ({"fingerprint": "0" * 16}, "fingerprint: fingerprint is 0000000000000000"),
        "seed": ({"seed": 3}, "id: seed is 3, of a kernel that was given -1"),
        "figures": ({"tiers": ["codegen", "execute"]}, "figures: execute_seed is None"),
        "letters": ({"url": "a\nb"}, r"columns: url has the control character U+000A"),
        "version": ({"version": "9"}, "manifest: is of newton 9, which the manifest does not name"),
        "tiers": ({"tiers": ["codegen", "device"]}, "manifest: claims device, and the manifest says"),
        "builtins": ({"builtins": ["cos"]}, "description: builtins is ['cos']"),
    }
    for name, (changes, expected) in wrong.items():
        root = write_real_folder(tmp_path / name, [first | changes, *others])
        manifest = json.loads((root / "manifest.json").read_text())
        for package in manifest["recipe"]["packages"]:
            package["version"] = others[0]["version"]
        (root / "manifest.json").write_text(json.dumps(manifest))
        assert any(reason.startswith(expected) for reason in reasons(root)), name


def test_a_row_in_the_split_of_another_project_is_found(tmp_path: Path) -> None:
    root = write_real_folder(tmp_path / "folder")
    (root / "real" / "test-00000-of-00001.parquet").rename(root / "real" / "train-00000-of-00001.parquet")
    assert "fingerprint: the project gswarp belongs to test, the file to train" in reasons(root)


def test_train_that_holds_a_structure_of_test_is_found_and_not_pushed(tmp_path: Path) -> None:
    (name, body), *_ = KERNELS["gswarp"].items()
    copied = real_row(raw_row(name, body), origin("newton"))
    root = write_real_folder(tmp_path / "folder", [*real_rows(), copied])
    assert any(reason.startswith("splits: the same structure as real-gswarp") for reason in reasons(root))
    (root / "README.md").write_text("---\nlicense: mit\n---\n")
    with pytest.raises(BuildError, match="the same structure as"):
        check_build(open_build(root))


def test_the_card_says_how_it_was_split_and_what_was_dropped(tmp_path: Path) -> None:
    dropped = {SAME_STRUCTURE: 7, SAME_TEXT: 31}
    root = write_real_folder(tmp_path / "folder", decontamination={"dropped": dropped})
    assert run(app, ["card", str(root)]).exit_code == 0
    card = (root / "README.md").read_text()
    assert "`gswarp` is test" in card and f"7 ({SAME_STRUCTURE})" in card and "31 (5-grams" in card
    assert "synthesized, not collected" not in card and "| `newton` | 2 | 0 | 0 | 2 |" in card
    root = write_real_folder(tmp_path / "folder", decontamination={"dropped": {"x": "<b>"}})
    found = run(app, ["card", str(root)])
    assert found.exit_code != 0 and "manifest.json is damaged" in f"{found.output}{found.exception}"


@pytest.mark.parametrize("command", ["stats", "report", "card"])
def test_other_commands_read_it(made: Path, command: str) -> None:
    found = run(app, [command, str(made)])
    assert found.exit_code == 0, found.output


def test_preview_shows_rows_of_a_folder(made: Path) -> None:
    shown = run(app, ["preview", "-c", "real", "--data-dir", str(made), "--split", "test", "-n", "1"])
    assert shown.exit_code == 0 and shown.output.startswith("real-gswarp-package.solvers.kernels-blend")
    again = run(app, ["preview", "-c", "real", "--data-dir", str(made), "--id", shown.output.split()[0]])
    assert again.output == shown.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-c", "real"], "preview: real is read from a folder: make one with"),
        (["-c", "cpu", "--data-dir", "."], "preview: cpu makes its rows: --data-dir has no meaning for it"),
        (["-c", "real", "--data-dir", "nowhere"], "preview: there is no folder nowhere"),
        (
            ["-c", "real", "--seed", "4"],
            "preview: real has neither rows, seed, categories, comments, difficulty, ",
        ),
    ],
)
def test_preview_refuses_in_one_line(arguments: list[str], reason: str) -> None:
    found = run(app, ["preview", *arguments])
    assert found.exit_code == 2 and found.output.startswith(reason) and len(found.output.splitlines()) == 1
