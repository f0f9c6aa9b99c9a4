"""Compiles core/kernels.py while the package is built; without Cython or a C compiler it stays plain Python."""

import os
import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "sandtable.core.kernels"
SOURCE = Path("src/sandtable/core/kernels.py")


class CompileKernels(BuildHookInterface[Any]):
    """Puts the extension beside kernels.py, where editable installs find it and wheels pick it up.

    Nothing that goes wrong in here fails the build: the kernels run uncompiled too, only slower.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        forget(root)
        try:
            if os.environ.get("SANDTABLE_PLAIN"):
                raise RuntimeError("SANDTABLE_PLAIN is set")
            extension = compile_kernels(root)
        except (Exception, SystemExit) as reason:  # setuptools leaves by SystemExit
            said = " ".join(str(reason).split()) or type(reason).__name__
            self.app.display_warning(f"sandtable: kernels stay plain Python: {said}")
            return
        self.app.display_info(f"sandtable: kernels compiled: {extension.name}")
        build_data["artifacts"].append(f"/{extension.relative_to(root).as_posix()}")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def clean(self, versions: list[str]) -> None:
        forget(Path(self.root))


def forget(root: Path) -> None:
    """Remove this Python's extension: one made from older source would be imported before kernels.py."""
    for suffix in EXTENSION_SUFFIXES:
        (root / SOURCE).with_suffix(suffix).unlink(missing_ok=True)


def compile_kernels(root: Path) -> Path:
    """Compile in a temporary directory, so that no C is left in the source tree; where the extension went."""
    from Cython.Build import cythonize  # in here, because either may be missing
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    source = root / SOURCE
    no_debugging = [] if os.name == "nt" else ["-g0"]  # a fifth of the size
    with TemporaryDirectory() as scratch:
        extensions = cythonize(  # type: ignore[no-untyped-call]  # Cython has no types
            [Extension(MODULE, [str(source)], extra_compile_args=no_debugging)],
            build_dir=scratch,
            include_path=[str(root / "src")],
            force=True,
            quiet=True,
        )
        command = build_ext(Distribution({"ext_modules": extensions}))
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()
        built = Path(command.get_ext_fullpath(MODULE))
        return Path(shutil.copy(built, source.with_name(built.name)))
