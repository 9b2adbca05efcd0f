"""What values each argument takes, in words."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from generator.launch import OUTPUT, Argument
from generator.syntax.types import Array, Scalar, element_of
from generator.synthesis.composition.filling import fill_of
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.schemas.entities import EARLIER, OTHER, Attribute
from generator.synthesis.schemas.phrases import article, defined, listed, spoken
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Indices, Size, Slot


def domains_of(drawn: DrawnKernel) -> tuple[tuple[str, str], ...]:
    """Argument and the words for its domain, in order of the signature."""
    pairs = zip(drawn.slots, drawn.launch.arguments, strict=True)
    return tuple((argument.name, _before(drawn, slot, argument)) for slot, argument in pairs)


def _before(drawn: DrawnKernel, slot: Slot, argument: Argument) -> str:
    """What an argument holds before the launch: nothing yet, where the kernel only writes it."""
    words = "0" if argument.starts_from_zeros else domain_of(drawn, slot, argument)
    known = words in ("0", "-1") and argument.role == OUTPUT
    return f"{words.replace('0', 'zero')} before the launch" if known or argument.starts_from_zeros else words


def domain_of(drawn: DrawnKernel, slot: Slot, argument: Argument) -> str:
    """The words for the values of one argument; of structs, those of each field."""
    if not slot.record:
        return _values(drawn, slot, argument)
    entity = drawn.computation.schema.entity(slot.record)
    assert entity is not None, "a slot of structs names its entity"
    return "; ".join(_field(of) for of in entity.attributes if of.name in slot.fields)


def _field(of: Attribute) -> str:
    unit = f", in {of.unit}" if of.unit else ""
    return f"{defined(of.name, of.words)}{unit}, {_filled(of.domain)}"


@lru_cache(maxsize=1024)
def _filled(fill: Domain) -> str:
    if fill.fill == "index" and fill.high - fill.low == 1:
        return _bound(fill.low)
    return fill.words.format(low=_bound(fill.low), high=_bound(fill.high))


def _bound(number: float) -> str:
    """A bound in full where it is whole: ``{:g}`` rounds it to six digits."""
    return str(int(number)) if number == int(number) else f"{number:g}"


def _values(drawn: DrawnKernel, slot: Slot, argument: Argument) -> str:
    match fill_of(slot) if slot.shape else slot.fill:
        case Domain("unit") if isinstance(element_of(slot.type), Scalar):
            return "1 or -1"
        case Domain() as fill:
            tie = fill.tie.format(over=argument.over) if fill.tie and argument.over else ""
            return _filled(fill) + (f", {tie}" if tie else "")
        case Indices(entity, empty, ascending, room):
            name, times = spoken(entity).partition("*")[::2]
            if ascending:
                return f"ascending offsets into the {'list' if times else f'{name} records'}"
            place = "offset into the list" if times else f"index of {_which(argument, name)}"
            rest = f", so that start + count is within the {'list' if times else spoken(entity) + ' records'}"
            return (
                place
                + (", or -1 for none" if empty else "")
                + _difference(drawn, slot, argument, name)
                + (rest if room else "")
            )
        case Size() if not isinstance(slot.type, Array):
            return slot.words
        case Size(entity, _, more) as size:
            many = drawn.sizes.of(size)
            return f"a count from {many // 2} to {many}" if entity else f"a count below {more}"


def _which(argument: Argument, target: str) -> str:
    """The ``target`` that an index leads to: any, or another or an earlier one than that of its place."""
    which = {OTHER: f"another {target}", EARLIER: f"an earlier {target}"}
    return which.get(argument.fill) or article(target)


def _difference(drawn: DrawnKernel, slot: Slot, argument: Argument, target: str) -> str:
    """That no record leads to one ``target`` twice, where the launch draws them so."""
    many = argument.high - (argument.fill == OTHER)
    if argument.fill not in ("distinct", OTHER) or argument.member < 0 or not 1 < argument.members <= many:
        return ""
    if not argument.member:
        owner = spoken(next(size.entity for size in slot.shape if size.entity not in ("", WORLD)))
        return f", never the same {target} twice {'in' if owner != target else 'for'} one {owner}"
    pairs = zip(drawn.slots, drawn.launch.arguments, strict=True)
    others = [known.name for other, known in pairs if other is not slot and _goes_with(other, slot)]
    return f", never the same {target} as in {listed(others)}" if others else ""


def _goes_with(one: Slot, other: Slot) -> bool:
    """Whether two arrays hold members of the same records."""
    if not isinstance(one.fill, Indices) or not isinstance(other.fill, Indices) or not one.fill.member:
        return False
    alike = [replace(fill, member=0, empty=False) for fill in (one.fill, other.fill)]
    return one.shape == other.shape and alike[0] == alike[1]
