//! The lists: which system calls each kind of program may make.
//!
//! A solution gets what computing takes: memory, time, its standard streams, opening what it may
//! read, threads. One with a folder writes files there by the same calls. A runtime also gets what
//! a virtual machine needs, and a forking one may start processes too. A tool gets what compilers
//! need: processes, exec, and changing files, which landlock and the cell's root confine to its
//! scratch folder. Landlock does not cover modes and times, though. Where the cell has no root of
//! its own, a tool's changes of these only seem to succeed: compilers ask for little more than an
//! executable, and the builder sees to that itself. Nobody gets sockets (a tool and a runtime have
//! connected pairs), kernel interfaces, other processes' memory, namespaces, mounts, or shared
//! objects that would outlive the run.

use super::rule::{OtherContainment, Rule};
use crate::Profile;
use libc::c_long;

/// System call numbers with their rules, each number once.
pub(super) fn rules(profile: Profile, others: OtherContainment) -> Vec<(u32, Rule)> {
    let lists: &[&[c_long]] = &[SOLUTION, SOLUTION_OLD, RUNTIME, RUNTIME_OLD, FORKING, FORKS, TOOL, TOOL_OLD];
    // Each profile may do what the one before it may.
    let lists = match profile {
        Profile::Solution => &lists[..2],
        Profile::Runtime => &lists[..4],
        Profile::Forking => &lists[..6],
        Profile::Tool => lists,
    };
    // Where nothing else contains signals, each program gets a filter of its own; see
    // `seccomp::own_signals`.
    let allowed = lists.iter().chain([&SIGNALS]).flat_map(|list| list.iter());
    let mut all: Vec<(c_long, Rule)> = allowed.map(|number| (*number, Rule::Allow)).collect();
    match profile {
        Profile::Solution | Profile::Runtime => all.extend(conditions()),
        Profile::Forking => {
            all.push((libc::SYS_clone, Rule::Flags { all: 0, within: !NAMESPACES }));
            all.extend(questions());
        }
        Profile::Tool => {
            all.push((libc::SYS_fcntl, Rule::OneOf(1, TOOL_FCNTLS)));
            // The cell looks at the files a tool holds open. Undumpable, the tool could hide them.
            all.push((libc::SYS_prctl, Rule::Not(0, u32::MAX, &[libc::PR_SET_DUMPABLE as u32])));
            all.push((libc::SYS_clone, Rule::Flags { all: 0, within: !NAMESPACES }));
            // Its own limits, not those of its user's other processes.
            all.push((libc::SYS_prlimit64, Rule::Zero(0)));
            // A program that cannot signal by pidfd signals by number.
            all.push((
                libc::SYS_pidfd_send_signal,
                if others.signals { Rule::Allow } else { Rule::Fails(libc::ENOSYS) },
            ));
            let modes = if others.modes { Rule::Allow } else { Rule::Fails(0) };
            all.extend(MODES.iter().chain(MODES_OLD).map(|number| (*number, modes)));
            // Seem to succeed and change nothing: `make` sets its own user once more before it
            // starts a program, and starts none where that fails.
            all.extend([libc::SYS_setresuid, libc::SYS_setresgid].map(|number| (number, Rule::Fails(0))));
            // Early versions of landlock do not cover this one either. Compilers use the
            // descriptor.
            let truncates = others.modes && others.truncation;
            all.push((libc::SYS_truncate, if truncates { Rule::Allow } else { Rule::Fails(libc::EACCES) }));
        }
    }
    // The pair is connected to itself and to nothing else.
    match profile {
        Profile::Solution => {}
        Profile::Runtime | Profile::Forking | Profile::Tool => {
            all.push((libc::SYS_socketpair, Rule::ConnectedPair));
            all.push((libc::SYS_flock, locks(profile)));
            // For the calling thread only.
            all.push((libc::SYS_sched_setaffinity, Rule::Zero(0)));
        }
    }
    // Pretends to succeed: Pascal would start no thread, and Mono would complain on standard
    // output.
    all.push((libc::SYS_sched_setscheduler, Rule::Fails(0)));
    all.push((libc::SYS_sched_setattr, Rule::Guarded));
    all.extend(page_cache());
    if !others.signals {
        all.push((libc::SYS_seccomp, Rule::Guarded));
    }
    if !others.truncation {
        for (number, rule) in &mut all {
            match *number {
                #[cfg(target_arch = "x86_64")]
                libc::SYS_open => *rule = Rule::Not(1, CUT, CUTS),
                libc::SYS_openat => *rule = Rule::Not(2, CUT, CUTS),
                _ => {}
            }
        }
    }
    all.push((libc::SYS_ioctl, Rule::OneOf(1, IOCTLS)));
    all.push((libc::SYS_clone3, Rule::Fails(libc::ENOSYS)));
    all.extend(LANDLOCK.map(|number| (number, Rule::Guarded)));
    all.into_iter().map(|(number, rule)| (number as u32, rule)).collect()
}

/// The calls that make processes, for a program that may make any other call.
pub(super) fn no_processes() -> Vec<(u32, Rule)> {
    let mut all = vec![
        (libc::SYS_clone, Rule::Flags { all: libc::CLONE_THREAD as u32, within: THREAD }),
        (libc::SYS_clone3, Rule::Fails(libc::ENOSYS)),
    ];
    all.extend(FORKS.iter().map(|number| (*number, Rule::Fails(libc::EPERM))));
    all.into_iter().map(|(number, rule)| (number as u32, rule)).collect()
}

/// The page cache of libraries outlives a run. By these calls one program could empty parts of it
/// and the next one see which, without measuring a time. Advice seems to be taken, and nobody is
/// told what is there: reads with flags (`RWF_NOWAIT`) and `mincore` are refused.
fn page_cache() -> [(c_long, Rule); 4] {
    [
        (libc::SYS_preadv2, Rule::Zero(5)),
        (libc::SYS_pwritev2, Rule::Zero(5)),
        (libc::SYS_fadvise64, Rule::Fails(0)),
        (libc::SYS_readahead, Rule::Fails(0)),
    ]
}

/// A lock on a library is seen by every run that has it, and could tell another something.
/// A program that is judged is alone with its files, and its locks seem to succeed. A tool's
/// processes lock their files from each other.
fn locks(profile: Profile) -> Rule {
    match profile {
        Profile::Solution | Profile::Runtime | Profile::Forking => Rule::Fails(0),
        Profile::Tool => Rule::Allow,
    }
}

/// Calls that solutions and runtimes may make in part.
fn conditions() -> Vec<(c_long, Rule)> {
    let mut all = vec![
        (libc::SYS_clone, Rule::Flags { all: libc::CLONE_THREAD as u32, within: THREAD }),
        (libc::SYS_execve, Rule::Guarded),
        (libc::SYS_execveat, Rule::Guarded),
        (libc::SYS_setpgid, Rule::Guarded),
    ];
    all.extend(questions());
    all
}

/// Calls that may ask but not change anything.
fn questions() -> Vec<(c_long, Rule)> {
    vec![
        // Reading limits: the third argument, the new limit, is null.
        (libc::SYS_prlimit64, Rule::Zero(2)),
        (libc::SYS_prctl, Rule::OneOf(0, PRCTLS)),
        (libc::SYS_fcntl, Rule::OneOf(1, FCNTLS)),
    ]
}

/// What pthread_create of glibc and musl asks for.
const THREAD: u32 = (libc::CLONE_VM
    | libc::CLONE_FS
    | libc::CLONE_FILES
    | libc::CLONE_SYSVSEM
    | libc::CLONE_SIGHAND
    | libc::CLONE_THREAD
    | libc::CLONE_SETTLS
    | libc::CLONE_PARENT_SETTID
    | libc::CLONE_CHILD_SETTID
    | libc::CLONE_CHILD_CLEARTID
    | libc::CLONE_DETACHED) as u32;

const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// create_ruleset, add_rule, restrict_self.
const LANDLOCK: [c_long; 3] = [444, 445, 446];

/// Those that ask a descriptor what it is. Not the many that change a file or a file system.
const IOCTLS: &[u32] = &[0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451];

const FCNTLS: &[u32] = &[
    libc::F_DUPFD as u32,
    libc::F_GETFD as u32,
    libc::F_SETFD as u32,
    libc::F_GETFL as u32,
    libc::F_SETFL as u32,
    libc::F_DUPFD_CLOEXEC as u32,
    // Not F_SETPIPE_SZ: what lies in pipes is memory that no limit counts.
    libc::F_GETPIPE_SZ as u32,
    libc::F_GET_SEALS as u32,
];

/// For a tool, which also gets locks. No F_SETOWN and no F_SETSIG: with these a descriptor can
/// signal any process of its user.
const TOOL_FCNTLS: &[u32] = &[
    libc::F_DUPFD as u32,
    libc::F_GETFD as u32,
    libc::F_SETFD as u32,
    libc::F_GETFL as u32,
    libc::F_SETFL as u32,
    libc::F_GETLK as u32,
    libc::F_SETLK as u32,
    libc::F_SETLKW as u32,
    libc::F_OFD_GETLK as u32,
    libc::F_OFD_SETLK as u32,
    libc::F_OFD_SETLKW as u32,
    libc::F_DUPFD_CLOEXEC as u32,
    libc::F_GETPIPE_SZ as u32,
    libc::F_SETPIPE_SZ as u32,
    libc::F_GET_SEALS as u32,
    libc::F_ADD_SEALS as u32,
];

/// Opening for reading, or for neither reading nor writing, together with truncation: early
/// versions of landlock let that cut any file its user may change. For opening to write they
/// require the right to write.
const CUT: u32 = libc::O_TRUNC as u32 | ACCESS_MODE;
const CUTS: &[u32] = &[libc::O_TRUNC as u32, CUT];

/// The kernel's value: musl's `O_ACCMODE` has one bit more.
const ACCESS_MODE: u32 = 0o3;

/// Names, questions and hints. 0x53564d41 is PR_SET_VMA, with which allocators name their mappings.
const PRCTLS: &[u32] = &[
    libc::PR_SET_NAME as u32,
    libc::PR_GET_NAME as u32,
    libc::PR_GET_DUMPABLE as u32,
    libc::PR_CAPBSET_READ as u32,
    libc::PR_SET_TIMERSLACK as u32,
    libc::PR_SET_THP_DISABLE as u32,
    libc::PR_GET_THP_DISABLE as u32,
    0x5356_4d41,
];

/// Contained by the pid namespace, by landlock's signal scope, or by a filter for each program.
const SIGNALS: &[c_long] = &[libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill];

const SOLUTION: &[c_long] = &[
    // Its streams, and files that it can open.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_lseek,
    // Some languages set a file's length when they write it. On its streams it can do no more than
    // writing can.
    libc::SYS_ftruncate,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_openat,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_fstatfs,
    libc::SYS_statfs,
    libc::SYS_faccessat,
    SYS_FACCESSAT2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_umask,
    // For the cell, on a socket that programs do not have.
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_membarrier,
    // Threads and signals within the process.
    libc::SYS_futex,
    SYS_FUTEX_WAITV,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getpriority,
    libc::SYS_getcpu,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigsuspend,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Time.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    // Who and where it is.
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getrusage,
    libc::SYS_getrandom,
    libc::SYS_uname,
    libc::SYS_sysinfo,
];

/// Calls that newer architectures do without.
#[cfg(target_arch = "x86_64")]
const SOLUTION_OLD: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_time,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_getpgrp,
    libc::SYS_getrlimit,
    libc::SYS_arch_prctl,
];
#[cfg(target_arch = "aarch64")]
const SOLUTION_OLD: &[c_long] = &[];

const RUNTIME: &[c_long] = &[
    // The first three are for the pairs; there are no other sockets.
    libc::SYS_recvfrom,
    libc::SYS_sendto,
    libc::SYS_shutdown,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_mbind,
    libc::SYS_get_mempolicy,
    libc::SYS_set_mempolicy,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
];
#[cfg(target_arch = "x86_64")]
const RUNTIME_OLD: &[c_long] = &[libc::SYS_epoll_create, libc::SYS_epoll_wait, libc::SYS_eventfd];
#[cfg(target_arch = "aarch64")]
const RUNTIME_OLD: &[c_long] = &[];

const FORKING: &[c_long] =
    &[libc::SYS_execve, libc::SYS_execveat, libc::SYS_setsid, libc::SYS_setpgid, libc::SYS_pidfd_open];
#[cfg(target_arch = "x86_64")]
const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(target_arch = "aarch64")]
const FORKS: &[c_long] = &[];

const TOOL: &[c_long] = &[
    // Changing files.
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    SYS_RENAMEAT,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_fallocate,
    libc::SYS_sync_file_range,
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_splice,
];
#[cfg(target_arch = "x86_64")]
const TOOL_OLD: &[c_long] = &[
    libc::SYS_setrlimit,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
];
#[cfg(target_arch = "aarch64")]
const TOOL_OLD: &[c_long] = &[];

/// What landlock does not restrict: modes and times of files, even through a descriptor opened for
/// reading.
const MODES: &[c_long] = &[libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_utimensat];
#[cfg(target_arch = "x86_64")]
const MODES_OLD: &[c_long] = &[libc::SYS_chmod, libc::SYS_utimes, libc::SYS_utime];
#[cfg(target_arch = "aarch64")]
const MODES_OLD: &[c_long] = &[];

/// Numbers that not every C library names.
const SYS_FACCESSAT2: c_long = 439;
const SYS_FUTEX_WAITV: c_long = 449;
#[cfg(target_arch = "x86_64")]
const SYS_RENAMEAT: c_long = 264;
#[cfg(target_arch = "aarch64")]
const SYS_RENAMEAT: c_long = 38;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_number_has_one_rule() {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Forking, Profile::Tool] {
            let rules = rules(profile, OtherContainment { signals: false, modes: true, truncation: false });
            let numbers: HashSet<u32> = rules.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers.len(), rules.len(), "{profile:?}");
        }
    }
}
