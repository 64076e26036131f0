//! The keys of `problem.toml`: the one table of them.
//!
//! The reader, `import`, `explain`, `export` and the page about settings go by it. A key is a
//! variant of an enum, so what one of them has not decided about does not compile; a field of a
//! problem that has no key does not compile here. Knows no file and no other format.

use crate::draft::template::quoted;
use model::{
    ByteSize, Comparison, FileNames, Foreign, Group, Judging, Limits, Problem, ProgramSpec, Protocol, Source,
    TimeFactors, TimeMultiple, TokenOptions,
};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

mod text;

pub use text::{reference, text};

/// How the documentation shows a key: its name, a value as an example, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub name: &'static str,
    pub sample: &'static str,
    pub about: &'static str,
}

macro_rules! keys {
    ($($(#[$doc:meta])* $table:ident { $($key:ident = $name:literal $sample:literal $about:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $table { $($key),* }

        impl $table {
            pub const ALL: [$table; [$($table::$key),*].len()] = [$($table::$key),*];

            pub const fn row(self) -> Row {
                match self { $($table::$key => Row { name: $name, sample: $sample, about: $about }),* }
            }

            pub const fn name(self) -> &'static str {
                self.row().name
            }
        }
    )*};
}

keys! {
    /// Keys at the top of the file.
    TopKey {
        Title = "title" "\"Two heaps\"" "the only key without a default",
        TitleZh = "title-zh" "\"两堆石子\"" "",
    }
    /// Keys of `[source]`.
    SourceKey {
        Judge = "judge" "\"POJ\"" "",
        Id = "id" "\"1704\"" "",
        Url = "url" "\"http://poj.org/problem?id=1704\"" "",
        Seed = "seed" "\"003\"" "which of your source texts it comes from: free text",
    }
    /// Limits of every table that has some. Their samples are the defaults.
    Limit {
        Time = "time" "" "seconds of CPU time, of all its processes and threads together",
        Wall = "wall" "" "seconds on the clock; default 2 x time + 1, and 2 x time for the dialogue of an interactive problem",
        Memory = "memory" "" "MiB, at the peak",
        Output = "output" "" "MiB, standard output and standard error together; always at least twice the size of the answer",
        Stack = "stack" "" "MiB; default: as memory",
        Processes = "processes" "" "threads at one time, the first one included; one more is refused, which does not end the program",
        OpenFiles = "open-files" "" "",
        FileSize = "file-size" "" "MiB, of the largest file a checker or solution may write",
    }
    /// Keys of `[limits]` that no other table has.
    RunKey {
        Passes = "passes" "1" "how often a solution may be run on one test: see *Several passes*",
        Fork = "fork" "false" "true: it may start processes; they and their threads count together for `processes`",
        TimeFactors = "time-factors" "{ python = 3, java = 2 }" "by language; without it the time is the same for all",
    }
    /// Keys of `[files]`.
    FilesKey {
        Input = "input" "\"sum.in\"" "",
        Output = "output" "\"sum.out\"" "",
    }
    /// Keys of `[build]`.
    BuildKey {
        Static = "static" "true" "link C, C++ and Rust with static libraries, where there are some: they start sooner; false: with shared ones",
    }
    /// Keys of `[compare]`.
    CompareKey {
        Mode = "mode" "\"tokens\"" "lines (the default) | exact | tokens | unordered | dmoj-standard, -easy, -sorted, -unordered (as DMOJ's checkers)",
        CaseSensitive = "case-sensitive" "true" "for tokens only, as are the next three",
        SpaceChangeSensitive = "space-change-sensitive" "false" "",
        FloatAbsolute = "float-absolute" "1e-6" "",
        FloatRelative = "float-relative" "1e-6" "",
    }
    /// Keys of `[checker]` and `[interactor]`.
    ProgramKey {
        Kind = "kind" "\"icpc\"" "icpc (the default) | testlib | cms",
        File = "file" "\"checker.rs\"" "default: the file of that name, whatever its language",
        Args = "args" "[\"--strict\"]" "put behind the arguments of the protocol",
        AcceptsAnswers = "accepts-answers" "true" "of a checker: whether it must accept the answers; the default",
    }
    /// Keys of `[[groups]]`, besides its limits.
    GroupKey {
        Name = "name" "\"secret/large\"" "a folder below testdata/<slug>/; no test may lie in two groups",
        Points = "points" "80" "",
        Scoring = "scoring" "\"sum\"" "pass-fail (the default) | sum | min",
        Requires = "requires" "[\"sample\"]" "groups further up that must be passed in full",
    }
}

macro_rules! tables {
    ($($table:ident = $name:literal $about:literal { $($part:ident($keys:ident)),* })*) => {
        /// A table of the file, in the order in which it is written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Table { $($table),* }

        impl Table {
            pub const ALL: [Table; [$(Table::$table),*].len()] = [$(Table::$table),*];

            pub const fn name(self) -> &'static str {
                match self { $(Table::$table => $name),* }
            }

            const fn about(self) -> &'static str {
                match self { $(Table::$table => $about),* }
            }

            fn all_keys(self) -> Vec<ManifestKey> {
                let parts: Vec<Vec<ManifestKey>> = match self {
                    $(Table::$table => vec![$($keys::ALL.map(ManifestKey::$part).to_vec()),*]),*
                };
                parts.concat()
            }
        }

        /// A key of the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ManifestKey { $($($part($keys),)*)* }

        impl ManifestKey {
            pub const fn table(self) -> Table {
                match self { $($(ManifestKey::$part(_) => Table::$table,)*)* }
            }

            pub const fn row(self) -> Row {
                match self { $($(ManifestKey::$part(key) => key.row(),)*)* }
            }
        }
    };
}

tables! {
    Top = "" "" { Top(TopKey) }
    Source = "source" "where it lives" { Source(SourceKey) }
    Limits = "limits" "of one run of a solution" { Limits(Limit), Run(RunKey) }
    Tools = "tools" "the same for each of the problem's own programs; the defaults:" { Tools(Limit) }
    Files = "files" "that solutions read and write in place of standard input and output; none by default" { Files(FilesKey) }
    Build = "build" "of solutions" { Build(BuildKey) }
    Compare = "compare" "at most one of [compare], [checker] and [interactor]" { Compare(CompareKey) }
    Checker = "checker" "a program in the problem's folder that judges outputs" { Checker(ProgramKey) }
    Interactor = "interactor" "one that solutions talk to; its keys are those of [checker], but the last" { Interactor(ProgramKey) }
    Groups = "groups" "folders of tests with points, in order" { Groups(GroupKey) }
    GroupLimits = "groups.limits" "the keys of [limits], except passes, fork and time-factors" { GroupLimits(Limit) }
    Generate = "generate" "which tests the generator writes, and with which arguments" {}
}

impl Table {
    /// Its keys, in the order in which they are written. Those of `[generate]` are free.
    pub fn keys(self) -> Vec<ManifestKey> {
        let mut keys = self.all_keys();
        keys.retain(|key| *key != ManifestKey::Interactor(ProgramKey::AcceptsAnswers));
        keys
    }
}

impl ManifestKey {
    pub fn all() -> impl Iterator<Item = ManifestKey> {
        Table::ALL.into_iter().flat_map(Table::keys)
    }

    /// `limits.time`.
    pub fn path(self) -> String {
        let (table, name) = (self.table().name(), self.row().name);
        if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") }
    }

    /// What holds for the problem. `None`: nothing, or the key is not about such a problem. The
    /// keys of a group have a value in each: [`GroupKey::of`].
    pub fn of(self, subject: Subject<'_>) -> Option<Value> {
        let problem = subject.problem;
        match self {
            ManifestKey::Top(TopKey::Title) => Some(Value::Text(problem.title.clone())),
            ManifestKey::Top(TopKey::TitleZh) => problem.title_zh.clone().map(Value::Text),
            ManifestKey::Source(key) => key.of(&problem.source).clone().map(Value::Text),
            ManifestKey::Limits(limit) => Some(limit.of(&problem.limits)),
            ManifestKey::Run(RunKey::Passes) => Some(Value::Count(problem.passes)),
            ManifestKey::Run(RunKey::Fork) => Some(Value::Flag(problem.limits.fork)),
            ManifestKey::Run(RunKey::TimeFactors) => match &problem.limits.languages.time {
                TimeFactors::These(factors) if !factors.is_empty() => Some(Value::Factors(factors.clone())),
                TimeFactors::These(_) | TimeFactors::Configured => None,
            },
            ManifestKey::Tools(limit) => Some(limit.of(&problem.tool_limits)),
            ManifestKey::Files(key) => key.of(&problem.files).clone().map(Value::Text),
            ManifestKey::Build(BuildKey::Static) => Some(Value::Flag(!subject.shared)),
            ManifestKey::Compare(key) => problem.judgings().find_map(|judging| match judging {
                Judging::Compare(comparison) => key.of(comparison),
                Judging::Checker(_) | Judging::Interactor(_) => None,
            }),
            ManifestKey::Checker(key) => problem.judgings().find_map(|judging| match judging {
                Judging::Checker(spec) => key.of(spec),
                Judging::Compare(_) | Judging::Interactor(_) => None,
            }),
            ManifestKey::Interactor(key) => problem.judgings().find_map(|judging| match judging {
                Judging::Interactor(spec) => key.of(spec),
                Judging::Compare(_) | Judging::Checker(_) => None,
            }),
            ManifestKey::Groups(_) | ManifestKey::GroupLimits(_) => None,
        }
    }

    /// What holds for the problem where the file does not set the key. `None`: nothing, or nobody
    /// can know.
    pub fn usual(self, subject: Subject<'_>) -> Option<Value> {
        let problem = subject.problem;
        match self {
            ManifestKey::Limits(limit) => Some(limit.usual(&problem.limits, &LimitDefaults::of_runs(&problem.judging))),
            ManifestKey::Tools(limit) => Some(limit.usual(&problem.tool_limits, &LimitDefaults::of_tools())),
            ManifestKey::Run(RunKey::Passes) => Some(Value::Count(1)),
            ManifestKey::Run(RunKey::Fork) => Some(Value::Flag(false)),
            ManifestKey::Build(BuildKey::Static) => Some(Value::Flag(true)),
            ManifestKey::Compare(CompareKey::Mode) => CompareKey::Mode.of(&Comparison::default()),
            ManifestKey::Compare(key) => key.of(&Comparison::Tokens(TokenOptions::default())),
            ManifestKey::Checker(key) | ManifestKey::Interactor(key) => key.of(&ProgramSpec {
                protocol: Protocol::default(),
                file: PathBuf::new(),
                args: Vec::new(),
                accepts_answers: true,
            }),
            ManifestKey::Top(_)
            | ManifestKey::Source(_)
            | ManifestKey::Run(RunKey::TimeFactors)
            | ManifestKey::Files(_)
            | ManifestKey::Groups(_)
            | ManifestKey::GroupLimits(_) => None,
        }
    }

    /// Whether the file has to say it, so that the problem is read from it again.
    pub fn is_set(self, subject: Subject<'_>) -> bool {
        self.of(subject).is_some_and(|value| Some(value) != self.usual(subject))
    }
}

/// All that a file says of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'p> {
    pub problem: &'p Problem,
    /// Its solutions are linked with shared libraries.
    pub shared: bool,
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Texts(Vec<String>),
    Flag(bool),
    Number(f64),
    Time(Duration),
    Size(ByteSize),
    Count(u32),
    Factors(BTreeMap<String, TimeMultiple>),
}

impl Value {
    /// As the file writes it.
    pub fn toml(&self) -> String {
        match self {
            Value::Text(text) => quoted(text),
            Value::Texts(texts) => {
                format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
            }
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{number:.0}"),
            // TOML requires a point or an exponent in a number that is not whole.
            Value::Number(number) => format!("{number:?}"),
            Value::Time(time) => format!("{:?}", time.as_secs_f64()),
            Value::Size(size) => size.as_kib().div_ceil(1024).to_string(),
            Value::Count(count) => count.to_string(),
            Value::Factors(factors) => {
                let pairs = factors.iter().map(|(language, factor)| format!("{language} = {factor}"));
                format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// As a person reads it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Texts(texts) => f.write_str(&texts.join(" ")),
            Value::Flag(flag) => flag.fmt(f),
            Value::Number(number) => write!(f, "{number:e}"),
            Value::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Value::Size(size) => size.fmt(f),
            Value::Count(count) => count.fmt(f),
            Value::Factors(factors) => {
                let pairs = factors.iter().map(|(language, factor)| format!("{language} x {factor}"));
                f.write_str(&pairs.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// What holds where a table says nothing of a limit.
pub struct LimitDefaults {
    pub limits: Limits,
    /// The wall guard that goes with a CPU limit.
    pub guard: fn(Duration) -> Duration,
}

impl LimitDefaults {
    pub fn of_runs(judging: &Judging) -> LimitDefaults {
        let guard = match judging {
            Judging::Interactor(_) => Limits::deadline_for,
            Judging::Compare(_) | Judging::Checker(_) => Limits::wall_for,
        };
        let limits = Limits::default();
        LimitDefaults { limits: Limits { wall: guard(limits.cpu), ..limits }, guard }
    }

    pub fn of_tools() -> LimitDefaults {
        LimitDefaults { limits: Limits::for_tools(), guard: Limits::tool_wall_for }
    }

    /// Of a group, in a problem with these limits.
    pub fn of_group(judging: &Judging, limits: &Limits) -> LimitDefaults {
        LimitDefaults { limits: limits.clone(), ..LimitDefaults::of_runs(judging) }
    }
}

impl Limit {
    pub fn of(self, limits: &Limits) -> Value {
        // `languages` and `fork` are set in [limits] alone: see [`RunKey`].
        let Limits { cpu, wall, memory, output, stack, processes, open_files, file_size, languages: _, fork: _ } =
            limits;
        match self {
            Limit::Time => Value::Time(*cpu),
            Limit::Wall => Value::Time(*wall),
            Limit::Memory => Value::Size(*memory),
            Limit::Output => Value::Size(*output),
            Limit::Stack => Value::Size(*stack),
            Limit::Processes => Value::Count(*processes),
            Limit::OpenFiles => Value::Count(*open_files),
            Limit::FileSize => Value::Size(*file_size),
        }
    }

    /// What holds where a table says nothing of it, but sets the others as in `limits`: time sets
    /// the wall guard, and memory the stack.
    pub fn usual(self, limits: &Limits, usual: &LimitDefaults) -> Value {
        match self {
            Limit::Wall if limits.cpu != usual.limits.cpu => Value::Time((usual.guard)(limits.cpu)),
            Limit::Stack if limits.memory != usual.limits.memory => Value::Size(limits.memory),
            Limit::Time
            | Limit::Wall
            | Limit::Memory
            | Limit::Output
            | Limit::Stack
            | Limit::Processes
            | Limit::OpenFiles
            | Limit::FileSize => self.of(&usual.limits),
        }
    }
}

impl SourceKey {
    pub fn of(self, source: &Source) -> &Option<String> {
        // The place in a contest is not in the file.
        let Source { judge, id, url, seed, contest: _ } = source;
        match self {
            SourceKey::Judge => judge,
            SourceKey::Id => id,
            SourceKey::Url => url,
            SourceKey::Seed => seed,
        }
    }
}

impl FilesKey {
    pub fn of(self, files: &FileNames) -> &Option<String> {
        let FileNames { input, output } = files;
        match self {
            FilesKey::Input => input,
            FilesKey::Output => output,
        }
    }
}

/// A comparison, from the options of the table.
pub type OfOptions = fn(TokenOptions) -> Comparison;

impl CompareKey {
    /// The comparisons that `mode` can name, with the options of `tokens`. The first is usual.
    pub const MODES: [(&'static str, OfOptions); 8] = [
        ("lines", |_| Comparison::Lines),
        ("exact", |_| Comparison::Exact),
        ("tokens", Comparison::Tokens),
        ("unordered", |_| Comparison::Unordered),
        ("dmoj-standard", |_| Comparison::Foreign(Foreign::Standard)),
        ("dmoj-easy", |_| Comparison::Foreign(Foreign::Easy)),
        ("dmoj-sorted", |_| Comparison::Foreign(Foreign::SortedLines)),
        ("dmoj-unordered", |_| Comparison::Foreign(Foreign::SortedWords)),
    ];

    pub fn of(self, comparison: &Comparison) -> Option<Value> {
        if self == CompareKey::Mode {
            let name = match comparison {
                Comparison::Foreign(checker) => checker.mode().unwrap_or_else(|| checker.name()),
                Comparison::Lines | Comparison::Exact | Comparison::Tokens(_) | Comparison::Unordered => {
                    comparison.name()
                }
            };
            return Some(Value::Text(name.to_owned()));
        }
        let Comparison::Tokens(options) = comparison else { return None };
        let TokenOptions { case_sensitive, space_change_sensitive, float_absolute, float_relative } = options;
        match self {
            CompareKey::Mode => None,
            CompareKey::FloatAbsolute => float_absolute.map(Value::Number),
            CompareKey::FloatRelative => float_relative.map(Value::Number),
            CompareKey::CaseSensitive => Some(Value::Flag(*case_sensitive)),
            CompareKey::SpaceChangeSensitive => Some(Value::Flag(*space_change_sensitive)),
        }
    }
}

impl ProgramKey {
    /// The protocols that `kind` can name. Those of an interactor leave out the last: a manager of
    /// CMS is not an interactor by itself, since a source of ours is put beside it.
    pub const KINDS: [(&'static str, Protocol); 3] =
        [("icpc", Protocol::Icpc), ("testlib", Protocol::Testlib), ("cms", Protocol::Cms)];

    /// The word for `protocol`; where there is none, that of the nearest.
    pub fn word(protocol: Protocol) -> Value {
        let word = match protocol {
            Protocol::Icpc | Protocol::IcpcLegacy | Protocol::Peg => "icpc",
            Protocol::Testlib | Protocol::Called => "testlib",
            Protocol::Cms => "cms",
        };
        Value::Text(word.to_owned())
    }

    pub fn of(self, spec: &ProgramSpec) -> Option<Value> {
        let ProgramSpec { protocol, file, args, accepts_answers } = spec;
        match self {
            ProgramKey::Kind => Some(ProgramKey::word(*protocol)),
            ProgramKey::File => file.file_name().map(|name| Value::Text(name.to_string_lossy().into_owned())),
            ProgramKey::Args => Some(Value::Texts(args.clone())),
            ProgramKey::AcceptsAnswers => Some(Value::Flag(*accepts_answers)),
        }
    }
}

impl GroupKey {
    pub fn of(self, group: &Group) -> Value {
        let Group { name, limits: _, points, scoring, requires, tests: _ } = group;
        match self {
            GroupKey::Name => Value::Text(name.clone()),
            GroupKey::Points => Value::Number(points.as_number()),
            GroupKey::Scoring => Value::Text(scoring.name().to_owned()),
            GroupKey::Requires => Value::Texts(requires.clone()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
