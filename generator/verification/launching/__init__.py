"""What a kernel is launched with: inputs, arguments, guarded memory, the code that runs it on this machine."""
