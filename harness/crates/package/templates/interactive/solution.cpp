// {title}: every question halves what is left, and 2^20 is more than a million.
#include <iostream>
#include <string>

int main() {
    long long low = 1, high;
    std::cin >> high;
    for (std::string word; word != "right";) {
        long long middle = low + (high - low) / 2;
        std::cout << middle << std::endl;
        if (!(std::cin >> word)) break;
        if (word == "higher") low = middle + 1;
        if (word == "lower") high = middle - 1;
    }
}
