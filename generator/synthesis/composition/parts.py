"""What stands beside a kernel in its module: imports, constants, enumerations, structs and the laws that it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.syntax.annotations import type_of
from generator.syntax.modules import Class, Constant, Field, Function, Import, Part
from generator.syntax.nodes import with_fields
from generator.syntax.statements import parts_of
from generator.syntax.values import Value, call, dotted, dotted_name, literal
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.stencils import law_of
from generator.synthesis.expansion.variants import settled
from generator.synthesis.storage.memory import camel
from generator.synthesis.style.spelling import Style


def helper_parts(
    meanings: Meanings, variant: Mapping[str, Any], style: Style, random: Random, policy: Policy
) -> tuple[Part, ...]:
    """All parts of the module but the kernel, in order."""
    constants = dict(meanings.constants_used)
    laws = _laws(meanings, variant, style, constants)
    parts: list[Part] = []
    if meanings.enumerations:
        parts.append(Import((("IntEnum", ""),), "enum"))
    parts.append(Import((("warp", "wp"),)))
    place_of = {word: place for place, word in enumerate(meanings.constants)}  # as they are declared
    for word, number in sorted(constants.items(), key=lambda item: place_of.get(item[0], len(place_of))):
        parts.append(Constant(word, call(dotted("wp.constant"), number) if style.wrapped_constants else number))
    for word in meanings.enumerations:
        members = meanings.memory.schema.enumerations[word]
        fields = tuple(Field(member, value=literal(place)) for place, member in enumerate(members))
        parts.append(Class(word, fields, bases=(dotted("IntEnum"),)))
    return (*parts, *_structs(meanings, style, random, policy), *laws)


def _structs(meanings: Meanings, style: Style, random: Random, policy: Policy) -> list[Part]:
    found: list[Part] = []
    for slot in meanings.memory.signature.slots.values():
        if not slot.record:
            continue
        entity = meanings.memory.schema.entity(slot.record)
        assert entity is not None, "a slot of structs names its entity"
        attributes = [of for of in entity.attributes if of.name in slot.fields]
        if random.chance(policy.fields_reordered):
            attributes = random.shuffled(attributes)
        slot.fields = [of.name for of in attributes]
        fields = tuple(Field(of.name, style.type(of.type), of.type) for of in attributes)
        found.append(Class(camel(slot.record), fields, (dotted("wp.struct"),)))
    return found


def _laws(meanings: Meanings, variant: Mapping[str, Any], style: Style, constants: dict[str, Value]) -> list[Function]:
    """The functions that the kernel calls, each after those that it calls itself; their constants are noted."""
    found: dict[str, Function] = {}
    for word, law in meanings.laws.items():
        _add(found, word, law, meanings, variant, constants)
    return [_spelled(function, style) for function in found.values()]


def _add(
    found: dict[str, Function],
    word: str,
    law: Callable[..., Any],
    meanings: Meanings,
    variant: Mapping[str, Any],
    constants: dict[str, Value],
) -> None:
    """Add a law after those that it calls. Not inside of ``_laws``: as a cycle it would hold the row's trees."""
    if word in found:
        return
    stencil, enumerations = law_of(law), meanings.memory.schema.enumerations
    body = settled(stencil.function.body, variant)
    for part in parts_of(body):
        inner = part.operands[0] if part.operation == "name" else ""
        if inner in stencil.laws and inner != word:
            _add(found, inner, stencil.laws[inner], meanings, variant, constants)
        elif inner in stencil.constants:
            constants[inner] = stencil.constants[inner]
        elif part.operation == "attribute" and (owner := dotted_name(part.operands[0])) in enumerations:
            meanings.enumerations[owner] = None
    found[word] = with_fields(stencil.function, {"body": body, "decorators": (dotted("wp.func"),)})


def _spelled(law: Function, style: Style) -> Function:
    """A law with types as the style spells them."""
    typed = [p if p.type is None else with_fields(p, {"annotation": style.type(p.type)}) for p in law.parameters]
    gives = type_of(law.returns)
    returns = law.returns if gives is None else style.type(gives)
    return with_fields(law, {"parameters": tuple(typed), "returns": returns if style.shown_results else None})
