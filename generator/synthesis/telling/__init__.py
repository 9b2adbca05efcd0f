"""What a kernel is told by: its intent in a sentence, a specification to write it from, a narration of its steps."""
