"""User structs: arrays of records read field by field, records passed as one argument, records written back."""

from __future__ import annotations

from generator.launch import INPUT, OUTPUT, Argument
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import finish, gather
from generator.synthesis.inputs import add_arrays, quantity, start
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.page import INDENT
from generator.synthesis.prose import formula, listed_or_counted, plural, purpose_of
from generator.synthesis.record_updates import changed
from generator.synthesis.samples import COUNT, shared, varies
from generator.synthesis.types import DTYPES
from generator.synthesis.variable import Variable

Field = tuple[str, str, float, float]
"""Label, type and interval."""
VERBS = {True: ("update", "advance"), False: ("evaluate", "derive", "compute", "assess")}
"""By whether records are written back."""


def define_struct(builder: Builder, name: str, fields: list[Field]) -> tuple[Argument, ...]:
    """Write the class; its fields as a launch describes them."""
    lines = [f"{INDENT}{label}: {builder.spell(type)}" for label, type, _, _ in fields]
    builder.functions.append("\n".join(["@wp.struct", f"class {name}:", *lines]))
    table = DTYPES[builder.precision]
    return tuple(Argument(label, "scalar", table[type], low=low, high=high) for label, type, low, high in fields)


def fields_of(builder: Builder, vector: str | None) -> list[Field]:
    """Two to four quantities of the theme."""
    types = ["F"] * builder.random.between(2, 3)
    if vector:
        types += [vector] * builder.random.between(1, 2)
    found = []
    for type in builder.random.shuffled(types):
        label, low, high = quantity(builder, type)
        found.append((label, type, low, high))
    return found


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Records in, a chain of steps, values or a record out."""
    random = builder.random
    start(builder)
    element = builder.theme.element
    vector = random.weighted((("V3", 3.0), ("V2", 1.0), (None, 2.0)))
    fields = fields_of(builder, vector)
    class_name = builder.module_name(element.capitalize(), f"{element.capitalize()}State")
    described = define_struct(builder, class_name, fields)
    array = builder.name(plural(builder), "items", "records")
    argument = Argument(array, "array", class_name, 1, INPUT, builder.dim, fields=described)
    builder.argument(argument, f"wp.array(dtype={class_name})")
    record = builder.name("item", "record", "entry")
    builder.emit(f"{record} = {array}[{builder.index}]")
    for label, type, low, high in fields:
        text = f"{record}.{label}"
        builder.variables.append(Variable(Expression(builder, text, type, low, high)))
        builder.prose[text] = label.replace("_", " ")
    if random.chance(0.4):
        settings(builder)
    if random.chance(0.4):
        add_arrays(builder, 1)
    table = (*(VECTOR_MOTIFS[vector]["any"] if vector else ()), *SCALAR_MOTIFS["any"])
    for _ in range(random.between(2, 5)):
        apply_motif(builder, table)
    written_back = random.chance(0.35)
    if written_back:
        builder.subject = array
        purpose = write_back(builder, class_name, array, record, fields, described)
    else:
        finish(builder)
        purpose = purpose_of(builder)
    return random.pick(VERBS[written_back]), purpose


def settings(builder: Builder) -> None:
    """A struct of parameters, passed by value."""
    options = builder.random.sample(builder.theme.parameters, builder.random.between(2, 3))
    fields = [(builder.name(label), "F", low, high) for label, low, high in options]
    name = builder.module_name("Settings", "Parameters")
    described = define_struct(builder, name, fields)
    argument = builder.name("settings", "parameters")
    builder.argument(Argument(argument, "struct", name, fields=described), name)
    for label, type, low, high in fields:
        text = f"{argument}.{label}"
        usual = (low + 0.55 * (high - low),) * COUNT
        builder.variables.append(Variable(Expression(builder, text, type, low, high, samples=usual), uniform=True))
        builder.prose[text] = label.replace("_", " ")


def write_back(
    builder: Builder,
    class_name: str,
    array: str,
    record: str,
    fields: list[Field],
    described: tuple[Argument, ...],
) -> str:
    """A new record of which one field is changed, within what it can be, and the others are copied; what it is for."""
    label, low, high = next((label, low, high) for label, type, low, high in fields if type == "F")
    for variable in builder.variables:
        if variable.expression.text.startswith(f"{record}.") and not variable.expression.text.endswith(f".{label}"):
            # Fields that are copied have their use in that, unless they are the floats that the change is made of.
            variable.required = variable.required and variable.uses == 0 and variable.type == "F"
    value = gather(builder, builder.unread())
    if not varies(value.samples) or shared(value.samples):
        raise Unfit("change that hardly varies")
    if value.head:
        value = builder.assign(("change", "growth"), value, formula(value)).expression
    result = builder.name("updated_item", "next_record")
    output = builder.name(f"next_{array}")
    builder.argument(
        Argument(output, "array", class_name, 1, OUTPUT, builder.dim, "zeros", fields=described),
        f"wp.array(dtype={class_name})",
    )
    update = changed(builder, f"{record}.{label}", low, high, value)
    builder.emit(f"{result} = {class_name}()")
    for name, _, _, _ in fields:
        builder.emit(f"{result}.{name} = {update.later if name == label else f'{record}.{name}'}")
    builder.emit(f"{output}[{builder.index}] = {result}")
    followed, what = (text.replace("_", " ") for text in (label, readable(value)))
    builder.remarks.append(f"{update.told.format(followed, what)}; the other fields are copied.")
    return purpose_of(builder, update.done.format(followed, sources(builder)))


def sources(builder: Builder) -> str:
    """What was read of what is passed in."""
    read = [v.expression.text for v in builder.variables if v.uses and v.expression.text in builder.prose]
    names = [builder.prose[text] for text in read]
    return listed_or_counted(names, "values")


register(
    Category(
        "struct",
        EXTENDED,
        "Arrays of records and records as arguments.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
