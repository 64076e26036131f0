// Part of the attacks' source, not of the battery: system calls by the bare instruction, and their
// numbers. A call that an architecture lacks has a number that none has.
macro_rules! numbers {
    ($($name:ident $x86_64:literal $aarch64:literal)*) => { $(
        #[cfg(target_arch = "x86_64")] pub const $name: i64 = $x86_64;
        #[cfg(target_arch = "aarch64")] pub const $name: i64 = $aarch64;
    )* };
}

numbers! {
    ACCT 163 89  ADD_KEY 248 217  BPF 321 280  CHROOT 161 51  CLOCK_SETTIME 227 112  CLONE 56 220
    CLONE3 435 435  CLOSE 3 57  DELETE_MODULE 176 106  EXECVE 59 221  EXIT 60 93  EXIT_GROUP 231 94
    FADVISE64 221 223  FANOTIFY_INIT 300 262  FINIT_MODULE 313 273  FLOCK 73 32  FORK 57 9999  FSOPEN 430 430  INIT_MODULE 175 105
    IO_SETUP 206 0  IO_URING_SETUP 425 425  IOPERM 173 9999  IOPL 172 9999  KCMP 312 272
    KEXEC_LOAD 246 104  KEYCTL 250 219  LANDLOCK_CREATE_RULESET 444 444  MEMFD_CREATE 319 279
    MEMFD_SECRET 447 447  MINCORE 27 232  MKNOD 133 9999  MKNODAT 259 33  MOUNT 165 40  MOUNT_SETATTR 442 442
    MOVE_PAGES 279 239  MQ_OPEN 240 180  MSGGET 68 186  NAME_TO_HANDLE_AT 303 264  NANOSLEEP 35 101
    OPEN 2 9999  OPEN_BY_HANDLE_AT 304 265  OPEN_TREE 428 428  OPENAT 257 56  PERF_EVENT_OPEN 298 241
    PERSONALITY 135 92  PIDFD_GETFD 438 438  PIDFD_OPEN 434 434  PIVOT_ROOT 155 41  PPOLL 271 73
    PRCTL 157 167  PREADV2 327 286  PROCESS_VM_READV 310 270  PROCESS_VM_WRITEV 311 271  PTRACE 101 117  READAHEAD 187 213  REBOOT 169 142
    RECVMSG 47 212  SCHED_SETAFFINITY 203 122  SCHED_SETSCHEDULER 144 119  SECCOMP 317 277
    SEMGET 64 190  SETHOSTNAME 170 161  SETNS 308 268  SETPGID 109 154  SETPRIORITY 141 140
    SETUID 105 146  SHMGET 29 194  SOCKET 41 198  SOCKETPAIR 53 199  SWAPOFF 168 225  SYSLOG 103 116
    TGKILL 234 131  TIMER_CREATE 222 107  TKILL 200 130  UNSHARE 272 97  USERFAULTFD 323 282  VFORK 58 9999
    VMSPLICE 278 75  WRITE 1 64
}

/// Returns what the kernel returns: a negative number is an error. The sandbox keeps its secret in
/// the sixth argument.
unsafe fn raw(number: i64, a: [u64; 6]) -> i64 {
    let result: i64;
    #[cfg(target_arch = "x86_64")]
    std::arch::asm!(
        "syscall", inlateout("rax") number => result, in("rdi") a[0], in("rsi") a[1], in("rdx") a[2],
        in("r10") a[3], in("r8") a[4], in("r9") a[5], lateout("rcx") _, lateout("r11") _,
    );
    #[cfg(target_arch = "aarch64")]
    std::arch::asm!(
        "svc 0", in("x8") number, inlateout("x0") a[0] => result, in("x1") a[1], in("x2") a[2],
        in("x3") a[3], in("x4") a[4], in("x5") a[5],
    );
    result
}
