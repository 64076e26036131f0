// Misère Nim: who takes the last stone loses.
//
// Bouton (1901): as soon as some heap has two stones or more, the player to move wins exactly if
// the xor of all heaps is not 0, as in ordinary Nim: the winner plays ordinary Nim until his move
// would leave heaps of one stone only, and then chooses how many of them, an odd number. With heaps
// of one stone only nobody has a choice, and an even number of them is won, xor 0.
//
// C++98, for judges with old compilers (POJ 3480, HDU 1907). Heaps of up to 5000 fit an int.

#include <cstdio>

int main() {
    int games, n;
    if (std::scanf("%d", &games) != 1) return 0;
    for (; games > 0 && std::scanf("%d", &n) == 1; --games) {
        int nim_sum = 0;
        bool has_larger_heap = false;
        int heap;
        for (; n > 0 && std::scanf("%d", &heap) == 1; --n) {
            nim_sum ^= heap;
            if (heap > 1) has_larger_heap = true;
        }
        std::puts((nim_sum != 0) == has_larger_heap ? "John" : "Brother");
    }
    return 0;
}
