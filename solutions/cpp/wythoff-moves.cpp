// Wythoff's game (1907): all winning first moves.
//
// The player to move loses at (a_k, b_k) with a_k = floor(k * phi) and b_k = a_k + k. The a_k and
// b_k together hit every positive number exactly once (Beatty), so a pile has one partner and a
// difference one position: there are at most three winning moves, one of each kind.
//
// floor(n / phi) is the largest m with m * m <= n * (n - m), found bit by bit without rounding.
//
// C++98, for judges with old compilers (HDU 2177; its input ends with 0 0, and the end of the file
// ends it as well). Piles of up to 10^6: their products need long long, which G++ has.

#include <algorithm>
#include <cstdio>

static int golden_section(int n) {
    long long m = 0;
    for (int bit = 20; bit >= 0; --bit) {
        const long long longer = m + (1 << bit);
        if (longer <= n && longer * longer <= n * (n - longer)) m = longer;
    }
    return static_cast<int>(m);
}

// a_k = floor(k * phi) = k + floor(k / phi).
static int lower(int k) { return k + golden_section(k); }

// Only k = floor(pile / phi) + 1 can have a_k = pile. Otherwise pile is an upper number b_k, and
// a_k = floor(pile / phi).
static int partner(int pile) {
    const int section = golden_section(pile);
    return lower(section + 1) == pile ? pile + section + 1 : section;
}

int main() {
    int a, b;
    while (std::scanf("%d%d", &a, &b) == 2 && (a != 0 || b != 0)) {
        if (a > b) std::swap(a, b);
        const int both = lower(b - a);
        const int beside_a = partner(a);
        const int beside_b = partner(b);
        const bool take_from_both = both < a;
        const bool take_from_larger = beside_a < b;
        const bool take_from_smaller = beside_b < a && a < b;
        const bool wins = take_from_both || take_from_larger || take_from_smaller;
        std::puts(wins ? "1" : "0");
        if (take_from_both) std::printf("%d %d\n", both, both + b - a);
        if (take_from_larger) std::printf("%d %d\n", std::min(a, beside_a), std::max(a, beside_a));
        if (take_from_smaller) std::printf("%d %d\n", beside_b, b);
    }
    return 0;
}
