"""What it costs, beside a reference of the same run; and how like the kernels that people write ours are."""
