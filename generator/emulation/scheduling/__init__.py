"""Scheduling: which lanes run next, and which wait for others."""
