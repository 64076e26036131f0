// Turning coins (Mock Turtles): a move turns one to three coins, the rightmost from heads to tails.
//
// A head on coin a is worth a Nim heap of 2a or 2a + 1 stones, whichever has an odd number of ones
// in binary, and the first player loses exactly if the xor of all heads is 0. A coin may be named
// more than once, and counts once.
//
// C++98, for judges with old compilers (HDU 3537). Values are below 2 * 10^8.

#include <algorithm>
#include <cstdio>

static int value(int coin) {
    int ones = 0;
    for (int rest = coin; rest > 0; rest /= 2) ones += rest % 2;
    return 2 * coin + (ones % 2 == 0 ? 1 : 0);
}

int main() {
    int n;
    while (std::scanf("%d", &n) == 1) {
        int coins[100];
        for (int i = 0; i < n; ++i) {
            if (std::scanf("%d", &coins[i]) != 1) return 0;
        }
        std::sort(coins, coins + n);
        const int* end = std::unique(coins, coins + n);
        int sum = 0;
        for (const int* coin = coins; coin != end; ++coin) sum ^= value(*coin);
        std::puts(sum == 0 ? "Yes" : "No");
    }
    return 0;
}
