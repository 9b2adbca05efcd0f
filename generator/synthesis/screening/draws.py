"""The draws of a launch's inputs that a kernel is screened on, stacked on one axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain
from typing import Any

import numpy as np

from generator.launch import Argument, Launch
from generator.launch.fills import DRAWN_FILLS, FILLS, constant_of
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.numbers import Numbers, inherit, near_of, numbers_of, seed_of, shares_of, uniform
from generator.launch.redraws import CONSTANT_FILLS, MOST, varied
from generator.syntax.nodes import node
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Struct
from generator.synthesis.screening.memory import Lanes, Rows
from generator.synthesis.screening.program import layout

EMPTY = (0.5, 1.0)
"""Shares of the elements that are zero, or -1 for no record, in the draws that fire guards against that."""


@node
class Draw:
    """One draw of the inputs: its seed, and the path of the one input that is drawn anew.

    ``empty`` is the share of the elements that are zero, or -1 where that stands for no record. Only in a ``checked``
    draw is a problem the kernel's fault: the others leave the declared domains.
    """

    seed: str
    changed: str = ""
    checked: bool = True
    empty: float = 0.0
    setting: int | None = None
    """Its number among the settings, which picks the value of a scalar with few values; None leaves that to the
    seed."""


def owners_of(path: str) -> set[str]:
    """A path, and those of the structs that it is in."""
    return set(accumulate(path.split("."), "{}.{}".format))


def draws_of(
    launch: Launch, inputs: Sequence[str], name: str, settings: Iterable[int], arms: bool = True
) -> Iterator[Draw]:
    """The draws of settings: all inputs, each input alone, references to no record, and numbers that are zero.

    Seeds hold the kernel's ``name``, so that no two kernels meet the same luck. Without ``arms`` those draws are left
    out that can show an arm and nothing else.
    """
    fills = {argument.name: argument.fill for argument in launch.arguments}
    checked = {word: fills[word.partition(".")[0]] not in CONSTANT_FILLS for word in inputs}
    refers = any(map(_may_refer_to_nothing, launch.arguments))
    for setting in settings:
        draw = partial(Draw, f"{name} {setting}", setting=setting)
        yield draw()
        yield from [draw(changed=word, checked=checks) for word, checks in checked.items()]
        yield from [draw(empty=EMPTY[0])] if refers else ()
        yield from [draw(checked=False, empty=share) for share in EMPTY] if arms else ()


def _may_refer_to_nothing(argument: Argument) -> bool:
    """Whether elements may be -1, for no record; where none may, draws of such references equal the first draw."""
    return (argument.fill == "index" and argument.low == -1.0) or any(map(_may_refer_to_nothing, argument.fields))


def arguments_over(launch: Launch, draws: Sequence[Draw], lanes: Lanes) -> dict[str, Any]:
    """The kernel's arguments: scalars by lane, and arrays of all draws."""
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            raise NotScreened(argument.fill)
    draw_of_lane = np.repeat(np.arange(len(draws)), lanes.count // len(draws))

    def held(argument: Argument, path: str) -> Any:
        if argument.fields:
            data: Any = Struct({f.name: held(inherit(f, argument), f"{path}.{f.name}") for f in argument.fields})
            return Rows(data, argument.shape, path, lanes, draw_of_lane) if argument.kind == "array" else data
        data, wrap = stacked[path], layout(argument.dtype).wrap
        if argument.kind == "array":
            return Rows(data, argument.shape, path, lanes, draw_of_lane, wrap)
        return wrap(data[:1] if (data == data[0]).all() else data[draw_of_lane])

    stacked = _stacked(launch, draws)
    return {each.name: held(each, each.name) for each in launch.arguments}


def _stacked(launch: Launch, draws: Sequence[Draw]) -> dict[str, Any]:
    """By path, the numbers of an argument or a field in each draw: (draws, *shape, *components)."""
    found = {}
    of_launch = [numbers_of(argument, "", lambda each: layout(each.dtype).element) for argument in launch.arguments]
    for numbers in chain.from_iterable(of_launch):
        if numbers.fill in DRAWN_FILLS:
            made = _drawn(numbers, draws)
        elif numbers.fill in CONSTANT_FILLS:
            owners, value = owners_of(numbers.path), constant_of(numbers)
            values = [_other(numbers.argument, draw) if draw.changed in owners else value for draw in draws]
            made = np.repeat(np.array(values, np.float64), numbers.total)
        else:
            made = np.tile(FILLS[numbers.fill](numbers), len(draws))
        made = made.astype(layout(numbers.argument.dtype).scalar, copy=False)
        made = made.reshape(len(draws), *numbers.shape, *numbers.element.shape)
        found[numbers.path] = _emptied(numbers, made, draws)
    return found


def _drawn(numbers: Numbers, draws: Sequence[Draw]) -> Any:
    """Drawn numbers in each draw, (draws, numbers): those of draws that share a seed are drawn once."""
    argument, owners = numbers.argument, owners_of(numbers.path)
    seeds = [f"{draw.seed}/other" if draw.changed in owners else draw.seed for draw in draws]
    place_of = {seed: place for place, seed in enumerate(dict.fromkeys(seeds))}
    hashes = np.array([seed_of(seed, numbers.path) for seed in place_of], np.uint64)
    near = np.array([near_of(seed, argument) for seed in place_of], np.uint64)
    shares = shares_of(hashes[:, None], near[:, None], np.arange(numbers.total, dtype=np.uint32))
    made = DRAWN_FILLS[numbers.fill](numbers, shares).astype(layout(argument.dtype).scalar)
    if len(made) < len(draws):
        made = made[[place_of[seed] for seed in seeds]]
    if argument.kind == "scalar" and argument.fill == "index" and argument.high - argument.low <= MOST:
        span = max(int(argument.high - argument.low), 1)
        for place, draw in enumerate(draws):  # each of few values in turn
            if draw.setting is not None:
                made[place] = int(argument.low) + (draw.setting + (draw.changed in owners)) % span
    return made


def _emptied(numbers: Numbers, made: Any, draws: Sequence[Draw]) -> Any:
    """The numbers with zeros, or -1 for no record, where a draw is ``empty``; scalars stay as they are."""
    argument, is_float = numbers.argument, made.dtype.kind == "f"
    if argument.kind != "array" or not (is_float or _may_refer_to_nothing(argument)):
        return made
    nothing = 0.0 if is_float else -1.0
    for place, draw in enumerate(draws):  # zero may lie outside of a float's domain
        if draw.empty and not (is_float and draw.checked):
            made[place][_none(numbers.shape, draw.empty)] = nothing
    return made


def _other(argument: Argument, draw: Draw) -> float | None:
    """Another value of a constant."""
    return varied(argument, lambda name: float(uniform(seed_of(draw.seed, name), np.zeros(1))[0])).value


@lru_cache(maxsize=256)
def _none(shape: tuple[int, ...], empty: float) -> Any:
    """Which elements are empty."""
    count = int(np.prod(shape))
    return (uniform(seed_of("empty", ""), np.arange(count)) < empty).reshape(shape)
