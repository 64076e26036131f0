// Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps is 0.
// From xor 0 every move changes one heap and so the xor; from any other xor s, shrinking a heap h that holds the
// highest bit of s to h ^ s makes it 0. The game without stones has xor 0 and is lost.
// The xor has no bit that no heap has, so 64 bits are exact for every heap below 2^64.
// The file is read to its end, so several games in one file are answered as well.

#include <cstdint>
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);

    std::uint64_t n;
    while (std::cin >> n) {
        std::uint64_t nim_sum = 0;
        std::uint64_t heap;
        while (n > 0 && std::cin >> heap) {
            nim_sum ^= heap;
            --n;
        }
        std::cout << (nim_sum != 0 ? "Alice\n" : "Bob\n");
    }
}
