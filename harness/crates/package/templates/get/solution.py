# {title}
import sys

input = sys.stdin.readline

