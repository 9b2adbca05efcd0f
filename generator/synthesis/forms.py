"""What an expression is made of: the terms of a sum, the factors above and below a quotient, through names too.

A form lets like terms and factors that cancel be seen wherever they were written. Atoms are names and calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.synthesis.expression import Expression

Factors = tuple[str, ...]
_PLUS = " + "
_QUOTIENT = re.compile(r"wp\.log\w*\(.* / (\w+)\)")
Monomial = tuple[Factors, Factors]
ONE: Monomial = ((), ())
"""The literal term of a sum."""


class Form:
    """Terms without their literal factors; factors above and below, which a sum is one of as a whole.

    Of a sum, ``parts`` are the two forms that its terms are those of; ``shifted``: a name hides its literal term.
    ``single``: one atom, or none.
    """

    __slots__ = ("_terms", "over", "parts", "shifted", "single", "under")

    def __init__(self, over: Factors, under: Factors, parts: tuple[Form, Form] | None = None) -> None:
        self.over = over
        self.under = under
        self.parts = parts
        self.shifted = False
        self.single = not (parts or under) and len(over) < 2
        self._terms: frozenset[Monomial] | None = None

    @property
    def terms(self) -> frozenset[Monomial]:
        """The terms of a sum; anything else is its own only term."""
        if self._terms is None:
            parts = self.parts
            self._terms = parts[0].terms | parts[1].terms if parts else frozenset(((self.over, self.under),))
        return self._terms


LITERAL = Form((), ())


def form_of(value: Expression) -> Form:
    """The form; of what nobody composed, the text is the one atom."""
    if value.form is None:
        value.form = LITERAL if value.head == "literal" else Form((value.text,), ())
    return value.form


def composed(operator: str, a: Expression, b: Expression) -> Form | None:
    """The form of ``a operator b``; None where two terms gather or two factors cancel."""
    if operator in "*/":
        if b.head == "literal":
            return a.form or form_of(a)
        if a.head == "literal" and operator == "*":
            return b.form or form_of(b)
    left, right = a.form or form_of(a), b.form or form_of(b)
    if operator in "+-":
        if left.parts or right.parts:
            if not left.terms.isdisjoint(right.terms):
                return None
        elif left.over == right.over and left.under == right.under:
            return None
        if (left.shifted and right is LITERAL) or (right.shifted and left is LITERAL):
            return None
        if not (left.single and right.single) and _factors_out(left, right):
            return None
        if _logs_gather(left, right):
            return None
        return Form((f"{a.text} {operator} {b.text}",), (), (left, right))
    above, below = (right.over, right.under) if operator == "*" else (right.under, right.over)
    if (below and not set(left.over).isdisjoint(below)) or (left.under and not set(left.under).isdisjoint(above)):
        return None
    if left.parts and operator == "/" and len(right.over) == 1 and not right.under:
        terms = left.terms | LITERAL.terms if left.shifted else left.terms
        if terms == {ONE, (right.over, ())}:
            return None
    if (left.parts and _falls_out(left, above, below)) or (
        right.parts and operator == "*" and _falls_out(right, left.over, left.under)
    ):
        return None
    if _opposed(left, right):
        return None
    over = tuple(sorted(left.over + above)) if above else left.over
    return Form(over, tuple(sorted(left.under + below)) if below else left.under)


def _falls_out(sum: Form, above: Factors, below: Factors) -> bool:
    """Whether a factor of one term goes when the sum is multiplied or divided: ``(x + y * z) / z``.

    A term alone may: ``(x - y) / x`` is a relative difference.
    """
    return any(
        (below and len(over) > 1 and not set(below).isdisjoint(over)) or (under and not set(above).isdisjoint(under))
        for over, under in sum.terms
    )


def _opposed(one: Form, other: Form) -> bool:
    """Whether a difference is a factor of one and, the other way round, of the other."""
    for factor in one.over + one.under:
        if " - " in factor and _opposite(factor) in other.over + other.under:
            return True
    return False


@lru_cache(4096)
def _opposite(difference: str) -> str:
    """``b - a`` for ``a - b``; "" for what has more terms."""
    first, _, second = difference.partition(" - ")
    return "" if " + " in difference or " - " in second else f"{second} - {first}"


def _multiplies(one: Form, other: Form) -> bool:
    """Whether a term of ``one`` is a single factor, of which one of ``other`` is a multiple: ``x + x * y``."""
    alone = [over[0] for over, under in one.terms if len(over) == 1 and not under]
    if one.parts:
        alone.append(one.over[0])
    return any(_is_multiple(factor, term) for term in other.terms for factor in alone)


def _logs_gather(left: Form, right: Form) -> bool:
    """Whether logarithms of two quotients meet that have one divisor: ``log(x / z) - log(y / z)``."""
    one, other = (right, left) if right.single else (left, right)
    if not one.single or not one.over or not one.over[0].startswith("wp.log"):
        return False
    divisors = [_QUOTIENT.fullmatch(over[0]) for over, under in other.terms if len(over) == 1 and not under]
    mine = _QUOTIENT.fullmatch(one.over[0])
    return mine is not None and any(found is not None and found[1] == mine[1] for found in divisors)


def _factors_out(left: Form, right: Form) -> bool:
    """Powers do not count: polynomials have them."""
    if left.parts or right.parts:
        return _multiplies(left, right) or _multiplies(right, left)
    return _share(left, right)


def _share(one: Form, other: Form) -> bool:
    """Whether two products, maybe behind names, have a factor or a divisor in common: ``x * y + x / z``."""
    if not set(one.under).isdisjoint(other.under) or _opposed(one, other):
        return True
    return not set(one.over).isdisjoint(other.over) and not (is_power(one) or is_power(other))


def is_power(form: Form) -> bool:
    """Whether a product is of one factor with itself."""
    return not form.under and len(form.over) > 1 and form.over.count(form.over[0]) == len(form.over)


def _is_multiple(factor: str, term: Monomial) -> bool:
    over, under = term
    return factor in over and (bool(under) or over.count(factor) < len(over))


def named(form: Form) -> Form:
    """The form of a name that something was assigned to: its literal term is out of sight."""
    if (not form.parts and form is not LITERAL) or ONE not in form.terms:
        return form
    known = Form(form.over, form.under, form.parts)
    known._terms = form.terms - LITERAL.terms
    known.shifted = True
    return known


def held(product: Form, known: Iterable[Form | None]) -> bool:
    """Whether one of the forms is the same product, but for a literal factor or the order of a sum within."""
    above, below = len(product.over), len(product.under)
    if above + below < 2:
        return False
    for form in known:
        if form is None or len(form.over) != above or len(form.under) != below or form.parts:
            continue
        if _ordered(form.over) == _ordered(product.over) and _ordered(form.under) == _ordered(product.under):
            return True
    return False


@lru_cache(4096)
def _ordered(factors: Factors) -> Factors:
    return tuple(sorted([_PLUS.join(sorted(f.split(_PLUS))) if "(" not in f else f for f in factors]))


def either(name: str, forms: Sequence[Form]) -> Form:
    """The form of a name that has one of several values: whatever is a term of one of them is a term of it."""
    found = Form((name,), ())
    for form in forms:
        found = Form((name,), (), (found, named(form)))
    return found


def heads(value: Expression) -> list[str]:
    """Built-ins that are a factor of the value, above or below, or that an arm gives it."""
    form = form_of(value)
    factors = form.over + form.under + alternatives(form)
    return [factor[3 : factor.find("(")] for factor in factors if factor.startswith("wp.")]


def alternatives(form: Form) -> Factors:
    """Of a name with one of several values, those that are one factor."""
    if not form.parts or not form.over[0].isidentifier():
        return ()
    return tuple([over[0] for over, under in form.terms if len(over) == 1 and not under])


def term_heads(value: Expression) -> list[str]:
    """Built-ins that alone, up to a number, are a term of the value."""
    lone = [over[0] for over, under in form_of(value).terms if len(over) == 1 and not under]
    return [factor[3 : factor.find("(")] for factor in lone if factor.startswith("wp.")]


def has_term(value: Expression, part: Expression) -> bool:
    """Whether the part is a term of the sum."""
    return not form_of(value).terms.isdisjoint(form_of(part).terms)
