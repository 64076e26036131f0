// Fibonacci Nim: a move takes at most twice as many stones as the move before it.
//
// The first player loses exactly if the heap is a Fibonacci number. Any other heap is a sum of
// Fibonacci numbers no two of which are neighbours; taking the smallest summand leaves the opponent
// a smallest summand that is more than twice as large, out of reach.
//
// C++98, for judges with old compilers (HDU 2516). The first Fibonacci number beyond 2^31 - 1 needs
// an unsigned int.

#include <cstdio>

int main() {
    unsigned n;
    while (std::scanf("%u", &n) == 1 && n != 0) {
        unsigned small = 1;
        unsigned large = 2;
        while (large < n) {
            const unsigned next = small + large;
            small = large;
            large = next;
        }
        std::puts(large == n ? "Second win" : "First win");
    }
    return 0;
}
