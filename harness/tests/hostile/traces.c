// Leaves all that a program may leave for the next one ("leave"), or nothing ("idle"), or prints
// all that it sees but what docs/security.md names as not promised ("look T0 T1"): times are told
// by whether they lie before T0, between the two, or after T1.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define GET_FLAGS 0x80086601 /* FS_IOC_GETFLAGS */
#define SET_FLAGS 0x40086602
#define NO_ATIME 0x80
/* What comes after it belongs to the machine where a program has no root folder of its own. */
#define OWN_ROOT "/empty"

static const char *PATHS[] = {".", "/proc/self/exe", "/dev/null", "/dev/zero", "/dev/urandom", OWN_ROOT, "/", "/tmp",
    "/dev/shm", "/lib", "/usr/lib", "/etc", 0};
static const char *FOLDERS[] = {".", "/", "/tmp", "/dev/shm", "/empty", "/proc/self/fd", 0};
static const char *FILES[] = {"limits", "coredump_filter", "timerslack_ns", "loginuid",
    "setgroups", "comm", "cmdline", 0};

static void leave(void) {
    struct timespec old[2] = {{1000000000, 7}, {1000000000, 7}};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (int s = 1; s < 65; s++) sigaction(s, &ignore, 0);
    char bytes[4096];
    while (read(0, bytes, sizeof bytes) > 0) {}
    for (int fd = 0; fd < 3; fd++) {
        struct flock lock = {.l_type = fd ? F_WRLCK : F_RDLCK};
        uint64_t hint = 5; // RWH_WRITE_LIFE_EXTREME
        int flags = NO_ATIME, yes = 1;
        write(fd, "x", 1);
        pwrite(fd, "x", 1, 9999);
        ftruncate(fd, 4321);
        fallocate(fd, 0, 0, 8192);
        fchmod(fd, 0777);
        fchown(fd, getuid(), getgid());
        futimens(fd, old);
        fsetxattr(fd, "user.x", "x", 1, 0);
        flock(fd, LOCK_EX | LOCK_NB);
        fcntl(fd, F_SETLK, &lock);
        fcntl(fd, F_OFD_SETLK, &lock);
        fcntl(fd, F_SETLEASE, F_RDLCK);
        fcntl(fd, F_SETOWN, getpid());
        fcntl(fd, F_SETSIG, SIGUSR1);
        fcntl(fd, F_SETPIPE_SZ, 4096);
        fcntl(fd, F_SET_RW_HINT, &hint);
        fcntl(fd, F_SET_FILE_RW_HINT, &hint);
        fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        ioctl(fd, SET_FLAGS, &flags);
        ioctl(fd, FIONBIO, &yes);
        posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
        mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
        lseek(fd, 77, SEEK_SET);
        for (int flag = 0; flag < 4; flag++)
            fcntl(fd, F_SETFL, (int[]){O_APPEND, O_NONBLOCK, O_NOATIME, O_APPEND | O_NONBLOCK | O_NOATIME | O_ASYNC}[flag]);
    }
    for (const char **path = PATHS; *path; path++) {
        char below[64];
        snprintf(below, sizeof below, "%s/harness-attack-litter", *path);
        close(open(below, O_CREAT | O_WRONLY, 0666));
        mkdir(below, 0777);
        symlink("/", below);
        link("/proc/self/exe", below);
        chmod(*path, 0777);
        chown(*path, getuid(), getgid());
        utimensat(AT_FDCWD, *path, old, 0);
        setxattr(*path, "user.x", "x", 1, 0);
        int fd = open(*path, O_RDONLY);
        fchmod(fd, 0777);
        futimens(fd, old);
        flock(fd, LOCK_EX | LOCK_NB);
        close(fd);
    }
    struct rlimit low = {1 << 20, 1 << 20};
    for (int limit = 0; limit < 16; limit++) setrlimit(limit, &low);
    struct itimerval soon = {{1000, 0}, {1000, 0}};
    for (int clock = 0; clock < 3; clock++) setitimer(clock, &soon, 0);
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    sched_setaffinity(0, sizeof first, &first);
    setpriority(PRIO_PROCESS, 0, 9);
    setpriority(PRIO_PROCESS, getppid(), 9);
    sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
    umask(0);
    setpgid(0, 0);
    personality(ADDR_NO_RANDOMIZE);
    sethostname("left", 4);
    prctl(PR_SET_NAME, "left");
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_TIMERSLACK, 12345);
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    prctl(PR_SET_KEEPCAPS, 1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    shmget(77, 4096, IPC_CREAT | 0777);
    semget(77, 1, IPC_CREAT | 0777);
    msgget(77, IPC_CREAT | 0777);
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, 0, &timer);
    chdir("/");
    ftruncate(1, 0);
    ftruncate(2, 0);
}

static int64_t T0, T1;

static const char *when(struct statx_timestamp at) {
    int64_t time = at.tv_sec * 1000000000LL + at.tv_nsec;
    return time < T0 ? "before" : time < T1 ? "BETWEEN" : "after";
}

static void state(int fd, const char *path) {
    struct statx is;
    if (syscall(SYS_statx, path ? AT_FDCWD : fd, path ? path : "", path ? 0 : AT_EMPTY_PATH, 0xfff, &is)) {
        printf("  errno %d\n", errno);
        return;
    }
    printf("  mode %o links %u own %d size %lu blocks %lu attributes %lx\n", is.stx_mode, is.stx_nlink,
        is.stx_uid == getuid(), is.stx_size, is.stx_blocks, is.stx_attributes);
    printf("  modified %s changed %s born %s\n", when(is.stx_mtime), when(is.stx_ctime), when(is.stx_btime));
    // A file on a disk may keep the time of its last access.
    if (!path && is.stx_nlink == 0) printf("  read %s\n", when(is.stx_atime));
    // Not the numbers of files and folders: they are counted for the machine.
}

static void look(void) {
    for (int fd = 0; fd < 3; fd++) {
        struct flock lock = {.l_type = F_WRLCK}, open_lock = {.l_type = F_WRLCK};
        uint64_t hint = 0, file_hint = 0;
        int flags = 0, waiting = 0;
        char names[256];
        printf("%d\n", fd);
        state(fd, 0);
        printf("  flags %x %x seals %d lease %d owner %d signal %d pipe %d\n", fcntl(fd, F_GETFL), fcntl(fd, F_GETFD),
            fcntl(fd, F_GET_SEALS), fcntl(fd, F_GETLEASE), fcntl(fd, F_GETOWN), fcntl(fd, F_GETSIG),
            fcntl(fd, F_GETPIPE_SZ));
        printf("  locks %d %d %d %d hints", fcntl(fd, F_GETLK, &lock), lock.l_type, fcntl(fd, F_OFD_GETLK, &open_lock),
            open_lock.l_type);
        printf(" %d %lu", fcntl(fd, F_GET_RW_HINT, &hint), hint);
        printf(" %d %lu\n", fcntl(fd, F_GET_FILE_RW_HINT, &file_hint), file_hint);
        printf("  place %ld names %zd", lseek(fd, 0, SEEK_CUR), flistxattr(fd, names, sizeof names));
        printf(" flags %d %x waiting", ioctl(fd, GET_FLAGS, &flags), flags);
        printf(" %d %d\n", ioctl(fd, FIONREAD, &waiting), waiting);
    }
    for (const char **path = PATHS; *path; path++) {
        if (!strcmp(*path, OWN_ROOT) && access(OWN_ROOT, F_OK)) break;
        char names[256];
        printf("%s\n", *path);
        state(-1, *path);
        printf("  names %zd\n", listxattr(*path, names, sizeof names));
    }
    for (const char **path = FOLDERS; *path; path++) {
        struct dirent **entries;
        int count = scandir(*path, &entries, 0, alphasort);
        printf("%s:", *path);
        for (int i = 0; i < count; i++) printf(" %s", entries[i]->d_name);
        puts("");
    }
    for (const char **file = FILES; *file; file++)
        for (int first = 0; first < 2; first++) {
            char path[64], text[4096];
            snprintf(path, sizeof path, "/proc/%s/%s", first ? "1" : "self", *file);
            int fd = open(path, O_RDONLY);
            ssize_t length = read(fd, text, sizeof text);
            printf("%s %.*s\n", path, length < 0 ? 0 : (int)length, text);
            close(fd);
        }
    for (int limit = 0; limit < 16; limit++) {
        struct rlimit now = {0, 0};
        getrlimit(limit, &now);
        printf("limit %d %lu %lu\n", limit, now.rlim_cur, now.rlim_max);
    }
    for (int clock = 0; clock < 3; clock++) {
        struct itimerval now = {0};
        getitimer(clock, &now);
        printf("timer %d\n", now.it_interval.tv_sec > 0);
    }
    sigset_t blocked, pending;
    sigemptyset(&pending);
    sigprocmask(SIG_BLOCK, 0, &blocked);
    sigpending(&pending);
    for (int s = 1; s < 65; s++) {
        struct sigaction now = {0};
        sigaction(s, 0, &now);
        printf("%d%d%d ", now.sa_handler == SIG_IGN, sigismember(&blocked, s), sigismember(&pending, s));
    }
    cpu_set_t cores;
    CPU_ZERO(&cores);
    sched_getaffinity(0, sizeof cores, &cores);
    timer_t timer = 0;
    timer_create(CLOCK_MONOTONIC, 0, &timer);
    char name[17] = "", folder[256] = "", host[65] = "";
    prctl(PR_GET_NAME, name);
    getcwd(folder, sizeof folder);
    gethostname(host, sizeof host - 1);
    printf("\ncores %d nice %d of the cell %d policy %d umask %o group %d session %d\n", CPU_COUNT(&cores),
        getpriority(PRIO_PROCESS, 0), getpriority(PRIO_PROCESS, getppid()), sched_getscheduler(0), umask(0),
        getpgrp() == getpid(), getsid(0) == getpid());
    printf("personality %x timer %ld name %s folder %s host %s\n", personality(0xffffffff), (long)timer, name, folder, host);
    printf("prctl %d %d %d %d %d\n", prctl(PR_GET_DUMPABLE), prctl(PR_GET_TIMERSLACK), prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0),
        prctl(PR_GET_KEEPCAPS), prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    printf("objects %d %d %d\n", shmget(77, 0, 0), semget(77, 0, 0), msgget(77, 0));
}

int main(int count, char **words) {
    if (count > 1 && !strcmp(words[1], "leave")) leave();
    if (count > 3) {
        T0 = atoll(words[2]);
        T1 = atoll(words[3]);
        // Not before its own streams were looked at.
        static char page[1 << 18];
        setvbuf(stdout, page, _IOFBF, sizeof page);
        look();
    }
}
