"""What is said of a build and where it is sent: card, figures, sample pages, push."""
