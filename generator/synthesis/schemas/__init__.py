"""What there is in a field: entities, their attributes and relations, and the numbers that a law takes beside them."""
