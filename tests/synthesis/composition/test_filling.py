"""Sizes of the tables that a launch has."""

from generator.syntax.types import INT, Array
from generator.synthesis.composition.filling import Sizes, owners_of
from generator.synthesis.schemas.episodes import EPISODES
from generator.synthesis.storage.signature import Indices, Size, Slot


def test_every_environment_has_feet_of_its_own() -> None:
    sizes = Sizes("1", EPISODES, many_worlds=True, owners=())
    assert sizes.entity("foot") == 4 * sizes.entity("environment")


def test_what_others_share_are_few() -> None:
    group = Slot("@sample.group", Array(INT, 1), Indices("group"), ("groups",), (Size("sample"),))
    ends = Slot("@edge.ends", Array(INT, 2), Indices("vertex", members=2), ("ends",), (Size("edge"), Size("", 0, 2)))
    assert owners_of([group, ends], "sample") == {"group"}
    assert not owners_of([group], "group")
    start = Slot("@line.texels.start", Array(INT, 1), Indices("texel", room=5), ("starts",), (Size("line"),))
    assert owners_of([start], "line") == {"line"}
