"""Weights, embedding tables and recurrent cells: products, look-ups, their derivatives."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.activations import activate, sigmoid
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.layers import LAYERS


@law
def lstm_state(gate_in: float, gate_keep: float, candidate: float, carry: float) -> float:
    """Carried state of an LSTM cell after forgetting and adding, from gates before the sigmoid."""
    return sigmoid(gate_keep) * carry + sigmoid(gate_in) * wp.tanh(candidate)


@computation(
    LAYERS,
    "compute a sparse linear layer, each unit the dot product of its weights with their source units",
    bias={True: "plus a channel bias", False: ""},
    output={"plain": "", "activated": "and an activation"},
    pruned={True: "skipping pruned weights", False: ""},
)
def linear_forward(unit: Any, activation: Any, slope: Any) -> None:
    total = float(unit.channel.bias) if v.bias else float(0.0)
    for w in unit.weights:
        if v.pruned:
            if w.pruned != 0:
                continue
        source = w.source
        if exists(source):
            total += w.value * source.x
    unit.y = activate(activation, total, slope) if v.output == "activated" else total


@computation(
    LAYERS,
    "backpropagate through a sparse linear layer to its inputs: scatter weight times output gradient",
    pruned={True: "skipping pruned weights", False: ""},
)
def linear_backward_input(unit: Any) -> None:
    dy = unit.grad
    for w in unit.weights:
        if v.pruned:
            if w.pruned != 0:
                continue
        source = w.source
        source.x_grad += w.value * dy


@computation(
    LAYERS,
    "compute the gradient of each weight as input times output gradient",
    pruned={True: "zero for pruned weights", False: ""},
    missing={"leave": "", "zero": "zero for weights without a source"},
)
def weight_gradient(weight: Any) -> None:
    if v.pruned:
        if weight.pruned != 0:
            weight.grad = 0.0
            return
    if v.missing == "zero":
        dw = float(0.0)
        if exists(weight.source):
            dw = weight.source.x * weight.target.grad
        weight.grad = dw
    else:
        weight.grad = weight.source.x * weight.target.grad


@computation(
    LAYERS, "apply a pruning mask to weights", level={True: "dequantising the rest from integer levels", False: ""}
)
def mask_weights(weight: Any, weight_scale: Any) -> None:
    if weight.pruned != 0:
        weight.next_value = 0.0
    elif v.level:
        weight.next_value = float(weight.level) * weight_scale
    else:
        weight.next_value = weight.value


@computation(
    LAYERS,
    "compute an integer linear layer with 32-bit accumulation of quantised weights and inputs",
    output={"code": "", "value": "dequantised by the steps of inputs and of its channel's weights"},
)
def quantized_linear(unit: Any, input_scale: Any) -> None:
    total = int(0)
    for w in unit.weights:
        source = w.source
        total += w.level * source.level
    if v.output == "value":
        unit.y = float(total) * input_scale * unit.channel.scale
    else:
        unit.code = total


@computation(
    LAYERS,
    "look up the embedding row of each token",
    missing={"zero": "zeros for tokens out of the table", "leave": ""},
    weighted={True: "scaled by the token's weight", False: ""},
)
def embedding_lookup(token: Any, width: Any) -> None:
    entry = token.entry
    if v.missing == "zero":
        if not exists(entry):
            for k in range(width):
                token.output[k] = 0.0
            return
    for k in range(width):
        if v.weighted:
            token.output[k] = token.weight * entry.features[k]
        else:
            token.output[k] = entry.features[k]


@computation(
    LAYERS,
    "scatter the gradient of each token atomically into its embedding row",
    counted={True: "counting uses", False: ""},
    special={True: "skipping special tokens", False: ""},
)
def embedding_backward(token: Any, width: Any) -> None:
    if v.special:
        if token.special != 0:
            return
    entry = token.entry
    for k in range(width):
        entry.grads[k] += token.output_grad[k]
    if v.counted:
        entry.uses += 1


@computation(
    LAYERS,
    "pool the embeddings of each bag of tokens",
    pool={"sum": "by their sum", "mean": "by their mean", "weighted": "by their weighted sum"},
    counted={True: "storing how many were found", False: ""},
)
def embedding_bag(bag: Any, width: Any) -> None:
    if v.counted or v.pool == "mean":
        found = int(0)
        for t in bag.tokens:
            if exists(t.entry):
                found += 1
    for k in range(width):
        total = float(0.0)
        for t in bag.tokens:
            entry = t.entry
            if v.pool == "weighted":
                total += t.weight * entry.features[k]
            else:
                total += entry.features[k]
        if v.pool == "mean":
            total = total / float(wp.max(found, 1))
        bag.features[k] = total
    if v.counted:
        bag.found = found


@computation(
    LAYERS,
    "step an LSTM cell from its gate pre-activations (input, forget, candidate, output)",
    stopped={True: "holding finished sequences", False: ""},
    output={"tanh": "", "plain": "without the tanh on the output"},
)
def lstm_cell(cell: Any) -> None:
    if v.stopped:
        if cell.running == 0:
            cell.next_hidden = cell.hidden
            cell.next_carry = cell.carry
            return
    c = lstm_state(cell.gates[0], cell.gates[1], cell.gates[2], cell.carry)
    o = sigmoid(cell.gates[3])
    cell.next_hidden = o * wp.tanh(c) if v.output == "tanh" else o * c
    cell.next_carry = c


@computation(
    LAYERS,
    "step a gated recurrent unit from its gate pre-activations",
    form={
        "reset": "(update, reset, and the candidate's of input and of state), with the reset gate on that of state",
        "minimal": "(update, candidate) in the minimal form of one gate",
    },
    stopped={True: "holding finished sequences", False: ""},
)
def gru_cell(cell: Any) -> None:
    h = cell.hidden
    if v.stopped:
        if cell.running == 0:
            cell.next_hidden = h
            return
    if v.form == "reset":
        z = sigmoid(cell.gates[0])
        candidate = wp.tanh(cell.gates[2] + sigmoid(cell.gates[1]) * cell.gates[3])
    else:
        z = sigmoid(cell.gate_pair[0])
        candidate = wp.tanh(cell.gate_pair[1])
    cell.next_hidden = (1.0 - z) * h + z * candidate
