"""Calls functions and classes that make kernels, with their package's own arguments or with plausible ones."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from generator.production.collecting.arguments import annotations_of, functions_named, plausible_values, shown
from generator.production.collecting.compared_literals import compared_literals
from generator.production.collecting.package_calls import PackageCall

MOST_CALLS = 24
"""Most calls of one factory, each with other arguments."""

VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class NoArguments(Exception):
    """No call made a kernel; ``args[0]`` is the last call's error."""


def call_factory(
    factory: Callable[..., Any],
    made: Callable[[], int],
    calls: Iterable[PackageCall] = (),
    given: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Call the function until ``made()``, a count of kernels, has grown; a function that it returns is called, too.

    First with the known arguments of ``calls``, then with plausible ones; parameters in ``given`` have that value.
    Returns the arguments as text. ``NoArguments`` where no call made a kernel, with the reason.
    """
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError) as error:
        raise NoArguments(f"it has no signature: {error}") from None
    reason = "no call made a kernel"
    before = made()
    for known, place in _known(calls, signature, given):
        if made() > before:
            return f"what {place} gives it"  # importing the module that calls has made it
        for values in itertools.islice(_choices(factory, signature, known), MOST_CALLS if not place else 2):
            try:
                result = _call(factory, signature, values)
                if made() == before and inspect.isfunction(result):
                    _call(result, inspect.signature(result), next(_choices(result, inspect.signature(result), {})))
            except (Exception, SystemExit) as error:  # a foreign function may refuse a wrong guess in any way
                reason = f"{type(error).__name__}: {error}"
            if made() > before:
                text = ", ".join(f"{name}={shown(value)}" for name, value in values.items())
                return text + (f" (as in {place})" if known and place else "")
    raise NoArguments((reason.splitlines() or [""])[0][:200])


def make_object(kind: type, calls: Iterable[PackageCall] = (), given: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """An object of a class, made as the package makes it or from plausible arguments.

    ``NoArguments`` where its ``__init__`` refuses them all, with the reason.
    """
    signature = inspect.signature(kind)
    reason = "it has no __init__ to call"
    for known, place in _known(calls, signature, given):
        for values in itertools.islice(_choices(kind, signature, known), MOST_CALLS if not place else 2):
            try:
                return _call(kind, signature, values)
            except (Exception, SystemExit) as error:  # the same
                reason = f"{type(error).__name__}: {error}"
    raise NoArguments((reason.splitlines() or [""])[0][:200])


def _known(
    calls: Iterable[PackageCall], signature: inspect.Signature, given: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], str]]:
    fixed = {name: given[name] for name in signature.parameters if name in given}
    for call in calls:
        yield call.bound(signature) | fixed, call.place
    yield fixed, ""


def _choices(
    factory: Callable[..., Any], signature: inspect.Signature, known: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Parameter -> value, one choice after another; ``known`` values are kept."""
    hints = annotations_of(factory)
    names = [parameter.name for parameter in signature.parameters.values() if parameter.kind not in VARIADIC]
    literals: dict[str, list[Any]] = {name: functions_named(name, inspect.unwrap(factory)) for name in names}
    for name, values in compared_literals(factory).items():
        literals[name] = [*literals.get(name, ()), *values]
    choices = [
        [known[name]] if name in known else plausible_values(signature.parameters[name], hints, 0, literals[name])
        for name in names
    ]
    for choice in itertools.product(*choices):
        yield dict(zip(names, choice, strict=True))


def _call(factory: Callable[..., Any], signature: inspect.Signature, values: Mapping[str, Any]) -> Any:
    by_name = {name for name, parameter in signature.parameters.items() if parameter.kind is parameter.KEYWORD_ONLY}
    positional = [value for name, value in values.items() if name not in by_name]
    return factory(*positional, **{name: value for name, value in values.items() if name in by_name})
