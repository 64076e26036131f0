# {title}: every question halves what is left, and 2^20 is more than a million.
low, high = 1, int(input())
word = ""
while word != "right":
    middle = (low + high) // 2
    print(middle, flush=True)
    word = input()
    if word == "higher":
        low = middle + 1
    elif word == "lower":
        high = middle - 1
