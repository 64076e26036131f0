// Bash's game: one heap of n stones, a move takes 1 to m of them.
//
// The multiples of m + 1 are lost: a take of c stones is answered by m + 1 - c, and m + 1 stones
// are gone. From any other heap the player to move takes the remainder and leaves such a multiple.
//
// C++98, for judges with old compilers (HDU 1846).

#include <cstdio>

int main() {
    int games, n, m;
    if (std::scanf("%d", &games) != 1) return 0;
    for (; games > 0 && std::scanf("%d%d", &n, &m) == 2; --games) {
        std::puts(n % (m + 1) != 0 ? "first" : "second");
    }
    return 0;
}
