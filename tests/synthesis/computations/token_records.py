"""What the computations of the family ``token_records`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def token_records(t, v, n):
    o, s = t.token, t.sequence
    words = ("place", "slot", "label", "segment", "hash")
    made = {f"token.{word}": getattr(o, word).copy() for word in words}
    lengths, lasts, ends = [], [], []
    for i, tokens in enumerate(s.tokens):
        written, run, code = [], 0, 0
        for k in tokens:
            if v.padding and o.padding[k]:
                record = (-1, -1, -1, -1, 0)
            else:
                if written and o.kind[k] != o.kind[written[-1]]:
                    run, code = run + 1, code if v.hashed == "all" else 0
                code = (31 * code + o.word[k]) % (1 << 20)
                page, offset = divmod(len(written), n.page_size)
                number = s.pages[i, page] if page < n.max_pages else -1
                slot = number * n.page_size + offset if number >= 0 else -1
                record = (len(written), slot, -1, run, code)
                if written:
                    made["token.label"][written[-1]] = o.word[k]
                written.append(k)
            for column, value in zip(made.values(), record, strict=True):
                column[k] = value
            if v.stop and written and written[-1] == k and o.word[k] == n.stop:
                break
        stopped = v.stop and any(o.word[k] == n.stop for k in written)
        ends.append(stopped or len(written) >= s.limit[i])
        lengths.append(len(written))
        lasts.append(written[-1] if written else -1)
    made |= {"sequence.length": np.array(lengths), "sequence.last": np.array(lasts)}
    return made | {"sequence.next_finished": np.array(ends)}


def paged_attention(t, v, n):
    q, k = t.query, t.key
    made = {
        "query.new_top": q.new_top.copy(),
        "query.new_total": q.new_total.copy(),
        "query.output": np.zeros_like(q.output),
    }
    for i, sequence in enumerate(q.sequence):
        length = min(q.position[i] + 1, n.max_pages * n.page_size)
        places = np.arange(max(q.position[i] + 1 - t.head.window[q.head[i]], 0) if v.window else 0, length)
        page = t.sequence.pages[sequence, places // n.page_size]
        keys = page * n.page_size + places % n.page_size
        held = (page >= 0) & (keys < len(k.vector))
        if v.padding:
            held[held] = k.masked[keys[held]] == 0
        keys, places = keys[held], places[held]
        score = n.scale * k.vector[keys] @ q.vector[i]
        if v.penalty:
            score = score - t.head.slope[q.head[i]] * (q.position[i] - places)
        top = score.max(initial=-1e10)
        weight = np.exp(score - top)
        made["query.new_top"][i], made["query.new_total"][i] = top, weight.sum()
        if len(keys):
            made["query.output"][i] = weight / weight.sum() @ k.content[keys]
    return made


def beam_record(t, v, n):
    b = t.beam
    made = {f"beam.{word}": getattr(b, word).copy() for word in ("total", "new_length", "rank", "ancestor")}
    for i, parent in enumerate(b.parent):
        if parent < 0:
            record = (b.step_log_probability[i], 1, b.step_log_probability[i], i)
            if v.parent == "leave":
                record = (-1e10, 0, -1e10, -1)
        elif b.finished[parent]:
            total, length = b.log_probability[parent], b.length[parent]
            record = (total, length, total / length**n.exponent, parent)
        else:
            total, length = b.log_probability[parent] + b.step_log_probability[i], b.length[parent] + 1
            if v.stop and b.word[i] == n.stop:
                length = length - 1
            rank = total / length**n.exponent
            if v.ban and b.word[i] == b.former_word[parent]:
                rank = -1e10
            record = (total, length, rank, parent)
        for column, value in zip(made.values(), record, strict=True):
            column[i] = value
    return made
