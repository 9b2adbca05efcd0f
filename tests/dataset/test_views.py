"""The task views ask for what the completion holds."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.dataset.views import TASKS


def rows(name: str) -> list[dict[str, object]]:
    return list(rows_of(Shard(get_config(name, seed=3, rows=60), "train", 0)))


def test_the_three_views_show_the_same_kernels() -> None:
    for code, completion, chat in zip(rows("cuda_backward"), rows("sft"), rows("chat"), strict=True):
        assert code["id"] == completion["id"] == chat["id"]
        column = {"forward": "cuda_forward", "adjoint": "cuda_backward"}[str(completion["task"])]
        assert completion["completion"] == f"```cpp\n{str(code[column]).rstrip()}\n```"
        assert str(code["python_source"]).rstrip() in str(completion["prompt"])
        assert str(code["description"]) in str(completion["prompt"])
        assert chat["messages"] == [
            {"role": "user", "content": str(completion["prompt"]).rstrip("\n")},
            {"role": "assistant", "content": completion["completion"]},
        ]


def test_both_tasks_and_every_request_occur() -> None:
    found = rows("sft")
    assert set(Counter(row["task"] for row in found)) == {task.name for task in TASKS}
    openings = {str(row["prompt"]).split("\n")[0][:40] for row in found}
    assert len(openings) >= len(
        {request[:40] for task in TASKS for request in task.requests if "{" not in request[:40]}
    )


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_request_names_nothing_but_the_kernel(task: object) -> None:
    assert all(request.format(kernel_name="k") for request in task.requests)  # type: ignore[attr-defined]
