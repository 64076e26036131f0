import sys

words = iter(sys.stdin.read().split())
n = int(next(words))

print(n)
