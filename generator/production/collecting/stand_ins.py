"""Stand-ins for packages that are not installed (torch, jax, usd, ...), so that modules which import them can load.

A stand-in can be called, subclassed, indexed, used as a decorator or an annotation. Its values mean nothing, so nothing
that a module computes with one at import can be relied on; a kernel that holds one is left out.
"""

from __future__ import annotations

import abc
import importlib.abc
import importlib.machinery
import inspect
import sys
import types
from collections.abc import Collection, Iterator, Sequence
from typing import Any

VERSION = "99.0.0"
"""Version that a stand-in claims to have: newer than any that a module asks for."""

_DUNDERS = {"__version__": VERSION, "__version_info__": (99, 0, 0)}


class _StandInMeta(abc.ABCMeta):
    """Gives a class that derives from a stand-in any attribute that its base may have had."""

    def __getattr__(cls, name: str) -> Any:
        return _member(name, {})


class PlainBase:
    """Base of the classes that derive from a stand-in and from a class whose metaclass conflicts with ours."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __init_subclass__(cls, **kwargs: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return _member(name, {})


class StandInBase(PlainBase, metaclass=_StandInMeta):
    """Base of the classes that derive from a stand-in."""


class StandIn:
    """A value of a package that is not installed; a path always gives the same object, so that it can be a key."""

    def __init__(self, path: str) -> None:
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "_members", {})

    def __getattr__(self, name: str) -> Any:
        if name in ("__name__", "__qualname__", "__module__", "__doc__"):
            return self._path.rpartition(".")[2]
        return _member(name, self._members, self._path)

    def __setattr__(self, name: str, value: Any) -> None:
        self._members[name] = value

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        earlier = bases[: next(place for place, base in enumerate(bases) if base is self)]
        if any(isinstance(base, StandIn) for base in earlier):
            return ()
        plain = all(isinstance(base, StandIn) or type(base) in (type, abc.ABCMeta) for base in bases)
        return (StandInBase,) if plain else (PlainBase,)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Used as a decorator it returns what it decorates, else another stand-in."""
        if len(args) == 1 and not kwargs:
            if isinstance(args[0], types.FunctionType | DecoratedFunction):
                return DecoratedFunction(args[0])
            if inspect.isclass(args[0]):
                return args[0]
        return StandIn(f"{self._path}()")

    def __or__(self, other: Any) -> Any:
        return Any

    __ror__ = __or__

    def __getitem__(self, key: Any) -> StandIn:
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def __contains__(self, item: Any) -> bool:
        return False

    def __enter__(self) -> StandIn:
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def __lt__(self, other: Any) -> bool:
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __add__(self, other: Any) -> StandIn:
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __add__
    __floordiv__ = __mod__ = __pow__ = __and__ = __rand__ = __lshift__ = __rshift__ = __add__

    def __neg__(self) -> StandIn:
        return self

    def __int__(self) -> int:
        return 1

    __index__ = __int__

    def __float__(self) -> float:
        return 1.0

    def __instancecheck__(self, instance: Any) -> bool:
        return False

    def __subclasscheck__(self, subclass: Any) -> bool:
        return False


class DecoratedFunction:
    """A function that a stand-in decorated: it can be called, and has any attribute that the decorator might add."""

    def __init__(self, function: Any) -> None:
        self.__wrapped__ = inspect.unwrap(function)
        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(self, name, getattr(self.__wrapped__, name))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__wrapped__(*args, **kwargs)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self.__wrapped__, instance)

    def __getattr__(self, name: str) -> Any:
        return _member(name, {})


class StandInModule(types.ModuleType):
    """A module that is not installed, with every name that could be imported from it."""

    def __getattr__(self, name: str) -> Any:
        value = _member(name, {}, self.__name__)
        setattr(self, name, value)
        return value


class StandInFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Last finder on ``sys.meta_path``: finds every module that no other found, except in the packages of ``own``."""

    def __init__(self, own: Collection[str]) -> None:
        self.own = frozenset(own) | {"warp", "numpy"} | sys.stdlib_module_names
        self.roots: set[str] = set()
        """Packages that have a stand-in."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> Any:
        root = fullname.partition(".")[0]
        if root in self.own:
            return None
        self.roots.add(root)
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: Any) -> types.ModuleType:
        return StandInModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        module.__path__ = []


def _member(name: str, members: dict[str, Any], path: str = "") -> Any:
    if name in _DUNDERS:
        return _DUNDERS[name]
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(name)
    return members.setdefault(name, StandIn(f"{path}.{name}".lstrip(".")))
