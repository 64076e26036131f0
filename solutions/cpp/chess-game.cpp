// A Chess Game: chessmen on a directed graph without cycles; a move pushes one of them along an
// edge.
//
// By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) a chessman on position v is worth a Nim
// heap of g(v) stones, where g(v) is the mex (the least number that does not occur) of the values
// of its out-positions. The player to move wins exactly when the xor of all chessmen's values is
// not 0. The values are found in topological order, positions without edges first, so nothing
// recurses. Each g(v) is below N.
//
// C++98, for judges with old compilers (POJ 2425, HDU 1524).

#include <cstdio>
#include <vector>

typedef std::vector<std::vector<int> > Graph;

static std::vector<int> values_of(const Graph &out) {
    const int n = (int)out.size();
    Graph in(n);
    std::vector<int> unknown(n), ready;
    for (int v = 0; v < n; ++v) {
        unknown[v] = (int)out[v].size();
        if (unknown[v] == 0) ready.push_back(v);
        for (int i = 0; i < (int)out[v].size(); ++i) in[out[v][i]].push_back(v);
    }

    std::vector<int> values(n, 0);
    std::vector<int> seen_at(n + 1, -1);  // the position that last had an option of this value
    while (!ready.empty()) {
        const int v = ready.back();
        ready.pop_back();
        for (int i = 0; i < (int)out[v].size(); ++i) seen_at[values[out[v][i]]] = v;
        while (seen_at[values[v]] == v) ++values[v];
        for (int i = 0; i < (int)in[v].size(); ++i) {
            if (--unknown[in[v][i]] == 0) ready.push_back(in[v][i]);
        }
    }
    return values;
}

int main() {
    int n, count, m, position;
    while (std::scanf("%d", &n) == 1) {
        Graph out(n);
        for (int v = 0; v < n && std::scanf("%d", &count) == 1; ++v) {
            out[v].resize(count);
            for (int i = 0; i < count && std::scanf("%d", &out[v][i]) == 1; ++i) {}
        }
        const std::vector<int> values = values_of(out);
        while (std::scanf("%d", &m) == 1 && m > 0) {
            int value = 0;
            for (; m > 0 && std::scanf("%d", &position) == 1; --m) value ^= values[position];
            std::puts(value != 0 ? "WIN" : "LOSE");
        }
    }
    return 0;
}
