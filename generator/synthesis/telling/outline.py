"""Steps as lines: bullets, numbers, or sentences that follow each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.synthesis.telling.steps import Step

Outline = Callable[[Sequence[Step]], Iterator[str]]
"""Lines of steps."""


def bullets(steps: Sequence[Step], depth: int = 0) -> Iterator[str]:
    """A line a step, with a hyphen; those inside further in."""
    for step in steps:
        yield f"{'  ' * depth}- {_line(step)}"
        yield from bullets(_beneath(step), depth + 1)


def numbers(steps: Sequence[Step], depth: int = 0) -> Iterator[str]:
    """A line a step, counted; those inside as bullets."""
    for place, step in enumerate(steps, 1):
        yield f"{place}. {_line(step)}"
        yield from (f" {line}" for line in bullets(_beneath(step), depth + 1))


def sentences(steps: Sequence[Step]) -> Iterator[str]:
    """One sentence after another, until one leads in others, which stand beneath it as bullets."""
    line: list[str] = []
    for step in steps:
        line.append(_line(step))
        if beneath := _beneath(step):
            yield " ".join(line)
            yield from bullets(beneath)
            line = []
    if line:
        yield " ".join(line)


OUTLINES: tuple[Outline, ...] = (bullets, numbers, sentences)
"""Ways to set steps out."""


def _line(step: Step) -> str:
    if step.inner and not _beneath(step):
        return f"{step.sentence}: {step.inner[0].text}."
    return f"{step.sentence}:" if step.inner else f"{step.sentence}."


def _beneath(step: Step) -> tuple[Step, ...]:
    """The steps that stand beneath it: those that it leads in, but for a single plain one, which stands behind it."""
    short = len(step.inner) == 1 and not step.inner[0].inner
    return () if short else step.inner
