"""Steps as lines: bullets, numbers, or sentences that follow each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.syntax.nodes import node


@node
class Step:
    """A sentence without capital and full stop, and the steps that it leads in."""

    text: str
    inner: tuple[Step, ...] = ()
    formula_first: bool = False
    """Whether it begins with a name, which keeps its small letter."""

    def because(self, reason: str, test: str) -> Step:
        """With its reason at the end; where others are beneath it, in brackets, if there are those of a ``test``."""
        plain = reason.lstrip(",; ")
        aside = f" {plain}" if plain[0] == "(" else f" ({plain})"
        if self.inner and test and self.text.endswith(f" ({test})"):
            text = f"{self.text[:-1]}{reason if plain == aside[2:-1] else f'; {plain[1:-1]}'})"
        else:
            text = self.text + (aside if self.inner else reason)
        return Step(text, self.inner, self.formula_first)


Outline = Callable[[Sequence[Step]], list[str]]
"""Lines of steps."""


def bullets(steps: Sequence[Step], pad: str = "") -> list[str]:
    """A line a step, with a hyphen; those inside further in."""
    found: list[str] = []
    for step in steps:
        line, beneath = _told(step)
        found += [f"{pad}- {line}", *(bullets(beneath, f"{pad}  ") if beneath else ())]
    return found


def numbers(steps: Sequence[Step]) -> list[str]:
    """A line a step, counted; those inside as bullets."""
    found: list[str] = []
    for place, step in enumerate(steps, 1):
        line, beneath = _told(step)
        found += [f"{place}. {line}", *(bullets(beneath, "   ") if beneath else ())]
    return found


def sentences(steps: Sequence[Step]) -> list[str]:
    """One sentence after another, until one leads in others, which stand beneath it as bullets."""
    found: list[str] = []
    begun = ""
    for step in steps:
        line, beneath = _told(step)
        begun += f" {line}" if begun else line
        if beneath:
            found += [begun, *bullets(beneath)]
            begun = ""
    return [*found, begun] if begun else found


OUTLINES: tuple[Outline, ...] = (bullets, numbers, sentences)
"""Ways to set steps out."""


def _told(step: Step) -> tuple[str, tuple[Step, ...]]:
    """A step's own line, and the steps beneath it: those that it leads in; a single plain one stands behind it."""
    sentence = step.text if step.formula_first else step.text[0].upper() + step.text[1:]
    match step.inner:
        case ():
            return f"{sentence}.", ()
        case (Step(text, ()),):
            return f"{sentence}: {text}.", ()
    return f"{sentence}:", step.inner
