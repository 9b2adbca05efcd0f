"""Arms of bandits: greedy with exceptions, by softmax, by Thompson sampling."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.exploration import EXPLORATION

TINY = 1.0e-6


@computation(
    EXPLORATION,
    "choose an arm for each learner, the one of highest value or with chance epsilon a random one",
    ties={"first": "", "random": "breaking ties and near ties by small noise"},
    decay={True: "and let epsilon decay", False: ""},
    mark={True: "marking what was random", False: ""},
)
def epsilon_greedy(learner: Any, seed: Any, step: Any, arms: Any, decay: Any, least: Any) -> None:
    eps = learner.epsilon
    state = wp.rand_init(seed, step * count(learner) + learner.index)
    pick = int(0)
    if wp.randf(state) < eps:
        pick = wp.randi(state, 0, arms)
        if v.mark:
            learner.explored = 1
    else:
        best = float(-1.0e10)
        for k in range(arms):
            q = learner.value[k]
            if v.ties == "random":
                q += TINY * wp.randf(state)
            if q > best:
                best = q
                pick = k
    learner.choice = pick
    if v.decay:
        learner.next_epsilon = wp.max(eps * decay, least)


@computation(
    EXPLORATION,
    "choose an arm for each learner by a softmax",
    why={"gumbel": "the largest of logits plus Gumbel noise falls on each as often as their softmax says"},
    of={"value": "of the values over the temperature", "preference": "of the preferences"},
    how={
        "cumulative": "",
        "gumbel": "by the highest of the logits plus Gumbel noise",
    },
    chance={True: "and store its probability", False: ""},
)
def softmax_choice(learner: Any, seed: Any, step: Any, arms: Any) -> None:
    state = wp.rand_init(seed, step * count(learner) + learner.index)
    if v.of == "value":
        scale = 1.0 / learner.temperature
    if v.how == "cumulative" or v.chance:
        top = float(-1.0e10)
        for k in range(arms):
            z = learner.value[k] * scale if v.of == "value" else learner.preference[k]
            top = wp.max(top, z)
        total = float(0.0)
        for k in range(arms):
            z = learner.value[k] * scale if v.of == "value" else learner.preference[k]
            total += wp.exp(z - top)
    pick = int(arms - 1)
    share = float(0.0)
    if v.how == "cumulative":
        target = wp.randf(state) * total
        running = float(0.0)
        for k in range(arms):
            z = learner.value[k] * scale if v.of == "value" else learner.preference[k]
            share = wp.exp(z - top)
            running += share
            if target < running:
                pick = k
                break
    else:
        best = float(-1.0e10)
        for k in range(arms):
            z = learner.value[k] * scale if v.of == "value" else learner.preference[k]
            noisy = z - wp.log(-wp.log(wp.clamp(wp.randf(state), TINY, 1.0 - TINY)))
            if noisy > best:
                best = noisy
                pick = k
                if v.chance:
                    share = wp.exp(z - top)
    learner.choice = pick
    if v.chance:
        learner.chance = share / total


@computation(
    EXPLORATION,
    "choose an arm for each learner by Thompson sampling, the highest of normal draws about the values,",
    width={
        "pulls": "as wide as one over the root of the number of pulls",
        "temperature": "as wide as the temperature over the root of the number of pulls",
    },
    optimism={True: "but never below the value itself", False: ""},
)
def thompson_choice(learner: Any, seed: Any, step: Any, arms: Any) -> None:
    state = wp.rand_init(seed, step * count(learner) + learner.index)
    best = float(-1.0e10)
    pick = int(0)
    for k in range(arms):
        sigma = 1.0 / wp.sqrt(float(learner.pulls[k]))
        if v.width == "temperature":
            sigma *= learner.temperature
        noise = sigma * wp.randn(state)
        if v.optimism:
            noise = wp.max(noise, 0.0)
        draw = learner.value[k] + noise
        if draw > best:
            best = draw
            pick = k
    learner.choice = pick


@computation(
    EXPLORATION,
    "compute the regret of each learner, what the best arm pays above the one that it chose",
    paid={True: "and store what it pays", False: ""},
)
def choice_regret(learner: Any, arms: Any) -> None:
    best_payoff = float(-1.0e10)
    for k in range(arms):
        best_payoff = wp.max(best_payoff, learner.payoff[k])
    paid = learner.payoff[learner.choice]
    learner.regret = best_payoff - paid
    if v.paid:
        learner.reward = paid
