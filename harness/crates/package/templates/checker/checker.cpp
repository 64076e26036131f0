// {slug}: any two different positive numbers whose sum is n are right. Called as `checker input
// answer feedback/ < output`; ends with 42 for a right output, with 43 for a wrong one. A checker
// that includes testlib.h is understood as well.
#include <fstream>
#include <iostream>

int wrong(const char *why) {
    std::cerr << why << '\n';
    return 43;
}

int main(int, char **argv) {
    std::ifstream input(argv[1]);
    long long n, a, b;
    input >> n;
    if (!(std::cin >> a >> b)) return wrong("expected two numbers");
    std::string more;
    if (std::cin >> more) return wrong("expected two numbers, and nothing else");
    if (a < 1 || a >= n || b < 1 || b >= n) return wrong("a number is out of range");
    if (a == b) return wrong("the numbers are equal");
    if (a + b != n) return wrong("the sum is not n");
    return 42;
}
