# Wrong: the halves of an even number are equal.
#@ expect: wrong-answer
n = int(input())
print(n // 2, n - n // 2)
