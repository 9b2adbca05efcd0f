"""The opcodes that compute, over all lanes at once: a table, an opcode a line."""
