//! The floor for starting a program: vfork, exec and wait on one core, and nothing else.

use std::ffi::{CString, c_void};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::Path;

/// The floor: vfork, exec and wait, output to /dev/null, and nothing else.
pub struct Bare {
    /// The file, then the arguments.
    words: Vec<CString>,
    null: File,
}

/// What the child needs until it execs.
struct Setup {
    program: *const libc::c_char,
    argv: *const *const libc::c_char,
    environment: *const *const libc::c_char,
    input: libc::c_int,
    output: libc::c_int,
}

extern "C" fn child(start: *mut c_void) -> libc::c_int {
    // SAFETY: `start` belongs to the caller, which waits; only plain system calls on what it laid
    // out.
    unsafe {
        let start = &*start.cast::<Setup>();
        if start.input >= 0 {
            libc::dup2(start.input, 0);
        }
        libc::dup2(start.output, 1);
        libc::execve(start.program, start.argv, start.environment);
        127
    }
}

impl Bare {
    pub fn new(program: &Path, args: &[String]) -> Bare {
        let null = File::options().read(true).write(true).open("/dev/null").unwrap();
        let file = CString::new(program.as_os_str().as_encoded_bytes()).unwrap();
        let args = args.iter().map(|arg| CString::new(arg.as_str()).unwrap());
        Bare { words: [file].into_iter().chain(args).collect(), null }
    }

    pub fn run(&self, input: Option<&Path>) {
        let input = input.map(|path| File::open(path).unwrap());
        let argv: Vec<_> = self.words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
        let mut start = Setup {
            program: argv[0],
            argv: argv.as_ptr(),
            environment: &argv[self.words.len()],
            input: input.as_ref().map_or(-1, AsRawFd::as_raw_fd),
            output: self.null.as_raw_fd(),
        };
        let mut stack = [0u128; 1024];
        let mut status = 0;
        // SAFETY: the child runs on a stack of its own in our memory while we are suspended,
        // until it execs; it is waited for.
        unsafe {
            let top = stack.as_mut_ptr().add(stack.len()).cast();
            let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
            let pid = libc::clone(child, top, flags, (&raw mut start).cast());
            assert!(pid > 0);
            libc::waitpid(pid, &raw mut status, 0);
        }
        assert_eq!(status, 0);
    }
}

/// Keeps this thread on one core until dropped.
pub struct Pinned(libc::cpu_set_t);

impl Pinned {
    pub fn to(core: usize) -> Pinned {
        // SAFETY: all-zero sets are valid; both calls are about this thread, with the sets' own
        // size.
        unsafe {
            let (mut before, mut one): (libc::cpu_set_t, libc::cpu_set_t) = std::mem::zeroed();
            libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut before);
            libc::CPU_SET(core, &mut one);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const one);
            Pinned(before)
        }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        // SAFETY: as above.
        unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const self.0) };
    }
}
