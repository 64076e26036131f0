// {slug}: some numbers.
//
//     random --n N --low L --high H --seed S   N numbers of L..=H
//     equal  --n N --number X                  N times X
//
// A generator that includes testlib.h is understood as well.
#include <iostream>
#include <map>
#include <random>
#include <string>

int main(int argc, char **argv) {
    std::string kind = argc > 1 ? argv[1] : "";
    std::map<std::string, long long> options;
    for (int i = 2; i + 1 < argc; i += 2) options[argv[i]] = std::stoll(argv[i + 1]);
    if (kind != "random" && kind != "equal") {
        std::cerr << "unknown kind `" << kind << "`\n";
        return 1;
    }
    // The same numbers with every compiler: its distributions differ, the engine does not.
    std::mt19937_64 engine(options["--seed"]);
    long long n = options["--n"], low = options["--low"], high = options["--high"];
    std::cout << n << '\n';
    for (int i = 0; i < n; i++) {
        long long number = kind == "equal" ? options["--number"] : low + (long long)(engine() % (high - low + 1));
        std::cout << number << (i + 1 < n ? ' ' : '\n');
    }
}
