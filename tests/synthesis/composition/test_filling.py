"""Sizes of the tables that a launch has."""

from generator.synthesis.composition.filling import Sizes
from generator.synthesis.schemas.episodes import EPISODES


def test_every_environment_has_feet_of_its_own() -> None:
    sizes = Sizes("1", EPISODES, many_worlds=True, owners=())
    assert sizes.entity("foot") == 4 * sizes.entity("environment")
