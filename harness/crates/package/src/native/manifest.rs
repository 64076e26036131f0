//! `problem.toml`: every key but `title` has a default, and every mistake is reported.

use crate::folder::problem;
use crate::keys::{BuildKey, FilesKey, Limit, LimitDefaults, ManifestKey, RunKey, SourceKey, Table, TopKey};
use crate::mistakes::Mistakes;
use crate::native::reader::{TomlSection, parse};
use model::{
    ByteSize, Diagnostic, FileNames, Judging, Limits, Problem, ProblemId, Snippet, Source, TestId, TimeFactors,
    TimeMultiple, nearest,
};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

mod groups;
mod judging;
mod ranges;

/// Larger limits than these are taken for a mistake: an hour, a tebibyte.
const LONGEST_SECONDS: f64 = 3600.0;
const LARGEST_MIB: u64 = 1 << 20;
const LARGEST_COUNT: u64 = 65_536;
/// More passes than this are taken for a mistake.
const MOST_PASSES: u64 = 1000;

/// What `problem.toml` says, with defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Without its tests.
    pub problem: Problem,
    /// Where the names of its groups stand.
    pub places: Vec<Snippet>,
    /// `build.static = false`: solutions are linked with shared libraries.
    pub shared: bool,
}

/// What a problem's inputs look like, in the language of checktestdata.
const GRAMMAR: &str = "input.ctd";

/// A problem's folder, as the walk found it.
pub struct Folder<'a> {
    pub id: &'a ProblemId,
    /// Absolute.
    pub dir: &'a Path,
    /// Names of the files directly in it, sorted.
    pub files: &'a [String],
    /// Whether a file name has the extension of a language that can be built.
    pub is_source: &'a dyn Fn(&str) -> bool,
}

impl Folder<'_> {
    /// The source files with that stem: `checker.rs` for `checker`.
    fn programs(&self, stem: &str) -> Vec<&str> {
        let is = |file: &&str| {
            file.strip_prefix(stem)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|extension| (self.is_source)(extension))
        };
        self.files.iter().map(String::as_str).filter(is).collect()
    }

    /// The programs of that name, or of another that people give such a program.
    fn called(&self, stem: &str) -> Vec<&str> {
        let all = NAMES.iter().find(|names| names[0] == stem).copied().unwrap_or_default();
        let all = all.iter().skip(1).flat_map(|name| self.programs(name));
        self.programs(stem).into_iter().chain(all).collect()
    }

    /// The only program of that name; several are a mistake.
    fn program(&self, stem: &str, mistakes: &mut Mistakes) -> Option<&str> {
        let found = self.called(stem);
        if found.len() > 1 {
            mistakes.error_of_file(format!("more than one {stem}: {}", found.join(", "))).hint =
                Some("keep one of them".to_owned());
        }
        found.first().copied()
    }
}

/// What the programs of a problem are called: by their role, or by Polygon's names for it. The same
/// names mean the same in a plain folder.
const NAMES: [&[&str]; 3] = [&["checker", "check", "chk"], &["validator", "val"], &["generator", "gen"]];

/// Reads the text of a `problem.toml`; `path` is how diagnostics name it. The manifest is `None` if
/// an error is among the diagnostics.
pub fn read(text: &Arc<str>, path: PathBuf, folder: &Folder<'_>) -> (Option<Manifest>, Vec<Diagnostic>) {
    let mut mistakes = Mistakes::new(path, text.clone());
    let manifest = parse(text, &mut mistakes).and_then(|table| document(table, folder, &mut mistakes));
    let manifest = manifest.filter(|_| !mistakes.has_errors());
    (manifest, mistakes.into_diagnostics())
}

fn document(table: DeTable<'_>, folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<Manifest> {
    let mut top = TomlSection::new(Table::Top.name(), table, mistakes);
    let has_title = top.place("title").is_some();
    let (mut title, mut title_zh) = (None, None);
    for key in TopKey::ALL {
        match key {
            TopKey::Title => title = top.text(key.name()),
            TopKey::TitleZh => title_zh = top.text(key.name()).map(Spanned::into_inner),
        }
    }
    if let Some(empty) = title.as_ref().filter(|title| title.get_ref().trim().is_empty()) {
        top.mistakes().error(empty.span(), "the title is empty", "expected a title");
    }
    let (mut source, mut limits, mut tools, mut files, mut build) = (None, None, None, None, None);
    let (mut judges, mut groups, mut generate) = (Vec::new(), Vec::new(), None);
    for table in Table::ALL {
        match table {
            Table::Source => source = top.table(table.name()),
            Table::Limits => limits = top.table(table.name()),
            Table::Tools => tools = top.table(table.name()),
            Table::Files => files = top.table(table.name()),
            Table::Build => build = top.table(table.name()),
            Table::Compare | Table::Checker | Table::Interactor => {
                judges.extend(top.table(table.name()).map(|own| (table, own)));
            }
            Table::Groups => groups = top.tables(table.name()),
            Table::Generate => generate = top.table(table.name()),
            // Read just now, and with each group.
            Table::Top | Table::GroupLimits => {}
        }
    }
    // `titel = …` is one mistake, not two.
    if !has_title && !top.has_like("title") {
        top.mistakes().error_of_file("`title` is missing").hint =
            Some("every key has a default but this one: add `title = \"…\"` at the top".to_owned());
    }
    top.finish();

    let source = source.map_or_else(Source::default, |table| read_source(table.into_inner(), mistakes));
    let shared = build.is_some_and(|table| read_build(table.into_inner(), mistakes));
    let judging = judging::read(judges, folder, mistakes);
    let guard = |cpu| match &judging {
        Some(judging) => judging.wall_for(cpu),
        None => Limits::wall_for(cpu),
    };
    let usual = LimitDefaults::guarded(Limits::default(), &guard);
    let (limits, passes) = match limits {
        Some(table) => read_limits(Table::Limits, table.into_inner(), &usual, mistakes),
        None => (usual.limits, None),
    };
    let usual = LimitDefaults::of_tools();
    let tool_limits = match tools {
        Some(table) => read_limits(Table::Tools, table.into_inner(), &usual, mistakes).0,
        None => usual.limits,
    };
    if let (Some(passes), Some(judging)) = (&passes, &judging) {
        judging::check_passes(passes, judging, mistakes);
    }
    let (groups, places) = groups::read(groups, &LimitDefaults { limits: limits.clone(), guard: &guard }, mistakes);
    let grammar = folder.files.iter().find(|file| *file == GRAMMAR).cloned();
    let validator = folder.program("validator", mistakes);
    // Every test must pass both.
    let validators = grammar.iter().map(String::as_str).chain(validator).map(|file| folder.dir.join(file)).collect();
    let files = files.map_or_else(FileNames::default, |table| read_files(table, judging.as_ref(), mistakes));
    let generator = folder.program("generator", mistakes).map(|file| folder.dir.join(file));
    let generate = generate.map_or_else(Vec::new, |table| {
        if generator.is_none() {
            mistakes.warning(table.span(), "nothing can generate these tests", "no generator in the folder").hint =
                Some("add `generator.rs`, or leave the table out".to_owned());
        }
        read_generate(table.into_inner(), mistakes)
    });
    let plain = problem(folder.dir, folder.id.clone(), &title?.into_inner(), &[], judging?, limits);
    let passes = passes.map_or(1, Spanned::into_inner);
    let problem =
        Problem { title_zh, source, tool_limits, files, passes, groups, generate, validators, generator, ..plain };
    Some(Manifest { problem, places, shared })
}

fn read_source(table: DeTable<'_>, mistakes: &mut Mistakes) -> Source {
    let mut section = TomlSection::new(Table::Source.name(), table, mistakes);
    let mut source = Source::default();
    for key in SourceKey::ALL {
        let value = section.text(key.name()).map(Spanned::into_inner);
        match key {
            SourceKey::Judge => source.judge = value,
            SourceKey::Id => source.id = value,
            SourceKey::Url => source.url = value,
            SourceKey::Seed => source.seed = value,
        }
    }
    section.finish();
    source
}

/// Whether solutions are linked with shared libraries.
fn read_build(table: DeTable<'_>, mistakes: &mut Mistakes) -> bool {
    let mut section = TomlSection::new(Table::Build.name(), table, mistakes);
    let mut shared = false;
    for key in BuildKey::ALL {
        match key {
            BuildKey::Static => shared = section.flag(key.name()).is_some_and(|is_static| !is_static.into_inner()),
        }
    }
    section.finish();
    shared
}

/// `[files]`: what solutions read and write in place of their streams.
fn read_files(table: Spanned<DeTable<'_>>, judging: Option<&Judging>, mistakes: &mut Mistakes) -> FileNames {
    let place = table.span();
    let mut section = TomlSection::new(Table::Files.name(), table.into_inner(), mistakes);
    let [input, output] = [FilesKey::Input, FilesKey::Output].map(|key| section.text(key.name()));
    for name in [&input, &output].into_iter().flatten() {
        let alone = FileNames { input: Some(name.get_ref().clone()), output: None };
        if !alone.are_plain() {
            let title = format!("solutions cannot use a file named `{}`", name.get_ref());
            section.mistakes().error(name.span(), title, "expected a name like `sum.in`, without a folder");
        }
    }
    let names = [input, output].map(|name| name.map(Spanned::into_inner));
    if names[0].is_some() && names[0] == names[1] {
        let title = "solutions cannot read and write the same file";
        section.mistakes().error(place.clone(), title, "two names that are equal");
    }
    section.finish();
    if matches!(judging, Some(Judging::Interactor(_))) {
        mistakes.error(place, "[files] in an interactive problem", "a dialogue goes through the streams");
    }
    let [input, output] = names;
    FileNames { input, output }
}

/// The limits of one run, and how many runs a test may take.
fn read_limits(
    table: Table,
    toml: DeTable<'_>,
    usual: &LimitDefaults<'_>,
    mistakes: &mut Mistakes,
) -> (Limits, Option<Spanned<u32>>) {
    let mut section = TomlSection::new(table.name(), toml, mistakes);
    let mut limits = usual.limits.clone();
    for limit in Limit::ALL {
        let name = limit.name();
        let mut mib = |least| section.whole(name, least..=LARGEST_MIB, "MiB").map(|n| ByteSize::mib(n.into_inner()));
        match limit {
            Limit::Time => {
                let Some(time) = seconds(&mut section, name, LONGEST_SECONDS) else { continue };
                limits.cpu = time.into_inner();
                limits.wall = (usual.guard)(limits.cpu);
            }
            Limit::Wall => {
                let Some(wall) = seconds(&mut section, name, 2.0 * LONGEST_SECONDS + 1.0) else { continue };
                if *wall.get_ref() < limits.cpu {
                    let table = table.name();
                    let title = format!("`{table}.wall` is below `{table}.time`: no run could use its time");
                    let label = format!("expected at least {}", limits.cpu.as_secs_f64());
                    section.mistakes().error(wall.span(), title, label);
                }
                limits.wall = wall.into_inner();
            }
            Limit::Memory => {
                let Some(memory) = mib(1) else { continue };
                (limits.memory, limits.stack) = (memory, memory);
            }
            Limit::Output => limits.output = mib(1).unwrap_or(limits.output),
            Limit::Stack => limits.stack = mib(1).unwrap_or(limits.stack),
            Limit::FileSize => limits.file_size = mib(0).unwrap_or(limits.file_size),
            Limit::Processes => {
                let own = count(&mut section, name, 1..=LARGEST_COUNT);
                limits.processes = own.map_or(limits.processes, Spanned::into_inner);
            }
            // A program holds its three streams and needs a few more while its libraries load.
            Limit::OpenFiles => {
                let own = count(&mut section, name, 8..=LARGEST_COUNT);
                limits.open_files = own.map_or(limits.open_files, Spanned::into_inner);
            }
        }
    }
    // Groups and tools have none of these: there they are unknown keys.
    let mut passes = None;
    for key in if table == Table::Limits { RunKey::ALL } else { &[] } {
        match key {
            RunKey::Passes => passes = count(&mut section, key.name(), 1..=MOST_PASSES),
            RunKey::Fork => limits.fork = section.flag(key.name()).map_or(limits.fork, Spanned::into_inner),
            RunKey::TimeFactors => {
                if let Some(factors) = section.table(key.name()) {
                    limits.languages.time = read_factors(factors.into_inner(), section.mistakes());
                }
            }
        }
    }
    section.finish();
    (limits, passes)
}

fn seconds(section: &mut TomlSection<'_, '_>, key: &'static str, most: f64) -> Option<Spanned<Duration>> {
    let number = section.number(key, 0.001..=most, "seconds")?;
    Some(Spanned::new(number.span(), Duration::from_secs_f64(number.into_inner())))
}

fn count(section: &mut TomlSection<'_, '_>, key: &'static str, range: RangeInclusive<u64>) -> Option<Spanned<u32>> {
    let number = section.whole(key, range, "")?;
    let count = u32::try_from(*number.get_ref()).expect("the ranges end below 2^32");
    Some(Spanned::new(number.span(), count))
}

/// `time-factors`: by what the time is multiplied for a language. It is the limit itself for those
/// that are not named.
fn read_factors(table: DeTable<'_>, mistakes: &mut Mistakes) -> TimeFactors {
    let mut factors = BTreeMap::new();
    for (language, value) in TomlSection::new("limits.time-factors", table, mistakes).entries() {
        let number = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(_)
            | DeValue::String(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => None,
        };
        match number.and_then(TimeMultiple::new) {
            Some(factor) => drop(factors.insert(language.into_inner(), factor)),
            None => {
                let title = format!("`limits.time-factors.{}` is not a factor", language.get_ref());
                mistakes.error(value.span(), title, "expected a number from 0.01 to 100");
            }
        }
    }
    TimeFactors::These(factors)
}

fn read_generate(table: DeTable<'_>, mistakes: &mut Mistakes) -> Vec<(TestId, Vec<String>)> {
    let mut section = TomlSection::new(Table::Generate.name(), table, mistakes);
    let mut generate: BTreeMap<TestId, Vec<String>> = BTreeMap::new();
    for (key, value) in section.entries() {
        if let Some(meant) = key_above(key.get_ref()) {
            let title = format!("`{}` is not a test id", key.get_ref());
            section.mistakes().error(key.span(), title, "everything below [generate] is a test").hint =
                Some(format!("did you mean `{meant}`? It belongs above [generate]"));
            continue;
        }
        let DeValue::String(line) = value.get_ref() else {
            let title = format!("the arguments for `{}` are a string", key.get_ref());
            section.mistakes().error(value.span(), title, "expected a string").hint =
                Some("test ids hold a `/`, so they stand in quotes: \"secret/20-max\" = \"…\"".to_owned());
            continue;
        };
        let tests = match ranges::expand(key.get_ref(), line) {
            Ok(tests) => tests,
            Err(model::braces::Mistake { piece, title, label, hint }) => {
                let place = section.mistakes().piece(&[key.span(), value.span()], &piece);
                section.mistakes().error(place, title, label).hint = hint;
                continue;
            }
        };
        for (id, args) in tests {
            if let Err(why) = check_test_id(&id) {
                let title = format!("`{id}` is not a test id: {why}");
                section.mistakes().error(key.span(), title, "expected an id like `secret/20-max`");
                break;
            }
            let args = args.split_whitespace().map(str::to_owned).collect();
            let id = TestId(id.into());
            if generate.contains_key(&id) {
                let title = format!("`{id}` is generated twice");
                section.mistakes().error(key.span(), title, "the second time");
                break;
            }
            generate.insert(id, args);
        }
    }
    generate.into_iter().collect()
}

/// The key of another table that this one probably is. A test id holds a `/`, and a key does not.
fn key_above(key: &str) -> Option<String> {
    let is_id = key.contains(['/', '{']);
    let names = || ManifestKey::all().map(|own| own.row().name);
    let meant = nearest(key, names()).filter(|_| !is_id)?;
    ManifestKey::all().find(|own| own.row().name == meant).map(ManifestKey::path)
}

/// Checks the id of a test that is to be written. It becomes a file below `testdata/<slug>/`, and
/// must not lead out of that folder.
///
/// # Errors
/// The rule that `id` breaks.
pub fn check_test_id(id: &str) -> Result<(), &'static str> {
    if id.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return Err("its parts must not be empty or begin with a dot");
    }
    if id.contains(['\\', ':']) || id.chars().any(char::is_control) {
        return Err("no `\\`, `:` or control characters");
    }
    if id.ends_with(".in") || id.ends_with(".ans") || id.ends_with(".out") {
        return Err("leave the extension out");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
