//! What a workspace or a package holds: problems, tests and solutions, as a reader found them.

use crate::{Problem, ProblemId, Solution, SolutionId, Test, TestId, TestJudging};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// What a workspace holds.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// Absolute.
    pub root: PathBuf,
    /// By id.
    pub problems: Vec<Arc<Problem>>,
    /// By id: problem, model solution first, then by label.
    pub solutions: Vec<Arc<Solution>>,
    /// Problems and solutions with errors, so that a filter that names one can say so. By name.
    pub left_out: BTreeSet<Omission>,
    /// Inputs that have no answer yet. They are not judged, and an error reports each. Also
    /// problems that are left out because they have no tests, with no inputs here: tests can be
    /// added to them.
    pub unanswered: BTreeMap<ProblemId, UnansweredTests>,
    /// Tests that packages describe but do not contain. An error reports them, once per problem.
    pub unmade: Vec<UnmadeTests>,
}

/// The tests of a problem that its own programs can make.
#[derive(Clone, Debug)]
pub struct UnmadeTests {
    /// With its limits, and the tests that exist.
    pub problem: Arc<Problem>,
    /// The solution whose outputs are the answers. `None`: the answers are empty, and only an
    /// interactor gets them.
    pub solution: Option<Arc<Solution>>,
    pub tests: Vec<Recipe>,
}

/// How a test is made, and where it belongs.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    pub id: TestId,
    /// `None`: the input exists, and a solution prints the answer.
    pub made_by: Option<Call>,
    pub input: PathBuf,
    pub answer: PathBuf,
    pub judged: Option<Arc<TestJudging>>,
}

/// How a generator is run, and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The source file.
    pub generator: PathBuf,
    pub args: Vec<String>,
    /// The file that it reads on standard input.
    pub stdin: Option<PathBuf>,
    pub gives: GeneratorOutput,
}

/// What a generator gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratorOutput {
    /// The input, on standard output.
    Input,
    /// The input on standard output or in `testcase.in`, and more in other files `testcase.*`.
    Files,
    /// The input, and the answer on standard error.
    Answer,
}

impl Call {
    /// A generator that prints the input.
    pub fn new(generator: PathBuf, args: Vec<String>) -> Call {
        Call { generator, args, stdin: None, gives: GeneratorOutput::Input }
    }
}

impl Recipe {
    /// The path of another file of the test that its generator writes. The answer may have a place
    /// of its own in the package.
    pub fn made_beside(&self, kind: &str) -> PathBuf {
        if kind == "ans" { self.answer.clone() } else { self.input.with_extension(kind) }
    }
}

/// The tests of a problem that have no answer yet, or a problem that has no tests at all yet.
#[derive(Clone, Debug)]
pub struct UnansweredTests {
    /// With its complete tests. A problem without any is in no other list of the catalog, and
    /// neither are its solutions.
    pub problem: Arc<Problem>,
    pub tests: Vec<Arc<Test>>,
    /// The solutions of a problem that has no complete test.
    pub solutions: Vec<Arc<Solution>>,
}

impl Catalog {
    pub fn problem(&self, id: &ProblemId) -> Option<&Arc<Problem>> {
        let at = self.problems.binary_search_by(|problem| problem.id.cmp(id)).ok()?;
        Some(&self.problems[at])
    }
}

/// Something that an error keeps out of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Omission {
    /// A problem and all of its solutions.
    Problem(ProblemId),
    Solution(SolutionId),
}
