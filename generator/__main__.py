"""``python -m generator``: the command line."""

import os
import sys

if __name__ == "__main__":
    # `-m` puts the current folder first on the path; unless it is this package's own, its modules are untrusted.
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != home:
        del sys.path[0]

    from generator.cli import main

    main()
