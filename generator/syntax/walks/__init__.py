"""Queries of a tree, each a short walk: names, effects, types; and rewrites of trees."""
