"""Rows at scale: produce and resume a build, describe it, publish it."""
