"""The draws of a launch's inputs that a kernel is screened on, stacked on one axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from generator.launch import Argument, Launch
from generator.launch.fills import DRAWN_FILLS, FILLS, constant_of
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.numbers import Numbers, beside, inherit, leaves_of, seed_of, seeds_of, shape_of, uniform
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


def draws_of(
    launch: Launch, inputs: Sequence[str], name: str, settings: Iterable[int], arms: bool = True
) -> list[Draw]:
    """The draws of settings: all inputs, each input alone, references to no record, and numbers that are zero.

    Seeds hold the kernel's ``name``, so that no two kernels meet the same luck. Without ``arms`` those draws are left
    out that can show an arm and nothing else.
    """
    fills = {argument.name: argument.fill for argument in launch.arguments}
    checked = [(word, fills[word] not in CONSTANT_FILLS, 0.0) for word in inputs]
    kinds = [("", True, 0.0), *checked]
    if any(map(_may_refer_to_nothing, launch.arguments)):
        kinds.append(("", True, EMPTY[0]))
    kinds += [("", False, share) for share in EMPTY] if arms else []
    return [Draw(f"{name} {setting}", *kind, setting) for setting in settings for kind in kinds]


def _may_refer_to_nothing(argument: Argument) -> bool:
    """Whether elements may be -1, for no record; where none may, draws of such references equal the first draw."""
    if argument.fields:
        return any(map(_may_refer_to_nothing, argument.fields))
    return argument.low == -1.0 and argument.fill == "index"


def arguments_over(launch: Launch, draws: Sequence[Draw], lanes: Lanes) -> dict[str, Any]:
    """The kernel's arguments: scalars by lane, and arrays of all draws."""
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            raise NotScreened(argument.fill)
    stacked, draw_of_lane = _stacked(launch, draws), np.arange(len(draws)).repeat(lanes.count // len(draws))
    return {each.name: _held(each, each.name, stacked, lanes, draw_of_lane) for each in launch.arguments}


def _held(argument: Argument, path: str, stacked: dict[str, Any], lanes: Lanes, draw_of_lane: Any) -> Any:
    """An argument, or a field of one, as its kernel reads it."""
    if argument.fields:
        fields = [(f.name, inherit(f, argument)) for f in argument.fields]
        data: Any = Struct({n: _held(f, f"{path}.{n}", stacked, lanes, draw_of_lane) for n, f in fields})
        return Rows(data, argument.shape, path, lanes, draw_of_lane) if argument.kind == "array" else data
    data, wrap = stacked[path], layout(argument.dtype).wrap
    if argument.kind == "array":
        return Rows(data, argument.shape, path, lanes, draw_of_lane, wrap)
    return wrap(data[:1] if (data == data[0]).all() else data[draw_of_lane])


def _stacked(launch: Launch, draws: Sequence[Draw]) -> dict[str, Any]:
    """By path, the numbers of an argument or a field in one draw after the other: (draws and elements, *components)."""
    leaves = [leaf for argument in launch.arguments for leaf in leaves_of(argument, argument.name)]
    every = [Numbers(path, leaf, layout(leaf.dtype).element, shape_of(leaf), 0) for path, leaf in leaves]
    fills = [numbers.fill for numbers in every]
    found = dict(_drawn([each for each, fill in zip(every, fills, strict=True) if fill in DRAWN_FILLS], draws))
    empty = [(place, draw) for place, draw in enumerate(draws) if draw.empty]
    for numbers, fill in zip(every, fills, strict=True):
        argument, path = numbers.argument, numbers.path
        if fill in CONSTANT_FILLS:
            owner, value = owner_of(path), constant_of(numbers)
            values = [_other(argument, draw) if draw.changed == owner else value for draw in draws]
            found[path] = np.array(values, np.float64).repeat(numbers.total)
        elif path not in found:
            found[path] = np.concatenate([FILLS[fill](numbers)] * len(draws))
        made = found[path].astype(layout(argument.dtype).scalar, copy=False)
        found[path] = made = made.reshape(-1, *numbers.element.shape)
        is_float = made.dtype.kind == "f"
        if empty and argument.kind == "array" and (is_float or _may_refer_to_nothing(argument)):
            count = len(made) // len(draws)
            for place, draw in empty:
                if not (is_float and draw.checked):  # zero may lie outside of a float's domain
                    made[place * count : (place + 1) * count][_none(count, draw.empty)] = 0.0 if is_float else -1.0
    return found


def owner_of(path: str) -> str:
    """The argument that a path leads into."""
    return path.partition(".")[0]


def _drawn(arrays: Sequence[Numbers], draws: Sequence[Draw]) -> Iterator[tuple[str, Any]]:
    """By path, drawn numbers in each draw, (draws, numbers): by one hash for all, those of draws with one seed once."""
    if not arrays:
        return
    base = {seed: place for place, seed in enumerate(dict.fromkeys([draw.seed for draw in draws]))}
    usual = np.array([base[draw.seed] for draw in draws])
    totals = [numbers.total for numbers in arrays]
    places = np.arange(max(totals), dtype=np.uint32)
    hashes, positions, seeds = [], [], []
    for numbers, total in zip(arrays, totals, strict=True):
        owner = owner_of(numbers.path)
        alone = [place for place, draw in enumerate(draws) if draw.changed == owner]
        distinct = [*base, *[f"{draws[place].seed}/other" for place in alone]]
        hashes.append(seeds_of(distinct, numbers.path))
        positions += [places[:total]] * len(distinct)
        seeds.append((alone, distinct))
    repeats = np.repeat(totals, [*map(len, hashes)])
    shares, end = uniform(np.concatenate(hashes).repeat(repeats), np.concatenate(positions)), 0
    for numbers, total, (alone, distinct) in zip(arrays, totals, seeds, strict=True):
        argument, start, end = numbers.argument, end, end + total * len(distinct)
        own = shares[start:end].reshape(-1, total)
        if argument.over:
            own = beside(own, uniform(seeds_of(distinct, argument.over)[:, None], places[:total]))
        made = DRAWN_FILLS[numbers.fill](numbers, own).astype(layout(argument.dtype).scalar)
        which = usual.copy()
        which[alone] = range(len(base), len(distinct))
        made = made.take(which, axis=0)
        if argument.kind == "scalar" and argument.fill == "index" and argument.high - argument.low <= MOST:
            span, owner = max(int(argument.high - argument.low), 1), owner_of(numbers.path)
            for place, draw in enumerate(draws):  # each of few values in turn
                if draw.setting is not None:
                    made[place] = int(argument.low) + (draw.setting + (draw.changed == owner)) % span
        yield numbers.path, made


def _other(argument: Argument, draw: Draw) -> float | None:
    """Another value of a constant."""
    return varied(argument, lambda name: float(uniform(seed_of(draw.seed, name), np.zeros(1))[0])).value


@lru_cache(maxsize=256)
def _none(count: int, empty: float) -> Any:
    """Which elements are empty."""
    return uniform(seed_of("empty", ""), np.arange(count)) < empty
