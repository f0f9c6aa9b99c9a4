"""The engine's tests by other Pythons than this one: `tools/pythons.py [PYTHON...]`, all on the path if none is named.

Each gets an environment of its own, in which the package is built and installed as the lock says, and has to play the
golden games, count the trees and pass the tests of the core as this one does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
NAMES = ("python3.11", "python3.12", "python3.13", "python3.14")
TESTS = ("tests/core", "tests/golden", "tests/perft", "tests/play")
VERSION = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"


def main() -> None:
    mine = "{}.{}".format(*sys.version_info[:2])
    found = {version: python for python in sys.argv[1:] or NAMES if (version := version_of(python)) not in ("", mine)}
    if not found:
        print(f"no other Python than {mine} is on the path: {', '.join(NAMES)}")
    for version, python in found.items():
        print(f"Python {version} ({python})", flush=True)
        with TemporaryDirectory() as scratch:
            tried(python, Path(scratch))


def version_of(python: str) -> str:
    """Nothing if there is none, or one that does not run."""
    path = shutil.which(python)
    asked = subprocess.run([path, "-c", VERSION], capture_output=True, text=True) if path else None
    return asked.stdout.strip() if asked and asked.returncode == 0 else ""


def tried(python: str, scratch: Path) -> None:
    subprocess.run([python, "-m", "venv", scratch / "venv"], check=True)
    own = scratch / "venv" / "bin" / "python"
    copy = scratch / "source"
    left_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "*.so", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=left_out)
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["dev"]
    pip = [str(own), "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    subprocess.run([*pip, "--constraint", ROOT / "constraints.txt", "--editable", copy, *wanted], check=True)
    subprocess.run([own.with_name("sandtable"), "--version"], check=True)
    subprocess.run([own, "-m", "pytest", "-q", "-n", "auto", "-m", "not long", *TESTS], cwd=copy, check=True)


if __name__ == "__main__":
    main()
