"""What an installation fetches, for tools/setup.sh. `python tools/packages.py run` (or `dev`) writes the requirements,
one a line; with `--count` how many packages that comes to, by the lock file."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def requirements(wanted: str) -> list[str]:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[str] = list(told["project"]["dependencies"])
    found += told["dependency-groups"]["dev"] if wanted == "dev" else []
    return found


def count(wanted: str) -> int:
    """With what they need themselves; some of it may be for other systems."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    needs = {each["name"]: [other["name"] for other in each.get("dependencies", ())] for each in lock}
    waiting, found = [re.split(r"[^\w.-]", each)[0].lower() for each in requirements(wanted)], set[str]()
    while waiting:
        name = waiting.pop()
        if name in needs and name not in found:
            found.add(name)
            waiting += needs[name]
    return len(found)


if __name__ == "__main__":
    print(count(sys.argv[1]) if "--count" in sys.argv else "\n".join(requirements(sys.argv[1])))
