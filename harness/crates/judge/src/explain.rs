//! A problem's settings, and where each value comes from.

use crate::answers::how_to_answer;
use crate::config;
use crate::limits::PackageLimits;
use crate::rules::RulesInForce;
use crate::workspace::{NamedProblem, Workspace};
use model::phrase::{count, inferred, names};
use model::{ByteSize, Judging, LanguageShare, Limits, Problem, Protocol, Solution, TimeFrom};
use package::detect::Kind;
use package::folder;
use package::keys::{CompareKey, Limit, ManifestKey, ProgramKey, RunKey, Subject, Table, Value};
use profiles::{ChosenBy, RuleValue, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Settings that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedSection {
    /// What its lines are about.
    pub title: String,
    /// Its settings, in the order in which they are shown.
    pub lines: Vec<ExplainedLine>,
}

/// A setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedLine {
    /// What is set.
    pub name: String,
    /// It may quote the problem's files.
    pub value: String,
    /// A file with its line, `default`, or a reason; empty where there is nothing to say. Use cases
    /// in it are written as in [`crate::Error::hint`].
    pub origin: String,
}

impl Workspace {
    /// What holds for a problem: limits, judging, tests, groups, solutions, and where each is set.
    pub fn explain(&self, named: &NamedProblem) -> Vec<ExplainedSection> {
        let mut sheet = Sheet {
            sections: Vec::new(),
            judge: self,
            manifest: self.relative(&named.problem.dir.join("problem.toml")),
            origins: named.problem.stated.clone(),
            is_package: named.is_package,
        };
        let shared = named.solutions.iter().any(|solution| solution.build.shared);
        let problem = &*PackageLimits::of(self).recalled(&named.problem);
        let subject = Subject { problem, shared };
        sheet.head(problem.id.as_str());
        sheet.table(Table::Top, subject);
        sheet.table(Table::Source, subject);
        sheet.judge_rules(problem);
        sheet.head("limits of one run");
        sheet.table(Table::Limits, subject);
        sheet.tools(subject);
        sheet.judging(subject);
        sheet.tests(named);
        sheet.groups(problem);
        sheet.solutions(named);
        sheet.files(named);
        sheet.table(Table::Build, subject);
        sheet.head("elsewhere");
        sheet.line("cache", &self.relative(&self.cache), "");
        sheet.settings();
        sheet.sections
    }
}

struct Sheet<'a> {
    sections: Vec<ExplainedSection>,
    judge: &'a Workspace,
    /// The problem's file, as it is shown.
    manifest: String,
    origins: BTreeMap<String, usize>,
    is_package: bool,
}

impl Sheet<'_> {
    fn head(&mut self, title: &str) {
        self.sections.push(ExplainedSection { title: title.to_owned(), lines: Vec::new() });
    }

    fn line(&mut self, name: &str, value: &str, origin: &str) {
        let line = ExplainedLine { name: name.to_owned(), value: value.to_owned(), origin: origin.to_owned() };
        if let Some(section) = self.sections.last_mut() {
            section.lines.push(line);
        }
    }

    /// The line of `key`, or `otherwise` if it is not set.
    fn origin(&self, key: &str, otherwise: &str) -> String {
        match self.origins.get(key) {
            Some(line) => format!("{}:{line}", self.manifest),
            None if self.is_package => String::new(),
            None => otherwise.to_owned(),
        }
    }

    /// What each file of a folder of no format is.
    fn files(&mut self, named: &NamedProblem) {
        let folder = named.solutions.first().and_then(|solution| solution.path.parent());
        let Some(folder) = folder.filter(|_| Kind::of(&self.judge.root).is_none()) else { return };
        let programs: Vec<PathBuf> = named.solutions.iter().map(|solution| solution.path.clone()).collect();
        let explained = folder::explained(folder, &programs, &self.judge.languages);
        self.head("files");
        for (what, files) in explained {
            self.line(&what, &names(&files, 8), "");
        }
    }

    fn value(&mut self, name: &str, value: &str, key: &str) {
        let origin = self.origin(key, "");
        self.line(name, value, &origin);
    }

    /// The keys of a table, as far as they are shown.
    fn table(&mut self, table: Table, subject: Subject<'_>) {
        let mut keys = table.keys();
        // The program before how it is called.
        keys.sort_by_key(|key| key.row().name != ProgramKey::File.name());
        for key in keys {
            let line = key.of(subject).and_then(|value| self.line_of(key, &value, subject));
            if let Some((name, value, origin)) = line {
                self.line(name, &value, &origin);
            }
        }
    }

    /// The name, the value and the origin that are shown, if any are. A key that is not decided
    /// about here does not compile.
    fn line_of(&self, key: ManifestKey, value: &Value, subject: Subject<'_>) -> Option<(&'static str, String, String)> {
        let problem = subject.problem;
        let line = |name, value: String, usual: &str| Some((name, value, self.origin(&key.path(), usual)));
        let plain = || line(key.row().name, value.to_string(), "");
        let if_set = || key.is_set(subject).then(plain).flatten();
        let matters =
            |name| line(name, if *value == Value::Flag(true) { "matters" } else { "is ignored" }.to_owned(), "default");
        let program = |name| {
            let is_it =
                |file: &&Path| file.file_name().is_some_and(|own| value == &Value::Text(own.to_string_lossy().into()));
            let file = self.judge.relative(problem.judges().find(is_it)?);
            line(name, file, "default: the file of that name")
        };
        match key {
            ManifestKey::Top(_) | ManifestKey::Source(_) | ManifestKey::Build(_) => if_set(),
            ManifestKey::Limits(Limit::Time) => {
                let origin = self.time_from(problem).unwrap_or_else(|| self.origin(&key.path(), "default"));
                Some((Limit::Time.name(), in_words(Limit::Time, value), origin))
            }
            ManifestKey::Limits(limit) => {
                let usual = if limit == Limit::Wall {
                    usual_wall(problem)
                } else if limit == Limit::Stack {
                    "default: as memory"
                } else {
                    "default"
                };
                let of_judge = self.of_judge(problem, &key.path());
                line(limit.name(), in_words(limit, value), of_judge.as_deref().unwrap_or(usual))
            }
            // The judge's are shown with its rules.
            ManifestKey::Run(RunKey::TimeFactors) => self.origins.get(&key.path()).and_then(|_| plain()),
            // It is shown with the program that asks for more than one.
            ManifestKey::Run(RunKey::Passes) => None,
            ManifestKey::Run(RunKey::Fork) => {
                let words = "they may be started".to_owned();
                key.is_set(subject).then(|| line(RunKey::Fork.name(), words, "its included files")).flatten()
            }
            ManifestKey::Tools(limit) => {
                let usual = if limit == Limit::Wall { "default: 3 x time" } else { "default" };
                line(limit.name(), in_words(limit, value), usual)
            }
            ManifestKey::Files(key) => line(key.name(), format!("the file {value}"), ""),
            ManifestKey::Compare(CompareKey::Mode) => line("compare", value.to_string(), "default"),
            ManifestKey::Compare(CompareKey::CaseSensitive) => matters("case"),
            ManifestKey::Compare(CompareKey::SpaceChangeSensitive) => matters("white space"),
            ManifestKey::Compare(CompareKey::FloatAbsolute) => line("absolute", value.to_string(), ""),
            ManifestKey::Compare(CompareKey::FloatRelative) => line("relative", value.to_string(), ""),
            ManifestKey::Checker(ProgramKey::File) => program("checker"),
            ManifestKey::Interactor(ProgramKey::File) => program("interactor"),
            ManifestKey::Checker(ProgramKey::Kind) | ManifestKey::Interactor(ProgramKey::Kind) => {
                line(ProgramKey::Kind.name(), protocol(&problem.judging).to_owned(), "default")
            }
            ManifestKey::Checker(ProgramKey::Args | ProgramKey::AcceptsAnswers)
            | ManifestKey::Interactor(ProgramKey::Args | ProgramKey::AcceptsAnswers) => if_set(),
            // They are shown with each group.
            ManifestKey::Groups(_) | ManifestKey::GroupLimits(_) => None,
        }
    }

    /// The limits of the problem's own programs, if it has any.
    fn tools(&mut self, subject: Subject<'_>) {
        let problem = subject.problem;
        let mut programs =
            problem.judges().chain(problem.validators.iter().chain(&problem.generator).map(PathBuf::as_path));
        if programs.any(|file| file.extension().is_none_or(|own| own != "ctd")) {
            self.head("limits of its own programs");
            self.table(Table::Tools, subject);
        }
    }

    /// The origin of a limit that the judge's rules set.
    fn of_judge(&self, problem: &Problem, key: &str) -> Option<String> {
        let rules = self.judge.rules.get(&problem.id).filter(|_| !self.is_package)?;
        let ruled = rules.values.iter().find(|ruled| ruled.key == Some(key) && ruled.value.is_some());
        ruled.map(|_| format!("by the rules of {}", rules.judge.name))
    }

    /// Where a package's time limit comes from.
    fn time_from(&self, problem: &Problem) -> Option<String> {
        match &problem.rules.time {
            TimeFrom::Default => None,
            TimeFrom::File(file) => Some(self.judge.relative(file)),
            TimeFrom::Solutions(_, None) => Some("until it is inferred, when it is judged".to_owned()),
            TimeFrom::Solutions(inference, Some(measured)) => {
                let why = format!("{} x, in steps of {}", inference.accepted_to_limit, seconds(inference.resolution));
                Some(format!("{}; {why}", inferred(measured)))
            }
        }
    }

    fn judging(&mut self, subject: Subject<'_>) {
        let problem = subject.problem;
        self.head("judging");
        // A package says it of each test.
        let of_test = problem.tests.first().and_then(|test| test.files());
        let files = of_test.unwrap_or(&problem.files).clone();
        self.table(Table::Files, Subject { problem: &Problem { files, ..problem.clone() }, ..subject });
        for table in [Table::Compare, Table::Checker, Table::Interactor] {
            self.table(table, subject);
        }
        let passes = ManifestKey::Run(RunKey::Passes);
        if passes.is_set(subject) {
            self.value(passes.row().name, &problem.passes.to_string(), &passes.path());
        }
        for validator in &problem.validators {
            self.line("validator", &self.judge.relative(validator), "");
        }
        if let Some(generator) = &problem.generator {
            let writes = format!("{} ({})", self.judge.relative(generator), count(problem.generate.len(), "test"));
            self.value("generator", &writes, "generate");
        }
    }

    fn tests(&mut self, named: &NamedProblem) {
        self.head("tests");
        let folder = Path::new("testdata").join(named.problem.id.as_str());
        for of_group in named.problem.tests.chunk_by(|a, b| a.id.group() == b.id.group()) {
            let group = of_group[0].id.group();
            let name = if group.is_empty() { "." } else { group };
            // In a folder that is judged as it is, they may lie anywhere, too.
            let place = if self.is_package || !self.judge.root.join(&folder).is_dir() {
                of_group[0].input.parent().map(|own| self.judge.relative(own)).unwrap_or_default()
            } else {
                folder.join(group).display().to_string()
            };
            self.line(name, &count(of_group.len(), "test"), &place);
        }
        if !named.unanswered.is_empty() {
            self.line("no answer", &count(named.unanswered.len(), "test"), &how_to_answer(&named.problem));
        }
        if !named.problem.invalid.is_empty() {
            let place = folder.join("invalid").display().to_string();
            self.line("invalid", &count(named.problem.invalid.len(), "input"), &place);
        }
    }

    /// If there are points: what each group is worth, and which limits differ from the problem's
    /// own.
    fn groups(&mut self, problem: &Problem) {
        if problem.groups.is_empty() {
            return;
        }
        self.head("groups");
        for (at, group) in problem.groups.iter().enumerate() {
            let mut value = format!("{} points, {}", group.points, count(group.tests, "test"));
            if group.limits.cpu != problem.limits.cpu {
                value.push_str(&format!(", {} of CPU", seconds(group.limits.cpu)));
            }
            if group.limits.memory != problem.limits.memory {
                value.push_str(&format!(", {}", group.limits.memory));
            }
            if !group.requires.is_empty() {
                value.push_str(&format!(", after {}", group.requires.join(" and ")));
            }
            self.value(&group.name, &value, &format!("groups.{at}"));
        }
    }

    fn solutions(&mut self, named: &NamedProblem) {
        self.head("solutions");
        for solution in &named.solutions {
            let mut value = solution.expectation.to_string();
            if !solution.only.globs.is_empty() {
                let tests = &named.problem.tests;
                let part = tests.iter().filter(|test| solution.only.holds(&test.id)).count();
                value.push_str(&format!(", on {part} of {}", count(tests.len(), "test")));
            }
            if let Some(entry) = self.judge.languages.get(&solution.language) {
                value.push_str(&own_limits(&named.problem, solution, &entry.share()));
            }
            let origin = match directive(solution) {
                Some(line) => format!("{}:{line}", solution.display),
                None => solution.display.clone(),
            };
            self.line(&solution.id.short(), &value, &origin);
        }
    }

    /// The judge whose rules hold, with what says each value. A value of the problem's own file
    /// takes the place of the judge's.
    fn judge_rules(&mut self, problem: &Problem) {
        self.head("judge");
        let Some(RulesInForce { judge, chosen, values }) = self.judge.rules.get(&problem.id).cloned() else {
            return self.line("rules", "of no judge: the same time for every language", "default");
        };
        let why = match chosen {
            ChosenBy::Named => "named by the call".to_owned(),
            ChosenBy::Judge => self.origin("source.judge", ""),
            ChosenBy::Address => self.origin("source.url", ""),
        };
        self.line("rules", &judge.name, &why);
        for RuleValue { name, value, source, key } in values {
            let own = key.and_then(|key| self.origins.get(key)).map(|line| format!("{}:{line}", self.manifest));
            match (own, value, source) {
                (Some(own), _, _) => self.line(name, "as the problem sets it", &own),
                (None, Some(value), Some(Source::Page(page))) => {
                    self.line(name, &value, &format!("{} (read {})", page.url, page.read));
                }
                (None, Some(value), Some(Source::Unconfirmed) | None) => {
                    self.line(name, &value, "not confirmed by a page");
                }
                (None, None, _) => self.line(name, "unknown", "no page was read for it: the harness's default holds"),
            }
        }
        self.line("machine", "unknown", "nobody outside knows how fast it is: times are this machine's");
        self.line("load", "unknown", "nobody outside knows what runs beside a submission there");
        let takes = match (judge.gone, judge.takes_rust()) {
            (true, _) => "takes no submissions any more".to_owned(),
            (false, true) => format!("takes Rust, edition {}", judge.editions.join(" or ")),
            (false, false) => "takes no Rust, but C++".to_owned(),
        };
        self.line("submit", &format!("{} {takes}", judge.name), &format!("checked {}", judge.checked));
    }

    /// The settings of the user and the workspace.
    fn settings(&mut self) {
        let root = &self.judge.root;
        let Ok(settings) = config::load(Some(root)) else { return };
        let at = |file: &Path, line: usize| match file.strip_prefix(root) {
            Ok(below) => format!("{}:{line}", below.display()),
            Err(_) => format!("{}:{line}", config::display(file).display()),
        };
        let texts = [("language", &settings.language), ("template", &settings.template)];
        for (name, setting) in texts {
            let Some(setting) = setting else { continue };
            self.line(name, &setting.value, &at(&setting.file, setting.line));
        }
        if let Some(color) = &settings.color {
            self.line("color", color.value, &at(&color.file, color.line));
        }
        for (id, setting) in &settings.languages {
            let fields = setting.value.iter().map(|(key, value)| format!("{key} = {}", literal(value)));
            self.line(id, &fields.collect::<Vec<_>>().join(", "), &at(&setting.file, setting.line));
        }
    }
}

fn in_words(limit: Limit, value: &Value) -> String {
    if limit == Limit::Time {
        format!("{value} of CPU")
    } else if limit == Limit::Wall {
        format!("{value} on the clock")
    } else {
        value.to_string()
    }
}

fn protocol(judging: &Judging) -> &'static str {
    let (Judging::Checker(spec) | Judging::Interactor(spec)) = judging else { return "" };
    match spec.protocol {
        Protocol::Icpc => "icpc",
        Protocol::IcpcLegacy => "icpc, legacy",
        Protocol::Testlib | Protocol::Called => "testlib",
        Protocol::Peg => "peg",
        Protocol::Cms => "cms",
    }
}

/// A value of a configuration.
fn literal(value: &toml::Value) -> String {
    use toml::Value;
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(literal).collect::<Vec<_>>().join(" "),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(_) | Value::Table(_) => "…".to_owned(),
    }
}

/// The line of a solution's first directive about what it must get.
fn directive(solution: &Solution) -> Option<usize> {
    if solution.expectation.is_accepted() && solution.expectation.score.is_none() {
        return None;
    }
    let text = beneath::read_to_string(&solution.path).ok()?;
    let words = ["@ expect", "@expect", "@ score", "@score"];
    text.lines().position(|line| words.iter().any(|word| line.contains(word))).map(|at| at + 1)
}

/// How the limits of a solution's runs differ from the problem's: `, time x 3, memory + 96 MiB`.
fn own_limits(problem: &Problem, solution: &Solution, language: &LanguageShare) -> String {
    let (own, rules) = (solution.limits, &problem.limits.languages);
    let (time, memory) = (language.time_by(rules), language.memory_by(rules));
    let parts = [
        own.cpu.map(|cpu| format!("{} of CPU", seconds(cpu))),
        own.memory.map(|memory| memory.to_string()),
        (time != 1.0).then(|| format!("time x {time}")),
        (memory > ByteSize(0)).then(|| format!("memory + {memory}")),
    ];
    parts.into_iter().flatten().map(|part| format!(", {part}")).collect()
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// From what the wall guard of a problem follows, which says nothing of it itself.
fn usual_wall(problem: &Problem) -> &'static str {
    let Limits { cpu, wall, .. } = problem.limits;
    let is_dialogue = matches!(problem.judging, Judging::Interactor(_));
    if wall != problem.judging.wall_for(cpu) && wall == folder::guard(&problem.judging, cpu) {
        "default in a plain folder: 1.5 x time, at least 1 s more"
    } else if is_dialogue {
        "default: 2 x time"
    } else {
        "default: 2 x time + 1 s"
    }
}
