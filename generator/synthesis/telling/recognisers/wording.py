"""Wordings of reasons: ends of sentences, of which one is drawn; a condition's stand in brackets behind it."""

from __future__ import annotations

_WORDS = {
    "slot": ", a number that no other thread finds there|; each addition takes one number, so no two find the same",
    "no room": ", since the counter may run past the room|; past the last slot there is no room",
    "one place": ", since all {records} share this one element|; every thread may change this same element",
    "one a world": ", since all {records} of a world share one element"
    "|; the {records} of one world meet at this element",
    "same target": ", since several {records} may have the same {target}"
    "|; two {records} may lead to one {target}, and their threads must not overwrite each other"
    "|, for other {records} may have this {target} too"
    "|; without an atomic, {records} of one {target} would lose updates to each other",
    "same end": ", since other threads may come to the same {target}"
    "|; several threads may reach one {target} at once"
    "|, for this {target} is not this thread's alone",
    "same number": "; threads that meet here store the same|; whichever thread comes last, the element holds the same",
    "none": ", since -1 stands for no {target}|; -1 means that there is no {target}"
    "|, since the index may be -1, which is no {target}",
    "border": ", since {records} at the border lack a neighbour|; beyond the border there is no neighbour to read",
    "divisor": "; {w} is a divisor, which must not be zero|, since there is a division by {w}",
    "floor": "; {c} keeps the divisor above zero|, where {c} sees to it that the divisor is never zero"
    "|; with {c} in it the divisor cannot become zero",
    "search": "; one is enough, so the rest is not looked at|; the first one decides, so the loop may end",
    "stepped": "; the offset differs for every thread and every {step}, so that each draws a stream of its own"
    "|, with an offset of its own for each thread and {step}, lest they draw the same numbers"
    "|; no other thread has this offset, and none has it at another {step}",
    "state": "; the offset differs for each thread, so that their random numbers do"
    "|, with an offset of its own, lest threads draw the same numbers"
    "|; one seed serves all threads, and the offset tells them apart",
    "old values": "; {old} stays as it was, since other threads still read it"
    "|; the new values have an array of their own, so that no thread reads one too early",
    "found none": ", which stays where nothing is found|, which means none so far|, which stands for none",
    "in turn": "; arrays that are read at {turn} may have fewer rows than there are worlds"
    "|; worlds take the rows of arrays that are read at {turn} in turn",
    "bounds": ", since more threads may be launched than there are {records}"
    "|; a launch may have more threads than {records}",
    "in place": "; no other thread reads or writes this element, so it may be changed in place"
    "|, in place, since the element concerns this thread alone",
    "own element": "; no other thread writes this element"
    "|, an element of this thread's own, so that no atomic is needed"
    "|; each thread has an element of its own here, so no two meet"
    "|, which needs no atomic, since the element is this thread's alone"
    "|; threads do not meet here, so a plain store will do",
    "cast": "; the cast {cast} lets a loop change it, which Warp forbids for a bare number"
    "|, written {cast}, since Warp would take a bare number for a constant",
}

WORDINGS = {reason: tuple(words.split("|")) for reason, words in _WORDS.items()}
"""Reason -> its wordings. Those that say most stand first, and are given first."""

PLAIN = frozenset({"bounds", "in place", "own element", "cast"})
"""Reasons that hold of very many kernels."""

SAME = {"own element": "in place", "state": "stepped"}
"""Reason -> another one that says it, too."""
