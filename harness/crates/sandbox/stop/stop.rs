//! The stop: makes a program serve forks of itself when a cell asks for it, and does nothing else.
//!
//! It is compiled to an object and linked into a program. Its one entry in `.preinit_array` runs
//! when the program is loaded and relocated, before any constructor of its libraries or its own.
//! Unless the first environment variable is the cell's, it does no more than compare.
//!
//! When asked to serve, it removes that variable, reports that it has stopped, and then forks for
//! each message with three descriptors. The new process is a child of the cell, not of this one. It
//! writes one byte, with which the kernel gives the cell its process number. It replaces its
//! standard streams with the three descriptors, which closes its socket. Then it returns into the
//! program.
//!
//! Nothing here is trusted: a program may have run code before. See `src/linux/fork_server.rs`.

#![no_std]
#![allow(unsafe_op_in_unsafe_fn)]

use core::arch::{asm, global_asm};
use core::mem::size_of;
use core::ptr::{self, addr_of, addr_of_mut};

// The sandbox recognizes a program that stops by this note, which no linker drops.
global_asm!(
    ".pushsection .note.harness, \"a\", %note",
    ".balign 4",
    ".long 8, 4, 1",
    ".asciz \"harness\"",
    ".long 1",
    ".popsection",
);

type Entry = unsafe extern "C" fn(i32, *const *const u8, *mut *const u8);

#[used]
#[link_section = ".preinit_array"]
static ENTRY: Entry = enter;

const MARK: &[u8; 17] = b"HARNESS_SERVES=1\0";

#[cfg(target_arch = "x86_64")]
mod number {
    pub const WRITE: usize = 1;
    pub const CLOSE: usize = 3;
    pub const RECVMSG: usize = 47;
    pub const CLONE: usize = 56;
    pub const EXIT_GROUP: usize = 231;
    pub const DUP3: usize = 292;
}
#[cfg(target_arch = "aarch64")]
mod number {
    pub const WRITE: usize = 64;
    pub const CLOSE: usize = 57;
    pub const RECVMSG: usize = 212;
    pub const CLONE: usize = 220;
    pub const EXIT_GROUP: usize = 94;
    pub const DUP3: usize = 24;
}

unsafe extern "C" fn enter(_count: i32, _arguments: *const *const u8, environment: *mut *const u8) {
    let first = *environment;
    if first.is_null() {
        return;
    }
    let mut at = 0;
    while at < MARK.len() {
        if *first.add(at) != MARK[at] {
            return;
        }
        at += 1;
    }
    serve(environment);
}

/// Laid out as the kernel's `iovec`. The two below are its `msghdr` and a `cmsghdr` with
/// descriptors.
#[repr(C)]
struct Vector {
    base: *mut u64,
    length: usize,
}

#[repr(C)]
struct Message {
    name: *mut u8,
    name_length: u32,
    vector: *mut Vector,
    vectors: usize,
    control: *mut Control,
    control_length: usize,
    flags: i32,
}

#[repr(C, align(8))]
struct Control {
    length: usize,
    level: i32,
    kind: i32,
    descriptors: [i32; 4],
}

/// Returns in every forked process, never in this one.
#[cold]
#[inline(never)]
unsafe fn serve(environment: *mut *const u8) {
    let mut variable = environment;
    while !(*variable).is_null() {
        *variable = *variable.add(1);
        variable = variable.add(1);
    }
    say();
    loop {
        let mut secret = 0u64;
        let mut vector = Vector { base: addr_of_mut!(secret), length: 8 };
        let mut control = Control { length: 0, level: 0, kind: 0, descriptors: [-1; 4] };
        let mut message = Message {
            name: ptr::null_mut(),
            name_length: 0,
            vector: addr_of_mut!(vector),
            vectors: 1,
            control: addr_of_mut!(control),
            control_length: size_of::<Control>(),
            flags: 0,
        };
        let got = call(number::RECVMSG, 0, addr_of_mut!(message) as usize, 0);
        // SOL_SOCKET, SCM_RIGHTS, three descriptors.
        if got != 8 || control.level != 1 || control.kind != 1 || control.length != 16 + 3 * 4 {
            leave();
        }
        let child = fork(addr_of_mut!(secret));
        if child == 0 {
            say();
            let mut stream = 0;
            while stream < 3 {
                call(number::DUP3, control.descriptors[stream] as usize, stream, 0);
                stream += 1;
            }
        }
        let mut stream = 0;
        while stream < 3 {
            call(number::CLOSE, control.descriptors[stream] as usize, 0, 0);
            stream += 1;
        }
        if child == 0 {
            return;
        }
        if child < 0 {
            leave();
        }
    }
}

/// Writes one byte to the cell, whose socket is the standard input.
unsafe fn say() {
    let byte = 1u8;
    call(number::WRITE, 0, addr_of!(byte) as usize, 1);
}

unsafe fn leave() -> ! {
    loop {
        call(number::EXIT_GROUP, 0, 0, 0);
    }
}

const CLONE_PARENT: usize = 0x8000;
const SIGCHLD: usize = 17;

/// Forks, and wipes the secret from memory before the call and from its register after it, so that
/// neither process has it any more.
unsafe fn fork(secret: *mut u64) -> isize {
    let result: isize;
    #[cfg(target_arch = "x86_64")]
    asm!(
        "mov r9, [{secret}]",
        "mov qword ptr [{secret}], 0",
        "syscall",
        "xor r9d, r9d",
        secret = in(reg) secret,
        inlateout("rax") number::CLONE as isize => result,
        in("rdi") CLONE_PARENT | SIGCHLD, in("rsi") 0, in("rdx") 0, in("r10") 0, in("r8") 0,
        out("r9") _, lateout("rcx") _, lateout("r11") _,
    );
    #[cfg(target_arch = "aarch64")]
    asm!(
        "ldr x5, [{secret}]",
        "str xzr, [{secret}]",
        "svc 0",
        "mov x5, xzr",
        secret = in(reg) secret,
        in("x8") number::CLONE, inlateout("x0") (CLONE_PARENT | SIGCHLD) as isize => result,
        in("x1") 0, in("x2") 0, in("x3") 0, in("x4") 0, out("x5") _,
    );
    result
}

unsafe fn call(number: usize, first: usize, second: usize, third: usize) -> isize {
    let result: isize;
    #[cfg(target_arch = "x86_64")]
    asm!(
        "syscall",
        inlateout("rax") number as isize => result,
        in("rdi") first, in("rsi") second, in("rdx") third,
        lateout("rcx") _, lateout("r11") _,
        options(nostack),
    );
    #[cfg(target_arch = "aarch64")]
    asm!(
        "svc 0",
        in("x8") number, inlateout("x0") first as isize => result,
        in("x1") second, in("x2") third,
        options(nostack),
    );
    result
}
