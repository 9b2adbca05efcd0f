"""Questions to a tree, each a short walk: names, effects, types; and trees made of trees."""
