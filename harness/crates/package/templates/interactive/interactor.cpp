// {slug}: the program finds a number with at most 20 questions. The input holds n and the number.
// Called as `interactor input answer feedback/`, with the program on both standard streams; ends
// with 42 for a right dialogue, with 43 for a wrong one.
#include <fstream>
#include <iostream>

int main(int, char **argv) {
    std::ifstream input(argv[1]);
    long long n, secret, guess;
    input >> n >> secret;
    std::cout << n << std::endl;
    for (int question = 0; question < 20; question++) {
        if (!(std::cin >> guess)) {
            std::cerr << "expected a guess\n";
            return 43;
        }
        std::cout << (guess < secret ? "higher" : guess > secret ? "lower" : "right") << std::endl;
        if (guess == secret) return 42;
    }
    std::cerr << "20 questions were not enough\n";
    return 43;
}
