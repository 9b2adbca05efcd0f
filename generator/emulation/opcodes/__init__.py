"""What every opcode computes, over all lanes at once: a table, an opcode a line."""
