//! What a use case has to say apart from its outcome: values, for a presenter to show.

use model::phrase::{count, names};
use model::{Diagnostic, SolutionId, TestId, shell};
use sandbox::Descent;
use std::fmt;

/// Something to say to a person apart from the outcome. The work goes on.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A word names only what is broken, so nothing of it is judged.
    LeftOut { word: String },
    /// Mistakes in files of problems that were not named.
    ErrorsElsewhere { errors: usize, places: Vec<String> },
    /// The judge's Python is not on this machine.
    OtherPython { who: String, install: String },
    /// A file that is not a solution is called like a problem, and judged by it.
    Adopted { file: String, problem: String },
    /// Of several programs the newest is judged.
    Newest { file: String, of: usize },
    /// The solution that gives the answers has none to a test.
    NoAnswer { solution: String, test: TestId, how: String },
    /// A solution that should be right does not accept an answer of `model`.
    Disagrees { solution: String, model: SolutionId, how: String },
    /// Programs of this language cannot check more than they do always.
    NoSanitizers { language: String },
    /// A program calls a function that another file of its folder has: `with` are the files to add.
    Unlinked { function: String, file: String, program: String, with: Vec<String> },
    /// What is worth knowing, and not wrong.
    Remark(String),
    /// Something is wrong with a file or a program.
    Trouble { what: String, hint: Option<String> },
    /// Containment fell while programs ran.
    Descended(Descent),
}

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It does not affect the outcome.
    Note,
    /// The outcome is to be doubted.
    Doubt,
    /// Part of the work could not be done.
    Complaint,
}

impl Notice {
    /// What is wrong with a file.
    pub fn of_file(found: &Diagnostic) -> Notice {
        Notice::Trouble { what: format!("{}: {}", found.path.display(), found.title), hint: found.hint.clone() }
    }

    pub fn weight(&self) -> Weight {
        match self {
            Notice::LeftOut { .. } | Notice::NoAnswer { .. } | Notice::Disagrees { .. } | Notice::Trouble { .. } => {
                Weight::Complaint
            }
            Notice::ErrorsElsewhere { .. }
            | Notice::OtherPython { .. }
            | Notice::Adopted { .. }
            | Notice::NoSanitizers { .. }
            | Notice::Unlinked { .. }
            | Notice::Remark(_)
            | Notice::Newest { .. } => Weight::Note,
            Notice::Descended(_) => Weight::Doubt,
        }
    }

    /// The next step, if there is one to name.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Notice::Trouble { hint, .. } => hint.as_deref(),
            Notice::LeftOut { .. }
            | Notice::ErrorsElsewhere { .. }
            | Notice::OtherPython { .. }
            | Notice::Adopted { .. }
            | Notice::Newest { .. }
            | Notice::NoAnswer { .. }
            | Notice::Disagrees { .. }
            | Notice::NoSanitizers { .. }
            | Notice::Unlinked { .. }
            | Notice::Remark(_)
            | Notice::Descended(_) => None,
        }
    }
}

/// Commands in it are written as `` `harness check` ``.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::LeftOut { word } => {
                let filter = word.clone();
                write!(f, "{}", engine::plan::PlanError::LeftOut { filter })
            }
            Notice::ErrorsElsewhere { errors, places } => {
                let (errors, places) = (count(*errors, "error"), names(places, 2));
                write!(f, "{errors} elsewhere, not counted here: {places} (`harness check`)")
            }
            Notice::OtherPython { who, install } => write!(
                f,
                "{who} runs Python by PyPy, which is not here: CPython judges instead, so times (and limits inferred \
                 from them) are longer than there ({install})"
            ),
            Notice::Adopted { file, problem } => {
                write!(f, "{file} is called like the problem {problem}, and judged by it")
            }
            Notice::Newest { file, of } => {
                write!(f, "judging {file}, the newest of {of} programs here; `harness .` judges all of them")
            }
            Notice::NoAnswer { solution, test, how } => write!(f, "{solution} has no answer for {test}: {how}"),
            Notice::Disagrees { solution, model, how } => write!(f, "{solution} does not agree with {model}: {how}"),
            Notice::NoSanitizers { language } => {
                write!(f, "{language} has no sanitizers: its programs are built as usual, and only have more time")
            }
            Notice::Unlinked { function, file, program, with } => {
                let with: String = with.iter().map(|file| format!(" --with {}", shell::word(file))).collect();
                let call = format!("`harness {}{with}`", shell::word(program));
                write!(f, "{function} is in {file}, which is not part of {program}: {call}")
            }
            Notice::Remark(text) => f.write_str(text),
            Notice::Trouble { what, .. } => f.write_str(what),
            Notice::Descended(Descent { from, to, why }) => {
                let (from, to) = (from.name(), to.name());
                write!(f, "containment fell from `{from}` to `{to}`, and nothing is remembered since: {why}")
            }
        }
    }
}
