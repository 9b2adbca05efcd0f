"""What people call a function that was taken out of a kernel, and its arguments."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from generator.syntax.line_breaks import line_count
from generator.syntax.statements import LOOPS, Augment, Block, Call, Store, walk
from generator.syntax.values import Value, root_of
from generator.syntax.walks.adjoint_limits import is_sum
from generator.syntax.walks.effects import changed_by
from generator.synthesis.chance.randomness import Random
from generator.synthesis.factoring.runs import Run
from generator.synthesis.storage.signature import MARK, Signature, parted

Verbs = tuple[tuple[str, float], ...]
"""Patterns of names with their weights."""

GIVES: Verbs = (("compute_{}", 4.0), ("{}", 2.0), ("eval_{}", 1.5), ("get_{}", 1.5), ("calc_{}", 0.5))
FINDS: Verbs = (("find_{}", 2.0), ("get_{}", 1.0), ("compute_{}", 1.0))
SUMS: Verbs = (("sum_{}", 2.0), ("accumulate_{}", 1.0), ("compute_{}", 2.0), ("gather_{}", 0.5))
WRITES: Verbs = (("write_{}", 3.0), ("store_{}", 1.5), ("set_{}", 1.0))
ADDS: Verbs = (("add_{}", 3.0), ("accumulate_{}", 1.5), ("apply_{}", 1.0))
ITSELF: Verbs = (("{}", 4.0), ("{}_func", 1.0))
"""By what a function does; a name that is a question or says what is done gets no verb."""

BY_COMPUTATION = 0.5
"""A function that makes most of its computation is named by it, not by what it gives: of people's functions that
return a local, a third have its name in theirs."""

SHORTEST_WORD = 3
"""Fewest letters of a local that can name a function."""

STANDING = frozenset(
    "total found best first second last next old here there own other out result value state can linked opened inside "
    "near free full bad local chosen seen taken drawn shown hidden half heavy loud held kept wins output rew".split()
)
"""Names of locals that say how a value stands, not what it is; so do those that end as an adjective does."""

ADJECTIVE = re.compile("(?!(speed|seed|heading|bearing|damping|spring|ring|forest|rest)$).*(ed|ing|est)")

QUESTIONS = ("is_", "has_", "can_", "in_")
"""How names of questions begin."""

VERBS = frozenset(
    "accumulate adapt add advance advect aggregate aim allocate apply assign blend build carry cast check choose "
    "claim clamp classify clear clip collapse collect collide compare compress compute convert copy correct count "
    "decode displace drive encode erase eval evaluate expand expose extend fill find finish fire flip fly follow "
    "gather integrate interpolate invert join keep launch limit localize mark measure merge mix move multiply "
    "mutate overwrite pack pan perturb pick place predict prepare project prune pull push quantise read rebuild "
    "recover reduce relax release reorder repel replace resample reserve reset resolve restart restore save "
    "scatter select separate set sharpen shift simulate solve sort split spread start step store swap switch "
    "transpose truncate unpack update upsample validate wake walk want weigh weld write".split()
)
"""Words of computations, before the last, that say what is done, not what is made."""

NO_NOUNS = frozenset("select solve reduce separate repel choose broadcast rescale expand scatter".split())
"""Verbs that say so as the last word, too."""


def function_name(run: Run, body: Block, computation: str, record: str, taken: Collection[str], random: Random) -> str:
    """A verb and what the function makes: a local with a word for a name, an attribute, or the computation."""
    words = list(words_of(run, body, computation))
    if random.chance(BY_COMPUTATION):
        words.reverse()
    for word, verbs in (*words, *((f"{record}_{word}", verbs) for word, verbs in words)):
        for _ in range(3):
            name = random.weighted(verbs).format(word)
            if name not in taken and "_" in name:  # a word alone may be one of Warp's own functions
                return name
    word, _ = words[0]
    return next(name for number in range(len(taken) + 1) if (name := f"{word}_part{number}") not in taken)


def _verbs(run: Run) -> Verbs:
    loops = [each for each in walk(run.statements) if isinstance(each, LOOPS)]
    if any(is_sum(loop, word) for loop in loops for word in run.given):
        return SUMS
    return FINDS if loops else GIVES


def noun_of(computation: str, verb: str, record: str = "") -> str:
    """What a computation makes, by its name: without a verb, unless the record alone is left: ``drive_unit``."""
    first, _, rest = computation.partition("_")
    makes = rest not in ("", record) and not _stands(rest)
    return rest if makes and (first == verb or first in VERBS) else computation


def does(computation: str) -> bool:
    """Whether a computation's name says what is done."""
    first, *others = words = computation.split("_")
    return not VERBS.isdisjoint({first, *others[:-1]}) or words[-1] in NO_NOUNS


def words_of(run: Run, body: Block, computation: str) -> Iterator[tuple[str, Verbs]]:
    """What can name a run's function, with the verbs that may stand in front.

    Its locals or stores, or its computation, if it makes most of it.
    """
    stored = [set(_stored_as(body, word)) for word in run.given]
    whole = not stored or any(stored)  # not all that it gives is on the way to something else
    verbs = GIVES if run.given else _verbs_of_writes(run)
    if not run.given and (word := _written(run)):
        yield word, verbs
    for words in (run.given, [each.pop() if len(each) == 1 else "" for each in stored]):
        if words and (word := _one_word(words)):
            yield word, ITSELF if word.startswith(QUESTIONS) else _verbs(run)
    if computation and whole and 2 * run.lines > line_count(body):
        yield computation, ITSELF if does(computation) else verbs


def _verbs_of_writes(run: Run) -> Verbs:
    return WRITES if Store in map(type, walk(run.statements)) else ADDS


def _written(run: Run) -> str:
    """The record that a run writes, or the one attribute of it; empty where it writes records of several kinds."""
    arrays = [word for word in changed_by(run.statements) if word.startswith(MARK)]
    written = {(parted(word)[0], _attribute(word)) for word in arrays}
    owners = {owner for owner, _ in written}
    if len(owners) != 1:
        return ""
    return owners.pop() if len(written) > 1 else "_".join(*written)


def _attribute(array: str) -> str:
    """The attribute that an array's symbol names, whatever becomes of it there."""
    return parted(array)[1].removesuffix("_out")


def _one_word(words: Sequence[str]) -> str:
    """The word that all have, in the plural where they are several; empty where they have none."""
    word, *others = {*words}
    if others or _stands(word) or len(word) < SHORTEST_WORD:
        return ""
    return word if len(words) == 1 else f"{word.removesuffix('s')}s"


def _stands(word: str) -> bool:
    """Whether a word says how something stands, not what it is."""
    return word in STANDING or ADJECTIVE.fullmatch(word) is not None


def _stored_as(block: Block, word: str) -> Iterator[str]:
    """Attributes that a name is stored to unchanged, by the symbols of their arrays; "" for a part of a local."""
    for statement in walk(block):
        match statement:
            case (
                Store(target, Value("name", (stored,)))
                | Augment(target, _, Value("name", (stored,)))
                | Call(Value("call", (_, target, *_, Value("name", (stored,)))))
            ) if stored == word:
                root = root_of(target)
                yield _attribute(root) if root.startswith(MARK) else ""


def argument_words(signature: Signature, symbol: str) -> tuple[str, ...]:
    """Names for an array or a number that is passed to a function: its plainer ones first."""
    names, word = signature.slots[symbol].names, symbol[1:].replace(".", "_")
    return (*names[1:2], *names, word, f"{word}_values")
