//! The rules of online judges, and how they hold for a problem.
//!
//! A table states what each judge's public pages say, each value with its page, or that it is from
//! memory. What no page says is unknown, and then the harness's own default holds. Knows nothing of
//! files, of running or of how anything is shown.

mod rule;
mod table;

pub use rule::{
    ChosenBy, PYPY, RuleValue, at, choose, flags, is_python, judges_python, rule, rule_build, rule_solution,
};
pub use table::{Flags, JudgeProfile, OnlineJudges, Page, Python, Source, SourcedValue, called, judges};
