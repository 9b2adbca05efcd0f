"""The task views ask for what the completion holds."""

from __future__ import annotations

import ast
import re
from functools import partial

import pytest

from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.dataset.views import TASKS, answer_of, as_completion
from generator.synthesis.telling.openings import OPENINGS


def rows(name: str) -> list[dict[str, object]]:
    return list(rows_of(Shard(get_config(name, seed=3, rows=60), "train", 0)))


def test_the_three_views_show_the_same_kernels() -> None:
    tasks = {task.name: task for task in TASKS}
    for code, completion, chat in zip(rows("cuda_backward"), rows("sft"), rows("chat"), strict=True):
        assert code["id"] == completion["id"] == chat["id"]
        task = tasks[str(completion["task"])]
        assert completion["completion"] == f"```{task.language}\n{answer_of(code, task).rstrip()}\n```"
        assert chat["messages"] == [
            {"role": "user", "content": str(completion["prompt"]).rstrip("\n")},
            {"role": "assistant", "content": completion["completion"]},
        ]


def test_a_prompt_holds_what_its_answer_is_made_from() -> None:
    for code, completion in zip(rows("cuda_backward"), rows("sft"), strict=True):
        prompt, source = str(completion["prompt"]), str(code["python_source"]).rstrip()
        if completion["task"] in ("forward", "adjoint"):
            assert source in prompt
            assert str(code["description"]) in prompt
            continue
        assert source not in prompt
        assert str(code["specification"]) in prompt
        threads = " x ".join(map(str, code["launch_dim"]))  # type: ignore[call-overload]
        assert re.search(rf"\b{threads}( x \d+)? threads", prompt), "a tiled launch has a block for each"
        for argument in code["argument_domains"]:  # type: ignore[attr-defined]
            assert argument["name"] in prompt


def test_an_answer_quotes_python_only_where_the_prompt_shows_it() -> None:
    for completion in rows("sft"):
        answer = str(completion["completion"])
        shown = completion["task"] in ("forward", "adjoint")
        assert "<L " in answer if shown else "<L " not in answer and ".py:" not in answer


def test_a_prompt_tells_the_options_of_the_decorator() -> None:
    found = 0
    for shard in map(partial(Shard, get_config("sft", seed=3, rows=600), "train"), range(6)):
        for row in rows_of(shard):
            lines = str(row["completion"]).splitlines() if row["task"] == "warp_from_specification" else ()
            marks = [line for line in lines if line.startswith("@wp.kernel(")]
            assert all(mark in str(row["prompt"]) for mark in marks)
            found += len(marks)
    assert found


def test_a_signature_is_that_of_the_answer() -> None:
    for completion in rows("sft"):
        prompt, answer = str(completion["prompt"]), str(completion["completion"])
        if completion["task"] == "warp_from_specification":
            declared = prompt.split("```python\n")[1].split("\n```")[0]
            (kernel,) = [part for part in ast.parse(declared + " pass").body if isinstance(part, ast.FunctionDef)]
            written = ast.parse(answer.removeprefix("```python\n").removesuffix("```"))
            assert ast.unparse(kernel.args) in [
                ast.unparse(part.args) for part in written.body if isinstance(part, ast.FunctionDef)
            ]
        elif completion["task"] == "cuda_from_specification":
            declared = prompt.split("```cpp\n")[1].split("\n```")[0]
            assert declared.startswith('extern "C" ') and "__global__ void " in declared
            assert f"{declared}\n{{" in answer


def test_every_request_of_every_task_occurs_and_begins_its_prompt() -> None:
    (first, *_) = rows("cuda_backward")
    whole = {task.column: first[task.column] for task in TASKS} | first
    missing = {(task.name, request) for task in TASKS for request in task.requests}
    for number in range(300):
        shown = as_completion(whole | {"id": str(number)})
        opening = str(shown["prompt"]).split("\n\n")[0]
        asked = {(name, text) for name, text in missing if text.format(kernel_name=first["kernel_name"]) == opening}
        assert all(name == shown["task"] for name, _ in asked)
        missing -= asked
    assert not missing


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_request_names_nothing_but_the_kernel(task: object) -> None:
    assert all(request.format(kernel_name="k") for request in task.requests)  # type: ignore[attr-defined]


def test_a_kernel_without_an_adjoint_is_not_asked_for_one() -> None:
    code = list(rows_of(Shard(get_config("cuda_backward", seed=3, rows=40, categories=["topology"]), "train", 0)))
    assert all(row["cuda_backward"] for row in code)
    whole = [{task.column: "code" for task in TASKS} | row for row in code]
    assert "adjoint" in {as_completion(row)["task"] for row in whole}
    assert "adjoint" not in {as_completion(row | {"cuda_backward": ""})["task"] for row in whole}


def test_no_specification_says_which_language_to_write() -> None:
    """The request does: "write the CUDA kernel", and then "implement it in Warp", would be two."""
    orders = re.compile(r"write|implement|need|missing|name the", re.IGNORECASE)
    asking = [text for text in OPENINGS if orders.search(text.replace("{name}", ""))]
    assert len(asking) > 4 and not [text for text in asking if "Warp" in text]
