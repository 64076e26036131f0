# {slug}: some numbers.
#
#     random --n N --low L --high H --seed S   N numbers of L..=H
#     equal  --n N --number X                  N times X
import random
import sys


def main():
    kind, *words = sys.argv[1:]
    options = {name: int(value) for name, value in zip(words[::2], words[1::2])}
    n = options["--n"]
    if kind == "random":
        rng = random.Random(options["--seed"])
        numbers = [rng.randint(options["--low"], options["--high"]) for _ in range(n)]
    elif kind == "equal":
        numbers = [options["--number"]] * n
    else:
        sys.exit(f"unknown kind `{kind}`")
    print(n)
    print(*numbers)


main()
