"""What a candidate, a row of a stream and a row of `produce` cost, stage by stage."""
