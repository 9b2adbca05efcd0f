"""Steps of a kernel as functions of their own: which steps may go together, what they take and what they give."""
