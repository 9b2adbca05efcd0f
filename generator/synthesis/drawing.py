"""Draws a kernel: a computation, its variant, its layout, its guards and its style, put together as one module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.launch import Launch
from generator.synthesis.computations.language import Computation
from generator.synthesis.control import Guards, draw_guards, guard_statements
from generator.synthesis.derivative import why_not_differentiable
from generator.synthesis.expansion.expander import Expander
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.scope import Body, NumberOf
from generator.synthesis.expansion.stencils import Stencil, stencil_of
from generator.synthesis.expansion.variants import settled
from generator.synthesis.filling import Sizes, argument_of
from generator.synthesis.parts import helper_parts
from generator.synthesis.policy import Policy
from generator.synthesis.randomness import Random
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.draw_layout import draw_layout, questions
from generator.synthesis.storage.layout import LEAVE, Layout
from generator.synthesis.storage.memory import WORLD, Memory, RecordAt
from generator.synthesis.storage.signature import Indices, Signature, Size
from generator.synthesis.style.spelling import Style, argument_names, draw_style
from generator.syntax.modules import Function, Module, Parameter
from generator.syntax.statements import Assign, Blank, Block, Comment, If, Return
from generator.syntax.types import INT
from generator.syntax.values import Value, call, dotted, literal, name
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import rename


@dataclass(frozen=True)
class DrawnKernel:
    """A kernel as a tree, its launch, and the choices that made it."""

    module: Module
    name: str
    launch: Launch
    computation: Computation
    variant: Mapping[str, Any]
    layout: Layout
    guards: Guards
    style: Style
    signature: Signature
    names: dict[str, str]

    @property
    def kernel(self) -> Function:
        return next(function for function in self.module.functions if function.is_kernel)


def draw_kernel(
    key: str, computation: Computation, policy: Policy, variant: Mapping[str, Any] | None = None, plain: bool = False
) -> DrawnKernel:
    """The kernel of a key; ``plain`` has neither guards nor any layout but the simplest."""
    random = Random(key)
    chosen = variant or {word: random.pick(list(values)) for word, values in computation.variants.items()}
    stencil = stencil_of(computation, chosen)
    function = replace(stencil.function, body=settled(stencil.function.body, chosen))
    record = _record_of(computation, function)
    layout = draw_layout(random, policy, computation.schema, record, function)
    if plain:
        layout = Layout(index=_plain_index(record), empty=layout.empty)
    drawn = _drawn(random, key, computation, chosen, stencil, function, layout, policy, plain)
    if layout.batched and not any(slot.reads and slot.shape[:1] == (Size(WORLD),) for slot in drawn.signature.slots.values()):
        single = replace(layout, batched=False, index=layout.index[1:], numbers={})
        return _drawn(random, key, computation, chosen, stencil, function, single, policy, plain)
    return drawn


def _drawn(
    random: Random,
    key: str,
    computation: Computation,
    variant: Mapping[str, Any],
    stencil: Stencil,
    function: Function,
    layout: Layout,
    policy: Policy,
    plain: bool,
) -> DrawnKernel:
    record = _record_of(computation, function)
    memory = Memory(computation.schema, layout, Signature(), name(layout.index[0], INT) if layout.batched else None)
    meanings = Meanings(memory, stencil.constants)
    meanings.certain |= {question.operands[0] for question in questions(function.body) if question.is_name}
    index = tuple(name(word, INT) for word in layout.index[1 if layout.batched else 0 :])
    meanings.scope[function.parameters[0].name] = RecordAt(record, index, own=True)
    for parameter in function.parameters[1:]:
        number = computation.schema.number(parameter.name)
        if number is None:
            raise KeyError(f"{computation.name}: schema {computation.schema.name!r} has no number {parameter.name!r}")
        meanings.scope[parameter.name] = NumberOf(number)
    body = Body()
    Expander(meanings, body).block(function.body)
    guards = Guards(False, False, False, False) if plain else draw_guards(random, policy, record, layout.batched)
    front = (*_thread(layout), *guard_statements(guards, memory, record, index[0]), *_border(layout, memory, record, index))
    style = draw_style(random, policy)
    for symbol in constant_arrays(body.whole):
        if symbol in memory.signature.slots:  # starts from something else, for a check to see that they were stored
            memory.signature.slots[symbol].keeps = True
    whole = _merged((*front, *body.whole), memory.signature, layout)
    whole = whole if style.comments else _without_comments(whole)
    return _finished(random, computation, variant, layout, guards, style, whole, meanings, policy, key, function.name)


def _finished(
    random: Random,
    computation: Computation,
    variant: Mapping[str, Any],
    layout: Layout,
    guards: Guards,
    style: Style,
    body: Block,
    meanings: Meanings,
    policy: Policy,
    key: str,
    base: str,
) -> DrawnKernel:
    memory = meanings.memory
    parts = helper_parts(meanings, variant, style, random)
    taken = {*definitions(body), *(part.name for part in parts if hasattr(part, "name"))}
    names = argument_names(style, memory.signature, taken)
    slots = [slot for slot in memory.signature.ordered() if slot.reads or slot.writes]
    sizes = Sizes(key, computation.schema, layout.batched)
    arguments = tuple(argument_of(slot, names[slot.symbol], sizes, computation.schema) for slot in slots)
    parameters = tuple(Parameter(names[s.symbol], style.type(s.type), s.type) for s in slots)
    kernel_name = _kernel_name(random, policy, base)
    docstring = computation.intent[0].upper() + computation.intent[1:] + "." if random.chance(policy.docstring) else None
    reason = why_not_differentiable(body, slots, layout)
    mark: Value = dotted("wp.kernel")
    if reason and random.chance(policy.no_backward):
        mark = call(mark, Value("keyword", ("enable_backward", literal(False))))
    one_line = sum(len(p.name) for p in parameters) + 18 * len(parameters) < 95
    kernel = Function(kernel_name, parameters, rename(body, names), (mark,), None, docstring, one_line)
    record = _record_of(computation, stencil_of(computation, variant).function)
    launch = Launch(arguments, _dim(layout, guards, sizes, record), not_differentiable=reason)
    module = Module((*parts, kernel))
    return DrawnKernel(module, kernel_name, launch, computation, variant, layout, guards, style, memory.signature, names)


def _record_of(computation: Computation, function: Function) -> Entity:
    word = function.parameters[0].name
    entity = computation.schema.entity(word)
    if entity is None:
        raise KeyError(f"{computation.name}: schema {computation.schema.name!r} has no entity {word!r}")
    return entity


def _plain_index(record: Entity) -> tuple[str, ...]:
    return ("i", "j", "k")[: record.dimensions] if record.dimensions > 1 else ("tid",)


def _thread(layout: Layout) -> Block:
    target = tuple(name(word, INT) for word in layout.index)
    of = call(dotted("wp.tid"), type=INT)
    return (Assign((target[0] if len(target) == 1 else Value("tuple", target),), of),)


def _border(layout: Layout, memory: Memory, record: Entity, index: tuple[Value, ...]) -> Block:
    """Leave at the cells that lack a neighbour, where the layout says so and a neighbour is asked for."""
    if record.dimensions == 1 or layout.border != LEAVE or not memory.reach:
        return ()
    tests: list[Value] = []
    for axis in range(record.dimensions):
        last = Value("-", (memory.side(record, axis), literal(memory.reach)), INT)
        if memory.reach == 1:
            last = Value("-", (memory.side(record, axis), literal(1)), INT)
            tests += [Value("==", (index[axis], literal(0))), Value("==", (index[axis], last))]
        else:
            tests += [Value("<", (index[axis], literal(memory.reach))), Value(">=", (index[axis], last))]
    return (If(Value("or", tuple(tests)), (Return(),)),)


def _merged(body: Block, signature: Signature, layout: Layout) -> Block:
    """One array for what is read and stored, where the layout says so and no thread reads another's."""
    renamed = {}
    for symbol in list(signature.slots):
        twin = symbol.removesuffix(".out") + ".in"
        if not symbol.endswith(".out") or twin not in signature.slots:
            continue
        given, made = signature.slots[twin], signature.slots[symbol]
        if layout.in_place and not given.shared and not made.adds:
            given.stores = True
            del signature.slots[symbol]
            renamed[symbol] = twin
    if not layout.in_place:
        _once_where_stored(signature)
    return rename(body, renamed)


def _once_where_stored(signature: Signature) -> None:
    """Nothing to do for what a thread stores for itself; places that several reach are told apart by their fill."""
    for slot in signature.slots.values():
        if isinstance(slot.fill, Indices) and slot.fill.once:
            slot.fill = Indices(slot.fill.entity, once=True)


def _without_comments(block: Block) -> Block:
    found = []
    for statement in block:
        if isinstance(statement, Comment):
            continue
        inner = {
            part: _without_comments(getattr(statement, part))
            for part in ("body", "otherwise")
            if hasattr(statement, part)
        }
        note = {"note": ""} if hasattr(statement, "note") else {}
        found.append(replace(statement, **inner, **note) if inner or note else statement)
    while found and isinstance(found[-1], Blank):
        found.pop()
    return tuple(found)


def _dim(layout: Layout, guards: Guards, sizes: Sizes, record: Entity) -> tuple[int, ...]:
    if record.dimensions > 1:
        rows = tuple(sizes.entity(f"{record.name}:{axis}") for axis in range(record.dimensions))
    else:
        rows = (sizes.entity(record.name) + (8 if guards.bounds else 0),)
    return (sizes.entity("world"), *rows) if layout.batched else rows


def _kernel_name(random: Random, policy: Policy, base: str) -> str:
    name_ = f"{base}_kernel" if random.chance(policy.kernel_in_name) else base
    return f"_{name_}" if random.chance(policy.underscore) else name_
