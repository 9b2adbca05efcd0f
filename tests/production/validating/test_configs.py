"""A build of every config that is made from the stream is found sound, as it was just made."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.dataset.configs import SYNTHESIS, DatasetConfig, load_configs
from generator.dataset.targets import check_tools_of
from generator.lowering.binaries.cuda_tools import ToolMissing
from generator.production.making.recipe_request import recipe_for
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from generator.production.validating.validation import validate_build

CONFIGS = [config for config in load_configs().values() if config.source == SYNTHESIS]
CATEGORY = {"default": "arithmetic", "extended": "status"}
"""A category of each group that is drawn fast."""


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.name)
def test_a_clean_build_of_a_config_is_sound(tmp_path: Path, config: DatasetConfig) -> None:
    try:
        check_tools_of(config.code)
    except ToolMissing as error:
        pytest.skip(str(error))
    categories = [name for name in CATEGORY.values() if name in config.categories]
    recipe = recipe_for([config.name], rows=4, categories=categories, folder=tmp_path)
    produce(recipe, tmp_path, InProcess(), Silent())
    result = validate_build(tmp_path, "gradient", processes=1)
    assert result.findings == []
    assert result.all_remade and result.remade == 4
