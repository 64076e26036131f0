// Georgia and Bob: the leftward chessmen are staircase Nim.
//
// A chessman that moves left turns empty cells in front of it into empty cells behind it. Number
// the gaps from the right, each in front of its chessman: a move carries any number of cells from
// gap i to gap i - 1, and from gap 1 off the board. That is staircase Nim, where only the odd steps
// count: the first player wins exactly if the xor of the gaps 1, 3, 5, ... is not 0 (Bouton 1901
// for the heaps; cells that come down onto an odd step can be moved on at once).
//
// C++98, for judges with old compilers (POJ 1704).

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int boards, n;
    if (std::scanf("%d", &boards) != 1) return 0;
    for (; boards > 0 && std::scanf("%d", &n) == 1; --boards) {
        std::vector<int> men(n + 1, 0);  // men[0] is the wall, in front of all chessmen
        for (int i = 1; i <= n && std::scanf("%d", &men[i]) == 1; ++i) {}
        std::sort(men.begin(), men.end());

        int xor_of_gaps = 0;
        for (int i = n; i >= 1; i -= 2) xor_of_gaps ^= men[i] - men[i - 1] - 1;
        std::puts(xor_of_gaps != 0 ? "Georgia will win" : "Bob will win");
    }
    return 0;
}
