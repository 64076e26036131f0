// {title}: 1 and n - 1 differ, because n is at least 3.
#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    std::cout << 1 << ' ' << n - 1 << '\n';
}
