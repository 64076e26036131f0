# {slug}: the program finds a number with at most 20 questions. The input holds n and the number.
# Called as `interactor input answer feedback/`, with the program on both standard streams; ends
# with 42 for a right dialogue, with 43 for a wrong one.
import sys


def main():
    with open(sys.argv[1]) as file:
        n, secret = map(int, file.read().split())
    print(n, flush=True)
    for _ in range(20):
        line = sys.stdin.readline()
        try:
            guess = int(line)
        except ValueError:
            sys.stderr.write(f"expected a guess, got {line!r}\n")
            sys.exit(43)
        word = "higher" if guess < secret else "lower" if guess > secret else "right"
        print(word, flush=True)
        if word == "right":
            sys.exit(42)
    sys.stderr.write("20 questions were not enough\n")
    sys.exit(43)


main()
