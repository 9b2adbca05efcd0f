"""Which lanes run next, and which wait for others."""
