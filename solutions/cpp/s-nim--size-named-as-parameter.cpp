// The table of SG values with its size as a macro N, and a parameter N of the function that fills
// it. The preprocessor replaces the parameter by the number: it does not compile. (A constant N
// would merely be hidden by the parameter; so the routine is copied with either, and breaks with
// one.)
//
//@ expect: compile-error

#include <cstdio>
#include <cstring>

#define N 10001

int sg[N];
bool vis[N];

void sg_solve(const int *s, int t, int N) {
    memset(sg, 0, sizeof(sg));
    for (int i = 1; i < N; ++i) {
        memset(vis, 0, sizeof(vis));
        for (int j = 0; j < t; ++j) {
            if (i >= s[j]) vis[sg[i - s[j]]] = true;
        }
        int value = 0;
        while (vis[value]) ++value;
        sg[i] = value;
    }
}

int main() {
    int k;
    while (std::scanf("%d", &k) == 1 && k > 0) {
        int s[100];
        for (int i = 0; i < k; ++i) std::scanf("%d", &s[i]);
        sg_solve(s, k, 10001);
        int m, l, h;
        std::scanf("%d", &m);
        while (m-- > 0) {
            int x = 0;
            std::scanf("%d", &l);
            for (; l > 0 && std::scanf("%d", &h) == 1; --l) x ^= sg[h];
            std::putchar(x != 0 ? 'W' : 'L');
        }
        std::puts("");
    }
    return 0;
}
