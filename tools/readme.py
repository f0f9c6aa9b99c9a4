"""Runs every command shown on a screen in README.md and the guides to the terminal, and puts its real output in place;
`--check` only compares.

A block marked ```console holds commands after `$ ` with their output. A line `...` in an output stands for any lines.
What stands after a prompt (`axis> march dak 3027`) is typed.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
WIDTHS = {"README.md": "118", "docs/charts-and-odds.md": "118", "docs/play-at-the-terminal.md": "96"}
PAGES = {ROOT / page: width for page, width in WIDTHS.items()}  # and how wide their screens are
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
TYPED = re.compile(r"^[a-z]+> (.*)$", re.MULTILINE)


def output(command: str, typed: str, width: str) -> list[str]:
    """What a person with a terminal of this width sees."""
    program, *arguments = shlex.split(command)
    if program not in ("sandtable", "./play"):
        raise SystemExit(f"README shows a command we do not run: {command}")
    environment = {**os.environ, "COLUMNS": width, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "src"), environment.get("PYTHONPATH")]))
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [str(Path(sys.executable).with_name("sandtable")), *arguments], cwd=folder, input=typed,
            capture_output=True, encoding="utf-8", env=environment, check=False,
        )  # fmt: skip
    return [line.rstrip() for line in (done.stdout + done.stderr).rstrip("\n").split("\n")]


def fresh(block: str, width: str) -> str:
    """A block with the outputs its commands have now."""
    lines: list[str] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        typed = "".join(f"{line}\n" for line in TYPED.findall("\n".join(shown)))
        lines += [f"$ {command}", *_merged(shown, output(command, typed, width)), ""]
    return "\n".join(lines[:-1]) + "\n"


def _merged(shown: list[str], real: list[str]) -> list[str]:
    """The real lines, left out where the README leaves them out."""
    if "..." not in shown:
        return real
    gap = shown.index("...")
    tail = len(shown) - gap - 1
    return [*real[:gap], "...", *(real[-tail:] if tail else [])]


def renewed(text: str, width: str = "118") -> str:
    return BLOCK.sub(lambda block: fresh(block[0], width), text)


def main() -> None:
    for page, width in PAGES.items():
        text = page.read_text(encoding="utf-8")
        new = renewed(text, width)
        if "--check" not in sys.argv:
            page.write_text(new, encoding="utf-8")
        elif new != text:
            raise SystemExit(f"{page.name} shows outputs that are no longer true: run tools/readme.py")


if __name__ == "__main__":
    main()
