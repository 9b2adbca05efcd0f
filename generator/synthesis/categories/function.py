"""Helpers with ``@wp.func``: one to three, calling each other; now and then one with a gradient of its own."""

from __future__ import annotations

import math

from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.functions import Helper, add_function, body, call_helper, function_lines, told_of
from generator.synthesis.guards import both_signs
from generator.synthesis.helper_names import leave
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.page import INDENT
from generator.synthesis.prose import purpose_of, returned
from generator.synthesis.variable import Variable

VERBS = ("evaluate", "estimate", "derive", "model", "compute")

CUSTOM_GRADIENTS = (
    ("safe_root", "Square root of the softened absolute value, with its gradient written out.",
     "wp.sqrt(wp.abs({x}) + {c})", "0.5 * wp.sign({x}) / wp.sqrt(wp.abs({x}) + {c})",
     lambda h, c: (0.0, (h + c) ** 0.5), lambda x, c: (abs(x) + c) ** 0.5),
    ("softplus_of", "Softplus, whose gradient is the logistic function.",
     "wp.log(1.0 + wp.exp({x}))", "1.0 / (1.0 + wp.exp(-{x}))",
     lambda h, c: (0.0, h + 1.0), lambda x, c: math.log(1.0 + math.exp(x))),
    ("bump", "Gaussian bump, with its gradient written out.",
     "wp.exp(-{c} * {x} * {x})", "{double} * {x} * wp.exp(-{c} * {x} * {x})",
     lambda h, c: (0.0, 1.0), lambda x, c: math.exp(-c * x * x)),
    ("cubic_of", "Cubic, with its gradient written out.",
     "{c} * {x} * {x} * {x} - {x}", "{triple} * {x} * {x} - 1.0",
     lambda h, c: (-(c * h**3 + h), c * h**3 + h), lambda x, c: c * x**3 - x),
)  # fmt: skip

STEEPNESS = (0.5, 0.3, 0.4, 0.75, 0.8, 1.25, 1.5)
"""Twice the first one is one, which nobody writes as a factor."""


def custom_gradient(builder: Builder) -> None:
    """A helper with ``@wp.func_grad``."""
    random = builder.random
    if builder.precision != "float32":
        raise Unfit("literals of custom gradients are float32")
    value = builder.take("F", (), lambda e: e.largest() <= 5.0)
    name, doc, line, slope, interval, function = random.pick(CUSTOM_GRADIENTS)
    if "wp.abs(" in line and not both_signs(value):
        raise Unfit("magnitude of values of one sign")
    if name in builder.module_names:
        raise Unfit("two helpers that differ in a number")
    constant = builder.number(random.pick(STEEPNESS if name != "bump" else STEEPNESS[1:]))
    name = builder.module_name(name)
    x, upstream = builder.name("x", "x_value"), builder.name("adj_ret", "adj_result")
    c = constant.low
    words = {"x": x, "c": repr(c), "double": repr(round(-2.0 * c, 6)), "triple": repr(round(3.0 * c, 6))}
    builder.functions.append(
        f'@wp.func\ndef {name}({x}: float):\n{INDENT}"""{doc}"""\n{INDENT}return {line.format(**words)}'
    )
    builder.functions.append(
        f"@wp.func_grad({name})\ndef adj_{name}({x}: float, {upstream}: float):\n"
        f"{INDENT}wp.adjoint[{x}] += {upstream} * ({slope.format(**words)})"
    )
    low, high = interval(value.largest(), constant.low)
    samples = tuple([function(x, constant.low) for x in value.samples])
    result = Expression(builder, f"{name}({value})", "F", low, high, head=name, samples=samples)
    named = name.removesuffix("_of").replace("_", " ")
    builder.assign((f"{name}_result",), result, f"the {named} of {readable(value)} with a gradient written by hand")


def pair_helper(builder: Builder) -> None:
    """A helper that returns two values."""
    value = builder.take("F", (), lambda e: e.largest() <= 20.0)
    other = builder.take("F", (value,), lambda e: e.largest() <= 20.0)
    with body(builder):
        one, two = builder.name("a", "first_value"), builder.name("b", "second_value")
        for parameter, given in ((one, value), (two, other)):
            builder.define(parameter, "F", given.low, given.high, samples=given.samples, rough=given.rough)
        first = apply_motif(builder, SCALAR_MOTIFS["algebra"])
        second = apply_motif(builder, SCALAR_MOTIFS["transcendental"])
        builder.emit(f"return {builder.read(first)}, {builder.read(second)}")
        if builder.unread():
            raise Unfit("a helper that ignores an argument")
        kind = builder.spell("F")
        first_name, second_name = (label for label, _ in builder.steps)
        doc = f"Return two values: {builder.steps[0][1]}, and {builder.steps[1][1]}."
        lines = function_lines(builder, [f"{one}: {kind}", f"{two}: {kind}"], doc)
        ranges = [(v.expression.low, v.expression.high, v.expression.samples) for v in (first, second)]
    name = add_function(builder, [f"{first_name}_and_{second_name}", f"{first_name}_pair"], lines)
    builder.remarks.append(told_of(name, doc))
    left, right = builder.name(first_name), builder.name(second_name)
    builder.emit(f"{left}, {right} = {name}({value}, {other})")
    for label, (low, high, samples) in zip((left, right), ranges, strict=True):
        builder.define(label, "F", low, high, samples=samples)
    told = f"what `{name}` returns for {readable(value)} and {readable(other)}"
    builder.steps.append((f"{left} and {right}", told))


def helper_of(name: str, result: Variable) -> Helper:
    """The finished helper of one float that returns a variable of its body."""
    value = result.expression
    return Helper(name, ("F",), "F", value.low, value.high, value.samples, value.rough)


def nested_helper(builder: Builder) -> None:
    """A helper that calls another one."""
    operands = [builder.take("F", (), lambda e: e.largest() <= 20.0)]
    with body(builder):
        (argument,) = operands
        parameter = builder.name("a", "value")
        builder.define(parameter, "F", argument.low, argument.high, samples=argument.samples, rough=argument.rough)
        last = apply_motif(builder, SCALAR_MOTIFS["any"])
        if builder.unread() != [last]:
            raise Unfit("a helper that ignores a value")
        value = builder.read(last)
        inner_doc = returned(builder, value)
        names = leave(builder, value)
        lines = function_lines(builder, [f"{parameter}: {builder.spell('F')}"], inner_doc)
    inner_name = add_function(builder, names, lines)
    inner = helper_of(inner_name, last)
    with body(builder):
        parameter = builder.name("b", "argument")
        own = builder.define(
            parameter, "F", argument.low, argument.high, samples=argument.samples, rough=argument.rough
        )
        builder.assign(
            ("inner_value", "nested_result"),
            inner(builder.read(own)),
            f"what `{inner_name}` returns for {parameter}",
        )
        apply_motif(builder, SCALAR_MOTIFS["any"])
        last = builder.variables[-1]
        if builder.unread() != [last]:
            raise Unfit("a helper that ignores a value")
        value = builder.read(last)
        outer_doc = returned(builder, value)
        names = leave(builder, value)
        lines = function_lines(builder, [f"{parameter}: {builder.spell('F')}"], outer_doc)
    outer_name = add_function(builder, names, lines)
    outer = helper_of(outer_name, last)
    builder.assign(
        (f"{outer_name}_result",),
        outer(*operands),
        f"what `{outer_name}` returns for {readable(operands[0])}",
    )
    builder.remarks += [told_of(outer_name, outer_doc), told_of(inner_name, inner_doc)]


FORMS = (
    (lambda b: call_helper(b, b.random.between(1, 3)), 3.0),
    (pair_helper, 1.5),
    (nested_helper, 2.0),
    (custom_gradient, 1.0),
)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, call one to three helpers, store."""
    random = builder.random
    start(builder)
    if random.chance(0.35):
        add_arrays(builder, 2, "V3")
        apply_motif(builder, VECTOR_MOTIFS["V3"]["any"])
    add_arrays(builder, random.between(1, 3))
    if random.chance(0.3):
        add_parameter(builder)
    for _ in range(random.between(1, 2)):
        random.weighted(FORMS)(builder)
        if random.chance(0.4):
            apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("function", EXTENDED, "Helpers that call each other, with custom gradients.", grow_kernel))
