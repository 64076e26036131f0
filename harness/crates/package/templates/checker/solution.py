# {title}: 1 and n - 1 differ, because n is at least 3.
print(1, int(input()) - 1)
