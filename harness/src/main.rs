//! The program. Everything is in the library beside it, because Cargo starts to compile a library
//! while its dependencies are still being compiled, and a program only when all of them are done.

fn main() -> std::process::ExitCode {
    harness::main()
}
