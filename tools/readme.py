"""Runs every command shown in README.md and puts its real output in place; `--check` only compares.

A block marked ```console holds commands after `$ ` with their output. A line `...` in an output stands for any lines.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
WIDTH = "118"


def output(command: str) -> list[str]:
    """What a person with a terminal of this width sees."""
    program, *arguments = shlex.split(command)
    if program not in ("sandtable", "./play"):
        raise SystemExit(f"README shows a command we do not run: {command}")
    environment = {**os.environ, "COLUMNS": WIDTH, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [str(Path(sys.executable).with_name("sandtable")), *arguments],
        capture_output=True, encoding="utf-8", env=environment, check=False,
    )  # fmt: skip
    return [line.rstrip() for line in (done.stdout + done.stderr).rstrip("\n").split("\n")]


def fresh(block: str) -> str:
    """A block with the outputs its commands have now."""
    lines: list[str] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        lines += [f"$ {command}", *_merged(shown, output(command)), ""]
    return "\n".join(lines[:-1]) + "\n"


def _merged(shown: list[str], real: list[str]) -> list[str]:
    """The real lines, left out where the README leaves them out."""
    if "..." not in shown:
        return real
    gap = shown.index("...")
    tail = len(shown) - gap - 1
    return [*real[:gap], "...", *(real[-tail:] if tail else [])]


def renewed(text: str) -> str:
    return BLOCK.sub(lambda block: fresh(block[0]), text)


def main() -> None:
    text = README.read_text(encoding="utf-8")
    new = renewed(text)
    if "--check" in sys.argv and new != text:
        raise SystemExit("README.md shows outputs that are no longer true: run tools/readme.py")
    README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
