# Wythoff's game (1907): with a <= b and d = b - a, the player to move loses exactly when
# a = floor(d * phi), where phi = (1 + sqrt 5) / 2 is the positive root of x^2 = x + 1. So no root
# and no fraction is needed: for d > 0
#
#     a <= d * phi     <=>  a * a <= d * b
#     a + 1 > d * phi  <=>  a * (a + 2) >= d * (b + 1),
#
# and d = 0 comes out right as well: only (0, 0) is lost. Python's integers are exact whatever the
# size. No pair ends the input: (0, 0) is a game too.

import sys


def mover_loses(a, b):
    d = b - a
    return a * a <= d * b and a * (a + 2) >= d * (b + 1)


def main():
    numbers = map(int, sys.stdin.read().split())
    for a, b in zip(numbers, numbers):
        print(0 if mover_loses(min(a, b), max(a, b)) else 1)


main()
