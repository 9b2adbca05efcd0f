"""The draws of a launch's inputs that a kernel is screened on, stacked on one axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from generator.launch import Argument, Launch
from generator.launch.fills import DRAWN_FILLS, FILLS, constant_of
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.numbers import Element, Numbers, Values, inherit, numbers_of, seed_of, uniform
from generator.launch.redraws import CONSTANT_FILLS, MOST, varied
from generator.syntax.nodes import node
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Struct
from generator.synthesis.screening.memory import WRAPS, Lanes, Rows
from generator.synthesis.screening.program import layout, type_named, wrapped

EMPTY = (0.5, 1.0)
"""Shares of the elements that are zero, or refer to nothing, in the draws that fire guards against that."""


@node
class Draw:
    """One draw: its seed, and the input that is drawn anew, by path.

    ``empty`` is the share of the elements that are zero, or -1 where that refers to nothing. Only in a ``checked`` draw
    is a problem the kernel's fault: the others leave the domains that are told.
    """

    seed: str
    changed: str = ""
    checked: bool = True
    empty: float = 0.0
    setting: int | None = None
    """Its number among the settings, which picks what a number of few values is; None leaves that to the seed."""

    def changes(self, path: str) -> bool:
        return self.changed in owners_of(path)


def owners_of(path: str) -> set[str]:
    """A path, and those of the structs that it is in."""
    words = path.split(".")
    return {".".join(words[: place + 1]) for place in range(len(words))} if len(words) > 1 else {path}


def draws_of(
    launch: Launch, inputs: Sequence[str], name: str, settings: Iterable[int], arms: bool = True
) -> Iterator[Draw]:
    """The draws of settings: all inputs, each input alone, references to nothing, and numbers that are zero.

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
    """Whether elements hold -1 in draws of references to nothing, which are like the first draw else."""
    return (argument.fill == "index" and argument.low == -1.0) or any(map(_may_refer_to_nothing, argument.fields))


def arguments_over(launch: Launch, draws: Sequence[Draw], lanes: Lanes, draw_of_lane: Any) -> dict[str, Any]:
    """What the kernel is called with: numbers a lane, and arrays of all draws."""
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            raise NotScreened(argument.fill)
    stacked = _stacked(launch, draws)
    return {each.name: _held(each, each.name, stacked, lanes, draw_of_lane) for each in launch.arguments}


def _held(argument: Argument, path: str, stacked: Mapping[str, Any], lanes: Lanes, draw_of_lane: Any) -> Any:
    array = argument.kind == "array"
    if argument.fields:
        parts = {
            f.name: _held(inherit(f, argument), f"{path}.{f.name}", stacked, lanes, draw_of_lane)
            for f in argument.fields
        }
        whole = Struct(parts)
        return Rows(whole, argument.shape, None, path, lanes, draw_of_lane) if array else whole
    data = stacked[path]
    if array:
        wrap = WRAPS.get(argument.dtype.rstrip("fdh"))
        return Rows(data, argument.shape, wrap, path, lanes, draw_of_lane)
    return wrapped(type_named(argument.dtype), data[:1] if (data == data[0]).all() else data[draw_of_lane])


def _stacked(launch: Launch, draws: Sequence[Draw]) -> dict[str, Any]:
    """By path, the numbers of an argument or a field in each draw: (draws, *shape, *components)."""
    every = [numbers for argument in launch.arguments for numbers in numbers_of(argument, "", _element_of)]
    seeds = {numbers.path: _seeds(numbers.path, draws) for numbers in every if numbers.fill in DRAWN_FILLS}
    shares = _shares([(numbers, list(seeds[numbers.path])) for numbers in every if numbers.path in seeds])
    found = {}
    for numbers in every:
        path, argument, (scalar, components) = numbers.path, numbers.argument, _layout_of(numbers.argument.dtype)
        if path in seeds:
            made = DRAWN_FILLS[numbers.fill](numbers, shares[path]).astype(scalar)
            if len(made) < len(draws):
                made = made[_places(seeds[path], len(draws))]
            if argument.kind == "scalar" and argument.fill == "index" and argument.high - argument.low <= MOST:
                _set_modes(made, argument, path, draws)
        elif argument.fill in CONSTANT_FILLS and numbers.fill != "zeros":
            owners, value = owners_of(path), constant_of(numbers)
            values = [_other(argument, draw) if draw.changed in owners else value for draw in draws]
            made = np.repeat(np.array(values, np.float64), numbers.total).astype(scalar)
        else:
            made = np.tile(FILLS[numbers.fill](numbers), len(draws)).astype(scalar)
        found[path] = _emptied(numbers, made.reshape(len(draws), *numbers.shape, *components), draws)
    return found


def _seeds(path: str, draws: Sequence[Draw]) -> dict[str, list[int]]:
    """The seeds that an argument or field is filled by, and the draws of each."""
    owners = owners_of(path)
    found: dict[str, list[int]] = {}
    for place, draw in enumerate(draws):
        found.setdefault(f"{draw.seed}/other" if draw.changed in owners else draw.seed, []).append(place)
    return found


def _places(seeds: Mapping[str, list[int]], draws: int) -> list[int]:
    """For each draw the number of its seed."""
    found = [0] * draws
    for number, places in enumerate(seeds.values()):
        for place in places:
            found[place] = number
    return found


def _shares(every: Sequence[tuple[Numbers, Sequence[str]]]) -> dict[str, Values]:
    """By path, draws in [0, 1) for each seed and number of an argument, (seeds, numbers): all made in one go."""
    if not every:
        return {}
    hashes = [seed_of(seed, numbers.path) for numbers, seeds in every for seed in seeds]
    totals = [numbers.total for numbers, seeds in every for _ in seeds]
    places = np.concatenate([_counted(total) for total in totals])
    drawn = uniform(np.repeat(np.array(hashes, np.uint64), totals), places)
    ends = list(accumulate([numbers.total * len(seeds) for numbers, seeds in every], initial=0))
    return {
        numbers.path: drawn[start:end].reshape(len(seeds), numbers.total)
        for (numbers, seeds), (start, end) in zip(every, pairwise(ends), strict=True)
    }


def _emptied(numbers: Numbers, made: Any, draws: Sequence[Draw]) -> Any:
    """The numbers with zeros, or references to nothing, where a draw is empty; what is no array is never empty."""
    argument, is_float = numbers.argument, made.dtype.kind == "f"
    if argument.kind != "array" or not (is_float or _may_refer_to_nothing(argument)):
        return made
    nothing = 0.0 if is_float else -1.0
    for place, draw in enumerate(draws):  # a float may be zero in no domain
        if draw.empty and not (is_float and draw.checked):
            made[place][... if draw.empty == 1.0 else _none(numbers.shape, draw.empty)] = nothing
    return made


@lru_cache(maxsize=256)
def _layout_of(dtype: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """The NumPy type of an argument's components, and their shape."""
    return layout(type_named(dtype))


def _element_of(argument: Argument) -> Element:
    return _element(argument.dtype)


@lru_cache(maxsize=256)
def _element(dtype: str) -> Element:
    """What one element is; NumPy makes the name of a type anew each time."""
    scalar, components = _layout_of(dtype)
    return Element(scalar.name, components)


_longest = [np.arange(4096, dtype=np.uint32)]
"""One array of the numbers from 0 on, grown when more are wanted."""


def _counted(total: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """The numbers below ``total``, a part of the longest run of them that was wanted so far."""
    if total > len(_longest[0]):
        _longest[0] = np.arange(2 * total, dtype=np.uint32)
    return _longest[0][:total]


def _set_modes(made: Any, argument: Argument, path: str, draws: Sequence[Draw]) -> None:
    """Give a number of few values each in turn, where a draw has a setting."""
    span = max(int(argument.high - argument.low), 1)
    for place, draw in enumerate(draws):
        if draw.setting is not None:
            made[place] = int(argument.low) + (draw.setting + draw.changes(path)) % span


def _other(argument: Argument, draw: Draw) -> float | None:
    """Another value of a constant."""
    return varied(argument, lambda name: float(uniform(seed_of(draw.seed, name), np.zeros(1))[0])).value


@lru_cache(maxsize=256)
def _none(shape: tuple[int, ...], empty: float) -> Any:
    """Which elements are empty."""
    count = int(np.prod(shape))
    return (uniform(seed_of("empty", ""), np.arange(count)) < empty).reshape(shape)
