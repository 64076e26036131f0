/* Put together with a stub that gets two pipes as arguments. Here the pipes are its standard
   streams, and their names are /dev/stdin and /dev/stdout. A judge of the olympiads gives a stub
   other streams besides: what it prints there goes into a file that nobody reads. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Comes before all constructors of the solution, which may print. */
__attribute__((constructor(101))) static void streams(int argc, char **argv) {
    int reads = fcntl(0, F_DUPFD, 10), writes = fcntl(1, F_DUPFD, 20), nothing = open("/dev/null", O_RDWR);
    if (reads != 10 || writes != 20 || nothing < 0) _exit(120);
    if (dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0) _exit(121);
    close(nothing);
    for (int at = 1; at < argc; at++) {
        /* In C++ a string literal is not a `char *`. */
        if (!strcmp(argv[at], "/dev/stdin")) argv[at] = (char *)"/proc/self/fd/10";
        if (!strcmp(argv[at], "/dev/stdout")) argv[at] = (char *)"/proc/self/fd/20";
    }
}
