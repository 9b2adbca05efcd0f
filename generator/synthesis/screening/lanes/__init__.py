"""Values of all lanes side by side, what operators make of them, and what a kernel is struck for."""
