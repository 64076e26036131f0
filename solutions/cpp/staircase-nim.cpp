// Staircase Nim: a move carries stones from one step to the step below, or from step 1 to the
// ground.
//
// Only the odd steps count, as the heaps of a game of Nim: stones that come down from an even step
// can be carried on at once, and then the odd steps are as before. So the first player wins exactly
// if the xor of the steps 1, 3, 5, ... is not 0 (Bouton 1901).
//
// C++98, for judges with old compilers. Steps of up to 10^9 stones fit an int.

#include <cstdio>

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 0;
    int nim_sum = 0;
    int stones;
    for (int step = 1; step <= n && std::scanf("%d", &stones) == 1; ++step) {
        if (step % 2 == 1) nim_sum ^= stones;
    }
    std::puts(nim_sum != 0 ? "Yes" : "No");
    return 0;
}
