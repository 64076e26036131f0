// {title}, by the rules alone: the sum counted up one number at a time, in an integer that cannot
// overflow. A slow one says with the directive `only` which tests it can finish.
#include <iostream>

int main() {
    int n = 0;
    std::cin >> n;
    __int128 sum = 0;
    for (long long number; n > 0 && std::cin >> number; n--) {
        sum += number;
    }
    std::cout << static_cast<long long>(sum) << '\n';
}
