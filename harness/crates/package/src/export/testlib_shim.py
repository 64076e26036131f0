# Lets a program that is written in testlib's order of arguments work as a {role} of this format.
# The program is unchanged: `run` starts this file with it, its arguments are put into testlib's
# order, and its exit code becomes the one that the format means.
import os
import re
import subprocess
import sys
import tempfile

ROLE = "{role}"
# Whether the problem has points, so that a checker may give a part of them.
SCORED = {scored}

ACCEPTED, REJECTED, FAILED = 42, 43, 1


def with_points(words, feedback):
    # Exit code 7: its words begin with the points, perhaps behind the word `points`.
    found = re.match(r"\s*(?:points)?\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)", words)
    if not found:
        return FAILED
    points = float(found.group(1))
    if not points > 0:
        return REJECTED
    if SCORED:
        with open(os.path.join(feedback, "score.txt"), "w") as file:
            file.write("%.10g\n" % points)
    return ACCEPTED


def meaning(code, words, feedback):
    if code == 0:
        return ACCEPTED
    if code in (1, 2, 4, 8):
        return REJECTED
    return with_points(words, feedback) if code == 7 else FAILED


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: run input answer feedback_dir")
    program, given, answer, feedback = sys.argv[1:5]
    # testlib wants the output as a file.
    handle, output = tempfile.mkstemp(prefix="testlib_output.", dir=feedback)
    with os.fdopen(handle, "wb") as file:
        while ROLE == "checker":
            block = sys.stdin.buffer.read(1 << 16)
            if not block:
                break
            file.write(block)
    message = os.path.join(feedback, "judgemessage.txt")
    with open(message, "ab") as words:
        child = subprocess.Popen([sys.executable, program, given, output, answer] + sys.argv[5:], stderr=words)
        # Only the child talks: its end must be seen.
        os.close(0)
        os.close(1)
        code = child.wait()
    if ROLE == "checker":
        os.unlink(output)
    with open(message, errors="replace") as file:
        words = file.read()
    code = meaning(code, words, feedback)
    if code == FAILED:
        sys.stderr.write(words)
    # Python would close the streams that are closed already.
    sys.stderr.flush()
    os._exit(code)


main()
