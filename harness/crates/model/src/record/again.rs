//! The calls that judge one test of a solution again, and that show it in a debugger. A test's name
//! is escaped as a glob, and for a shell.

use crate::id::TestId;
use crate::shell;

/// `solution`: [`crate::record::SolutionRecord::again`].
pub fn again(solution: &str, test: &TestId) -> String {
    format!("{solution} -t {}", escaped(test))
}

pub fn debug(solution: &str, test: &TestId) -> String {
    format!("{solution} --debug {}", escaped(test))
}

fn escaped(test: &TestId) -> String {
    shell::word(&glob::Pattern::escape(&test.0))
}
