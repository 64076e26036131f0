// Nim: every winning first move, in one pass.
//
// Bouton (1901): the player to move loses exactly when the xor x of all heaps is 0. So a winning
// move leaves xor 0, and taking from heap h does that only if h ^ x stones stay, for the other
// heaps have the xor x ^ h. It is a move at all if h ^ x < h: if h has the highest bit of x.
//
// C++98, for judges with old compilers (HDU 2176). Heaps are below 2^31, and so is their xor.

#include <cstdio>
#include <vector>

int main() {
    int count;
    // 0 ends the input; so does the end of the file.
    while (std::scanf("%d", &count) == 1 && count > 0) {
        std::vector<int> heaps(count, 0);
        int x = 0;
        for (int i = 0; i < count && std::scanf("%d", &heaps[i]) == 1; ++i) x ^= heaps[i];

        std::puts(x != 0 ? "Yes" : "No");
        for (int i = 0; i < count; ++i) {
            // The brackets matter: < binds more tightly than ^ in C++.
            if ((heaps[i] ^ x) < heaps[i]) std::printf("%d %d\n", heaps[i], heaps[i] ^ x);
        }
    }
    return 0;
}
