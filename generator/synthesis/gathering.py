"""Sums, products and calls that a reader would write shorter: like terms, common factors, curves of curves."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.synthesis.forms import alternatives, form_of, heads, is_power, term_heads
from generator.synthesis.whole_words import says

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder
    from generator.synthesis.expression import Expression

_SIGN = re.compile(r" [+-] ")
_LITERAL = re.compile(r"(?:wp\.float(?:16|64)\()?-?\d[\d.e-]*\)?")
_LITERAL_STARTS = "-0123456789w"
_AMONG = re.compile(rf"(?:^|[*/] ){_LITERAL.pattern}(?= [*/]|$)")
_GROUP = re.compile(r"\((?!-?\d[\d.e-]*\))(?:wp\.float\d\d\([^()]*\)|[^()])*\)")
DIVISOR = re.compile(r" / (?:wp\.float(?:16|64)\()?\d[\d.e-]*\)?$")
CURVES = frozenset(
    "sin cos tan sinh cosh tanh asin acos atan atan2 exp log log2 log10 erf erfc erfinv erfcinv cbrt sqrt pow".split()
)
CURVED = CURVES | {"negate"}
"""What makes a curve, or may be one with the other sign."""
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
CHOOSING = frozenset(("lerp", "min", "max", "clamp"))
"""What takes its operands as they are, part or whole."""
_PAIRS = ("wp.spatial_vector", "wp.spatial_vectord")
UNDONE = {
    "log": ("exp",), "exp": ("log",), "log2": ("exp",), "log10": ("exp",),
    "sqrt": ("length_sq", "exp", "pow"), "cbrt": ("exp", "pow"), "pow": ("exp",),
    "sin": ("asin", "atan", "atan2"), "cos": ("acos", "abs", "atan", "atan2"), "sinh": ("log",), "cosh": ("abs", "log"),
    "tanh": ("log",),
    "tan": ("atan", "atan2"), "asin": ("sin",), "acos": ("cos",), "atan": ("tan",),
    "radians": ("degrees",), "degrees": ("radians",), "erf": ("erfinv",), "erfc": ("erfcinv",), "erfinv": ("erf",),
    "erfcinv": ("erfc",), "sign": ("abs", "sqrt", "exp", "copysign"),
    "abs": ("abs", "sqrt", "exp", "length", "sign", "copysign"),
    "length": ("abs",), "length_sq": ("abs",), "norm_l1": ("abs",), "norm_l2": ("abs",), "norm_huber": ("abs",),
    "norm_pseudo_huber": ("abs",), "smooth_normalize": ("normalize", "smooth_normalize"),
    "normalize": ("smooth_normalize",), "spatial_top": _PAIRS, "spatial_bottom": _PAIRS,
    "quat_to_matrix": ("wp.quat_from_matrix",),
}  # fmt: skip
"""Calls that a reader would strike together with a call inside them."""
_SQUARED = re.compile(r"wp\.length_sq\(([\w.\[\]]+)\)")
_ENDS = ("top", "bottom")
LOGARITHMS = frozenset(("log", "log2", "log10"))
_OUTERMOST = re.compile(r"wp\.(\w+)\(")
SIGN_GIVEN = re.compile(r"wp\.(?:sign|copysign)\(")
_SQUARED_AWAY = re.compile(
    r"(?:wp\.(?:sqrt|abs|length|exp|norm_l2|pow)|safe_root)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
)
_ROOTED = ("wp.pow(", "wp.sqrt(")
_POWERS = frozenset(("pow", "exp", "sqrt", "cbrt"))
UNDONE_FACTORS = {"log": _POWERS, "log2": _POWERS, "log10": _POWERS, "pow": _POWERS, "sqrt": _POWERS, "cbrt": _POWERS}
"""The same where what is struck is one factor of several: ``log(pow(x, 0.9) / x)``."""


def is_square(value: Expression) -> bool:
    """Whether the text is a product of something with itself."""
    left, _, right = value.text.partition(" * ")
    return left == right


def _within(argument: Expression) -> str:
    """What made a value, or the value that it is the magnitude of."""
    if argument.made_by != "abs":
        return argument.made_by
    known = argument.builder.definitions
    inner = known.get(argument.text, argument.text).removeprefix("wp.abs(").removesuffix(")")
    made = _OUTERMOST.match(known.get(inner, inner))
    return made[1] if made and made[1] in CURVES else "abs"


def undoes(name: str, argument: Expression) -> bool:
    """Whether the call and a call inside it are better struck together."""
    if _within(argument) in UNDONE.get(name, ()) or (name == "exp" and "log" in term_heads(argument)):
        return True
    if name in LOGARITHMS and (is_power(form := form_of(argument)) or (form.under and not form.over)):
        return True
    return name in UNDONE_FACTORS and not UNDONE_FACTORS[name].isdisjoint(heads(argument))


def curve_of(value: Expression) -> str:
    """The curve that a value is, whatever its sign and size."""
    made_by = value.made_by
    if made_by == "negate":
        factors = form_of(value).over
        made_by = heads(value)[0] if len(factors) == 1 and factors[0].startswith("wp.") else ""
    return made_by if made_by in CURVES else ""


def odd(outer: str, inner: str, argument: str = "") -> bool:
    """Whether nobody writes the one curve of the other, or of it with such an argument: three in a row."""
    if inner not in CURVES or outer not in CURVES:
        return False
    return (outer, inner) not in NATURAL or argument.startswith(f"wp.{inner}(wp.")


def squares_away(a: Expression, b: Expression) -> bool:
    """Whether ``a * b`` squares a root, a length, a magnitude or an exponential, or what was given a sign.

    Or what an arm gives: a name that may be a root.
    """
    if a.text.rpartition(" * ")[2] == b.text and SIGN_GIVEN.search(a.builder.definitions.get(b.text, "")):
        return True
    factors = sorted(form_of(a).over + form_of(b).over)
    if any(one == next and _SQUARED_AWAY.fullmatch(one) for one, next in pairwise(factors)):
        return True
    return a.text == b.text and any(map(_SQUARED_AWAY.fullmatch, alternatives(form_of(a))))


def returns(a: Expression, b: Expression) -> bool:
    """Whether ``a * b`` has a factor that a name in it has as well: ``p * x`` where ``p`` is ``x * y``; powers may.

    But not ``p * x`` where ``p`` is ``pow(x, 1.5)`` or ``sqrt(y / x)``.
    """
    ours, theirs = form_of(a).over, form_of(b).over
    for factor in ours + theirs:
        if factor.startswith(_ROOTED) and (_is_power_of(a, b) or _is_power_of(b, a)):
            return True
    if len(ours) + len(theirs) < 3:
        return False
    common = {factor for factor in theirs if factor in ours}
    if not common:
        return False
    forms = {v.expression.text: v.expression.form for v in a.builder.variables}
    for one, other in ((a, b), (b, a)):
        for form in map(forms.get, one.text.split(" * ")):
            hidden = common.intersection(form.over) if form and len(form.over) > 1 and not is_power(form) else ()
            if any(says(other.text, factor) for factor in hidden):
                return True
        if not _factors_of(a.builder, one).isdisjoint(other.text.split(" * ")):
            return True
    return False


def _is_power_of(product: Expression, other: Expression) -> bool:
    """Whether a factor is ``pow(x, ...)``, or ``sqrt(... / x)``, of a factor of the other one."""
    known = product.builder.definitions
    for factor in product.text.split(" * "):
        made = known.get(factor, factor)
        if made.startswith(_ROOTED):
            factors = other.text.split(" * ")
            if any(made.startswith(f"wp.pow({of}, ") or made.endswith(f" / {of})") for of in factors):
                return True
    return False


def _factors_of(builder: Builder, product: Expression) -> set[str]:
    """What the names in a product are products of, but for powers."""
    found: set[str] = set()
    for name in product.text.split(" * "):
        factors = {part for part in builder.definitions.get(name, "").split(" * ") if not _is_literal(part)}
        found.update(factors if len(factors) > 1 else ())
    return found


def scatters(a: Expression, b: Expression) -> bool:
    """Whether ``a * b`` has a factor in two places: ``x * y * x``, ``x / y * x``; powers stand together.

    Or is a product of two exponentials, which people write as one.
    """
    if (b.head == "exp" and "exp" in heads(a)) or (a.head == "exp" and "exp" in heads(b)):
        return True
    if a.head == "/" or b.head == "/":
        return b.text in form_of(a).over or a.text in form_of(b).over
    if a.head != "*" and b.head != "*":
        return False
    left, right = a.text.split(" * "), b.text.split(" * ")
    return not set(left).isdisjoint(right) and not (len(right) == 1 and left[-1] == b.text)


def gathers(a: Expression, b: Expression) -> bool:
    """Whether ``a + b`` or ``a - b`` has a factor to pull out: ``2 * u + 2 * v``, ``e * h - r * h``.

    Or it is a blend or an extremum less one of what is in it, or of two logarithms. Terms that are equal are seen by
    their forms.
    """
    if a.head == b.head and a.head in LOGARITHMS:
        return True
    if (a.made_by in CHOOSING and blends(a, b)) or (b.made_by in CHOOSING and blends(b, a)):
        return True
    if a.made_by == b.made_by == "length_sq" and (_is_half(a, b) or _is_half(b, a)):
        return True
    if (a.made_by == "abs" and _is_apart(a, b)) or (b.made_by == "abs" and _is_apart(b, a)):
        return True
    left, right = a.text, b.text
    if " * " not in left and " * " not in right:
        return False
    if a.head == "literal" or b.head == "literal":
        number, other = (a, b) if a.head == "literal" else (b, a)
        return other.head == "*" and _factor(other) == number.text
    if a.scaled and b.scaled and a.head == b.head == "*" and _factor(a) == _factor(b):
        return True
    return _share_a_factor(_bases(left), _bases(right))


def _is_apart(distance: Expression, one: Expression) -> bool:
    """Whether a magnitude is the distance from this value: added to it, it is often the other one."""
    text = distance.builder.definitions.get(distance.text, distance.text)
    return text.startswith(f"wp.abs({one.text} - ") or text.endswith(f" - {one.text})")


def _is_half(whole: Expression, part: Expression) -> bool:
    """Whether one squared length is that of a spatial vector, the other that of its top or bottom."""
    known = whole.builder.definitions
    of, half = (_SQUARED.search(known.get(e.text, e.text)) for e in (whole, part))
    return bool(of and half and known.get(half[1], "").startswith(tuple(f"wp.spatial_{end}({of[1]})" for end in _ENDS)))


def blends(blend: Expression, part: Expression) -> bool:
    """Whether the part is an operand of the blend or the extremum."""
    text = blend.builder.definitions.get(blend.text, blend.text)
    if blend.made_by == "lerp" and not text.startswith("wp."):
        return says(text, part.text)
    return any(there in text for there in (f"({part.text}, ", f", {part.text}, ", f", {part.text})", f"({part.text} "))


@lru_cache(4096)
def _bases(sum: str) -> frozenset[str]:
    """The terms of a sum without their literal factors; what stands in parentheses is a mark."""
    if " " not in sum:
        return frozenset((sum,))
    while (" * (" in sum or ") * " in sum) and (closed := _GROUP.sub("#", sum)) != sum:
        sum = closed
    terms = [(DIVISOR.sub("", term) if "/" in term else term).split(" * ") for term in _SIGN.split(sum)]
    return frozenset([" * ".join([p for p in term if not _is_literal(p)]) for term in terms])


def _is_literal(factor: str) -> bool:
    return factor[:1] in _LITERAL_STARTS and _LITERAL.fullmatch(factor) is not None


def has_literal(product: Expression) -> bool:
    """Whether one of the factors is a number, the last or the first or any between."""
    return product.scaled or _AMONG.search(product.text) is not None


def _factor(product: Expression) -> str:
    """The literal at one end of a scaled product."""
    left, right = product.text.partition(" * ")[0], product.text.rpartition(" * ")[2]
    return right if _LITERAL.fullmatch(right) else left


def _share_a_factor(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """``e * h`` and ``r * h``, or ``e * h`` and ``h``: names only, and no powers, which polynomials have."""
    short = _short(theirs)
    for one in _short(ours) if short else ():
        for other in short:
            if len(one) + len(other) > 2 and any("#" not in factor for factor in one & other):
                return True
    return False


def _short(terms: frozenset[str]) -> list[set[str]]:
    """The factors of terms that are a name, or a product of two."""
    split = [term.split(" * ") for term in terms]
    return [set(factors) for factors in split if len(factors) == 1 or (len(factors) == 2 and factors[0] != factors[1])]
