"""What every game shares and no game changes: board, dice, charts, state, decisions and the flow of play."""

import os
import sys

if os.environ.get("SANDTABLE_PLAIN"):
    from sandtable.core.plain import PlainFirst

    sys.meta_path.insert(0, PlainFirst())
