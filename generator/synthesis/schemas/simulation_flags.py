"""What the bits and codes of a simulation's records mean: one name for a number, whichever computation reads it."""

KINEMATIC = 2
"""Bits of a body's flags."""
GRAVITY_OFF = 4
NEVER_SLEEPS = 8

COLLIDES = 1
"""Bits of a shape's flags."""
VISIBLE = 2
SITE = 4

CONTACTS_FULL = 1
"""Bits of a world's errors and of the status that keeps them."""
ROWS_FULL = 2
OUT_OF_RANGE = 4
TOO_FAST = 8
SLOTS_FULL = 16
INVALID = 32

AWAKE = -11
"""Sleep state of a tree that has just moved: it counts up, a step at a time, and sleeps from 0 on."""
