"""What it costs: every figure beside a reference that is measured in the same run."""
