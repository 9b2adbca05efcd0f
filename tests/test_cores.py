"""The number of cores follows from quotas of CPU time as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import cores


@pytest.mark.parametrize(
    ("quotas", "found"),
    [
        ({}, 8),
        ({"": "max 100000", "a/b": "max 100000"}, 8),
        ({"a/b": "200000 100000"}, 2),
        ({"a": "150000 100000", "a/b": "400000 100000"}, 2),
        ({"": "300000 100000"}, 3),
        ({"a/b": "1000 100000"}, 1),
        ({"a/b": "1600000 100000"}, 8),
        ({"a/b": "strange"}, 8),
    ],
)
def test_a_quota_of_a_group_or_of_one_above_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quotas: dict[str, str], found: int
) -> None:
    for group, quota in quotas.items():
        (tmp_path / group).mkdir(parents=True, exist_ok=True)
        (tmp_path / group / "cpu.max").write_text(f"{quota}\n")
    (tmp_path / "own").write_text("3:cpu:/elsewhere\n0::/a/b\n")
    monkeypatch.setattr(cores, "CGROUPS", tmp_path, raising=False)
    monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "own", raising=False)
    monkeypatch.setattr(cores.os, "sched_getaffinity", lambda _: range(8), raising=False)
    assert cores.cores() == found
    (tmp_path / "own").unlink()
    assert cores.cores() == 8
