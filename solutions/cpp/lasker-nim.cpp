// Lasker's Nim: a move takes stones from one heap, or splits one heap into two that are not empty.
//
// By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) each heap is worth a Nim heap of its
// value, and the first player wins exactly when the xor of all values is not 0. The values are the
// heaps themselves, but 4k + 3 and 4k + 4 change places (the statement has the proof).
//
// C++98, for judges with old compilers (HDU 3032). The largest heap, 2^31 - 1, has the value 2^31:
// hence the unsigned numbers.

#include <cstdio>

static unsigned value(unsigned heap) {
    if (heap % 4 == 3) return heap + 1;
    if (heap % 4 == 0 && heap > 0) return heap - 1;
    return heap;
}

int main() {
    int games, n;
    if (std::scanf("%d", &games) != 1) return 0;
    for (; games > 0 && std::scanf("%d", &n) == 1; --games) {
        unsigned nim_sum = 0;
        unsigned heap;
        for (; n > 0 && std::scanf("%u", &heap) == 1; --n) nim_sum ^= value(heap);
        std::puts(nim_sum != 0 ? "Alice" : "Bob");
    }
    return 0;
}
