// Accepts an output that has the lines of the answer, in any order. White space at the end of a line
// and blank lines at the end of the file do not count.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

static std::vector<std::string> sorted_lines(std::istream &in) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        line.erase(line.find_last_not_of(" \t\r\v\f") + 1);
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    std::sort(lines.begin(), lines.end());
    return lines;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::ifstream answer(argv[2]);
    if (!answer) return 1;
    if (sorted_lines(answer) == sorted_lines(std::cin)) return 42;
    std::ofstream(std::string(argv[3]) + "judgemessage.txt") << "not the lines of the answer\n";
    return 43;
}
