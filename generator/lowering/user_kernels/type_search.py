"""Searches types for a generic kernel: first those that body and names suggest, then one argument changed at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import warp as wp

from generator.lowering.user_kernels.argument_uses import Use, argument_uses
from generator.lowering.user_kernels.self_contained.scopes import scope_of
from generator.lowering.user_kernels.self_contained.type_names import is_array
from generator.lowering.user_kernels.type_choices import filled
from generator.lowering.warp_backend import accepts, describe_type, is_generic, is_struct

ROUNDS = 24
"""Most changes of one argument after the first guess."""

ELEMENTS = (wp.float32, wp.vec3, wp.mat33, wp.vec2, wp.mat22, wp.vec4, wp.quat, wp.int32, wp.bool)
"""Element types, the likeliest first."""

VECTORS = {0: wp.vec3, 1: wp.vec3, 2: wp.vec2, 3: wp.vec3, 4: wp.vec4}
"""Least number of components that a body reads -> the likeliest vector."""

BY_NAME: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r"cell|stress|virial|tensor|rot|mat"), wp.mat33),
    (re.compile(r"quat|orient"), wp.quat),
    (re.compile(r"pos|vel|force|coord|normal|point|dir|vec|center|dipole|accel|torque|gravity"), wp.vec3),
)
"""Pattern of an argument's name -> type of its elements; the first that fits is used."""

Attempt = Callable[[list[Any]], tuple[Any, tuple[int, ...]]]
"""Types -> the instance, or None, and the lines that Warp reached: in the kernel, in the function called there, ..."""


def search_types(kernel: wp.Kernel, attempt: Attempt) -> Any:
    """The first instance that ``attempt`` gives; None where no change of one argument gets any further."""
    places = [place for place, argument in enumerate(kernel.adj.args) if is_generic(argument.type)]
    uses = argument_uses(kernel)
    candidates = {place: _candidates(kernel, place, uses) for place in places}
    for structs in _struct_groups(kernel, uses, places):
        options = {place: [*structs.get(place, ()), *candidates[place]] for place in places}
        if all(options[place] for place in places):
            found = _climb([argument.type for argument in kernel.adj.args], options, attempt)
            if found is not None:
                return found
    return None


def _climb(templates: list[Any], options: dict[int, list[Any]], attempt: Attempt) -> Any:
    types = [options[place][0] if place in options else template for place, template in enumerate(templates)]
    found, reached = attempt(types)
    for _ in range(ROUNDS):
        if found is not None:
            return found
        for place, other in ((place, other) for place, some in options.items() for other in some[1:]):
            changed = [other if at == place else kept for at, kept in enumerate(types)]
            found, further = attempt(changed)
            if found is not None or further > reached:
                types, reached = changed, further
                break
        else:
            return None
    return found


def _candidates(kernel: wp.Kernel, place: int, uses: Mapping[str, Use]) -> list[Any]:
    argument = kernel.adj.args[place]
    use, template = uses[argument.label], argument.type
    elements = list(dict.fromkeys((*_likely(kernel, argument.label, use), *ELEMENTS)))
    whole: list[Any] = [filled(template, element, element) for element in elements]
    if not is_array(template) and use.indices:
        arrays = [wp.array(dtype=element, ndim=min(use.indices, 4)) for element in elements]
        # A vector has one index too.
        whole = [*arrays[:4], *whole, *arrays[4:]] if use.indices <= 2 else arrays
    return [found for found in whole if accepts(template, found)]


def _likely(kernel: wp.Kernel, label: str, use: Use) -> Iterator[Any]:
    if use.is_matrix:
        yield wp.mat33
    elif use.components in VECTORS and use.components:
        yield VECTORS[use.components]
    elif use.components:
        yield wp.types.vector(length=use.components, dtype=wp.float32)
    elif (named := next((element for pattern, element in BY_NAME if pattern.search(label.lower())), None)) is not None:
        yield named
    yield wp.float32
    for value in scope_of(kernel.func).values():  # the program's own vectors and matrices
        if isinstance(value, type) and hasattr(value, "_wp_scalar_type_") and describe_type(value).scalar == "float32":
            yield value


def _struct_groups(kernel: wp.Kernel, uses: Mapping[str, Use], places: Sequence[int]) -> Iterator[dict[int, list[Any]]]:
    """Structs to try for ``Any`` arguments, by the arguments' names and fields; structs of one number go together.

    An argument that the body only passes on may be any struct. Where none fits, the first group has no structs.
    """
    structs = [value for value in scope_of(kernel.func).values() if is_struct(value)]
    fitting: dict[int, list[Any]] = {}
    handed_on: list[int] = []
    for place in places:
        argument = kernel.adj.args[place]
        use = uses[argument.label]
        if argument.type is Any and (found := [struct for struct in structs if _fits(struct, argument.label, use)]):
            fitting[place] = found
        elif argument.type is Any and not use.indices and not use.fields:
            handed_on.append(place)
    if not fitting:
        yield {}
    if not (fitting or handed_on):
        return
    candidates = [struct for found in fitting.values() for struct in found] or structs
    numbers = {_number(struct) for struct in candidates}
    for number in sorted(numbers, reverse=True):
        alike = {place: [struct for struct in found if _number(struct) == number] for place, found in fitting.items()}
        of_number = [struct for struct in structs if _number(struct) == number]
        yield {place: alike[place] or found for place, found in fitting.items()} | dict.fromkeys(handed_on, of_number)


def _fits(struct: Any, label: str, use: Use) -> bool:
    described = describe_type(struct)
    if use.fields:
        return use.fields <= {name for name, _ in described.fields}
    return not use.indices and described.name.lower().startswith(label.lower())


def _number(struct: Any) -> str:
    """The last number in a struct's name, which distinguishes ``state_2`` from ``state_3``."""
    return (re.findall(r"\d+", describe_type(struct).name) or [""])[-1]
