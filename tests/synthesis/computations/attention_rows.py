"""What the computations of the family ``attention_rows`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def _rows(t, masked):
    """The scores of each query that count."""
    for some in t.query.scores:
        yield some[t.score.visible[some] != 0] if masked else some


def attention_softmax(t, v, n):
    s, q = t.score, t.query
    result = s.new_probability.copy()
    tops, totals = [], []
    for all_, some in zip(q.scores, _rows(t, v.mask), strict=True):
        top = max([0.0 if v.sink else -1e10, *s.value[some]])
        total = np.exp(s.value[some] - top).sum() + (np.exp(-top) if v.sink else 0)
        result[all_] = 0
        result[some] = np.exp(s.value[some] - top) / total
        tops.append(top)
        totals.append(total)
    made = {"score.new_probability": result}
    if v.stored == "stats":
        made |= {"query.new_top": np.array(tops), "query.new_total": np.array(totals)}
    return made


def softmax_statistics(t, v, n):
    values = [t.score.value[some] for some in _rows(t, v.mask)]
    top = np.array([x.max(initial=-1e10) for x in values])
    total = np.array([np.exp(x - m).sum() for x, m in zip(values, top, strict=True)])
    made = {"query.new_top": top, "query.new_total": total}
    if v.log:
        made["query.log_sum"] = np.array([np.log(np.exp(x).sum()) if len(x) else -1e10 for x in values])
    return made


def attended_values(t, v, n):
    s = t.score
    output = []
    for some in _rows(t, v.mask):
        some = some[s.key[some] >= 0]
        output.append(s.probability[some] @ t.key.content[s.key[some]])
    return {"query.output": np.array(output)}


def attend(t, v, n):
    q, k = t.query, t.key
    output, tops, totals = q.weighted.copy(), q.running_top.copy(), q.running_total.copy()
    for i, keys in enumerate(q.keys):
        if v.causal:
            distance = q.position[i] - k.position[keys]
            keys = keys[(distance >= 0) & (distance < t.head.window[q.head[i]])]
        score = n.scale * k.vector[keys] @ q.vector[i]
        if v.penalty:
            score = score - t.head.slope[q.head[i]] * np.abs(q.position[i] - k.position[keys])
        # all in terms of a score of zero, and only then of the largest
        held, p = np.exp(q.running_top[i]), np.exp(score)
        tops[i] = score.max(initial=q.running_top[i])
        totals[i] = (held * totals[i] + p.sum()) / np.exp(tops[i])
        output[i] = (held * output[i] + p @ k.content[keys]) / np.exp(tops[i])
    made = {"query.weighted": output, "query.running_total": totals, "query.running_top": tops}
    return {**made, "query.log_sum": tops + np.log(totals)} if v.log else made


def softmax_backward(t, v, n):
    s = t.score
    result = np.zeros(len(s.value))
    for some in _rows(t, v.mask):
        p, dp = s.probability[some], s.grad[some]
        jacobian = np.diag(p) - np.outer(p, p)
        result[some] = jacobian @ dp
    return {"score.value_grad": result * n.scale if v.scaled else result}


def best_key(t, v, n):
    s = t.score
    best = [s.key[some[s.value[some].argmax()]] if len(some) else -1 for some in _rows(t, v.mask)]
    return {"query.best": np.array(best)}
