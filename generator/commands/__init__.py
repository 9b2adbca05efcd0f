"""One command of the command line in each file: words for people. `generator.cli` imports one when it is run."""
