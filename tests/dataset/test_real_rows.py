"""A row of config ``real`` says what its raw row and its origin say; what is no raw row is refused in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.dataset import real_rows as module
from generator.dataset.configs import WILD, get_config
from generator.dataset.fingerprint import fingerprint
from generator.dataset.given_rows import NO_SEED, wild_rows
from generator.dataset.real_rows import (
    REAL,
    WARP,
    NotARow,
    Origin,
    real_row,
    warp_raw_rows,
    with_own_ids,
)
from generator.dataset.schema import COLLECTION, MADE, ORIGIN, columns_of, schema_of
from generator.dataset.splits import SPLITS
from generator.lowering.user_kernels.wild import wild_kernels
from tests.production.real_folder import LAUNCH, origin, raw_row

BODY = "i = wp.tid()\n    out[i] = wp.sin(x[i])"


@pytest.fixture(scope="module")
def raw() -> dict[str, Any]:
    return raw_row("wave", BODY, qualified_name="make.wave", signature="af4")


def test_the_columns_are_those_of_three_configs_and_of_the_origin() -> None:
    names = [column.name for column in columns_of(get_config(REAL))]
    for config in ("cuda_backward", "cpu_cuda", "ptx"):
        assert {column.name for column in columns_of(get_config(config)) if column not in MADE} <= set(names)
    assert names[-len(ORIGIN + COLLECTION) :] == [column.name for column in (*ORIGIN, *COLLECTION)]
    assert len(names) == len(set(names)) and schema_of(get_config(REAL)).names == names


def test_a_row_says_what_its_kernel_and_its_origin_say(raw: dict[str, Any]) -> None:
    verified = {
        **{"tiers": ["codegen", "compile", "execute"], "execute_error": 1e-7, "launch_origin": "names", "needs": ""},
        **{"made_concrete": "called with n=3", "not_verified": "no gradient: integers", "adjoint": "forced on"},
    }
    row = real_row(raw | verified, Origin("Some_Project", "2.0", "MIT", "https://example.org", "(c) Somebody"))
    assert list(row) == [column.name for column in columns_of(get_config(REAL))]
    assert row["id"] == "real-some-project-package.solvers.kernels-make.wave.af4"
    assert (row["package"], row["category"], row["seed"]) == ("some-project", "some-project", NO_SEED)
    assert (row["version"], row["license"], row["copyright"]) == ("2.0", "MIT", "(c) Somebody")
    assert row["fingerprint"] == fingerprint(raw["python_source"]) and row["builtins"] == ["sin", "tid"]
    assert row["cpp_backward"] == raw["code"]["cpp_backward"] and row["ptx_forward_sm90"] == ""
    assert {name: row[name] for name in verified} == verified and row["gradient_error"] is None
    assert row["launch_dim"] == [64] and row["arguments"][1]["role"] == "output"


def test_a_licence_that_nobody_said_is_null(raw: dict[str, Any]) -> None:
    assert real_row(raw, origin("own", license=""))["license"] is None


def test_words_of_strangers_steer_nothing(raw: dict[str, Any]) -> None:
    row = real_row(raw | {"description": "a\x1b[2Jb", "needs": "c\x07"}, origin("own", copyright="(c)\x9b31m"))
    assert (row["description"], row["needs"], row["copyright"]) == ("a\\x1b[2Jb", "c\\x07", "(c)\\x9b31m")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"line": "7"}, "line is no int"),
        ({"code": ["x"]}, "code is no dict"),
        ({"self_contained": 1}, "self_contained is no bool"),
        ({"launch": None}, "launch is no str"),
        ({"code": {"cuda_forward": 3}}, "cuda_forward is no text"),
        ({"code": {"cuda_forward": "a\x1b"}}, r"cuda_forward has the control character U\+001B"),
        ({"code": {}}, "it has no CUDA code"),
        ({"python_source": "def ("}, "source or launch cannot be read: no Python: line 1"),
        ({"python_source": "x = " + "-" * 9_000 + "1"}, "nested deeper"),
        ({"launch": "[]"}, "source or launch cannot be read"),
        ({"launch": '{"arguments": [{"evil": 1}], "dim": []}'}, "source or launch cannot be read"),
        ({"launch": "[" * 100_000}, "source or launch cannot be read"),
    ],
)
def test_what_is_no_raw_row_is_refused_in_one_line(raw: dict[str, Any], changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotARow, match=reason) as raised:
        real_row(raw | changes, origin("own"))
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 300


def test_kernels_of_one_label_get_ids_that_do_not_depend_on_their_order(raw: dict[str, Any]) -> None:
    alone = real_row(raw | {"qualified_name": "alone"}, origin("own"))
    first = real_row(raw, origin("own"))
    later = real_row(raw | {"line": 40}, origin("own"))
    rows = with_own_ids([first, alone, later, first])
    ids = [row["id"] for row in rows]
    assert len(set(ids)) == len(ids) == 3 and ids[1] == alone["id"]
    assert all(name.startswith(f"{first['id']}-") for name in (ids[0], ids[2]))
    assert {row["id"] for row in with_own_ids([later, first])} == {ids[0], ids[2]}
    assert first["id"] in {row["id"] for row in with_own_ids([first])}


def test_warps_own_kernels_are_those_of_wild_under_the_same_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = wild_kernels()[::60]
    for place in ("generator.dataset.real_rows", "generator.dataset.given_rows"):
        monkeypatch.setattr(f"{place}.wild_kernels", lambda: kernels)
    raws = [raw for raw in warp_raw_rows() if isinstance(raw, dict)]
    rows = {row["id"]: row for row in (real_row(raw, origin(WARP, license="Apache-2.0")) for raw in raws)}
    config = get_config(WILD)
    wild = {row["id"]: row for split in SPLITS for row in wild_rows(config, split)}
    assert rows.keys() == wild.keys() and len(rows) >= 5
    same = ("python_source", *config.code, "fingerprint", "file", "line", "license", "self_contained")
    for name, row in rows.items():
        assert (
            name.startswith("wild-") and row["package"] == WARP and row["adjoint"] in (module.OWN, module.SWITCHED_OFF)
        )
        assert {column: row[column] for column in same} == {column: wild[name][column] for column in same}


def test_a_launch_can_be_read_again(raw: dict[str, Any]) -> None:
    assert json.loads(real_row(raw, origin("own"))["launch"]) == json.loads(LAUNCH.to_json())
