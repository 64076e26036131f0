// Wythoff's game (1907): with a <= b and d = b - a the player to move loses exactly when
// a = floor(d * phi), where phi = (1 + sqrt 5) / 2 is the positive root of x^2 = x + 1.
//
// No root is needed: for d > 0, a <= d * phi says a * a <= d * b, and a + 1 > d * phi says
// a * (a + 2) >= d * (b + 1). For d = 0 only a = 0 passes, and (0, 0) is lost. A double would be
// wrong at 14 positions with piles of up to 10^9.
//
// C++98, for judges with old compilers (POJ 1067, HDU 1527): G++ there has long long, and the
// products stay below 2^63. Pairs until the end of the file; 0 0 is a pair like any other.

#include <algorithm>
#include <cstdio>

int main() {
    int first, second;
    while (std::scanf("%d%d", &first, &second) == 2) {
        const long long a = std::min(first, second);
        const long long b = std::max(first, second);
        const long long d = b - a;
        const bool loses = a * a <= d * b && a * (a + 2) >= d * (b + 1);
        std::puts(loses ? "0" : "1");
    }
    return 0;
}
