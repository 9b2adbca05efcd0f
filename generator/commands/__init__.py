"""The commands of the command line, a file for each; `generator.cli` imports one when it is run."""
