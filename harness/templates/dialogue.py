line = input()

print(line, flush=True)
