# Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps is 0.
# From xor 0 every move changes one heap and so the xor; from any other xor s, shrinking a heap h that holds the
# highest bit of s to h ^ s makes it 0. The game without stones has xor 0 and is lost.
# The file is read to its end, so several games in one file are answered as well.

import sys
from functools import reduce
from itertools import islice
from operator import xor


def main():
    numbers = map(int, sys.stdin.buffer.read().split())
    winners = []
    for n in numbers:
        nim_sum = reduce(xor, islice(numbers, n), 0)
        winners.append("Alice\n" if nim_sum else "Bob\n")
    sys.stdout.write("".join(winners))


main()
