//! Limits the system calls that programs may make: one default-deny filter for each kind of cell.
//!
//! # Theory of operation
//!
//! Installing a filter for every run costs more than the rest of starting a program, so the cell
//! installs one on itself and every program inherits it. But the cell still needs calls that
//! programs must not have: process creation, exec, limits, landlock. The filter allows those
//! *guarded* calls only when the register of the sixth argument, which none of them uses, holds a
//! random 64-bit secret. Seccomp sees all six. The secret lives in the cell's memory and, for the
//! moments between clone and exec, in the child's registers; exec replaces both. It cannot be read
//! from outside: the cell is not dumpable, and programs have neither ptrace nor the cell's `/proc`
//! files. Guessing it takes 2^63 system calls on average, at some 10^7 a second.
//!
//! Everything not listed fails with EPERM. `clone3`, whose flags lie in memory where a filter
//! cannot look, fails with ENOSYS, and the C library falls back to `clone`. Calls of another
//! architecture (int 0x80, x32) kill.
//!
//! In a cell whose program serves forks of itself (see `fork_server`), that program has one call
//! more: it may make a child of its parent, with a secret of its own.
//!
//! The kernel keeps a bitmap of the calls that are allowed whatever their arguments, so for these a
//! long list costs nothing.

use super::policy;
use super::rule::{OtherContainment, Rule};
use crate::Profile;
use std::io;

type Instruction = libc::sock_filter;

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const AND: u16 = (libc::BPF_ALU | libc::BPF_AND | libc::BPF_K) as u16;
const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
#[cfg(target_arch = "x86_64")]
const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const DENY: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;

const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// Offsets into `struct seccomp_data`; both targets are little-endian.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn low(argument: u8) -> u32 {
    16 + 8 * argument as u32
}

/// Assembles the filter for `profile`. `serving`: the secret by which a program forks itself, where
/// it may.
pub(super) fn assemble(
    profile: Profile,
    others: OtherContainment,
    secret: u64,
    serving: Option<u64>,
) -> Vec<Instruction> {
    let mut code =
        vec![statement(LOAD, ARCH), jump(EQUAL, ARCHITECTURE, 1, 0), statement(RETURN, KILL), statement(LOAD, NUMBER)];
    #[cfg(target_arch = "x86_64")]
    code.extend([jump(AT_LEAST, 0x4000_0000, 0, 1), statement(RETURN, KILL)]);
    let mut rule = |number: u32, body: Vec<Instruction>| {
        let skip = u8::try_from(body.len()).expect("a rule's body is a handful of instructions");
        code.push(jump(EQUAL, number, 0, skip));
        code.extend(body);
    };
    if let Some(serving) = serving {
        rule(libc::SYS_clone as u32, sibling(serving));
    }
    for (number, of_number) in policy::rules(profile, others) {
        rule(number, body(of_number, secret));
    }
    code.push(statement(RETURN, DENY));
    code
}

/// Assembles the filter for a program that nothing else holds back: it has all system calls but
/// those that make another process.
pub(super) fn threads_only(secret: u64) -> Vec<Instruction> {
    let mut code =
        vec![statement(LOAD, ARCH), jump(EQUAL, ARCHITECTURE, 1, 0), statement(RETURN, KILL), statement(LOAD, NUMBER)];
    #[cfg(target_arch = "x86_64")]
    code.extend([jump(AT_LEAST, 0x4000_0000, 0, 1), statement(RETURN, KILL)]);
    for (number, of_number) in policy::no_processes() {
        let body = body(of_number, secret);
        let skip = u8::try_from(body.len()).expect("a rule's body is a handful of instructions");
        code.push(jump(EQUAL, number, 0, skip));
        code.extend(body);
    }
    code.push(statement(RETURN, ALLOW));
    code
}

/// The instructions that follow once the number has matched. Every path returns.
fn body(rule: Rule, secret: u64) -> Vec<Instruction> {
    let mut code = Vec::new();
    match rule {
        Rule::Allow => return vec![statement(RETURN, ALLOW)],
        Rule::Fails(errno) => return vec![statement(RETURN, libc::SECCOMP_RET_ERRNO | errno.cast_unsigned())],
        Rule::Not(argument, mask, refused) => {
            code.extend([statement(LOAD, low(argument)), statement(AND, mask)]);
            for value in refused {
                code.extend([jump(EQUAL, *value, 0, 1), statement(RETURN, REFUSE)]);
            }
            code.push(statement(RETURN, ALLOW));
            return code;
        }
        Rule::Guarded => {}
        Rule::OneOf(argument, values) => {
            code.push(statement(LOAD, low(argument)));
            for value in values {
                code.extend([jump(EQUAL, *value, 0, 1), statement(RETURN, ALLOW)]);
            }
        }
        Rule::Zero(argument) => code.extend([
            statement(LOAD, low(argument)),
            jump(EQUAL, 0, 0, 3),
            statement(LOAD, low(argument) + 4),
            jump(EQUAL, 0, 0, 1),
            statement(RETURN, ALLOW),
        ]),
        Rule::ConnectedPair => code.extend([
            statement(LOAD, low(0)),
            jump(EQUAL, libc::AF_UNIX as u32, 0, 5),
            statement(LOAD, low(1)),
            statement(AND, SOCKET_TYPE),
            jump(EQUAL, libc::SOCK_STREAM as u32, 1, 0),
            jump(EQUAL, libc::SOCK_SEQPACKET as u32, 0, 1),
            statement(RETURN, ALLOW),
        ]),
        Rule::Flags { all, within } => code.extend([
            statement(LOAD, low(0)),
            statement(AND, !within),
            jump(EQUAL, 0, 0, 4),
            statement(LOAD, low(0)),
            statement(AND, all),
            jump(EQUAL, all, 0, 1),
            statement(RETURN, ALLOW),
        ]),
    }
    let halves = (secret as u32, (secret >> 32) as u32);
    code.extend([
        statement(LOAD, low(5)),
        jump(EQUAL, halves.0, 1, 0),
        statement(RETURN, DENY),
        statement(LOAD, low(5) + 4),
        jump(EQUAL, halves.1, 1, 0),
        statement(RETURN, DENY),
        statement(RETURN, ALLOW),
    ]);
    code
}

/// A socket's type without its flags: the kernel's `SOCK_TYPE_MASK`.
const SOCKET_TYPE: u32 = 0xf;

/// Allows, with this secret, a clone whose copy is a child of the caller's parent. Anything else
/// goes on to the rules.
fn sibling(secret: u64) -> Vec<Instruction> {
    const FLAGS: u32 = (libc::CLONE_PARENT | libc::SIGCHLD) as u32;
    let wanted = [(low(0), FLAGS), (low(0) + 4, 0), (low(5), secret as u32), (low(5) + 4, (secret >> 32) as u32)];
    let mut code = Vec::new();
    for (at, (field, value)) in wanted.into_iter().enumerate() {
        // Jumps over the rest of the list and the answer.
        let rest = 2 * (wanted.len() - at - 1) + 1;
        code.extend([statement(LOAD, field), jump(EQUAL, value, 0, rest as u8)]);
    }
    code.extend([statement(RETURN, ALLOW), statement(LOAD, NUMBER)]);
    code
}

const fn statement(code: u16, k: u32) -> Instruction {
    Instruction { code, jt: 0, jf: 0, k }
}

const fn jump(code: u16, k: u32, jt: u8, jf: u8) -> Instruction {
    Instruction { code, jt, jf, k }
}

/// Puts this process, and everything it will ever start, under `filter`. `no_new_privs` must be
/// set.
pub(super) fn install(filter: &[Instruction]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?,
        filter: filter.as_ptr().cast_mut(),
    };
    // Without SPEC_ALLOW kernels before 5.16 turn on mitigations that slow every filtered process
    // down. SAFETY: the program points to a live filter of its length.
    let done = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
            &raw const program,
        )
    };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Makes a filter for one program and everything it starts, on top of the cell's: signals reach
/// only the program's own process. For kernels whose landlock does not contain signals. A program
/// must be able to end itself by a signal everywhere.
///
/// The child sets its own process number at [`PID`] before it installs this.
pub(super) fn own_signals() -> [Instruction; 9] {
    let [kill, tkill, tgkill] = [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill].map(|number| number as u32);
    [
        statement(LOAD, NUMBER),
        jump(EQUAL, kill, 3, 0),
        jump(EQUAL, tkill, 2, 0),
        jump(EQUAL, tgkill, 1, 0),
        statement(RETURN, ALLOW),
        statement(LOAD, low(0)),
        jump(EQUAL, 0, 0, 1),
        statement(RETURN, ALLOW),
        statement(RETURN, DENY),
    ]
}

/// The index of the instruction in [`own_signals`] whose constant is the process number.
pub(super) const PID: usize = 6;

/// A fresh secret.
pub(super) fn secret() -> io::Result<u64> {
    let mut bytes = [0; 8];
    let got = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty())?;
    if got == bytes.len() { Ok(u64::from_ne_bytes(bytes)) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: u64 = 0x0123_4567_89ab_cdef;
    const ISOLATED: OtherContainment = OtherContainment { signals: true, modes: true, truncation: true };

    /// Interprets the filter, as the kernel would, for one call.
    fn decide(filter: &[Instruction], arch: u32, number: u32, arguments: [u64; 6]) -> u32 {
        let mut data = [0u8; 64];
        data[0..4].copy_from_slice(&number.to_le_bytes());
        data[4..8].copy_from_slice(&arch.to_le_bytes());
        for (i, argument) in arguments.iter().enumerate() {
            data[16 + 8 * i..24 + 8 * i].copy_from_slice(&argument.to_le_bytes());
        }
        let (mut at, mut value) = (0, 0);
        loop {
            let instruction = &filter[at];
            at += 1;
            let k = instruction.k;
            let taken = match instruction.code {
                LOAD => {
                    value = u32::from_le_bytes(data[k as usize..k as usize + 4].try_into().unwrap());
                    continue;
                }
                AND => {
                    value &= k;
                    continue;
                }
                RETURN => return k,
                EQUAL => value == k,
                #[cfg(target_arch = "x86_64")]
                AT_LEAST => value >= k,
                other => panic!("unknown instruction {other}"),
            };
            at += usize::from(if taken { instruction.jt } else { instruction.jf });
        }
    }

    fn check(profile: Profile, number: libc::c_long, arguments: [u64; 6], expected: u32) {
        let filter = assemble(profile, ISOLATED, SECRET, None);
        assert_eq!(
            decide(&filter, ARCHITECTURE, number as u32, arguments),
            expected,
            "{profile:?} {number} {arguments:x?}"
        );
    }

    const NONE: [u64; 6] = [0; 6];
    const KEYED: [u64; 6] = [0, 0, 0, 0, 0, SECRET];

    #[test]
    fn guarded_calls_pass_with_all_64_bits_of_the_secret_only() {
        for number in [libc::SYS_execve, libc::SYS_execveat, libc::SYS_clone, libc::SYS_setpgid] {
            check(Profile::Solution, number, NONE, DENY);
            check(Profile::Solution, number, KEYED, ALLOW);
            for bit in 0..64 {
                check(Profile::Solution, number, [0, 0, 0, 0, 0, SECRET ^ 1 << bit], DENY);
            }
            check(Profile::Solution, number, [SECRET, SECRET, SECRET, SECRET, SECRET, 0], DENY);
        }
    }

    #[test]
    fn a_program_that_serves_makes_children_of_its_parent_with_its_own_secret_and_nothing_else() {
        const SERVING: u64 = 0xfedc_ba98_7654_3210;
        const FORK: u64 = (libc::CLONE_PARENT | libc::SIGCHLD) as u64;
        for profile in [Profile::Solution, Profile::Runtime] {
            let filter = assemble(profile, ISOLATED, SECRET, Some(SERVING));
            let clone =
                |flags: u64, key: u64| decide(&filter, ARCHITECTURE, libc::SYS_clone as u32, [flags, 0, 0, 0, 0, key]);
            assert_eq!(clone(FORK, SERVING), ALLOW);
            for bit in 0..64 {
                assert_eq!(clone(FORK ^ 1 << bit, SERVING), DENY, "{bit}");
                assert_eq!(clone(FORK, SERVING ^ 1 << bit), DENY, "{bit}");
            }
            assert_eq!([clone(FORK, SECRET), clone(0x3d_0f00, 0), clone(0x3d_0f00, SERVING)], [ALLOW; 3]);
            for number in [libc::SYS_execve, libc::SYS_setpgid, libc::SYS_unshare] {
                assert_eq!(decide(&filter, ARCHITECTURE, number as u32, [0, 0, 0, 0, 0, SERVING]), DENY);
            }
            let read = decide(&filter, ARCHITECTURE, libc::SYS_read as u32, NONE);
            assert_eq!(read, ALLOW);
            // Where nobody serves, the secret allows nothing.
            let filter = assemble(profile, ISOLATED, SECRET, None);
            let args = [FORK, 0, 0, 0, 0, SERVING];
            assert_eq!(decide(&filter, ARCHITECTURE, libc::SYS_clone as u32, args), DENY);
        }
    }

    #[test]
    fn what_is_not_listed_is_denied_even_with_the_secret() {
        for number in [libc::SYS_socket, libc::SYS_ptrace, libc::SYS_bpf, libc::SYS_mount, libc::SYS_memfd_create, 9999]
        {
            check(Profile::Solution, number, KEYED, DENY);
        }
        check(Profile::Solution, libc::SYS_clone3, KEYED, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
    }

    #[test]
    fn a_solution_may_start_threads_but_not_processes() {
        let thread = 0x3d_0f00;
        check(Profile::Solution, libc::SYS_clone, [thread, 0, 0, 0, 0, 0], ALLOW);
        check(Profile::Solution, libc::SYS_clone, [thread | libc::CLONE_NEWUSER as u64, 0, 0, 0, 0, 0], DENY);
        check(Profile::Solution, libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0, 0, 0, 0], DENY);
        check(Profile::Solution, libc::SYS_clone, [(libc::CLONE_VM | libc::CLONE_VFORK) as u64, 0, 0, 0, 0, 0], DENY);
    }

    #[test]
    fn where_nothing_else_is_contained_threads_are_allowed_and_processes_are_not() {
        let filter = threads_only(SECRET);
        let decide = |number: libc::c_long, arguments| decide(&filter, ARCHITECTURE, number as u32, arguments);
        let clone = |flags: i32| decide(libc::SYS_clone, [flags as u64, 0, 0, 0, 0, 0]);
        assert_eq!(clone(0x3d_0f00), ALLOW);
        let processes = [libc::SIGCHLD, libc::CLONE_VM | libc::CLONE_VFORK, libc::CLONE_PARENT | libc::SIGCHLD];
        assert_eq!(processes.map(clone), [DENY; 3]);
        assert_eq!(decide(libc::SYS_clone, KEYED), ALLOW);
        assert_eq!(decide(libc::SYS_clone3, KEYED), libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
        #[cfg(target_arch = "x86_64")]
        assert_eq!([libc::SYS_fork, libc::SYS_vfork].map(|number| decide(number, KEYED)), [DENY; 2]);
        for number in [libc::SYS_socket, libc::SYS_execve, libc::SYS_openat, libc::SYS_kill] {
            assert_eq!(decide(number, NONE), ALLOW);
        }
    }

    #[test]
    fn a_tool_may_start_processes_but_no_namespaces() {
        check(Profile::Tool, libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0, 0, 0, 0], ALLOW);
        check(Profile::Tool, libc::SYS_clone, [(libc::SIGCHLD | libc::CLONE_NEWUSER) as u64, 0, 0, 0, 0, 0], DENY);
        check(Profile::Tool, libc::SYS_execve, NONE, ALLOW);
        check(Profile::Tool, libc::SYS_unshare, NONE, DENY);
    }

    #[test]
    fn pairs_of_sockets_are_connected_for_good() {
        let [unix, internet] = [libc::AF_UNIX, libc::AF_INET].map(|domain| domain as u64);
        for flags in [0, libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK] {
            let pair = |domain, kind, expected| {
                let arguments = [domain, (kind | flags) as u64, 0, 0, 0, 0];
                check(Profile::Solution, libc::SYS_socketpair, arguments, DENY);
                check(Profile::Runtime, libc::SYS_socketpair, arguments, expected);
            };
            pair(unix, libc::SOCK_STREAM, ALLOW);
            pair(unix, libc::SOCK_SEQPACKET, ALLOW);
            // The kernel treats the second as another name for the first.
            pair(unix, libc::SOCK_DGRAM, DENY);
            pair(unix, libc::SOCK_RAW, DENY);
            pair(internet, libc::SOCK_STREAM, DENY);
        }
    }

    #[test]
    fn limits_may_be_read_and_not_set() {
        check(Profile::Solution, libc::SYS_prlimit64, [0, 3, 0, 0x7000, 0, 0], ALLOW);
        check(Profile::Solution, libc::SYS_prlimit64, [0, 3, 0x7000, 0, 0, 0], DENY);
        check(Profile::Solution, libc::SYS_prlimit64, [0, 3, 1 << 32, 0, 0, 0], DENY);
    }

    #[test]
    fn another_architecture_kills() {
        let filter = assemble(Profile::Solution, ISOLATED, SECRET, None);
        assert_eq!(decide(&filter, 0x4000_0003, libc::SYS_read as u32, NONE), KILL);
        #[cfg(target_arch = "x86_64")]
        assert_eq!(decide(&filter, ARCHITECTURE, 0x4000_0000 | libc::SYS_read as u32, NONE), KILL);
    }

    #[test]
    fn signals_can_be_taken_away() {
        let filter = assemble(Profile::Solution, OtherContainment { signals: false, ..ISOLATED }, SECRET, None);
        // A program's own filter, on top of the cell's.
        let mut own = own_signals();
        own[PID].k = 77;
        for number in [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill] {
            assert_eq!(decide(&filter, ARCHITECTURE, number as u32, NONE), ALLOW);
            assert_eq!(decide(&own, ARCHITECTURE, number as u32, [77, 9, 9, 0, 0, 0]), ALLOW);
            assert_eq!(decide(&own, ARCHITECTURE, number as u32, [76, 9, 9, 0, 0, 0]), DENY);
        }
        assert_eq!(decide(&own, ARCHITECTURE, libc::SYS_read as u32, NONE), ALLOW);
        assert_eq!(decide(&filter, ARCHITECTURE, libc::SYS_seccomp as u32, NONE), DENY);
        assert_eq!(decide(&filter, ARCHITECTURE, libc::SYS_seccomp as u32, KEYED), ALLOW);
        check(Profile::Solution, libc::SYS_kill, NONE, ALLOW);
    }

    #[test]
    fn a_file_that_is_opened_for_reading_cannot_be_cut() {
        const CUT: u64 = libc::O_TRUNC as u64;
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            let filter = assemble(profile, OtherContainment { truncation: false, ..ISOLATED }, SECRET, None);
            let open = |flags: u64| decide(&filter, ARCHITECTURE, libc::SYS_openat as u32, [0, 0, flags, 0, 0, 0]);
            // 3 is neither reading nor writing, and landlock requires no right for it.
            assert_eq!([CUT, CUT | 3].map(open), [REFUSE; 2], "{profile:?}");
            assert_eq!([0, 1, 2, 3, CUT | 1, CUT | 2, CUT | 0x41].map(open), [ALLOW; 7], "{profile:?}");
        }
    }

    #[test]
    fn modes_are_changed_in_a_tools_imagination_where_nothing_else_keeps_them_in() {
        let filter = |modes: bool| assemble(Profile::Tool, OtherContainment { modes, ..ISOLATED }, SECRET, None);
        for number in [libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_utimensat] {
            assert_eq!(decide(&filter(true), ARCHITECTURE, number as u32, NONE), ALLOW);
            assert_eq!(decide(&filter(false), ARCHITECTURE, number as u32, NONE), libc::SECCOMP_RET_ERRNO);
            check(Profile::Runtime, number, NONE, DENY);
        }
        assert_ne!(decide(&filter(false), ARCHITECTURE, libc::SYS_truncate as u32, NONE), ALLOW);
    }

    #[test]
    fn every_filter_fits_the_kernels_limit() {
        for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
            assert!(assemble(profile, ISOLATED, SECRET, None).len() < 4096);
        }
    }
}
