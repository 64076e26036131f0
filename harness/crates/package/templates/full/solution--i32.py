# Wrong: the sum leaves 32 bits.
#@ expect: wrong-answer
n, numbers = int(input()), map(int, input().split())
print((sum(numbers) + 2**31) % 2**32 - 2**31)
