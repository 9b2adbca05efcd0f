"""How records lie in memory: which array a value is in, how it is indexed, and where a result is stored."""
