"""What every game shares and no game changes: board, dice, charts, state, decisions and the flow of play."""

import importlib.util
import os
import sys
from pathlib import Path

if os.environ.get("SANDTABLE_PLAIN"):
    # An extension beside kernels.py would be imported first; whoever asks for plain Python gets it by path.
    _spec = importlib.util.spec_from_file_location(f"{__name__}.kernels", Path(__file__).with_name("kernels.py"))
    assert _spec is not None
    assert _spec.loader is not None
    kernels = sys.modules[_spec.name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(kernels)
