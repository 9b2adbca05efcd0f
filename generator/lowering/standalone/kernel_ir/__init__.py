"""What a kernel does, as typed operations in a tree of blocks, and questions that one walk over it answers."""
