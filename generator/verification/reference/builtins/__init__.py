"""Our own definitions of Warp's built-ins, a file a group."""
