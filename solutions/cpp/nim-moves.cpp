// Nim: every winning first move, in one pass. The C++98 twin of nim-moves.rs, for HDU, which takes no Rust.
//
// Bouton (1901): the player to move loses exactly when the xor x of all heaps is 0. So a winning move leaves xor 0, and
// taking from heap h does that only if h ^ x stones stay, for the other heaps have the xor x ^ h. It is a move at all
// if h ^ x < h: if h has the highest bit of x.

#include <cstdio>
#include <vector>

int main() {
    int count;
    std::vector<unsigned> heaps;
    // 0 ends the input; so does the end of the file.
    while (std::scanf("%d", &count) == 1 && count > 0) {
        unsigned x = 0;
        heaps.assign(count, 0);
        for (int i = 0; i < count; ++i) {
            if (std::scanf("%u", &heaps[i]) != 1) break;
            x ^= heaps[i];
        }

        std::puts(x == 0 ? "No" : "Yes");
        for (int i = 0; i < count; ++i) {
            // The brackets matter: < binds more tightly than ^ in C++.
            if ((heaps[i] ^ x) < heaps[i]) std::printf("%u %u\n", heaps[i], heaps[i] ^ x);
        }
    }
    return 0;
}
