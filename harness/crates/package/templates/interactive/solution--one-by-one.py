# Wrong: asks for every number in turn, and 20 questions are not enough.
#@ expect: wrong-answer
import sys

n = int(input())
for guess in range(1, n + 1):
    print(guess, flush=True)
    if sys.stdin.readline().strip() != "higher":
        break
