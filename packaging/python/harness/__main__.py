"""`python -m harness` is the command `harness`."""

import os
import sys

from . import program

try:
    path = program()
except FileNotFoundError as error:
    sys.exit(f"error: {error}")
os.execv(path, [path, *sys.argv[1:]])
