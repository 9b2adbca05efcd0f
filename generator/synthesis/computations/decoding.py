"""What comes next: penalties, choices, ends of sequences, beams, linear scans."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.attention import ATTENTION

BANNED = -1.0e4
UNRANKED = -1.0e4
TINY = 1.0e-6
DEEPEST = 8


@law
def penalize_logit(logit: float, penalty: float) -> float:
    """Logit under a repetition penalty: divided where positive, else multiplied, so that it always falls."""
    if logit > 0.0:
        return logit / penalty
    return logit * penalty


@law
def gumbel(u: float) -> float:
    """Standard Gumbel noise from a uniform number, kept finite at both ends."""
    return -wp.log(-wp.log(wp.clamp(u, TINY, 1.0 - TINY)))


@law
def length_normalized_score(log_probability: float, length: int, exponent: float) -> float:
    """Log-probability of a sequence over a power of its length, so that short ones are not favoured."""
    return log_probability / wp.pow(float(length), exponent)


@computation(
    ATTENTION,
    "ban tokens that a sequence already has if repeats are ruled out, else make them less likely",
    by={"seen": "", "times": "by how often it has them"},
)
def repetition_penalty(sequence: Any, vocabulary: Any, penalty: Any, ban_repeats: Any) -> None:
    for c in range(vocabulary):
        times = int(0)
        for t in sequence.tokens:
            if t.word == c:
                times += 1
        z = sequence.logits[c]
        if times > 0:
            if ban_repeats:
                z = BANNED
            elif v.by == "times":
                z -= float(times) * wp.log(penalty)
            else:
                z = penalize_logit(z, penalty)
        sequence.adjusted[c] = z


@computation(
    ATTENTION,
    "rule out all but the likeliest next tokens of each sequence",
    scaled={True: "and divide by the temperature", False: ""},
    finished={True: "unless it has ended", False: ""},
)
def top_k_mask(sequence: Any, vocabulary: Any, top: Any, temperature: Any) -> None:
    if v.finished:
        if sequence.finished != 0:
            return
    for c in range(vocabulary):
        z = sequence.logits[c]
        better = int(0)
        for other in range(vocabulary):
            if sequence.logits[other] > z:
                better += 1
        if v.scaled:
            z = z / temperature
        sequence.adjusted[c] = z if better < top else BANNED


@computation(
    ATTENTION,
    "choose the next token of each sequence",
    why={"gumbel": "the largest of logits plus Gumbel noise falls on each as often as their softmax says"},
    how={"greedy": "", "gumbel": "at random by the Gumbel trick"},
    finished={"none": "", "stop": "and the stop token where it has ended"},
)
def next_token(sequence: Any, vocabulary: Any, seed: Any, step: Any, temperature: Any, stop: Any) -> None:
    if v.finished == "stop":
        if sequence.finished != 0:
            sequence.pick = stop
            return
    if v.how == "gumbel":
        state = wp.rand_init(seed, step * count(sequence) + sequence.index)
    best = int(-1)
    top = float(-1.0e10)
    for c in range(vocabulary):
        z = sequence.logits[c]
        if v.how == "gumbel":
            z = z / temperature + gumbel(wp.randf(state))
        if z > top:
            top = z
            best = c
    sequence.pick = best


@computation(
    ATTENTION,
    "mark sequences that have ended",
    by={"stop": "with the stop token", "limit": "with the stop token or by length"},
)
def mark_finished(sequence: Any, stop: Any) -> None:
    done = sequence.finished
    n = int(0)
    for t in sequence.tokens:
        n += 1
        if t.word == stop:
            done = 1
            break
    if v.by == "limit":
        if n >= sequence.limit:
            done = 1
    sequence.next_finished = done


@computation(
    ATTENTION,
    "count how many leading tokens of a draft are accepted, those before the first that differs",
    after={"none": "", "next": "and take the token after them, or -1 where all are accepted"},
)
def accepted_prefix(sequence: Any) -> None:
    n = int(0)
    if v.after == "next":
        pick = int(-1)
    for t in sequence.tokens:
        if t.draft != t.word:
            if v.after == "next":
                pick = t.word
            break
        n += 1
    sequence.accepted = n
    if v.after == "next":
        sequence.pick = pick


@computation(
    ATTENTION,
    "extend each beam by its last token unless its parent has ended,",
    root={"leave": "and rule out those without a parent", "start": "and start those without a parent"},
    rank={"plain": "", "length": "and rank it by its length-normalised score"},
)
def extend_beam(beam: Any, exponent: Any) -> None:
    parent = beam.parent
    if not exists(parent):
        first = beam.step_log_probability if v.root == "start" else BANNED
        beam.total = first
        if v.rank == "length":
            beam.rank = first
        return
    total = parent.log_probability
    if v.rank == "length":
        length = int(parent.length)
    # one that has ended takes no more tokens
    if parent.finished == 0:
        total += beam.step_log_probability
        if v.rank == "length":
            length += 1
    beam.total = total
    if v.rank == "length":
        beam.rank = length_normalized_score(total, length, exponent)


@computation(
    ATTENTION,
    "walk from each beam back to where it began, at most 8 steps,",
    until={"root": "", "word": "or to a start token,"},
    depth={True: "and count the steps", False: ""},
)
def beam_ancestor(beam: Any, start: Any) -> None:
    steps = int(0)
    current = int(beam.index)
    while steps < DEEPEST:
        if v.until == "word":
            if beam[current].word == start:
                break
        if not exists(beam[current].parent):
            break
        current = beam[current].parent.index
        steps += 1
    beam.origin = current
    if v.depth:
        beam.depth = steps


@computation(
    ATTENTION,
    "scan the inputs of each state with its decays",
    outputs={"end": "", "steps": "and store the output of each step", "read": "and store the read-out of each step"},
    reset={True: "beginning again at a given step", False: ""},
)
def linear_scan(state: Any, steps: Any) -> None:
    h = float(state.value)
    for k in range(steps):
        if v.reset:
            if k == state.reset:
                h = 0.0
        h = state.decay[k] * h + state.input[k]
        if v.outputs == "steps":
            state.outputs[k] = h
        elif v.outputs == "read":
            state.outputs[k] = state.read * h
    state.end = h


@computation(
    ATTENTION,
    "mark the beams that have ended or end with the stop token, and rank those by their length-normalised score, "
    "all others behind them",
)
def finish_beams(beam: Any, stop: Any, exponent: Any) -> None:
    if beam.finished != 0 or beam.word == stop:
        beam.next_finished = 1
        beam.rank = length_normalized_score(beam.log_probability, beam.length, exponent)
    else:
        beam.next_finished = 0
        beam.rank = UNRANKED
