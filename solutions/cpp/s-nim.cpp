// S-Nim: each move takes s stones from one heap, where s is a number of the take-set.
//
// By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) a heap of h stones is worth a Nim heap
// of g(h) stones, where g(h) is the mex (the least number that does not occur) of all g(h - s). A
// sum of heaps is lost exactly when the xor of their values is 0. A set of k numbers gives values
// of at most k, since k options cannot cover 0..k.
//
// C++98, for judges with old compilers (POJ 2960, HDU 1536).

#include <cstdio>
#include <vector>

static const int LARGEST = 10000;

// g(0) to g(LARGEST), each the mex of what its moves leave.
static std::vector<int> values_of(const std::vector<int> &set) {
    const int k = (int)set.size();
    std::vector<int> values(LARGEST + 1, 0);
    std::vector<int> seen_at(k + 1, -1);  // the heap that last had an option of this value
    for (int heap = 0; heap <= LARGEST; ++heap) {
        for (int i = 0; i < k; ++i) {
            if (set[i] <= heap) seen_at[values[heap - set[i]]] = heap;
        }
        while (seen_at[values[heap]] == heap) ++values[heap];
    }
    return values;
}

int main() {
    int k, positions, heaps, heap;
    while (std::scanf("%d", &k) == 1 && k > 0) {
        std::vector<int> set(k);
        for (int i = 0; i < k && std::scanf("%d", &set[i]) == 1; ++i) {}
        const std::vector<int> values = values_of(set);
        if (std::scanf("%d", &positions) != 1) return 0;
        for (; positions > 0 && std::scanf("%d", &heaps) == 1; --positions) {
            int value = 0;
            for (; heaps > 0 && std::scanf("%d", &heap) == 1; --heaps) value ^= values[heap];
            std::putchar(value != 0 ? 'W' : 'L');
        }
        std::putchar('\n');
    }
    return 0;
}
