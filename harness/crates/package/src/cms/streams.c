/* Put together with a manager: a judge of the olympiads gives it the input as input.txt and as its
   standard input, takes what it prints for a verdict, and names two pipes to the solution. Here the
   pipes are its streams, and the call is: the input, something, where the verdict goes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void streams(int argc, char **argv) {
    if (argc != 4) return;
    int reads = fcntl(0, F_DUPFD, 10), writes = fcntl(1, F_DUPFD, 20);
    int input = open(argv[1], O_RDONLY), verdict = open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (reads != 10 || writes != 20 || input < 0 || verdict < 0) _exit(120);
    if (symlink(argv[1], "input.txt") != 0 || dup2(input, 0) < 0 || dup2(verdict, 1) < 0) _exit(121);
    close(input);
    close(verdict);
    argv[FROM] = "/proc/self/fd/10";
    argv[TO] = "/proc/self/fd/20";
    argv[3] = NULL;
}
