//! What `harness list --json` prints: the programs of a folder and their tests, for an editor.

use crate::id::{Language, ProblemId, TestId};
use crate::problem::{Judging, Problem};
use serde::Serialize;

/// The version that is written.
pub const LISTING: &str = "harness-list/1";

/// The JSON Schema of [`Listing`]. Made from these types; a test compares the two.
pub const LISTING_SCHEMA: &str = include_str!("listing.schema.json");

/// Programs, and the tests that they are judged on. Paths are absolute.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    /// The version of this format.
    #[cfg_attr(test, schemars(extend("const" = LISTING)))]
    pub schema: String,
    /// The version of the harness that wrote it.
    pub harness: String,
    /// The folder at which relative paths in reports begin.
    pub root: String,
    pub kind: PlaceKind,
    /// Where a run leaves what failed tests printed: `NAME/TEST.out` in this folder.
    pub outputs: String,
    pub problems: Vec<ListedProblem>,
    /// In plan order.
    pub programs: Vec<ListedProgram>,
}

/// What a folder is.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceKind {
    /// `problems/`, `testdata/` and `solutions/`.
    Workspace,
    /// A problem package of another judge.
    Package,
    /// A folder of packages.
    Contest,
    /// Programs with tests beside them.
    Plain,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedProblem {
    pub problem: ProblemId,
    pub title: String,
    /// Whether solutions talk to an interactor: their output is then no file to compare.
    pub interactive: bool,
    /// In judging order.
    pub tests: Vec<ListedTest>,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedTest {
    pub test: TestId,
    pub input: String,
    pub answer: String,
}

#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedProgram {
    pub problem: ProblemId,
    /// As reports name it: `nim/brute.rs`.
    pub name: String,
    pub path: String,
    pub language: Language,
    /// The tests that it is judged on, where these are not all of the problem's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Vec<TestId>>,
}

impl ListedProblem {
    pub fn of(problem: &Problem) -> ListedProblem {
        let tests = problem.tests.iter().map(|test| ListedTest {
            test: test.id.clone(),
            input: test.input.display().to_string(),
            answer: test.answer.display().to_string(),
        });
        ListedProblem {
            problem: problem.id.clone(),
            title: problem.title.clone(),
            interactive: matches!(problem.judging, Judging::Interactor(_)),
            tests: tests.collect(),
        }
    }
}

impl Listing {
    pub fn to_pretty_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and lists have a form in JSON") + "\n"
    }
}
