//! `problem.toml`: every key but `title` has a default, and every mistake is reported.

use crate::fields::Fields;
use crate::folder::problem;
use crate::folder::roles::ProgramRole;
use crate::keys::{BuildKey, FilesKey, Limit, LimitDefaults, ManifestKey, RunKey, SourceKey, Table, TopKey};
use crate::mistakes::Mistakes;
use crate::native::reader::parse;
use crate::node::{Node, PlacedValue, number};
use model::{
    ByteSize, Comparison, Diagnostic, FileNames, GRAMMAR, Judging, Limits, PackageRules, Problem, ProblemId, Snippet,
    Source, TestId, TimeFactors, TimeMultiple, nearest,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

mod groups;
mod judging;
mod ranges;

/// Larger limits than these are taken for a mistake: an hour, a tebibyte.
const LONGEST_SECONDS: f64 = 3600.0;
const LARGEST_MIB: u64 = 1 << 20;
const LARGEST_COUNT: u32 = 65_536;
/// More passes than this are taken for a mistake.
const MOST_PASSES: u32 = 1000;

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

/// A problem's folder, as the walk found it.
pub struct Folder<'a> {
    pub id: &'a ProblemId,
    /// Absolute.
    pub dir: &'a Path,
    /// Names of the files directly in it.
    pub files: &'a BTreeSet<String>,
    /// Names of the folders directly in it.
    pub folders: &'a BTreeSet<String>,
    /// Whether a file name has the extension of a language that can be built.
    pub is_source: &'a dyn Fn(&str) -> bool,
}

impl Folder<'_> {
    /// The source files with that stem, `checker.rs` for `checker`. Without one, the folder of that
    /// name, whose files are one program.
    fn programs(&self, stem: &str) -> Vec<&str> {
        let is = |file: &&str| {
            file.strip_prefix(stem)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|extension| (self.is_source)(extension))
        };
        let files: Vec<&str> = self.files.iter().map(String::as_str).filter(is).collect();
        if files.is_empty() { self.folders.get(stem).map(String::as_str).into_iter().collect() } else { files }
    }

    /// The programs of that name, or of another that people give such a program.
    fn called(&self, stem: &str) -> Vec<&str> {
        ProgramRole::of_name(stem).names().iter().flat_map(|name| self.programs(name)).collect()
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

/// Reads the text of a `problem.toml`; `path` is how diagnostics name it. The manifest is `None` if
/// an error is among the diagnostics.
pub fn read(text: &Arc<str>, path: PathBuf, folder: &Folder<'_>) -> (Option<Manifest>, Vec<Diagnostic>) {
    let mut mistakes = Mistakes::new(path, text.clone());
    let manifest = parse(text, &mut mistakes).and_then(|root| document(root, folder, &mut mistakes));
    let manifest = manifest.filter(|_| !mistakes.has_errors());
    (manifest, mistakes.into_diagnostics())
}

fn document(root: Node, folder: &Folder<'_>, mistakes: &mut Mistakes) -> Option<Manifest> {
    let mut top = Fields::of_table(Table::Top.name(), Some(root), mistakes);
    let has_title = top.place("title").is_some();
    let [title, title_zh] = TopKey::ALL.map(|key| top.text(key.name()));
    if let Some(empty) = title.as_ref().filter(|title| title.it.trim().is_empty()) {
        top.mistakes().error(empty.place.clone(), "the title is empty", "expected a title");
    }
    let [source, limits, tools, files, build, generate] =
        [Table::Source, Table::Limits, Table::Tools, Table::Files, Table::Build, Table::Generate]
            .map(|table| top.node(table.name()));
    let judges = [Table::Compare, Table::Checker, Table::Interactor].map(|table| top.node(table.name()));
    let groups = top.list(Table::Groups.name());
    // `titel = …` is one mistake, not two.
    if !has_title && !top.has_like("title") {
        top.mistakes().error_of_file("`title` is missing").hint =
            Some("every key has a default but this one: add `title = \"…\"` at the top".to_owned());
    }
    top.finish();

    let source = read_source(source, mistakes);
    let shared = read_build(build, mistakes);
    let (judging, behind) = judging::read(judges, folder, mistakes).unzip();
    // The other mistakes are looked for even if nothing judges.
    let is_broken = judging.is_none();
    let judging = judging.unwrap_or(Judging::Compare(Comparison::default()));
    let (limits, passes) = read_limits(Table::Limits, limits, &LimitDefaults::of_runs(&judging), mistakes);
    let (tool_limits, _) = read_limits(Table::Tools, tools, &LimitDefaults::of_tools(), mistakes);
    if let Some(passes) = passes.as_ref().filter(|_| !is_broken) {
        judging::check_passes(passes, &judging, mistakes);
    }
    let (groups, places) = groups::read(groups, &LimitDefaults::of_group(&judging, &limits), mistakes);
    let grammar = folder.files.iter().find(|file| *file == GRAMMAR).cloned();
    let validator = folder.program("validator", mistakes);
    // Every test must pass both.
    let validators = grammar.iter().map(String::as_str).chain(validator).map(|file| folder.dir.join(file)).collect();
    let files = read_files(files, &judging, mistakes);
    let generator = folder.program("generator", mistakes).map(|file| folder.dir.join(file));
    if let (Some(table), None) = (&generate, &generator) {
        mistakes.warning(table.place.clone(), "nothing can generate these tests", "no generator in the folder").hint =
            Some("add `generator.rs`, or leave the table out".to_owned());
    }
    let generate = read_generate(generate, mistakes);
    let plain = problem(folder.dir, folder.id.clone(), &title?.it, &[], judging, limits);
    let passes = passes.map_or(1, |passes| passes.it);
    let rules = PackageRules { behind: behind.flatten(), ..PackageRules::default() };
    let plain = Problem { title_zh: title_zh.map(|title| title.it), source, rules, ..plain };
    let problem = Problem { tool_limits, files, passes, groups, generate, validators, generator, ..plain };
    Some(Manifest { problem, places, shared })
}

fn read_source(table: Option<Node>, mistakes: &mut Mistakes) -> Source {
    let mut fields = Fields::of_table(Table::Source.name(), table, mistakes);
    let [judge, id, url, seed] = SourceKey::ALL.map(|key| fields.text(key.name()).map(|text| text.it));
    fields.finish();
    Source { judge, id, url, seed, contest: None }
}

/// Whether solutions are linked with shared libraries.
fn read_build(table: Option<Node>, mistakes: &mut Mistakes) -> bool {
    let mut fields = Fields::of_table(Table::Build.name(), table, mistakes);
    let [is_static] = BuildKey::ALL.map(|key| fields.flag(key.name()));
    fields.finish();
    is_static.is_some_and(|is_static| !is_static.it)
}

/// `[files]`: what solutions read and write in place of their streams.
fn read_files(table: Option<Node>, judging: &Judging, mistakes: &mut Mistakes) -> FileNames {
    let Some(place) = table.as_ref().map(|table| table.place.clone()) else { return FileNames::default() };
    let mut fields = Fields::of_table(Table::Files.name(), table, mistakes);
    let names = FilesKey::ALL.map(|key| fields.text(key.name()));
    for name in names.iter().flatten() {
        let alone = FileNames { input: Some(name.it.clone()), output: None };
        if !alone.are_plain() {
            let title = format!("solutions cannot use a file named `{}`", name.it);
            fields.mistakes().error(name.place.clone(), title, "expected a name like `sum.in`, without a folder");
        }
    }
    fields.finish();
    let [input, output] = names.map(|name| name.map(|name| name.it));
    if input.is_some() && input == output {
        let title = "solutions cannot read and write the same file";
        mistakes.error(place.clone(), title, "two names that are equal");
    }
    if matches!(judging, Judging::Interactor(_)) {
        mistakes.error(place, "[files] in an interactive problem", "a dialogue goes through the streams");
    }
    FileNames { input, output }
}

/// The limits of one run, and how many runs a test may take.
fn read_limits(
    table: Table,
    node: Option<Node>,
    usual: &LimitDefaults,
    mistakes: &mut Mistakes,
) -> (Limits, Option<PlacedValue<u32>>) {
    let mut fields = Fields::of_table(table.name(), node, mistakes);
    let mut limits = usual.limits.clone();
    let [time, wall, memory, output, stack, processes, open_files, file_size] = Limit::ALL.map(Limit::name);
    if let Some(time) = fields.number(time, 0.001..=LONGEST_SECONDS, "seconds") {
        limits.cpu = Duration::from_secs_f64(time.it);
        limits.wall = (usual.guard)(limits.cpu);
    }
    if let Some(wall) = fields.number(wall, 0.001..=2.0 * LONGEST_SECONDS + 1.0, "seconds") {
        limits.wall = Duration::from_secs_f64(wall.it);
        if limits.wall < limits.cpu {
            let table = table.name();
            let title = format!("`{table}.wall` is below `{table}.time`: no run could use its time");
            let label = format!("expected at least {}", limits.cpu.as_secs_f64());
            fields.mistakes().error(wall.place, title, label);
        }
    }
    if let Some(memory) = mib(&mut fields, memory, 1) {
        (limits.memory, limits.stack) = (memory, memory);
    }
    limits.output = mib(&mut fields, output, 1).unwrap_or(limits.output);
    limits.stack = mib(&mut fields, stack, 1).unwrap_or(limits.stack);
    let mut number = |limit, least| count(&mut fields, limit, least, LARGEST_COUNT).map(|own| own.it);
    limits.processes = number(processes, 1).unwrap_or(limits.processes);
    // A program holds its three streams and needs a few more while its libraries load.
    limits.open_files = number(open_files, 8).unwrap_or(limits.open_files);
    limits.file_size = mib(&mut fields, file_size, 0).unwrap_or(limits.file_size);
    let mut passes = None;
    // Groups and tools have none of these: there they are unknown keys.
    if table == Table::Limits {
        let [of_passes, fork, factors] = RunKey::ALL.map(RunKey::name);
        passes = count(&mut fields, of_passes, 1, MOST_PASSES);
        limits.fork = fields.flag(fork).map_or(limits.fork, |fork| fork.it);
        if fields.place(factors).is_some() {
            limits.languages.time = read_factors(fields.fields(factors));
        }
    }
    fields.finish();
    (limits, passes)
}

fn mib(fields: &mut Fields<'_>, key: &'static str, least: u64) -> Option<ByteSize> {
    fields.whole(key, least..=LARGEST_MIB, "MiB").map(|size| ByteSize::mib(size.it))
}

fn count(fields: &mut Fields<'_>, key: &'static str, least: u64, most: u32) -> Option<PlacedValue<u32>> {
    fields.whole(key, least..=u64::from(most), "").map(|count| count.map(|count| u32::try_from(count).unwrap_or(most)))
}

/// `time-factors`: by what the time is multiplied for a language. It is the limit itself for those
/// that are not named.
fn read_factors(mut fields: Fields<'_>) -> TimeFactors {
    let mut factors = BTreeMap::new();
    for (language, node) in fields.rest() {
        let number = node.text().filter(|_| node.is_plain()).and_then(number);
        match number.and_then(TimeMultiple::new) {
            Some(factor) => drop(factors.insert(language.it, factor)),
            None => {
                let title = format!("`limits.time-factors.{}` is not a factor", language.it);
                fields.mistakes().error(node.place, title, "expected a number from 0.01 to 100");
            }
        }
    }
    TimeFactors::These(factors)
}

fn read_generate(table: Option<Node>, mistakes: &mut Mistakes) -> Vec<(TestId, Vec<String>)> {
    let mut generate: BTreeMap<TestId, Vec<String>> = BTreeMap::new();
    for (PlacedValue { place, it: key }, value) in Fields::of_table(Table::Generate.name(), table, mistakes).rest() {
        if let Some(meant) = key_above(&key) {
            let title = format!("`{key}` is not a test id");
            mistakes.error(place, title, "everything below [generate] is a test").hint =
                Some(format!("did you mean `{meant}`? It belongs above [generate]"));
            continue;
        }
        let Some(line) = value.text().filter(|_| !value.is_plain()) else {
            let title = format!("the arguments for `{key}` are a text");
            mistakes.error(value.place, title, "expected a text").hint =
                Some("test ids hold a `/`, so they stand in quotes: \"secret/20-max\" = \"…\"".to_owned());
            continue;
        };
        let tests = match ranges::expand(&key, line) {
            Ok(tests) => tests,
            Err(model::braces::Mistake { piece, title, label, hint }) => {
                let place = mistakes.piece(&[place, value.place], &piece);
                mistakes.error(place, title, label).hint = hint;
                continue;
            }
        };
        for (id, args) in tests {
            if let Err(why) = check_test_id(&id) {
                let title = format!("`{id}` is not a test id: {why}");
                mistakes.error(place.clone(), title, "expected an id like `secret/20-max`");
                break;
            }
            let args = args.split_whitespace().map(str::to_owned).collect();
            let id = TestId(id.into());
            if generate.contains_key(&id) {
                let title = format!("`{id}` is generated twice");
                mistakes.error(place.clone(), title, "the second time");
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
