// Lets a program that is written for testlib work as a {role} of this format. The program beside
// this file is unchanged: before its `main` begins, its arguments are put into testlib's order, and
// it goes on in a child process, whose exit code becomes the one that the format means.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

enum class Role { validator, checker, interactor };
const Role role = Role::{role};
// Whether the problem has points, so that a checker may give a part of them.
const bool scored = {scored};

const int ACCEPTED = 42, REJECTED = 43, FAILED = 1;

std::string feedback, output, message;

[[noreturn]] void fail(const char *what) {
    std::perror(what);
    _exit(FAILED);
}

// testlib wants the output as a file that it can measure.
void copy_output() {
    output = feedback + "/testlib_output.XXXXXX";
    int file = mkstemp(&output[0]);
    if (file < 0) fail(output.c_str());
    static char block[1 << 16];
    for (;;) {
        ssize_t count = read(STDIN_FILENO, block, sizeof block);
        if (count < 0) fail("the output");
        if (count == 0) break;
        for (ssize_t done = 0; done < count;) {
            ssize_t wrote = write(file, block + done, count - done);
            if (wrote < 0) fail(output.c_str());
            done += wrote;
        }
    }
    close(file);
}

std::string words_of_program() {
    std::string words;
    if (FILE *file = std::fopen(message.c_str(), "rb")) {
        char block[4096];
        for (size_t count; (count = std::fread(block, 1, sizeof block, file)) > 0;) words.append(block, count);
        std::fclose(file);
    }
    return words;
}

// Exit code 7: its words begin with the points, perhaps behind the word `points`.
int with_points() {
    std::string words = words_of_program();
    const char *at = words.c_str();
    while (std::isspace(static_cast<unsigned char>(*at))) ++at;
    if (std::strncmp(at, "points", 6) == 0) at += 6;
    char *end = nullptr;
    double points = std::strtod(at, &end);
    if (end == at) return FAILED;
    if (!(points > 0)) return REJECTED;
    if (scored) {
        FILE *file = std::fopen((feedback + "/score.txt").c_str(), "w");
        if (file == nullptr) return FAILED;
        std::fprintf(file, "%.10g\n", points);
        std::fclose(file);
    }
    return ACCEPTED;
}

int meaning(int status) {
    if (!WIFEXITED(status)) return FAILED;
    int code = WEXITSTATUS(status);
    if (code == 0) return ACCEPTED;
    // testlib's validators end with 3 where its checkers have failed.
    if (role == Role::validator) return REJECTED;
    switch (code) {
        case 1: case 2: case 4: case 8: return REJECTED;
        case 7: return with_points();
        default: return FAILED;
    }
}

// glibc gives constructors the arguments of `main`, and both formats have the same number.
__attribute__((constructor)) void shim(int argc, char **argv, char **) {
    if (role != Role::validator) {
        if (argc < 4) {
            std::fprintf(stderr, "usage: %s input answer feedback_dir\n", argv[0]);
            _exit(FAILED);
        }
        feedback = argv[3];
        message = feedback + "/judgemessage.txt";
        if (role == Role::checker) copy_output();
        else output = feedback + "/testlib_output.txt";
        argv[3] = argv[2];
        argv[2] = &output[0];
    }
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        if (role != Role::validator) {
            int file = open(message.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
            if (file < 0 || dup2(file, STDERR_FILENO) < 0) fail(message.c_str());
            close(file);
        }
        return;
    }
    // Only the child talks: its end must be seen.
    if (role != Role::interactor) close(STDIN_FILENO);
    close(STDOUT_FILENO);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {}
    if (role == Role::checker) unlink(output.c_str());
    int code = meaning(status);
    // Tools of the format blame an interactor that accepts before the program has ended.
    if (role == Role::interactor && code == ACCEPTED) {
        static char rest[1 << 16];
        while (read(STDIN_FILENO, rest, sizeof rest) > 0) {}
    }
    if (code == FAILED && role != Role::validator) std::fputs(words_of_program().c_str(), stderr);
    _exit(code);
}

}  // namespace
