// {title}: say here why the answer is right.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    int n = 0;
    cin >> n;
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        long long number = 0;
        cin >> number;
        sum += number;
    }
    cout << sum << '\n';
}
