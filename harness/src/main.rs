//! The command line: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == sandbox::CELL_ARGUMENT) {
        sandbox::cell_main();
    }
    harness::cli::main()
}
