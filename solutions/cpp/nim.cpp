// Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps is 0.
//
// From xor 0 every move changes one heap and so the xor; from any other xor s, shrinking a heap h
// that holds the highest bit of s to h ^ s makes it 0. The game without stones has xor 0 and is
// lost. The xor has no bit that no heap has, so an int is enough for heaps of up to 10000. Several
// games in one file are answered as well.
//
// C++98, for judges with old compilers.

#include <cstdio>

int main() {
    int n;
    while (std::scanf("%d", &n) == 1) {
        int nim_sum = 0;
        int heap;
        for (; n > 0 && std::scanf("%d", &heap) == 1; --n) nim_sum ^= heap;
        std::puts(nim_sum != 0 ? "Alice" : "Bob");
    }
    return 0;
}
