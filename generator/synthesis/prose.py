"""What is said of a kernel: its docstring, its steps, and names that tell what a value is."""

from __future__ import annotations

import re
from operator import ge

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.gathering import DIVISOR
from generator.synthesis.page import LONGEST_LINE
from generator.synthesis.whole_words import says

_CAST_LITERAL = re.compile(r"wp\.float(?:16|64)\((-?[\d.e-]+)\)")
_STATIC = re.compile(r"wp\.static\((?:wp\.float\d\d\(([\d. /]+)\)|([\d. /]+))\)")
_TERM = re.compile(r"[A-Za-z_]\w*+(?!\()(?:\[[^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*\])?")
MOST_LISTED, LONGEST_DETAIL = 4, 60
_REASON = re.compile(r" if (.*?)(?=,| \(|$)")
UNTOLD = re.compile(r"[`,;]| if |iterations|results|by hand")
"""What a docstring does not dwell on."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_OPERATOR_NAMES = {
    "+": ("sum_value", "sum_term", "total_value", "combined_term"),
    "-": ("difference", "margin", "net_value", "gap_value"),
    "*": ("product", "weighted_term", "scaled_term", "product_term"),
    "/": ("ratio", "quotient", "relative_value", "normalized_term"),
}
_SCALED_NAMES = ("scaled_term", "weighted_term")
"""Of a product with a number."""
_NAMES_AFTER = {
    "+": ("shifted_{}", "{}_sum", "raised_{}"),
    "-": ("net_{}", "{}_gap", "reduced_{}"),
    "*": ("scaled_{}", "weighted_{}", "{}_product"),
    "/": ("{}_ratio", "relative_{}", "normalized_{}"),
}
"""Names after the quantity that stands first."""
_POSITIVE: tuple[str, ...] = ("reduced", "relative", "normalized")
"""Names of what has no value below zero."""
_TOLD = frozenset(
    word for names in (*_NAMES_AFTER.values(), *_OPERATOR_NAMES.values()) for name in names for word in name.split("_")
)
"""Words that say so already: no ratio of a ratio has a name after it."""
LONGEST_QUANTITY = 14
_FIRST = re.compile(r"[A-Za-z_]\w*(?=$| |\[)")
_VECTOR_NAMES = {
    "+": ("summed_vector", "shifted_vector"),
    "-": ("relative_vector", "offset_between"),
    "*": ("scaled_copy", "weighted_copy"),
    "/": ("divided_vector", "rescaled_vector"),
    "cw_mul": ("entrywise_product", "weighted_parts"),
    "normalize": ("unit_direction", "bearing_direction"),
    "min": ("lower_bounds", "smaller_parts"),
    "max": ("upper_bounds", "larger_parts"),
    "abs": ("magnitudes", "absolute_parts"),
    "lerp": ("interpolated", "mixed_vector"),
    "cross": ("perpendicular", "normal_direction"),
    "quat_rotate": ("turned_vector", "rotated_vector"),
}
"""After what stands at a grown vector's head."""


def formula(value: Expression) -> str:
    """The expression with whole names for what was loaded: ``d * wp.cos(c)`` is "`density * cos(color_index)`"."""
    return spelled(value.builder, value.text)


def spelled(builder: Builder, text: str) -> str:
    """The same of a text, without what Warp alone asks for."""
    known = builder.prose

    def told(match: re.Match[str]) -> str:
        text = match[0]
        if text in known:
            return known[text].replace(" ", "_")
        name, bracket, rest = text.partition("[")
        return known.get(name, name).replace(" ", "_") + bracket + rest

    if "wp.float" in text:
        text = _CAST_LITERAL.sub(lambda literal: literal[1], text)
    if "wp.static(" in text:
        text = _STATIC.sub(lambda inner: f"({inner[1] or inner[2]})", text)
    return f"`{_TERM.sub(told, text.replace('wp.', ''))}`"


def described(value: Expression) -> str:
    """The expression in words where it is a name or an element, else its formula."""
    told = formula(value)
    return told if value.head else told[1:-1].replace("_", " ")


def _is_raised(value: Expression, first: str) -> bool:
    """Whether a sum is nowhere below the first of its terms."""
    known = (v.expression for v in value.builder.variables if v.expression.text == first)
    return any(all(map(ge, value.samples, term.samples)) for term in known)


def names_for(value: Expression) -> tuple[str, ...]:
    """Names for a grown value, after what stands at its head and what stands first: ``cos_term``, ``scaled_mass``."""
    if value.type != "F":
        return _VECTOR_NAMES.get(value.head) or (f"{value.head}_vector" if value.head.isidentifier() else "composed",)
    head = "*" if value.head == "/" and DIVISOR.search(value.text) else value.head  # by a number, no ratio
    if head in _OPERATOR_NAMES:
        plain = _SCALED_NAMES if head == "*" and value.scaled else _OPERATOR_NAMES[head]
        first = _FIRST.match(value.text)
        quantity = value.builder.prose.get(first[0], first[0]) if first else ""
        told = quantity.islower() and quantity.isalpha() and 1 < len(quantity) <= LONGEST_QUANTITY
        if first and told and quantity not in _TOLD and value.text.startswith(f"{first[0]} {value.head} "):
            untrue = _POSITIVE if min(value.samples) < 0.0 else ()
            if not _is_raised(value, first[0]):
                untrue += ("raised",)
            after = [name.format(quantity) for name in _NAMES_AFTER[head] if not name.startswith(untrue)]
            return (*value.builder.random.turned(after), *plain)
        return value.builder.random.turned(plain)
    return (
        tuple(f"{value.head}_{word}" for word in ("term", "part", "value")) if value.head.isidentifier() else ("term",)
    )


def listed(items: list[str]) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def listed_or_counted(items: list[str], what: str) -> str:
    """ "a, b and c", or how many there are where they are more than a sentence bears."""
    return listed(items) if len(items) <= MOST_LISTED else f"{NUMBERS[len(items)]} {what}"


def plural(builder: Builder) -> str:
    """What the threads stand for, all of them."""
    element = builder.theme.element
    return "vertices" if element == "vertex" else f"{element}s"


def residue(number: int, rest: int, met: bool) -> str:
    """What an integer is that leaves a rest, or does not, divided by a number: odd, one above a multiple of three."""
    if number == 2:
        return "odd" if met == bool(rest) else "even"
    side = f"{NUMBERS[rest]} above " if 2 * rest <= number else f"{NUMBERS[number - rest]} below "
    return f"{'' if met else 'not '}{side if rest else ''}a multiple of {NUMBERS[number]}"


def returned(builder: Builder, value: Expression, early: str = "") -> str:
    """The docstring of a helper: what it returns, with what its locals are, and what else it may return before."""
    steps = dict(builder.steps)
    main = steps.pop(value.text, "") or formula(value)
    label = value.text.replace("_", " ")
    if not main.startswith("`") and (says(early, label) or says(early, value.text)):
        main = f"{label}, {main}"
    pending, told = [early, main], []
    while pending:
        text = pending.pop(0)
        for name in [n for n in steps if says(text, n) or says(text, n.replace("_", " "))]:
            phrase = steps.pop(name)
            told.append(f"{name.replace('_', ' ')} is {phrase}")
            pending.append(phrase)
    where = f", where {listed(told)}" if told else ""
    return f"Return {early}{main}{where}."


def purpose_of(builder: Builder, how: str = "") -> str:
    """What is computed, from what, for what; ``how`` names the control flow."""
    outputs = listed([a.name.replace("_", " ") for a, _ in builder.outputs if a.role == OUTPUT])
    arrays = [a for a, _ in builder.inputs if a.fill != "index"] or [a for a, _ in builder.inputs]
    scalars = [a for a, _ in builder.parameters if a.dtype.startswith("float")]
    inputs = [a.name.replace("_", " ") for a in (*arrays, *scalars)]
    text = f"Compute {outputs}{{}} for each {builder.theme.element}"
    told = f" from {listed(inputs)}" if inputs else ""
    if len(inputs) > MOST_LISTED or len(text) + len(told) > LONGEST_LINE:
        told = f" from {NUMBERS[len(inputs)]} inputs"
    text = text.format(told)
    detail = how or _detail(builder)
    return f"{text}, {detail}." if detail else text + "."


def _detail(builder: Builder) -> str:
    """The first short step that speaks of inputs alone, or what a decision on inputs asks."""
    computed = {name.replace("_", " ") for name in builder.definitions}
    for names, _ in builder.steps:
        computed.update(names.replace("_", " ").split(" and "))
    for _, phrase in builder.steps:
        reasons = _REASON.findall(phrase) if " if " in phrase else ()
        told = reasons[0] if len(reasons) == 1 else phrase
        if len(told) > LONGEST_DETAIL or not (reasons or (" of " in phrase and not UNTOLD.search(phrase))):
            continue
        plain = told.replace("_", " ")
        if len(reasons) < 2 and not any(says(plain, name) for name in [known for known in computed if known in plain]):
            return f"depending on whether {told}" if reasons else f"using {told}"
    return ""
