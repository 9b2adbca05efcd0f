"""Calls the functions and classes around kernels that importing a module did not make."""

from __future__ import annotations

import inspect
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.closures import closure_values
from generator.lowering.user_kernels.written_kernels import WrittenKernel
from generator.production.collecting.factories import NoArguments, call_factory, make_object
from generator.production.collecting.package_calls import package_calls
from generator.production.collecting.places import SourceModule
from generator.production.collecting.set_ups import set_ups
from generator.production.collecting.stand_ins import StandIn

FACTORY_SECONDS = 10
"""Time limit of all calls of one factory, in seconds: one that hangs costs only its own kernels."""


def call_owners(
    root: Path, module: SourceModule, places: Sequence[WrittenKernel], made: list[wp.Kernel]
) -> dict[WrittenKernel, str]:
    """Call the owners of kernels that importing did not make. Place -> the arguments, or why there is no kernel."""
    reasons: dict[WrittenKernel, str] = {}

    def is_made(place: WrittenKernel) -> bool:
        return any(stands_at(kernel, module.path, place) and not holds_stand_in(kernel) for kernel in made)

    for place in places:
        if place in reasons or is_made(place):
            continue
        if module.name not in sys.modules:
            reasons[place] = "the module cannot be imported"
        elif not place.owners:
            reasons[place] = f"the module did not reach it: {place.missing}"
        else:
            reasons[place] = _made_in_time(root, module, place, made)
            others = [other for other in places if other.owners == place.owners and other not in reasons]
            reasons |= {other: reasons[place] for other in others if is_made(other)}
    return reasons


def _made_in_time(root: Path, module: SourceModule, place: WrittenKernel, made: list[wp.Kernel]) -> str:
    inside = f"made inside {'.'.join(name for _, name in place.owners)}"
    try:
        with _time_limit():
            return _made_after_set_up(root, module, place, made)
    except NoArguments as error:
        return f"{inside}: {error}"
    except TookTooLong:
        return f"{inside}: ran longer than {FACTORY_SECONDS} s"
    except Exception as error:  # a foreign object may raise even when an attribute is read
        return f"{inside}: {type(error).__name__}: {first_line(error)}"


def _made_after_set_up(root: Path, module: SourceModule, place: WrittenKernel, made: list[wp.Kernel]) -> str:
    refused = NoArguments("no call made a kernel")
    for given in set_ups(module.name.partition(".")[0]):
        try:
            return _made_by_owners(root, module, place, made, given)
        except NoArguments as error:
            refused = error
    raise refused


def _made_by_owners(
    root: Path, module: SourceModule, place: WrittenKernel, made: list[wp.Kernel], given: dict[str, Any]
) -> str:
    """Call the function or class around a kernel; returns the arguments as text."""
    found = sys.modules[module.name]
    (kind, name), *rest = place.owners
    owner = getattr(found, name, None)
    if owner is None:
        raise NoArguments(f"{name} is not there")

    def count() -> int:
        return sum(stands_at(kernel, module.path, place) and not holds_stand_in(kernel) for kernel in made)

    if kind == "def":
        return call_factory(owner, count, package_calls(root, name, module), given)
    if not isinstance(owner, type) or not rest:
        raise NoArguments(f"class {name} is not there")
    method = rest[0][1]
    if isinstance(inspect.getattr_static(owner, method, None), staticmethod | classmethod):
        return call_factory(getattr(owner, method), count, package_calls(root, method, module), given)
    try:
        made_object = make_object(owner, package_calls(root, name, module), given)
    except NoArguments as error:
        if count():
            return f"making a {name}"  # kernels were made before the call failed
        refused, made_object = str(error), object.__new__(owner)
    else:
        refused = ""
    if count():
        return f"making a {name}"
    try:
        return call_factory(getattr(made_object, method), count, package_calls(root, method, module), given)
    except NoArguments as error:
        raise NoArguments(refused or str(error)) from None


class TookTooLong(BaseException):
    """The time limit passed. No ``Exception``, as a foreign function may catch those."""


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise ``TookTooLong`` in a block that runs longer than ``FACTORY_SECONDS``, again each second if it is caught."""

    def late(number: int, frame: Any) -> None:
        raise TookTooLong

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, FACTORY_SECONDS, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)


def stands_at(kernel: wp.Kernel, path: Path, place: WrittenKernel) -> bool:
    """Whether a kernel was made from the function at a place of a file."""
    code = kernel.func.__code__
    return bool(code.co_filename == str(path) and code.co_firstlineno == place.line)


def holds_stand_in(kernel: wp.Kernel) -> bool:
    """Whether a kernel, or a function that it calls, uses a stand-in."""
    seen: set[int] = set()
    waiting = [kernel.func]
    while waiting:
        function = waiting.pop()
        if id(function) in seen or not inspect.isfunction(function):
            continue
        seen.add(id(function))
        names = function.__code__.co_names
        cells = list(closure_values(function).values())
        values = [*cells, *(function.__globals__.get(name) for name in names)]
        # Attributes of `self` that a method's kernel reads.
        values += [vars(value).get(name) for value in cells if hasattr(value, "__dict__") for name in names]
        if any(isinstance(value, StandIn) for value in values):
            return True
        waiting += [value.func for value in values if isinstance(value, wp.Function) and value.func is not None]
    return False


def first_line(error: BaseException) -> str:
    """The first line of an exception's message."""
    return (str(error).strip().splitlines() or ["(no message)"])[0][:300]
