// S-Nim: each move takes s stones from one heap, where s is a number of the take-set.
//
// By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) a heap of h stones is worth a Nim heap of g(h) stones,
// where g(h) is the mex (the least number that does not occur) of all g(h - s). A sum of heaps is lost exactly when
// the xor of their values is 0. A set of k numbers gives values of at most k, since k options cannot cover 0..k.
//
// C++98, for judges with old compilers (POJ 2960, HDU 1536).

#include <cstdio>

static const int MAX_SET = 100;
static const int MAX_HEAP = 10000;

static int take[MAX_SET];
static int grundy[MAX_HEAP + 1];

// The table is filled up to `highest` only as far as the positions ask for it.
static void extend(int known, int highest, int k)
{
    static int seen_at[MAX_SET + 1]; // the heap, plus one, that last had an option of this value
    for (int v = 0; v <= k; ++v)
        seen_at[v] = 0;
    for (int heap = known; heap <= highest; ++heap) {
        for (int i = 0; i < k; ++i)
            if (take[i] <= heap)
                seen_at[grundy[heap - take[i]]] = heap + 1;
        int mex = 0;
        while (seen_at[mex] == heap + 1)
            ++mex;
        grundy[heap] = mex;
    }
}

int main()
{
    int k;
    while (std::scanf("%d", &k) == 1 && k > 0) {
        for (int i = 0; i < k; ++i)
            if (std::scanf("%d", &take[i]) != 1)
                return 0;
        int positions;
        if (std::scanf("%d", &positions) != 1)
            return 0;
        int known = 0; // grundy[0..known) belongs to this take-set
        while (positions-- > 0) {
            int heaps, value = 0;
            if (std::scanf("%d", &heaps) != 1)
                return 0;
            while (heaps-- > 0) {
                int heap;
                if (std::scanf("%d", &heap) != 1)
                    return 0;
                if (heap >= known) {
                    extend(known, heap, k);
                    known = heap + 1;
                }
                value ^= grundy[heap];
            }
            std::putchar(value ? 'W' : 'L');
        }
        std::putchar('\n');
    }
    return 0;
}
