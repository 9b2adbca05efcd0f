"""Faults that are found as "barrier": not all threads come to what all have to come to."""

from tests.emulation.faults.fault import Fault

BARRIER = "        __syncthreads();\n"
FAULTS = {
    "a reduction's barrier in its branch": Fault(
        "reductions/block_sum",
        "s[t] += s[t + w];\n        __syncthreads();",
        "{ s[t] += s[t + w]; __syncthreads(); }",
        "__syncthreads(); }",
    ),
    "first lanes alone at a barrier": Fault(
        "reductions/two_level_sum",
        "part[warp] = v;\n    __syncthreads();",
        "{ part[warp] = v; __syncthreads(); }",
        "part[warp] = v; __syncthreads(); }",
    ),
    "argmax with its barrier in the branch": Fault(
        "reductions/argmax",
        "place[t + w];\n        }\n        __syncthreads();",
        "place[t + w];\n            __syncthreads();\n        }",
        "__syncthreads()",
    ),
    "a dot product's barrier in its branch": Fault(
        "reductions/dot_product",
        "s[t] += s[t + w];\n        __syncthreads();",
        "{ s[t] += s[t + w];\n        __syncthreads(); }",
        "__syncthreads(); }",
    ),
    "moments with their barrier in the branch": Fault(
        "reductions/mean_variance",
        "s[1][t + w];\n        }\n        __syncthreads();",
        "s[1][t + w];\n            __syncthreads();\n        }",
        "__syncthreads()",
    ),
    "a scan's barrier where t is large enough": Fault(
        "scans/hillis_steele",
        "        s[t] += v;\n        __syncthreads();",
        "        s[t] += v;\n        if (t >= o) __syncthreads();",
        "if (t >= o) __syncthreads()",
    ),
    "a sweep's barrier in its branch": Fault(
        "scans/blelloch",
        "        __syncthreads();\n        if (t < d) s",
        "        if (t < d) __syncthreads();\n        if (t < d) s",
        "if (t < d) __syncthreads()",
    ),
    "a transpose whose barrier half of the threads reach": Fault(
        "matrices/transpose_tiled", "    __syncthreads();", "    if (y < 7) __syncthreads();", "if (y < 7)"
    ),
    "a bitonic sort's barrier in its branch": Fault(
        "sorting/bitonic_sort",
        "                }\n            }\n            __syncthreads();",
        "                }\n            __syncthreads();\n            }",
        "__syncthreads()",
    ),
    "a sort's barrier at pairs that change": Fault(
        "sorting/odd_even_sort",
        "            s[i + 1] = v;\n        }\n        __syncthreads();",
        "            s[i + 1] = v;\n            __syncthreads();\n        }",
        "__syncthreads()",
    ),
    "attention with a barrier for thread 0": Fault(
        "learning/attention_row",
        "total += score[j];\n    }\n    __syncthreads();",
        "total += score[j];\n        __syncthreads();\n    }",
        "__syncthreads()",
    ),
    "a transform's barrier for half of the threads": Fault(
        "science/fft_step",
        "            im[i] += v;\n        }\n        __syncthreads();",
        "            im[i] += v;\n            __syncthreads();\n        }",
        "__syncthreads()",
    ),
    "an edit distance with its barrier in the branch": Fault(
        "science/edit_distance",
        "*out = best;\n        }\n        __syncthreads();",
        "*out = best;\n            __syncthreads();\n        }",
        "__syncthreads()",
    ),
    "a shuffle by lanes outside of its mask": Fault(
        "reductions/warp_sum", "0xffffffffu", "0x0000ffffu", "__shfl_down_sync"
    ),
    "a scan by lanes outside of its mask": Fault("scans/warp_scan", "0xffffffffu", "0xfffffff0u", "__shfl_up_sync"),
    "a ballot by lanes outside of its mask": Fault(
        "scans/ballot_compaction", "0xffffffffu", "0x0fffffffu", "__ballot_sync"
    ),
    "a warp's sum in a branch": Fault(
        "science/pi",
        "    inside = __reduce",
        "    if (inside > 12) inside = __reduce_add_sync(0xffffffffu, inside);\n    inside = __reduce",
        "__reduce_add_sync",
    ),
    "a mean of the lanes above zero": Fault(
        "learning/layernorm",
        "        mean += __shfl",
        "        if (v > 0.0f) mean += __shfl",
        "mean += __shfl_xor_sync",
    ),
    "a sum by lanes outside of its mask": Fault(
        "matrices/spmv_vector", "0xffffffffu", "0x7fffffffu", "__shfl_xor_sync"
    ),
}
