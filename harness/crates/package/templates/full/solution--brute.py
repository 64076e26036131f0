# {title}, by the rules alone: the sum counted up one number at a time. A slow one says with the
# directive `only` which tests it can finish.
n = int(input())
total = 0
for word in input().split()[:n]:
    total += int(word)
print(total)
