# {slug}: any two different positive numbers whose sum is n are right. Called as `checker input
# answer feedback/ < output`; ends with 42 for a right output, with 43 for a wrong one.
import sys


def judge(n, words):
    try:
        a, b = map(int, words)
    except ValueError:
        return "expected two numbers"
    if a < 1 or b < 1:
        return "a number is not positive"
    if a == b:
        return "the numbers are equal"
    return None if a + b == n else f"{a} and {b} are {a + b}, not {n}"


def main():
    with open(sys.argv[1]) as file:
        n = int(file.read())
    why = judge(n, sys.stdin.read().split())
    if why:
        print(why, file=sys.stderr)
    sys.exit(43 if why else 42)


main()
