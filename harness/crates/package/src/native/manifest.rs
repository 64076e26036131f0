//! `problem.toml`: every key but `title` has a default, and every mistake is reported.

use crate::folder::problem;
use crate::mistakes::Mistakes;
use crate::native::reader::{Section, parse};
use model::{
    ByteSize, Diagnostic, FileNames, Judging, Limits, Problem, ProblemId, Snippet, Source, TestId, TimeFactors,
    TimeMultiple,
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

    /// The only program of that name; several are a mistake.
    fn program(&self, stem: &str, mistakes: &mut Mistakes) -> Option<&str> {
        let found = self.programs(stem);
        if found.len() > 1 {
            mistakes.error_of_file(format!("more than one {stem}: {}", found.join(", "))).hint =
                Some("keep one of them".to_owned());
        }
        found.first().copied()
    }
}

/// Reads the text of a `problem.toml`; `path` is how diagnostics name it. The manifest is `None` if
/// an error is among the diagnostics.
pub fn read(text: &Arc<str>, path: PathBuf, folder: &Folder<'_>) -> (Option<Manifest>, Vec<Diagnostic>) {
    let mut mistakes = Mistakes::new(path, text.clone());
    let manifest = parse(text, &mut mistakes).and_then(|table| document(table, folder, &mut mistakes));
    let manifest = manifest.filter(|_| !mistakes.has_errors());
    (manifest, mistakes.into_diagnostics())
}

fn document(table: DeTable<'_>, folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<Manifest> {
    let mut top = Section::new("", table, mistakes);
    let has_title = top.place("title").is_some();
    let title = top.text("title");
    if let Some(empty) = title.as_ref().filter(|title| title.get_ref().trim().is_empty()) {
        top.mistakes().error(empty.span(), "the title is empty", "expected a title");
    }
    let title_zh = top.text("title-zh").map(Spanned::into_inner);
    let source = top.table("source");
    let limits = top.table("limits");
    let tools = top.table("tools");
    let judges = ["compare", "checker", "interactor"].map(|name| (name, top.table(name)));
    let groups = top.tables("groups");
    let generate = top.table("generate");
    let build = top.table("build");
    let files = top.table("files");
    // `titel = …` is one mistake, not two.
    if !has_title && !top.has_like("title") {
        top.mistakes().error_of_file("`title` is missing").hint =
            Some("every key has a default but this one: add `title = \"…\"` at the top".to_owned());
    }
    top.finish();

    let source = source.map_or_else(Source::default, |table| read_source(table.into_inner(), mistakes));
    let shared = build.is_some_and(|table| {
        let mut section = Section::new("build", table.into_inner(), mistakes);
        let is_static = section.flag("static").is_none_or(Spanned::into_inner);
        section.finish();
        !is_static
    });
    let judging = judging::read(judges, folder, mistakes);
    let guard = |cpu| match &judging {
        Some(judging) => judging.wall_for(cpu),
        None => Limits::wall_for(cpu),
    };
    let defaults = Limits { wall: guard(Limits::default().cpu), ..Limits::default() };
    let (limits, passes) = match limits {
        Some(table) => read_limits("limits", table.into_inner(), &defaults, &guard, mistakes),
        None => (defaults, None),
    };
    let tool_limits = tools.map_or_else(Limits::for_tools, |table| {
        read_limits("tools", table.into_inner(), &Limits::for_tools(), &Limits::tool_wall_for, mistakes).0
    });
    if let (Some(passes), Some(judging)) = (&passes, &judging) {
        judging::check_passes(passes, judging, mistakes);
    }
    let (groups, places) = groups::read(groups, &limits, &guard, mistakes);
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
    let mut section = Section::new("source", table, mistakes);
    let mut text = |key| section.text(key).map(Spanned::into_inner);
    let source = Source { judge: text("judge"), id: text("id"), url: text("url"), seed: text("seed") };
    section.finish();
    source
}

/// `[files]`: what solutions read and write in place of their streams.
fn read_files(table: Spanned<DeTable<'_>>, judging: Option<&Judging>, mistakes: &mut Mistakes) -> FileNames {
    let place = table.span();
    let mut section = Section::new("files", table.into_inner(), mistakes);
    let mut text = |key| section.text(key);
    let (input, output) = (text("input"), text("output"));
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

/// The wall guard that goes with a CPU limit.
type Guard<'g> = &'g dyn Fn(Duration) -> Duration;

/// The limits of one run, and how many runs a test may take. What the table does not set is as in
/// `base`, except that memory sets the stack and time sets the guard.
fn read_limits(
    name: &'static str,
    table: DeTable<'_>,
    base: &Limits,
    guard: Guard<'_>,
    mistakes: &mut Mistakes,
) -> (Limits, Option<Spanned<u32>>) {
    let mut section = Section::new(name, table, mistakes);
    let mut limits = base.clone();
    let seconds = |value: Spanned<f64>| Duration::from_secs_f64(value.into_inner());
    if let Some(time) = section.number("time", 0.001..=LONGEST_SECONDS, "seconds") {
        limits.cpu = seconds(time);
        limits.wall = guard(limits.cpu);
    }
    if let Some(wall) = section.number("wall", 0.001..=2.0 * LONGEST_SECONDS + 1.0, "seconds") {
        if seconds(wall.clone()) < limits.cpu {
            let title = format!("`{name}.wall` is below `{name}.time`: no run could use its time");
            section.mistakes().error(wall.span(), title, format!("expected at least {}", limits.cpu.as_secs_f64()));
        }
        limits.wall = seconds(wall);
    }
    let says_memory = section.place("memory").is_some();
    let mut mib = |key, least, unless| {
        section.whole(key, least..=LARGEST_MIB, "MiB").map_or(unless, |n| ByteSize::mib(n.into_inner()))
    };
    limits.memory = mib("memory", 1, limits.memory);
    limits.output = mib("output", 1, limits.output);
    limits.stack = mib("stack", 1, if says_memory { limits.memory } else { limits.stack });
    limits.file_size = mib("file-size", 0, limits.file_size);
    let mut count = |key, range: RangeInclusive<u64>| {
        let number = section.whole(key, range, "")?;
        let count = u32::try_from(*number.get_ref()).expect("the ranges end below 2^32");
        Some(Spanned::new(number.span(), count))
    };
    let processes = count("processes", 1..=65_536).map(Spanned::into_inner);
    // A program holds its three streams and needs a few more while its libraries are loaded.
    limits.open_files = count("open-files", 8..=65_536).map_or(limits.open_files, Spanned::into_inner);
    // Groups and tools have no passes: there it is an unknown key.
    let mut passes = None;
    if name == "limits" {
        passes = count("passes", 1..=MOST_PASSES);
        limits.fork = section.flag("fork").map_or(limits.fork, Spanned::into_inner);
        if let Some(factors) = section.table("time-factors") {
            limits.languages.time = read_factors(factors.into_inner(), section.mistakes());
        }
    }
    limits.processes = processes.unwrap_or(limits.processes);
    section.finish();
    (limits, passes)
}

/// `time-factors`: by what the time is multiplied for a language. It is the limit itself for those
/// that are not named.
fn read_factors(table: DeTable<'_>, mistakes: &mut Mistakes) -> TimeFactors {
    let mut factors = BTreeMap::new();
    for (language, value) in Section::new("limits.time-factors", table, mistakes).entries() {
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
    let mut section = Section::new("generate", table, mistakes);
    let mut generate: BTreeMap<TestId, Vec<String>> = BTreeMap::new();
    for (key, value) in section.entries() {
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
                let title = format!("`{id}` is no test id: {why}");
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
