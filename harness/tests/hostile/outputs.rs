//! What a program wrote stays as it is: nobody changes it afterwards, and nothing of it reaches the
//! next program.

use crate::arena::attack;
use crate::bench::{Fate, MIB, exec, fate, levels, limits, open, run, text};
use sandbox::{Level, Profile, Stdin};
use std::time::Duration;

/// A checker that writes into what it is given to read, by every way there is.
#[test]
fn a_tool_cannot_change_the_output_that_it_reads_nor_the_next_programs() {
    let tool = attack(
        "writer-to-input",
        r#"fn main() { use std::fs::*; let mut did = vec![];
            extern "C" { fn write(f: i32, b: *const u8, n: usize) -> isize; fn fchmod(f: i32, m: u32) -> i32; }
            unsafe { fchmod(0, 0o777); if write(0, b"42\n".as_ptr(), 3) > 0 { did.push("write") } if ftruncate(0, 9) == 0 { did.push("truncate") } }
            for path in ["/proc/self/fd/0", "/dev/stdin", "/dev/fd/0"] {
                for mut options in [OpenOptions::new().read(true).write(true).clone(), OpenOptions::new().append(true).clone()] {
                    if let Ok(mut file) = options.open(path) { if file.write_all(b"42\n").is_ok() { did.push(path) } if file.set_len(0).is_ok() { did.push("set_len") }
                        unsafe { use std::os::fd::*; let p = mmap(std::ptr::null_mut(), 4096, 3, 1, file.as_raw_fd(), 0); if p as isize > 0 { *p = b'x'; did.push("mmap") } } } } }
            let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); print!("{s}"); eprint!("{did:?}") }"#,
    );
    let silent = attack("silent", "fn main() {}");
    let speaker = attack("speaker", "fn main() { print!(\"said\") }");
    let echo = attack("echo", "fn main() { print!(\"{}\", 7) }");
    for &level in levels() {
        for (program, printed) in [(&silent, ""), (&speaker, "said")] {
            let mut cell = open(level);
            let first = run(&mut *cell, &exec(program));
            let mut second = exec(&tool);
            second.profile = Profile::Tool;
            second.stdin = Stdin::Captured(first.stdout.clone());
            let second = run(&mut *cell, &second);
            assert_eq!(text(&second.stdout), printed, "{level:?} {}", text(&second.stderr));
            // An empty input is a device, which accepts what is written and discards it.
            if !printed.is_empty() {
                assert_eq!(text(&second.stderr), "[]", "{level:?}");
            }
            assert_eq!(text(&first.stdout), printed, "{level:?}");
            drop((first, second));
            for _ in 0..3 {
                assert_eq!(text(&run(&mut *cell, &exec(&echo)).stdout), "7", "{level:?}");
            }
        }
    }
}

/// No limit counts memory that lies in streams and pipes.
#[test]
fn a_program_cannot_park_memory_in_its_streams() {
    let body = r#"fn main() { unsafe { extern "C" { fn pread(f: i32, b: *mut u8, n: usize, o: i64) -> isize; fn fcntl(f: i32, c: i32, a: i32) -> i32; fn pipe(f: *mut i32) -> i32; }
        eprint!("parked"); let mut b = [0u8; 6];
        for fd in [1, 2] { if pread(fd, b.as_mut_ptr(), 6, 0) > 0 { println!("read {fd}") } if mmap(std::ptr::null_mut(), 4096, 3, 1, fd, 0) as isize > 0 { println!("mapped {fd}") } }
        for path in ["/proc/self/fd/2", "/dev/stderr"] { if std::fs::read(path).is_ok_and(|b| !b.is_empty()) { println!("opened {path}") } }
        let mut p = [0i32; 2]; if pipe(p.as_mut_ptr()) == 0 && fcntl(p[0], 1031, 1 << 20) >= 1 << 20 { println!("widened") } } }"#;
    let program = attack("parker", body);
    for &level in levels() {
        let done = run(&mut *open(level), &exec(&program));
        assert_eq!(fate(&done, &limits()), Fate::Code(0), "{level:?}");
        // Where nothing filters its calls, it may have a wide pipe.
        let expected = if level == Level::Measured { "widened\n" } else { "" };
        assert_eq!(text(&done.stdout), expected, "{level:?}");
    }
}

/// Outputs lie in memory, and a group's memory is everything that its cell's programs made.
#[test]
fn outputs_that_are_kept_take_no_memory_from_the_next_program() {
    let program = attack(
        "writes-and-computes",
        r#"fn main() { let memory = vec![1u8; 40 << 20]; std::hint::black_box(&memory);
            let block = [b'x'; 1 << 16]; for _ in 0..512 { stdout().write_all(&block).unwrap() } }"#,
    );
    for &level in levels() {
        let mut cell = open(level);
        let mut large = exec(&program);
        (large.limits.output, large.limits.cpu) = (33 * MIB, Duration::from_secs(20));
        let mut outputs = Vec::new();
        for number in 0..4 {
            let done = run(&mut *cell, &large);
            assert_eq!(fate(&done, &large.limits), Fate::Code(0), "{number} at {level:?}: {:?}", done.outcome);
            assert_eq!(done.stdout.len, 32 * MIB);
            outputs.push(done);
        }
    }
}

/// A file's flags are shared by everybody who got it from the same open.
#[test]
fn what_a_program_does_to_its_empty_input_is_not_seen_by_the_next() {
    let body = r#"extern "C" { fn fcntl(f: i32, c: i32, a: i32) -> i32; }
        fn main() { unsafe { print!("{:o}", fcntl(0, 3, 0)); fcntl(0, 4, 0o6000); } }"#;
    let program = attack("marks-its-input", body);
    for &level in levels() {
        let mut cell = open(level);
        let [first, second] = [0, 1].map(|_| text(&run(&mut *cell, &exec(&program)).stdout));
        assert_eq!(first, second, "{level:?}");
    }
}

/// Streams lie in memory, and may be larger than all else that a program may use. Whoever fills
/// them is ended for it: the kernel never picks the cell, which is about as small, in its place.
#[test]
fn streams_larger_than_the_memory_limit_end_their_program_and_not_its_cell() {
    let body = r#"fn main() { unsafe { extern "C" { fn write(f: i32, b: *const u8, n: usize) -> isize; }
        let block = [b'x'; 1 << 16]; loop { for fd in [1, 2] { write(fd, block.as_ptr(), block.len()); } } } }"#;
    let program = attack("floods-both-streams", body);
    for &level in levels() {
        let mut cell = open(level);
        // A tool may write files that are larger than its output.
        for (profile, output, file_size) in
            [(Profile::Solution, 96 * MIB, 0), (Profile::Runtime, 96 * MIB, 0), (Profile::Tool, MIB, 96 * MIB)]
        {
            let mut flood = exec(&program);
            flood.profile = profile;
            flood.limits.memory = 16 * MIB;
            (flood.limits.output, flood.limits.file_size) = (output, file_size);
            flood.limits.cpu = Duration::from_secs(20);
            let done = run(&mut *cell, &flood);
            assert_eq!(fate(&done, &flood.limits), Fate::Output, "{profile:?} at {level:?}: {:?}", done.outcome);
        }
    }
}
