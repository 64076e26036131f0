//! The program: all of it is in the library beside it. Cargo begins a library while what it needs
//! is still being compiled, and a program only when all of that is done.

fn main() -> std::process::ExitCode {
    harness::main()
}
