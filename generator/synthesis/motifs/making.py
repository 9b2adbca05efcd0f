"""How a table of motifs is written down."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs.motif import Build, Motif, motif


def entry(
    names: str, operands: str, phrase: str, *builds: Build | tuple[str, Build], weight: float = 1.0
) -> tuple[Motif, float]:
    """One line of a table, with its weight."""
    return motif(names, operands, phrase, *builds, weight=weight), weight


def made(builder: Builder, text: str, type: str, low: float, high: float) -> Expression:
    """A call written out, with its type and interval."""
    return Expression(builder, text, type, low, high, head=text.split("(")[0])


def bounded(builder: Builder, text: str, type: str, bound: float) -> Expression:
    """The same with a symmetric interval."""
    return made(builder, text, type, -bound, bound)


def rate(builder: Builder, least: float, most: float, reach: float, bound: float = 8.5) -> Expression:
    """A negative factor of an exponent, so small that what reaches so far stays within the bound, uncut."""
    most = min(most, bound / reach)
    if most < least:
        raise Unfit("an exponent out of range")
    return -builder.constant(least, most)


def blend(value: Expression) -> Expression:
    """A blend that no built-in makes: known as one all the same."""
    value.made_by = "lerp"
    return value


def known(builder: Builder, text: str, begins: bool = False) -> Expression | None:
    """The variable, read, that was assigned just this, or what ``begins`` so."""
    named = {name for name, made in builder.definitions.items() if made == text or (begins and made.startswith(text))}
    found = [variable for variable in builder.variables if variable.expression.text in named]
    return builder.read(found[0]) if found else None


def local(builder: Builder, value: Expression, *names: str, phrase: str = "") -> Expression:
    """The value through a local variable; the phrase tells what it is."""
    return builder.read(builder.assign(names, value, phrase))
