"""What a motif is, and how it is applied to variables in scope."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.guards import Guard
from generator.synthesis.kinds import is_angle, is_free, is_length, is_place, is_point, is_velocity
from generator.synthesis.prose import formula, names_for
from generator.synthesis.types import VECTORS
from generator.synthesis.variable import Variable
from generator.synthesis.whole_words import names_in, places

FITS: dict[str, Callable[[Expression], bool]] = {
    "F+": lambda e: e.low >= 0.0,
    "F+whole": lambda e: e.low >= 0.0 and e.made_by != "/",
    "F01": lambda e: e.low >= 0.0 and e.high <= 1.0,
    "Fsmall": lambda e: e.largest() <= 3.5,
    "Fread": lambda e: e.text in e.builder.prose and e.low < -0.1 and e.high > 0.1,
    "Finput": lambda e: e.text in e.builder.prose,
    "Fvaried": lambda e: not e.builder.is_uniform(e),
    "V3read": lambda e: e.text in e.builder.prose,
    "I": lambda e: e.low < e.high,
    "F:angle": is_angle,
    "F:plain": lambda e: not is_angle(e),
    "F:length": is_length,
    "F:tilt": lambda e: e.text in e.builder.prose and e.largest() >= 1.2 and is_angle(e),
    **{f"{type}:place": is_place for type in VECTORS},
    **{f"{type}:point": is_point for type in VECTORS},
    **{f"{type}:free": is_free for type in VECTORS},
    **{f"{type}:velocity": is_velocity for type in VECTORS},
}
"""Operand specifications beyond a type symbol: what the interval has to satisfy."""

Build = Callable[..., Expression]
_TWICE = re.compile(r"\b([a-z]++) \1\b")


@dataclass(frozen=True)
class Motif:
    """Result names, operand specifications, and builds of the expression, each with a noun phrase: one is drawn."""

    names: tuple[str, ...]
    operands: tuple[str, ...]
    builds: tuple[tuple[str, Build], ...]
    weight: float = 1.0

    @cached_property
    def types(self) -> tuple[tuple[str, int], ...]:
        """How many operands of each type it has."""
        return tuple(Counter([type for type, _ in self.asked]).items())

    @cached_property
    def asked(self) -> tuple[tuple[str, Callable[[Expression], bool] | None], ...]:
        """The type of each operand, and what it has to satisfy beyond it."""
        return tuple([(_type_of(specification), FITS.get(specification)) for specification in self.operands])

    def has_operands(self, types: Sequence[str]) -> bool:
        """Whether there are enough among variables of these types."""
        for type, count in self.types:
            if types.count(type) < count:
                return False
        return True


def motif(names: str, operands: str, phrase: str, *builds: Build | tuple[str, Build], weight: float = 1.0) -> Motif:
    """One line of a table: names and operands separated by blanks; a build may have a phrase of its own."""
    told = tuple(build if isinstance(build, tuple) else (phrase, build) for build in builds)
    return Motif(tuple(names.split()), tuple(operands.split()), told, weight)


def readable(expression: Expression) -> str:
    """How prose names a variable: ``wind_speed[i]`` is "wind speed"."""
    known = expression.builder.prose.get(expression.text)
    return known or expression.text.split("[")[0].replace("_", " ")


def called(*words: str, but: Sequence[str] = ()) -> Callable[[Expression], bool]:
    """Whether one of the words is in what prose calls a variable, and none that takes it back."""

    def fits(value: Expression) -> bool:
        name = readable(value)
        return any(word in name for word in words) and not any(word in name for word in but)

    return fits


def _type_of(specification: str) -> str:
    return "F" if specification.startswith("F") else specification.removesuffix("read").partition(":")[0]


def build_motif(
    builder: Builder, motif: Motif, first: Expression | None = None, about: Set[str] = frozenset()
) -> tuple[Expression, str]:
    """Expression and phrase, none where a guard made something else of it.

    ``first`` fixes the first operand; one of the operands speaks of a name that it is to be ``about``.
    """
    operands: list[Expression] = []
    for type, fits in motif.asked:
        if first is not None and not operands:
            if first.type != type or (fits and not fits(first)):
                raise Unfit("first operand does not fit")
            operands.append(first)
        else:
            operands.append(builder.take(type, operands, fits))
    if about and about.isdisjoint([name for operand in operands for name in names_in(operand.text)]):
        raise Unfit("motif of other things")
    phrase, build = builder.random.pick(motif.builds)
    before = len(builder.guards)
    value = build(builder, *operands)
    return value, told(phrase, operands, value, builder.guards[before:])


def told(phrase: str, operands: Sequence[Expression], value: Expression, guards: Sequence[Guard]) -> str:
    """The phrase, true of the guarded value too: a guarded operand is told by its formula; "" where none is.

    An operand whose name ends, or begins, with the word beside it is told by its formula as well.
    """
    guarded: dict[str, str] = {}
    known = {o.text for o in operands} if guards else ()
    for guard in guards:
        if guard.inner in known and _count(value.text, guard.inner) == _count(guard.value.text, guard.inner):
            guarded[guard.inner] = formula(guard.value)
        else:
            return ""
    named = [guarded.get(o.text) or readable(o) for o in operands] if guarded else map(readable, operands)
    plain = phrase.format(*named)
    if _TWICE.search(plain):
        return phrase.format(*[guarded.get(o.text) or formula(o) for o in operands])
    return plain


def _count(text: str, name: str) -> int:
    return sum(1 for _ in places(text, name))


@cache
def _endings(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([name.rpartition("_")[2] for name in names])


def _true_of(builder: Builder, names: tuple[str, ...], phrase: str) -> Sequence[str]:
    """The names less those that speak of another argument: ``scaled_twist`` of an axis, beside a twist."""
    endings = _endings(names)
    if builder.names.keys().isdisjoint(endings):
        return names
    arguments = {argument.name for argument, _ in builder.inputs}
    fitting = [n for n, of in zip(names, endings, strict=True) if of == n or of not in arguments or of in phrase]
    if not fitting:
        raise Unfit("name that speaks of another argument")
    return fitting


def apply_motif(
    builder: Builder, table: Sequence[tuple[Motif, float]], attempts: int = 12, first: Variable | None = None,
    about: Set[str] = frozenset(),
) -> Variable:  # fmt: skip
    """Assign one motif of the table to a new variable, about one of the names if there are any.

    Unfit when none of the attempts can be built.
    """
    if not table:
        raise Unfit("no motif for this type")
    mark = builder.checkpoint()
    types = [v.type for v in builder.variables if not v.linear]
    for _ in range(attempts):
        motif = builder.random.weighted(table)
        if motif.names[0] in builder.names and all(name in builder.names for name in motif.names):
            continue  # done before, under each of its names
        if not motif.has_operands(types):
            continue
        try:
            value, meant = build_motif(builder, motif, builder.read(first) if first else None, about)
            phrase = meant or formula(value)
            if phrase in [told for _, told in builder.steps]:
                raise Unfit("said before")
            names = builder.random.turned(motif.names)
            return builder.assign(_true_of(builder, names, phrase) if meant else names_for(value), value, phrase)
        except Unfit:
            builder.rollback(mark)
    raise Unfit("no motif fits")
