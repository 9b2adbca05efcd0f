"""The words for an element of an array: a noun of its schema, whose it is, and how they go together."""

from __future__ import annotations

from functools import lru_cache

from generator.syntax.nodes import node, remembered
from generator.synthesis.schemas.phrases import NEW, article, is_clause, of_each

LONGEST = 60
"""Letters of words that a step has room for, at the most."""

NOT = frozenset({"is", "may", "can", "was"})
"""Verbs after which a "not" may stand."""

NUMBERS = frozenset("two three four six eight nine".split())
ODD = {"biases": "bias", "feet": "foot", "vertices": "vertex"}
"""Plurals of which the singular is not the word without its end."""

WHETHER = "whether it "


@node
class Meaning:
    """What an element is: ``noun`` of an ``owner``, which is empty where all records share it.

    Of a ``clause`` the noun tells whether, which or how. One that is not ``bare`` has words to which "of the body"
    would seem to belong. ``own`` is of the thread's record.
    """

    noun: str
    owner: str = ""
    bare: bool = True
    clause: bool = False
    own: bool = False
    leads: bool = False
    """To a record, which "its" would then be of."""

    @remembered
    def whole(self) -> str:
        """With its owner: ``the mass of the body``, ``whether the body sleeps``, ``its end, for the ray `r```."""
        if self.bare and self.owner and not self.clause:
            return f"the {self.noun} of {self.owner}"
        if self.noun.startswith(WHETHER) and self.owner:
            return self.noun.replace("it", self.owner, 1)
        said = self.noun if self.clause else f"the {self.noun}"
        return said if self.own or not self.owner else f"{said}, for {self.owner}"

    @remembered
    def before(self) -> str:
        """The same where more of the sentence follows: ``for the ray `r` the point where it ends``."""
        said = self.noun if self.clause else f"the {self.noun}"
        apart = self.whole != said and self.whole.startswith(said) and not self.bare
        return f"for {self.owner} {said}" if apart else self.whole

    @remembered
    def short(self) -> str:
        """After one that named the owner."""
        whose = "its" if self.bare and self.owner and " of " not in self.noun else "the"
        return self.noun if self.clause else f"{whose} {self.noun}"

    def after(self, last: Meaning) -> str:
        """In a sentence that ends with another: ``its mass``, ``that of the body `b```; empty where it has its own."""
        if ", " in self.noun or ", " in last.noun or last.leads or not (last.bare or last.own):
            return ""
        if self.owner == last.owner:
            return self.short
        plural = self.noun.endswith("s") and not self.noun.endswith("ss")
        alike = self.noun == last.noun and self.bare and not self.clause and self.owner and last.owner
        return f"that of {self.owner}" if alike and not plural else ""

    def entry(self, at: str) -> Meaning | None:
        """One of several: ``the corner `[0]` of the triangle``, ``the entry `[0]` of the samples of 16 bits``."""
        if self.clause:
            return None
        one = one_of(self.noun) if self.bare else ""
        return Meaning(
            f"{one} {at}" if one else f"entry {at} of the {self.noun}", self.owner, self.bare, False, self.own
        )

    def exists(self, so: bool) -> str:
        """That an index leads to a record, or to none: ``the joint has no parent``; empty where that is not sure."""
        if self.clause or not self.owner or ", " in self.noun or not (self.bare or self.own):
            return ""
        return f"{f'{self.owner} has' if self.bare else 'there is'} {article(self.noun) if so else f'no {self.noun}'}"

    def holds(self, so: bool) -> str:
        """That a flag is so, or is not: ``the body does not take part``; empty where that has no sure form."""
        if not self.owner or not self.noun.startswith(WHETHER):
            return ""
        said = self.noun.removeprefix(WHETHER)
        said = said if so else _denied(said)
        return f"{self.owner} {said}" if said else ""


@lru_cache(maxsize=4096)
def meaning_of(words: str, owner: str, own: bool, anew: bool = False, leads: bool = False) -> Meaning | None:
    """That of an array with these words, which ``of_each`` made; ``anew`` where a step makes it of an old one."""
    apart = words.startswith("for each ")
    noun = _head(words.partition(", ")[2] if apart else words.partition(" of each ")[0])
    bare = not apart or not (" what " in noun or of_each(noun, "").startswith("for each "))
    clause = is_clause(noun)
    if len(noun) > LONGEST or noun[0].isdigit() or noun.startswith("one "):
        return None
    new = anew and not clause and not noun.startswith(NEW)
    return Meaning(f"{NEW}{noun}" if new else noun, owner, bare, clause, own, leads)


@lru_cache(maxsize=1024)
def one_of(noun: str) -> str:
    """The singular of a noun; empty where that is not sure: ``node`` of ``four nodes``."""
    *before, last = noun.split()
    if "of" in before or not (last in ODD or last.endswith("s")):
        return ""
    one = ODD.get(last) or (f"{last[:-3]}y" if last.endswith("ies") else last[:-1])
    return " ".join((*[word for word in before if word not in NUMBERS], one))


def _head(words: str) -> str:
    """A noun without the remark behind it, ``normal, out of its owner``; all of several, ``roll, pitch and yaw``."""
    words = words.partition(": ")[0].partition(" (")[0].partition(";")[0]
    head, _, remark = words.partition(", ")
    first = remark.partition(",")[0].split()
    joined = first[:1] in (["and"], ["or"]) and first[1] != "-1"
    return words if len(first) == 1 or first[1:2] == ["and"] or joined or ", or " in remark else head


def _denied(said: str) -> str:
    verb, _, rest = said.partition(" ")
    if {"no", "not"} & {*rest.split()}:
        return ""
    if verb in NOT:
        return f"{verb} not {rest}"
    if verb == "has" or not verb.endswith("s"):
        return ""
    base = verb.removesuffix("es") if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else verb[:-1]
    return f"does not {base} {rest}".rstrip()
