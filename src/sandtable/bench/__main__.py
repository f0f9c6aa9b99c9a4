"""One round in a process of its own: `python -m sandtable.bench SUBJECT...` prints its figures for programs."""

import json
import sys

from sandtable.bench.rounds import measure

if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:])))
