//! The commands that a record names: what runs a test again, and what shows it in a debugger.

use crate::id::TestId;
use crate::shell;

/// The command that runs one solution again, on one test where one is given. Ready for a shell; a
/// test's name is escaped as a glob, too.
pub fn again(command: &str, solution: &str, test: Option<&TestId>) -> String {
    let test = test.map(|test| format!(" -t {}", escaped(test))).unwrap_or_default();
    format!("{command} {}{test}", shell::word(solution))
}

/// The command that opens a debugger on this test of the solution.
pub fn debug(command: &str, solution: &str, test: &TestId) -> String {
    format!("{command} {} --debug {}", shell::word(solution), escaped(test))
}

fn escaped(test: &TestId) -> String {
    shell::word(&glob::Pattern::escape(&test.0))
}
