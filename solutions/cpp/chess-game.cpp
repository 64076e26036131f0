// A Chess Game: chessmen on a directed graph without cycles; a move pushes one of them along an edge.
//
// By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) a chessman on position v is worth a Nim heap of g(v)
// stones, where g(v) is the mex (the least number that does not occur) of the values of its out-positions. The player
// to move wins exactly when the xor of all chessmen's values is not 0. The values are found in topological order,
// positions without edges first, so nothing recurses. Each g(v) is below N.
//
// C++98, for judges with old compilers (POJ 2425, HDU 1524).

#include <cstdio>
#include <vector>

static bool read_number(int &x)
{
    return std::scanf("%d", &x) == 1;
}

static std::vector<int> grundy_values(const std::vector<std::vector<int> > &out)
{
    const int n = (int)out.size();
    std::vector<std::vector<int> > in(n);
    std::vector<int> unknown(n), ready, grundy(n, 0), seen_at(n + 1, -1);
    int v;
    size_t i;
    for (v = 0; v < n; ++v) {
        unknown[v] = (int)out[v].size();
        if (unknown[v] == 0)
            ready.push_back(v);
        for (i = 0; i < out[v].size(); ++i)
            in[out[v][i]].push_back(v);
    }
    while (!ready.empty()) {
        v = ready.back();
        ready.pop_back();
        for (i = 0; i < out[v].size(); ++i)
            seen_at[grundy[out[v][i]]] = v; // the position that last had an option of this value
        while (seen_at[grundy[v]] == v)
            ++grundy[v];
        for (i = 0; i < in[v].size(); ++i)
            if (--unknown[in[v][i]] == 0)
                ready.push_back(in[v][i]);
    }
    return grundy;
}

int main()
{
    int n;
    while (read_number(n)) {
        std::vector<std::vector<int> > out(n);
        int v, count, m;
        for (v = 0; v < n; ++v) {
            if (!read_number(count))
                return 0;
            out[v].resize(count);
            for (int i = 0; i < count; ++i)
                if (!read_number(out[v][i]))
                    return 0;
        }
        const std::vector<int> grundy = grundy_values(out);
        while (read_number(m) && m > 0) {
            int value = 0;
            while (m-- > 0) {
                if (!read_number(v))
                    return 0;
                value ^= grundy[v];
            }
            std::puts(value ? "WIN" : "LOSE");
        }
    }
    return 0;
}
