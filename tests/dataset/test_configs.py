"""Configs come from files, options from the caller."""

from __future__ import annotations

import numpy as np
import pytest

from generator.dataset.configs import config_folder, get_config, load_configs, resolve_categories
from generator.synthesis import CATEGORIES


def test_a_file_is_a_config() -> None:
    assert {"cuda_forward", "cuda_backward", "cpu", "cpu_cuda", "sft", "chat", "extended"} <= load_configs().keys()
    assert list(load_configs()) == sorted(path.stem for path in config_folder().glob("*.yaml"))


def test_the_default_categories_are_the_eleven() -> None:
    assert get_config("cuda_backward").categories == (
        *("arithmetic", "atomic", "combined", "conditional", "loop", "math"),
        *("multi_cond", "nested", "random_math", "scalar_param", "vector"),
    )


def test_groups_and_names_mix_and_come_in_the_registry_order() -> None:
    assert resolve_categories(["vector", "atomic", "vector"]) == ("atomic", "vector")
    assert resolve_categories(["default", "extended"]) == tuple(CATEGORIES)
    assert resolve_categories(name for name in (" vector", "atomic")) == ("atomic", "vector")
    assert "matrix" in resolve_categories("extended") and "vector" not in resolve_categories("extended")


def test_options_that_are_none_change_nothing() -> None:
    config = get_config("cpu")
    assert config.with_options(rows=None, seed=None, categories=None, comments=None) == config
    assert get_config("cpu", rows=7, seed=3, comments=False).rows == 7


def test_numbers_of_numpy_are_numbers() -> None:
    one, two, three = np.arange(1, 4)
    assert get_config("cpu", seed=one, rows=np.int32(7)).options == get_config("cpu", seed=1, rows=7).options
    found = get_config("cpu", seed=one, difficulty=(two, three))
    assert type(found.seed) is int and found.kernel_filter == get_config("cpu", difficulty="2-3").kernel_filter
    assert get_config("cpu", difficulty=two).kernel_filter.difficulty_text == "2"


@pytest.mark.parametrize("wrong", [b"vector", {"vector": 1}, 5])
def test_what_is_no_name_of_a_category_is_one_line(wrong: object) -> None:
    line = r"^categories must be a name or a list of names, not .*\. Allowed: arithmetic, .*default, extended$"
    with pytest.raises(ValueError, match=line):
        get_config("cpu", categories=wrong)


@pytest.mark.parametrize("wrong", [[["vector"]], [b"vector"], [{"vector"}]])
def test_what_is_no_name_among_categories_is_one_line(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"^unknown category .*, did you mean 'vector'\? Allowed: arithmetic, "):
        get_config("cpu", categories=wrong)


@pytest.mark.parametrize(
    "options", [{"rows": True}, {"rows": -1}, {"seed": "0"}, {"comments": 1}, {"categories": ["x"]}]
)
def test_wrong_values_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        get_config("cpu", **options)
