# {title}: say here why the answer is right.
import sys


def main():
    n, *numbers = map(int, sys.stdin.read().split())
    print(sum(numbers[:n]))


main()
