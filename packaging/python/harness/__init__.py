"""Calls the harness, and yields its results as they come.

    for line in harness.judge("a.cpp"):
        if line["type"] == "test":
            print(line["test"]["test"], line["test"]["verdict"])

Knows nothing of how a program is judged: every value is a line of `harness --report jsonl=-`, whose
types are in `harness.lines`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Iterable, Iterator, Union

from .lines import Line

__all__ = ["HarnessError", "Line", "judge", "judge_text", "program"]

# Every solution was as expected, or some was not. With other codes not everything was judged.
JUDGED = (0, 1)


class HarnessError(Exception):
    """The harness did not judge everything. `code` is its exit code, `message` what it printed."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"exit code {code}: {message}" if message else f"exit code {code}")
        self.code = code
        self.message = message


def program() -> str:
    """The path of the binary: the one that was installed with this module, else that of the PATH."""
    here = Path(__file__).resolve().parent
    # The folder of scripts: of this Python; of a user; of `pip install --target`.
    user = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else "posix_user"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user), str(here.parent / "bin")]
    for folder in folders:
        found = shutil.which("harness", path=folder)
        if found is not None:
            return found
    found = shutil.which("harness")
    if found is None:
        raise FileNotFoundError(f"no `harness` in {', '.join(folders)} or the PATH: install the wheel again")
    return found


def judge(place: Union[str, os.PathLike[str]], *arguments: str) -> Iterator[Line]:
    """Judges a file on the tests beside it, or a folder. More arguments are those of the command
    line: tests, names of solutions, options. Raises `HarnessError` after the last line if not
    everything was judged."""
    path = Path(place)
    if path.is_dir():
        return _lines(path, list(arguments))
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {path}")
    return _lines(path.parent, [f"./{path.name}", *arguments])


def judge_text(
    text: str, suffix: str, tests: Iterable[tuple[str, str]], *arguments: str
) -> Iterator[Line]:
    """Judges a program's text on pairs of an input and its answer, which become the tests `1`, `2` …
    `suffix` says the language: `.py`, `.cpp`."""
    with tempfile.TemporaryDirectory(prefix="harness-") as folder:
        name = f"main.{suffix.lstrip('.')}"
        Path(folder, name).write_text(text, encoding="utf-8")
        for number, (given, answer) in enumerate(tests, 1):
            Path(folder, f"{number}.in").write_text(given, encoding="utf-8")
            Path(folder, f"{number}.out").write_text(answer, encoding="utf-8")
        yield from _lines(Path(folder), [name, *arguments])


def _lines(folder: Path, arguments: list[str]) -> Iterator[Line]:
    command = [program(), *arguments, "--report", "jsonl=-"]
    # A file and not a pipe: nobody reads it until the end, and a full pipe would stop the harness.
    with tempfile.TemporaryFile() as messages, subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=messages
    ) as child:
        assert child.stdout is not None
        try:
            for line in child.stdout:
                yield json.loads(line)
        except BaseException:
            # Whoever stops listening ends the run.
            child.terminate()
            raise
        code = child.wait()
        if code not in JUDGED:
            messages.seek(0)
            raise HarnessError(code, messages.read().decode(errors="replace").strip())
