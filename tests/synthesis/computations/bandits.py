"""What the computations of the family ``bandits`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def epsilon_greedy(t, v, n):
    a = t.learner
    picks, explored = [], a.explored.copy()
    for i, r in enumerate(generators(n.seed, len(a.epsilon), n.step)):
        if r.uniform() < a.epsilon[i]:
            picks.append(r.integer(0, n.arms))
            explored[i] = 1
        else:
            noise = np.array([1e-6 * r.uniform() for _ in range(n.arms)]) if v.ties == "random" else 0
            picks.append(int(np.argmax(a.value[i] + noise)))
    made = {"learner.choice": np.array(picks)}
    if v.decay:
        made["learner.next_epsilon"] = np.maximum(n.decay * a.epsilon, n.least)
    return {**made, **({"learner.explored": explored} if v.mark else {})}


def softmax_choice(t, v, n):
    a = t.learner
    picks, chances = [], []
    for i, r in enumerate(generators(n.seed, len(a.temperature), n.step)):
        logits = a.value[i] / a.temperature[i] if v.of == "value" else a.preference[i]
        chance = np.exp(logits) / np.exp(logits).sum()
        if v.how == "cumulative":
            picks.append(min(int(np.searchsorted(np.cumsum(chance), r.uniform(), side="right")), n.arms - 1))
        else:
            u = np.clip([r.uniform() for _ in range(n.arms)], 1e-6, 1 - 1e-6)
            picks.append(int(np.argmax(logits - np.log(-np.log(u)))))
        chances.append(chance[picks[-1]])
    made = {"learner.choice": np.array(picks)}
    return {**made, **({"learner.chance": np.array(chances)} if v.chance else {})}


def thompson_choice(t, v, n):
    a = t.learner
    noise = np.array([r.normals(int(n.arms)) for r in generators(n.seed, len(a.temperature), n.step)])
    noise = noise / np.sqrt(a.pulls) * (a.temperature[:, None] if v.width == "temperature" else 1)
    draws = a.value + (np.maximum(noise, 0) if v.optimism else noise)
    return {"learner.choice": draws.argmax(axis=1)}


def choice_regret(t, v, n):
    a = t.learner
    paid = np.take_along_axis(a.payoff, np.asarray(a.choice).astype(int)[:, None], axis=1)[:, 0]
    made = {"learner.regret": a.payoff.max(axis=1) - paid}
    return {**made, **({"learner.reward": paid} if v.paid else {})}
