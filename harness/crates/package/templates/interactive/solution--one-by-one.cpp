// Wrong: asks for every number in turn, and 20 questions are not enough.
//@ expect: wrong-answer
#include <iostream>
#include <string>

int main() {
    long long n;
    std::cin >> n;
    std::string word = "higher";
    for (long long guess = 1; guess <= n && word == "higher"; guess++) {
        std::cout << guess << std::endl;
        if (!(std::cin >> word)) break;
    }
}
