//! Makes system calls by the bare instruction: with a chosen sixth argument, without errno, without
//! a library in between.

use std::arch::asm;

/// `raw!(key, number, arguments…)`: up to five arguments, `key` as the sixth; see [`raw5`].
macro_rules! raw {
    ($key:expr, $nr:expr) => { raw!($key, $nr, 0, 0, 0, 0, 0) };
    ($key:expr, $nr:expr, $a:expr) => { raw!($key, $nr, $a, 0, 0, 0, 0) };
    ($key:expr, $nr:expr, $a:expr, $b:expr) => { raw!($key, $nr, $a, $b, 0, 0, 0) };
    ($key:expr, $nr:expr, $a:expr, $b:expr, $c:expr) => { raw!($key, $nr, $a, $b, $c, 0, 0) };
    ($key:expr, $nr:expr, $a:expr, $b:expr, $c:expr, $d:expr) => { raw!($key, $nr, $a, $b, $c, $d, 0) };
    ($key:expr, $nr:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr) => {
        $crate::linux::syscall::raw5(
            $key as usize, $nr as usize, [$a as usize, $b as usize, $c as usize, $d as usize, $e as usize],
        )
    };
}
pub(super) use raw;

/// Makes system call `nr` with `args` and, in the register of the sixth argument, `key`. Returns
/// what the kernel returns: -errno on failure.
///
/// # Safety
/// The same as for the system call itself.
#[inline(always)]
pub(super) unsafe fn raw5(key: usize, nr: usize, args: [usize; 5]) -> isize {
    let result: isize;
    let [a, b, c, d, e] = args;
    // SAFETY: the kernel's calling convention; the caller answers for the call itself.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") nr as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") key,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            "svc 0",
            in("x8") nr, inlateout("x0") a as isize => result,
            in("x1") b, in("x2") c, in("x3") d, in("x4") e, in("x5") key,
            options(nostack),
        );
    }
    result
}

/// `clone` with a stack of the child's own, on which it runs `entry(start)`. Returns the child's
/// pid, or -errno.
///
/// # Safety
/// `stack` is the 16-byte aligned top of writable memory that nobody else uses while the child
/// runs; `flags` hold `CLONE_VM` and `CLONE_VFORK`; `entry` never returns and makes only raw system
/// calls.
pub(super) unsafe fn clone_vfork<T>(
    flags: usize,
    stack: *mut u8,
    key: usize,
    entry: unsafe extern "C" fn(*mut T) -> !,
    start: *mut T,
) -> isize {
    let result: isize;
    // SAFETY: the parent sees an ordinary system call. The child, with the same registers on the
    // new stack, clears the frame pointer and calls `entry`, which never comes back; the stack is
    // aligned as a call expects.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r12",
            "call r13",
            "ud2",
            "2:",
            inlateout("rax") libc::SYS_clone as isize => result,
            in("rdi") flags, in("rsi") stack, in("rdx") 0, in("r10") 0, in("r8") 0, in("r9") key,
            in("r12") start, in("r13") entry,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x0, x20",
            "blr x21",
            "brk 1",
            "2:",
            in("x8") libc::SYS_clone as usize, inlateout("x0") flags as isize => result,
            in("x1") stack, in("x2") 0, in("x3") 0, in("x4") 0, in("x5") key,
            in("x20") start, in("x21") entry,
        );
    }
    result
}
