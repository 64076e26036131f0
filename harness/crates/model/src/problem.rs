//! A problem, its tests and its solutions, as the catalog found them.

use crate::expectation::Expectation;
use crate::foreign::Foreign;
use crate::grading::Grading;
use crate::id::{Language, ProblemId, SolutionId, TestId};
use crate::key::Key;
use crate::limits::{ByteSize, Limits};
use crate::making::Making;
use crate::only::OnlyGlobs;
use crate::score::{Group, Worth};
use crate::timing::{Inference, MeasuredLimit, TimeFrom};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How output and answer are compared when no program of the problem does it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Comparison {
    /// Ignores trailing white space of lines and trailing blank lines, and reads `\r\n` as `\n`;
    /// then compares bytes.
    #[default]
    Lines,
    /// Bytes.
    Exact,
    Tokens(TokenOptions),
    /// Compares the multisets of lines, each line as in `lines`.
    Unordered,
    /// As another judge does.
    Foreign(Foreign),
}

impl Comparison {
    pub const fn name(&self) -> &'static str {
        match self {
            Comparison::Lines => "lines",
            Comparison::Exact => "exact",
            Comparison::Tokens(_) => "tokens",
            Comparison::Unordered => "unordered",
            Comparison::Foreign(checker) => checker.name(),
        }
    }
}

impl Foreign {
    /// The comparison that decides most like it, for those who do not have it.
    pub fn nearest(&self) -> Comparison {
        let words = TokenOptions::default();
        match *self {
            Foreign::Standard | Foreign::LineTokens => Comparison::Tokens(words),
            Foreign::Easy => Comparison::Tokens(TokenOptions { case_sensitive: false, ..words }),
            Foreign::Floats { absolute, relative } => {
                Comparison::Tokens(TokenOptions { float_absolute: absolute, float_relative: relative, ..words })
            }
            Foreign::SortedLines | Foreign::SortedWords => Comparison::Unordered,
            Foreign::Rstripped { .. } | Foreign::LineCount | Foreign::LineMatches { .. } | Foreign::WholeLines => {
                Comparison::Lines
            }
        }
    }
}

/// Options of the token comparison, as in the ICPC default output validator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenOptions {
    pub case_sensitive: bool,
    pub space_change_sensitive: bool,
    /// With either tolerance set, answer tokens that are numbers are compared as numbers.
    pub float_absolute: Option<f64>,
    pub float_relative: Option<f64>,
}

/// The native default: case matters, white space does not.
impl Default for TokenOptions {
    fn default() -> TokenOptions {
        TokenOptions { case_sensitive: true, space_change_sensitive: false, float_absolute: None, float_relative: None }
    }
}

/// The protocol a problem's own checker or interactor speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// `checker input answer feedback_dir/ [args] < output`, exit 42 or 43.
    #[default]
    Icpc,
    /// The same as before 2025: a score beside a rejection means nothing.
    IcpcLegacy,
    /// `checker input output answer`, exit 0, 1, 2, 3, 4, 7, 8.
    Testlib,
    /// Like [`Protocol::Testlib`], called with the program's own arguments alone, in which
    /// `{input_file}`, `{output_file}` and `{answer_file}` stand for the files: DMOJ's.
    Called,
    /// Like [`Protocol::Called`], exit 0 or 1. Two numbers that it prints on successive lines are
    /// the numerator and the denominator of its share of the points: PEG's.
    Peg,
    /// `checker input answer output`, exit 0; prints a share from 0 to 1, and its message on
    /// standard error.
    Cms,
}

/// A program that belongs to the problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramSpec {
    pub protocol: Protocol,
    /// The source file.
    pub file: PathBuf,
    pub args: Vec<String>,
    /// For a checker: it must accept the tests' answers as outputs.
    pub accepts_answers: bool,
}

/// How a run that ended well is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Judging {
    Compare(Comparison),
    Checker(ProgramSpec),
    Interactor(ProgramSpec),
}

impl Judging {
    /// The wall-clock limit that goes with a CPU limit unless another one is set.
    pub fn wall_for(&self, cpu: Duration) -> Duration {
        match self {
            Judging::Interactor(_) => Limits::deadline_for(cpu),
            Judging::Compare(_) | Judging::Checker(_) => Limits::wall_for(cpu),
        }
    }

    /// The source file of the checker or interactor.
    pub fn program(&self) -> Option<&Path> {
        match self {
            Judging::Compare(_) => None,
            Judging::Checker(spec) | Judging::Interactor(spec) => Some(&spec.file),
        }
    }
}

/// Where the problem lives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    pub judge: Option<String>,
    pub id: Option<String>,
    pub url: Option<String>,
    /// Which of the source texts it comes from.
    pub seed: Option<String>,
    pub contest: Option<ContestPlace>,
}

/// The place of a problem in the contest with which it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestPlace {
    /// What all problems of the contest have in common.
    pub contest: String,
    /// The first problem has 1.
    pub place: u64,
}

/// One input with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub id: TestId,
    pub input: PathBuf,
    pub answer: PathBuf,
    /// How the test is judged, where it or its group says something of its own.
    pub judged: Option<Arc<TestJudging>>,
}

impl Test {
    /// A test that is judged as its problem says.
    pub fn new(id: TestId, input: PathBuf, answer: PathBuf) -> Test {
        Test { id, input, answer, judged: None }
    }

    /// The same test, with these names for the files that solutions read and write.
    pub fn with_files(mut self, files: &FileNames) -> Test {
        if *files != FileNames::default() {
            let judging = self.judged.as_deref().cloned().unwrap_or_default();
            self.judged = Some(Arc::new(TestJudging { files: Some(files.clone()), ..judging }));
        }
        self
    }

    /// The comparison of its output, in a problem that compares with `usual`.
    pub fn comparison<'a>(&'a self, usual: &'a Comparison) -> &'a Comparison {
        self.judged.as_ref().and_then(|judged| judged.comparison.as_ref()).unwrap_or(usual)
    }

    /// The arguments of the input validator in this file.
    pub fn validator_args(&self, validator: &Path) -> &[String] {
        let by_validator = self.judged.iter().flat_map(|judged| &judged.validator_args);
        by_validator.filter(|(file, _)| file == validator).map(|(_, args)| args.as_slice()).next().unwrap_or_default()
    }

    /// The files that the solution reads and writes.
    pub fn files(&self) -> Option<&FileNames> {
        self.judged.as_ref().and_then(|judged| judged.files.as_ref())
    }

    /// The files that lie in the solution's folder.
    pub fn beside(&self) -> &[FileBeside] {
        self.judged.as_ref().map_or(&[], |judged| judged.beside.as_slice())
    }

    /// The arguments that a solution gets after its own.
    pub fn args(&self) -> &[String] {
        self.judged.as_ref().map_or(&[], |judged| judged.args.as_slice())
    }

    /// The arguments that the checker or interactor gets after its problem's.
    pub fn checker_args(&self) -> &[String] {
        self.judged.as_ref().map_or(&[], |judged| judged.checker_args.as_slice())
    }
}

/// What a single test says about its judging.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestJudging {
    /// The arguments that a solution gets after its own.
    pub args: Vec<String>,
    /// Replaces the problem's.
    pub comparison: Option<Comparison>,
    /// Come after the problem's.
    pub checker_args: Vec<String>,
    /// The arguments of input validators, by their files.
    pub validator_args: Vec<(PathBuf, Vec<String>)>,
    /// The files that the solution reads and writes in place of its streams.
    pub files: Option<FileNames>,
    /// The files that lie in the solution's folder.
    pub beside: Vec<FileBeside>,
}

/// A file that a solution finds in its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct FileBeside {
    /// Its path in that folder, with `/`.
    pub name: String,
    pub path: PathBuf,
    /// The key of its content: with other files it is another test.
    pub content: Key,
}

/// Files in the folder of a solution; `None`: the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNames {
    pub input: Option<String>,
    pub output: Option<String>,
}

impl FileNames {
    /// Whether the names lead to no other folder, and can be read by people.
    pub fn are_plain(&self) -> bool {
        let odd = |c: char| matches!(c, '/' | '\\') || c.is_control();
        let plain = |name: &String| !name.is_empty() && !name.starts_with('.') && !name.contains(odd);
        [&self.input, &self.output].into_iter().flatten().all(plain)
            && (self.input.is_none() || self.input != self.output)
    }
}

/// What packages of other formats say about a problem, and `problem.toml` does not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackageRules {
    /// How verdicts and scores are made. [`Problem::groups`] are then those that tests lie directly
    /// in.
    pub grading: Option<Arc<Grading>>,
    /// Judges the file that the interactor wrote, once the interactor has accepted: Polygon's
    /// checkers. `problem.toml` says it, too.
    pub behind: Option<Judging>,
    /// The package's own grader, where one of its groups uses it.
    pub grader: Option<PathBuf>,
    /// Outputs that the comparison or the checker must accept or refuse.
    pub outputs: Vec<JuryOutput>,
    /// Programs and grammars that check answers as validators check inputs, and answers (each after
    /// its input) that they must refuse.
    pub answer_validators: Vec<PathBuf>,
    pub invalid_answers: Vec<(PathBuf, PathBuf)>,
    /// Where the time limit comes from.
    pub time: TimeFrom,
    /// The problem is a package: its limits are those of its format.
    pub is_package: bool,
    /// The format's tools run `.py` files by PyPy.
    pub is_pypy: bool,
    /// The [`Problem::invalid`] inputs that have an id, and arguments and files for validators. The
    /// others are only paths.
    pub refused: Vec<Arc<Test>>,
    /// Tests of the problem whose files are not there. They cannot be judged, and the points of
    /// their groups are unknown.
    pub absent: Vec<TestId>,
}

/// An output that the jury keeps to test its checker.
#[derive(Clone, Debug, PartialEq)]
pub struct JuryOutput {
    /// The input, the answer and the arguments that go with it: `valid_output/01`.
    pub test: Arc<Test>,
    pub output: PathBuf,
    pub must_be: JuryRuling,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JuryRuling {
    Accepted,
    Refused,
}

/// What a problem's inputs look like, in the language of checktestdata.
pub const GRAMMAR: &str = "input.ctd";

/// A problem with everything that its folders say about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub id: ProblemId,
    pub title: String,
    pub title_zh: Option<String>,
    pub source: Source,
    pub limits: Limits,
    /// The limits of the problem's own programs.
    pub tool_limits: Limits,
    pub judging: Judging,
    /// The files that solutions read and write in place of their streams, unless a test says
    /// otherwise.
    pub files: FileNames,
    /// How often a solution may be run on one test: more than once where the checker or interactor
    /// asks for another run, with the next input.
    pub passes: u32,
    /// The `[[groups]]`, in the order of the file. Where a package's groups are nested, a test
    /// belongs to the innermost.
    pub groups: Vec<Group>,
    /// What only packages of other formats say.
    pub rules: PackageRules,
    /// In judging order.
    pub tests: Vec<Arc<Test>>,
    /// `testdata/<slug>/invalid/`: inputs that the validator must refuse. They are not tests and
    /// have no answers.
    pub invalid: Vec<PathBuf>,
    /// `problems/<slug>`, absolute.
    pub dir: PathBuf,
    /// Each of them must accept every input: `problems/<slug>/validator.rs`, or the input
    /// validators of a package.
    pub validators: Vec<PathBuf>,
    /// `problems/<slug>/generator.rs`, where there is one.
    pub generator: Option<PathBuf>,
    /// The `[generate]` table: which tests the generator writes, and with which arguments.
    pub generate: Vec<(TestId, Vec<String>)>,
    /// The line of `problem.toml` at which each of its keys is set, by the dotted name.
    pub stated: BTreeMap<String, usize>,
}

impl Problem {
    /// A problem without a title and tests, of which nothing is stated: the limits are the usual
    /// ones, and outputs are compared line by line.
    pub fn new(id: ProblemId) -> Problem {
        Problem {
            id,
            title: String::new(),
            title_zh: None,
            source: Source::default(),
            limits: Limits::default(),
            tool_limits: Limits::for_tools(),
            judging: Judging::Compare(Comparison::default()),
            files: FileNames::default(),
            passes: 1,
            groups: Vec::new(),
            rules: PackageRules::default(),
            tests: Vec::new(),
            invalid: Vec::new(),
            dir: PathBuf::new(),
            validators: Vec::new(),
            generator: None,
            generate: Vec::new(),
            stated: BTreeMap::new(),
        }
    }

    /// A test that is judged as the problem says.
    pub fn test(&self, id: TestId, input: PathBuf, answer: PathBuf) -> Test {
        Test::new(id, input, answer).with_files(&self.files)
    }

    /// A test that is judged as the last one is; where there is none, as the problem says.
    pub fn further_test(&self, id: TestId, input: PathBuf, answer: PathBuf) -> Test {
        match self.tests.last() {
            Some(last) => Test { judged: last.judged.clone(), ..Test::new(id, input, answer) },
            None => self.test(id, input, answer),
        }
    }

    /// How each run is judged, in the order in which that is done.
    pub fn judgings(&self) -> impl Iterator<Item = &Judging> {
        std::iter::once(&self.judging).chain(&self.rules.behind)
    }

    /// Whether it is interactive or multi-pass: then no single run's output is the answer.
    pub fn is_dialogue(&self) -> bool {
        matches!(self.judging, Judging::Interactor(_)) || self.passes > 1
    }

    /// The source files of the programs that judge each run.
    pub fn judges(&self) -> impl Iterator<Item = &Path> {
        self.judgings().filter_map(Judging::program)
    }

    /// How the time limit follows from the package's solutions, if that is still to be measured.
    /// Until then nothing is judged by it.
    pub fn open_limit(&self) -> Option<&Arc<Inference>> {
        match &self.rules.time {
            TimeFrom::Solutions(inference, None) => Some(inference),
            TimeFrom::Default | TimeFrom::File(_) | TimeFrom::Solutions(_, Some(_)) => None,
        }
    }

    /// Sets the measured time limit, if it is still open. `None`: it cannot be measured, and the
    /// default stays.
    #[must_use]
    pub fn with_limit(mut self, measured: Option<MeasuredLimit>) -> Problem {
        let Some(inference) = self.open_limit().cloned() else { return self };
        let Some(measured) = measured else {
            self.rules.time = TimeFrom::Default;
            return self;
        };
        self.set_time_limit(measured.limit);
        self.rules.time = TimeFrom::Solutions(inference, Some(measured));
        self
    }

    /// Sets the time limit of the problem and of all its groups, and the wall guard that goes with
    /// it.
    pub fn set_time_limit(&mut self, cpu: Duration) {
        let wall = self.judging.wall_for(cpu);
        for limits in self.groups.iter_mut().map(|group| &mut group.limits).chain([&mut self.limits]) {
            (limits.cpu, limits.wall) = (cpu, wall);
        }
    }

    /// How many tests the solution is judged on, including those whose files are absent.
    pub fn judged_on(&self, solution: &Solution) -> usize {
        let ids = self.tests.iter().map(|test| &test.id).chain(&self.rules.absent);
        ids.filter(|test| solution.only.holds(test)).count()
    }

    /// The index in [`Problem::groups`] of the group that `test` belongs to.
    pub fn group_of(&self, test: &TestId) -> Option<usize> {
        let holding = (0..self.groups.len()).filter(|at| self.groups[*at].holds(test));
        holding.max_by_key(|at| self.groups[*at].name.len())
    }

    /// What a run on `test` may use.
    pub fn limits_of(&self, test: &TestId) -> &Limits {
        self.group_of(test).map_or(&self.limits, |at| &self.groups[at].limits)
    }

    /// The points that a checker may give `test`.
    pub fn worth_of(&self, test: &TestId) -> Worth {
        match &self.rules.grading {
            Some(grading) => grading.worth_of(test),
            None => self.group_of(test).map_or(Worth::Nothing, |at| self.groups[at].worth()),
        }
    }
}

/// How a solution is to be built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BuildOptions {
    /// `c++17`: the language's standard, in place of the newest one that the compiler supports.
    pub standard: Option<String>,
    /// Linked with shared libraries, even where static ones would let it start sooner.
    pub shared: bool,
    /// The name of its file while it is compiled, without the extension, in place of its own: equal
    /// files under many names are then one program.
    pub stem: Option<String>,
    /// The entry point: one of its files, or a class of Java or Scala.
    pub entry: Option<String>,
    /// The folder of the file's own headers in C and C++, searched before those of the workspace
    /// and the user. `None`: the file is compiled alone.
    pub headers: Option<PathBuf>,
    /// The folder of its problem, whose headers it finds after all others.
    pub problem: Option<PathBuf>,
    /// More arguments of the compiler, behind the language's own: the judge's defines.
    pub flags: Vec<String>,
    /// The judge's flags, in place of the language's `tuning`.
    pub tuning: Option<Vec<String>>,
    /// The judge's options of what runs the program, in place of the language's `runtime`.
    pub runtime: Option<Vec<String>>,
    pub online_judge: OnlineJudge,
    /// `--flags`: more arguments of the compiler, or of the interpreter where nothing is compiled.
    pub given: Vec<String>,
    pub checks: Checks,
    /// How the user asked for it to be built (`--with`, `--build`, `-c`).
    pub making: Making,
    /// The files of tests that the user names. They are hidden from a program in no language, as
    /// are files with the usual names of tests.
    pub tests: Arc<BTreeSet<PathBuf>>,
}

/// What a program checks itself for while it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Checks {
    /// What its language always checks.
    #[default]
    Usual,
    /// With all that its compiler offers: memory, undefined behaviour, overflows. It is slower, and
    /// needs more memory.
    Sanitized,
}

/// Whether a program can learn by `ONLINE_JUDGE` that a judge runs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnlineJudge {
    #[default]
    Defined,
    Undefined,
}

/// A solution file.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    pub id: SolutionId,
    pub language: Language,
    /// Absolute.
    pub path: PathBuf,
    /// Relative to the workspace root, with `/`: how it is shown.
    pub display: String,
    pub size: ByteSize,
    pub expectation: Expectation,
    /// The tests that it is judged on.
    pub only: OnlyGlobs,
    /// The `note:` directives, in order.
    pub notes: Vec<String>,
    /// The program's arguments. A file on disk names none and gets none.
    pub args: Vec<String>,
    pub build: BuildOptions,
    /// Replace the problem's.
    pub limits: OwnLimits,
}

/// Limits of a single solution, from a judge's own tests. `None`: the problem's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLimits {
    pub cpu: Option<Duration>,
    pub memory: Option<ByteSize>,
}

impl Solution {
    /// A solution without any directive: it must be accepted on every test.
    pub fn new(id: SolutionId, language: Language, path: PathBuf, display: String) -> Solution {
        Solution {
            id,
            language,
            path,
            display,
            size: ByteSize(0),
            expectation: Expectation::default(),
            only: OnlyGlobs::default(),
            notes: Vec::new(),
            args: Vec::new(),
            build: BuildOptions::default(),
            limits: OwnLimits::default(),
        }
    }

    /// The file that a person means by this solution, in the folder that was opened at `root`.
    /// `path` is a copy of it where a package includes other files or gives values to constants.
    pub fn own_file(&self, root: &Path) -> PathBuf {
        root.join(&self.display)
    }
}
