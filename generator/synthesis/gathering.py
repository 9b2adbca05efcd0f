"""Sums, products and calls that a reader would write shorter: like terms, common factors, curves of curves."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.synthesis.forms import form_of, heads, term_heads

if TYPE_CHECKING:
    from generator.synthesis.expression import Expression

_SIGN = re.compile(r" [+-] ")
_LITERAL = re.compile(r"(?:wp\.float(?:16|64)\()?-?\d[\d.e-]*\)?")
_LITERAL_STARTS = "-0123456789w"
_DIVISOR = re.compile(r" / (?:wp\.float(?:16|64)\()?\d[\d.e-]*\)?$")
_SCALED_SUM = re.compile(r"(?:[\w.]+(?:\([\d.]+\))? \* )?\((.*)\)(?: [*/] [\w.]+(?:\([\d.]+\))?)?")
CURVES = frozenset(
    "sin cos tan sinh cosh tanh asin acos atan atan2 exp log log2 log10 erf erfc erfinv erfcinv cbrt sqrt pow".split()
)
NATURAL = frozenset(
    {
        ("exp", "sin"), ("exp", "cos"), ("exp", "sqrt"), ("exp", "tanh"), ("log", "cosh"),
        ("sin", "sqrt"), ("cos", "sqrt"), ("sin", "exp"), ("cos", "exp"), ("sin", "log"), ("cos", "log"),
        ("tanh", "sqrt"), ("atan", "sqrt"), ("atan", "exp"), ("erf", "sqrt"), ("sqrt", "cosh"),
    }
)  # fmt: skip
"""Curves of curves that people write: stretched exponentials, chirps, the log-cosh loss."""

BILINEAR = frozenset(("dot", "cross", "cw_mul", "outer", "ddot", "spatial_dot", "spatial_cross", "spatial_cross_dual"))
"""Products in all but the sign: a factor of one operand cancels with a divisor of the other."""
PRODUCTS = BILINEAR | {"*", "/"}
"""Heads that a literal factor can be pulled out of."""
_PAIRS = ("wp.spatial_vector", "wp.spatial_vectord")
UNDONE = {
    "log": ("exp",), "exp": ("log",), "log2": ("exp",), "log10": ("exp",),
    "sqrt": ("length_sq", "exp"), "cbrt": ("exp",), "pow": ("exp",),
    "sin": ("asin", "atan", "atan2"), "cos": ("acos", "abs", "atan", "atan2"), "sinh": ("log",), "cosh": ("abs", "log"),
    "tanh": ("log",),
    "tan": ("atan", "atan2"), "asin": ("sin",), "acos": ("cos",), "atan": ("tan",),
    "radians": ("degrees",), "degrees": ("radians",), "erf": ("erfinv",), "erfc": ("erfcinv",), "erfinv": ("erf",),
    "erfcinv": ("erfc",), "sign": ("abs", "sqrt", "exp", "copysign"),
    "abs": ("abs", "sqrt", "exp", "length", "sign", "copysign"),
    "length": ("abs",), "length_sq": ("abs",), "norm_l1": ("abs",), "norm_l2": ("abs",), "norm_huber": ("abs",),
    "norm_pseudo_huber": ("abs",), "smooth_normalize": ("normalize", "smooth_normalize"),
    "normalize": ("smooth_normalize",), "spatial_top": _PAIRS, "spatial_bottom": _PAIRS,
}  # fmt: skip
"""Calls that a reader would strike together with a call inside them."""


_POWERS = frozenset(("pow", "exp", "sqrt", "cbrt"))
UNDONE_FACTORS = {"log": _POWERS, "log2": _POWERS, "log10": _POWERS, "pow": _POWERS, "sqrt": _POWERS, "cbrt": _POWERS}
"""The same where what is struck is one factor of several: ``log(pow(x, 0.9) / x)``."""


def is_square(value: Expression) -> bool:
    """Whether the text is a product of something with itself."""
    left, _, right = value.text.partition(" * ")
    return left == right


def undoes(name: str, argument: Expression) -> bool:
    """Whether the call and a call inside it are better struck together."""
    if argument.made_by in UNDONE.get(name, ()) or (name == "exp" and "log" in term_heads(argument)):
        return True
    return name in UNDONE_FACTORS and not UNDONE_FACTORS[name].isdisjoint(heads(argument))


def odd(outer: str, inner: str, argument: str = "") -> bool:
    """Whether nobody writes the one curve of the other, or of it with such an argument: three in a row."""
    if inner not in CURVES or outer not in CURVES:
        return False
    return (outer, inner) not in NATURAL or argument.startswith(f"wp.{inner}(wp.")


def scatters(a: Expression, b: Expression) -> bool:
    """Whether ``a * b`` has a factor in two places: ``x * y * x``, ``x / y * x``; powers stand together."""
    if a.head == "/" or b.head == "/":
        return b.text in form_of(a).over or a.text in form_of(b).over
    if a.head != "*" and b.head != "*":
        return False
    left, right = a.text.split(" * "), b.text.split(" * ")
    return not set(left).isdisjoint(right) and not (len(right) == 1 and left[-1] == b.text)


def product_cancels(a: Expression, b: Expression) -> bool:
    """Whether one factor was divided by the other: ``x / y * y``."""
    known = a.builder.definitions
    one, other = known.get(a.text, a.text), known.get(b.text, b.text)
    return ("/" in one and one.endswith(f"/ {b.text}")) or ("/" in other and other.endswith(f"/ {a.text}"))


def quotient_cancels(a: Expression, b: Expression) -> bool:
    """Whether ``a / b`` has the same factor above and below: ``x * y / y``, ``x / z / (x / 2)``."""
    definitions = a.builder.definitions
    known = definitions.get(a.text, a.text)
    if known.endswith(f"* {b.text}") or known.startswith(f"{b.text} * ") or b.text.startswith(f"{a.text} * "):
        return True
    if " * " in known and b.text in known.split(" * ") and not _SIGN.search(known):
        return True
    if b.made_by != "*" and b.made_by != "/":
        return False
    first = a.text.partition(" ")[0]
    return first == definitions.get(b.text, b.text).partition(" ")[0] and not _LITERAL.fullmatch(first)


def gathers(a: Expression, b: Expression) -> bool:
    """Whether ``a + b`` or ``a - b`` has terms to gather: ``x - (u + x)``, ``2 * u + 3 * u``, ``e * h - r * h``.

    Names stand for what was assigned to them where that is a sum: ``midpoint - x``.
    """
    left, right, known = a.text, b.text, a.builder.definitions
    ours, theirs = left if a.head else known.get(left, ""), right if b.head else known.get(right, "")
    if (right in ours and _holds(a, ours, right)) or (left in theirs and _holds(b, theirs, left)):
        return True
    if " " not in left and " " not in right:
        return False
    if a.scaled and b.scaled and a.head == b.head == "*" and _factor(a) == _factor(b):
        return True
    if (b.head == "literal" and right[0].isdigit()) or (a.head == "literal" and left[0].isdigit()):
        return False
    terms, others = _bases(left), _bases(right)
    if not terms.isdisjoint(others):
        return True
    return (" * " in left or " * " in right) and _share_a_factor(terms, others)


def _holds(whole: Expression, text: str, part: str) -> bool:
    """Whether ``part``, which stands in the text of ``whole``, is a term of it."""
    head = whole.head
    if head == "*" and whole.scaled:
        return _stands_in(part, text)
    if "(" in part or " " in part.replace(", ", ",") or head not in ("", "+", "-", "lerp"):
        return False
    if head:
        return True
    scaled = _SCALED_SUM.fullmatch(text)
    return part in _bases(scaled[1] if scaled else text)


def _stands_in(part: str, text: str) -> bool:
    """Whether the text has the part as a word: ``s`` stands in ``2.0 * s``, but not in ``2.0 * state``."""
    place = text.find(part)
    while place >= 0:
        before, after = text[place - 1 : place], text[place + len(part) :][:1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return True
        place = text.find(part, place + 1)
    return False


@lru_cache(4096)
def _bases(sum: str) -> frozenset[str]:
    """The terms of a sum without their literal factors; terms with parentheses are cut where no other sum is."""
    if " " not in sum:
        return frozenset((sum,))
    terms = [(_DIVISOR.sub("", term) if "/" in term else term).split(" * ") for term in _SIGN.split(sum)]
    return frozenset([" * ".join([p for p in term if not _is_literal(p)]) for term in terms])


def _is_literal(factor: str) -> bool:
    return factor[:1] in _LITERAL_STARTS and _LITERAL.fullmatch(factor) is not None


def _factor(product: Expression) -> str:
    """The literal at one end of a scaled product."""
    left, right = product.text.partition(" * ")[0], product.text.rpartition(" * ")[2]
    return right if _LITERAL.fullmatch(right) else left


def _share_a_factor(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """``e * h`` and ``r * h``, or ``e * h`` and ``h``: names only, and no powers, which polynomials have."""
    short = _short(theirs)
    for one in _short(ours) if short else ():
        for other in short:
            if len(one) + len(other) > 2 and not one.isdisjoint(other):
                return True
    return False


def _short(terms: frozenset[str]) -> list[set[str]]:
    """The factors of terms that are a name, or a product of two."""
    split = [term.split(" * ") for term in terms if "(" not in term]
    return [set(factors) for factors in split if len(factors) == 1 or (len(factors) == 2 and factors[0] != factors[1])]
