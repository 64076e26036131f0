# Runs a program in Python's debugger. The terminal is the debugger's, and the program reads its
# input, both of which would be standard input otherwise.
import os
import pdb
import sys
import traceback

source, given = sys.argv[1:3]
terminal = os.fdopen(os.dup(0))
os.dup2(os.open(given, os.O_RDONLY), 0)
# Nothing in the program's folder gives it commands.
debugger = pdb.Pdb(stdin=terminal, stdout=sys.stdout, readrc=False)
sys.argv = [source] + sys.argv[3:]
# Behind Python's own modules, as when the program is judged.
sys.path.append(os.path.dirname(source))
with open(source, "rb") as file:
    code = compile(file.read(), source, "exec")
try:
    debugger.run(code, {"__name__": "__main__", "__file__": source, "__builtins__": __builtins__})
except SystemExit as end:
    print(f"The program ended with {end.code or 0}.")
except Exception:
    traceback.print_exc()
    print("It ended here; `q` leaves.")
    debugger.reset()
    debugger.interaction(None, sys.exc_info()[2])
else:
    print("The program ended.")
