//! `problem.toml`: every key has a default but `title`, and every mistake is told.

use crate::catalog::Languages;
use crate::catalog::reader::{Mistakes, Section, parse};
use crate::catalog::walk::{Kind, Walk};
use crate::model::{
    ByteSize, Comparison, Diagnostic, Judging, Limits, ProblemId, ProgramSpec, Protocol, Severity, Source, TestId,
    TokenOptions,
};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest limits that are still taken for meant: an hour, a tebibyte.
const LONGEST_SECONDS: f64 = 3600.0;
const LARGEST_MIB: u64 = 1 << 20;

/// What `problem.toml` says, with defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    pub title: String,
    pub title_zh: Option<String>,
    pub source: Source,
    pub limits: Limits,
    pub judging: Judging,
    pub generate: Vec<(TestId, Vec<String>)>,
    pub validator: Option<PathBuf>,
    pub generator: Option<PathBuf>,
}

/// A problem's folder, as the walk found it.
pub struct Folder<'a> {
    /// Absolute.
    pub dir: &'a Path,
    /// Names of the files directly in it, sorted.
    pub files: &'a [String],
    /// Whether a file's extension is one of a language that can be built.
    pub is_source: &'a dyn Fn(&str) -> bool,
}

impl Folder<'_> {
    /// `checker.rs` for `checker`: the source files with that stem.
    fn programs(&self, stem: &str) -> Vec<&str> {
        let is = |file: &&str| {
            file.strip_prefix(stem)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|extension| (self.is_source)(extension))
        };
        self.files.iter().map(String::as_str).filter(is).collect()
    }

    /// The one program of that name; several are a mistake.
    fn program(&self, stem: &str, mistakes: &mut Mistakes) -> Option<&str> {
        let found = self.programs(stem);
        if found.len() > 1 {
            mistakes.error_of_file(format!("more than one {stem}: {}", found.join(", "))).hint =
                Some("keep one of them".to_owned());
        }
        found.first().copied()
    }
}

/// Reads the text of a `problem.toml`; `path` is how diagnostics name it. The manifest is `None` when there is an error among them.
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
    match &title {
        Some(title) if title.get_ref().trim().is_empty() => {
            top.mistakes().error(title.span(), "the title is empty", "expected a title");
        }
        None if !has_title => {
            top.mistakes().error_of_file("`title` is missing").hint =
                Some("every key has a default but this one: add `title = \"…\"` at the top".to_owned());
        }
        Some(_) | None => {}
    }
    let title_zh = top.text("title-zh").map(Spanned::into_inner);
    let source = top.table("source");
    let limits = top.table("limits");
    let compare = top.table("compare");
    let checker = top.table("checker");
    let interactor = top.table("interactor");
    let generate = top.table("generate");
    top.finish();

    let source = source.map_or_else(Source::default, |table| read_source(table.into_inner(), mistakes));
    let limits = limits.map_or_else(Limits::default, |table| read_limits(table.into_inner(), mistakes));
    let judging = read_judging(compare, checker, interactor, folder, mistakes);
    let validator = folder.program("validator", mistakes).map(|file| folder.dir.join(file));
    let generator = folder.program("generator", mistakes).map(|file| folder.dir.join(file));
    let generate = generate.map_or_else(Vec::new, |table| {
        if generator.is_none() {
            mistakes.warning(table.span(), "nothing can generate these tests", "no generator in the folder").hint =
                Some("add `generator.rs`, or leave the table out".to_owned());
        }
        read_generate(table.into_inner(), mistakes)
    });
    Some(Manifest {
        title: title?.into_inner(),
        title_zh,
        source,
        limits,
        judging: judging?,
        generate,
        validator,
        generator,
    })
}

fn read_source(table: DeTable<'_>, mistakes: &mut Mistakes) -> Source {
    let mut section = Section::new("source", table, mistakes);
    let mut text = |key| section.text(key).map(Spanned::into_inner);
    let source = Source { judge: text("judge"), id: text("id"), url: text("url"), seed: text("seed") };
    section.finish();
    source
}

fn read_limits(table: DeTable<'_>, mistakes: &mut Mistakes) -> Limits {
    let mut section = Section::new("limits", table, mistakes);
    let mut limits = Limits::default();
    let seconds = |value: Spanned<f64>| Duration::from_secs_f64(value.into_inner());
    if let Some(time) = section.number("time", 0.001..=LONGEST_SECONDS, "seconds") {
        limits.cpu = seconds(time);
    }
    limits.wall = Limits::wall_for(limits.cpu);
    if let Some(wall) = section.number("wall", 0.001..=2.0 * LONGEST_SECONDS + 1.0, "seconds") {
        if seconds(wall.clone()) < limits.cpu {
            let title = "`limits.wall` is below `limits.time`: no run could use its time";
            section.mistakes().error(wall.span(), title, format!("expected at least {}", limits.cpu.as_secs_f64()));
        }
        limits.wall = seconds(wall);
    }
    let mut mib = |key, least, unless| {
        section.whole(key, least..=LARGEST_MIB, "MiB").map_or(unless, |n| ByteSize::mib(n.into_inner()))
    };
    limits.memory = mib("memory", 1, limits.memory);
    limits.output = mib("output", 1, limits.output);
    limits.stack = mib("stack", 1, limits.memory);
    limits.file_size = mib("file-size", 0, limits.file_size);
    let mut count = |key, least, unless| {
        let number = section.whole(key, least..=65_536, "");
        number.map_or(unless, |n| u32::try_from(n.into_inner()).expect("the range ends below 2^32"))
    };
    limits.processes = count("processes", 1, limits.processes);
    // A program holds its three streams and needs a few more while its libraries are loaded.
    limits.open_files = count("open-files", 8, limits.open_files);
    section.finish();
    limits
}

fn read_judging(
    compare: Option<Spanned<DeTable<'_>>>,
    checker: Option<Spanned<DeTable<'_>>>,
    interactor: Option<Spanned<DeTable<'_>>>,
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<Judging> {
    let named = [("compare", &compare), ("checker", &checker), ("interactor", &interactor)];
    let named: Vec<(&str, Range<usize>)> =
        named.into_iter().filter_map(|(name, table)| Some((name, table.as_ref()?.span()))).collect();
    for (name, place) in named.iter().skip(1) {
        let title = format!("[{}] and [{name}] in one problem", named[0].0);
        mistakes.error(place.clone(), title, "a second way to judge").hint =
            Some("keep exactly one of [compare], [checker] and [interactor]".to_owned());
    }
    let (judge, other) = match &named[..] {
        [] => (None, ["checker", "interactor"].as_slice()),
        [("checker", _), ..] => (Some("checker"), ["interactor"].as_slice()),
        [("interactor", _), ..] => (Some("interactor"), ["checker"].as_slice()),
        [_, ..] => (Some("compare"), ["checker", "interactor"].as_slice()),
    };
    // Every table is read, so that all mistakes come out in one go, also where there is one table too many.
    let compare = compare.map(|table| read_compare(table.into_inner(), mistakes));
    let checker = checker.map(|table| read_program("checker", &table.span(), table.into_inner(), folder, mistakes));
    let interactor =
        interactor.map(|table| read_program("interactor", &table.span(), table.into_inner(), folder, mistakes));
    if let Some(judge) = judge {
        for stem in other {
            if let (Some(file), Some((_, place))) = (folder.programs(stem).first(), named.first()) {
                mistakes.warning(place.clone(), format!("{file} is not used"), format!("[{judge}] judges")).hint =
                    Some(format!("remove the file, or put [{stem}] in place of [{judge}]"));
            }
        }
        return match judge {
            "checker" => checker.flatten().map(Judging::Checker),
            "interactor" => interactor.flatten().map(Judging::Interactor),
            _ => compare.map(Judging::Compare),
        };
    }
    // No table: the files speak.
    let program = |file: &str| ProgramSpec { protocol: Protocol::Icpc, file: folder.dir.join(file), args: Vec::new() };
    match (folder.program("checker", mistakes), folder.program("interactor", mistakes)) {
        (None, None) => Some(Judging::Compare(Comparison::default())),
        (Some(checker), None) => Some(Judging::Checker(program(checker))),
        (None, Some(interactor)) => Some(Judging::Interactor(program(interactor))),
        (Some(checker), Some(interactor)) => {
            mistakes.error_of_file(format!("both {checker} and {interactor} would judge")).hint =
                Some("say which: add [checker] or [interactor]".to_owned());
            None
        }
    }
}

fn read_compare(table: DeTable<'_>, mistakes: &mut Mistakes) -> Comparison {
    const MODES: [&str; 4] = ["lines", "exact", "tokens", "unordered"];
    const TOKEN_KEYS: [&str; 4] = ["float-absolute", "float-relative", "case-sensitive", "space-change-sensitive"];
    let mut section = Section::new("compare", table, mistakes);
    let said = section.place("mode").is_some();
    let mode = section.word("mode", &MODES).map(|at| MODES[at.into_inner()]);
    // A mode that was not understood may have been `tokens`: its options are not held against it.
    let tokens = mode == Some("tokens") || (said && mode.is_none());
    for key in TOKEN_KEYS {
        if let (Some(place), false) = (section.place(key), tokens) {
            let title = format!("`compare.{key}` belongs to `mode = \"tokens\"` only");
            let label = format!("not an option of `{}`", mode.unwrap_or(MODES[0]));
            section.mistakes().error(place, title, label);
        }
    }
    let defaults = TokenOptions::default();
    let options = TokenOptions {
        float_absolute: section.number("float-absolute", 0.0..=1e9, "").map(Spanned::into_inner),
        float_relative: section.number("float-relative", 0.0..=1.0, "").map(Spanned::into_inner),
        case_sensitive: section.flag("case-sensitive").map_or(defaults.case_sensitive, Spanned::into_inner),
        space_change_sensitive: section
            .flag("space-change-sensitive")
            .map_or(defaults.space_change_sensitive, Spanned::into_inner),
    };
    section.finish();
    match mode {
        Some("exact") => Comparison::Exact,
        Some("tokens") => Comparison::Tokens(options),
        Some("unordered") => Comparison::Unordered,
        Some(_) | None => Comparison::Lines,
    }
}

/// `[checker]` or `[interactor]`; `place` is where its name stands.
fn read_program(
    stem: &'static str,
    place: &Range<usize>,
    table: DeTable<'_>,
    folder: &Folder<'_>,
    mistakes: &mut Mistakes,
) -> Option<ProgramSpec> {
    const KINDS: [&str; 2] = ["icpc", "testlib"];
    let mut section = Section::new(stem, table, mistakes);
    let protocol = match section.word("kind", &KINDS).map(Spanned::into_inner) {
        Some(1) => Protocol::Testlib,
        Some(_) | None => Protocol::Icpc,
    };
    let named = section.place("file").is_some();
    let file = section.text("file");
    let args = section.texts("args").map_or_else(Vec::new, Spanned::into_inner);
    section.finish();
    let file = match file {
        Some(file) if folder.files.contains(file.get_ref()) => file.into_inner(),
        Some(file) => {
            let title = format!("there is no file `{}` in the problem's folder", file.get_ref());
            let near = crate::catalog::nearest(file.get_ref(), folder.files.iter().map(String::as_str));
            mistakes.error(file.span(), title, "no such file").hint =
                near.map(|near| format!("did you mean `{near}`?"));
            return None;
        }
        // `file` was there and was no string: that is told already.
        None if named => return None,
        None => match folder.program(stem, mistakes) {
            Some(file) => file.to_owned(),
            None => {
                mistakes.error(place.clone(), format!("[{stem}] without a program"), "names no file").hint =
                    Some(format!("add `{stem}.rs` to the problem's folder, or name it: file = \"…\""));
                return None;
            }
        },
    };
    Some(ProgramSpec { protocol, file: folder.dir.join(file), args })
}

fn read_generate(table: DeTable<'_>, mistakes: &mut Mistakes) -> Vec<(TestId, Vec<String>)> {
    let mut section = Section::new("generate", table, mistakes);
    let mut generate = Vec::new();
    for (key, value) in section.entries() {
        if let Err(why) = check_test_id(key.get_ref()) {
            let title = format!("`{}` is no test id: {why}", key.get_ref());
            section.mistakes().error(key.span(), title, "expected an id like `secret/20-max`");
        } else if let DeValue::String(line) = value.get_ref() {
            let args = line.split_whitespace().map(str::to_owned).collect();
            generate.push((TestId(key.into_inner().into()), args));
        } else {
            let title = format!("the arguments for `{}` are a string", key.get_ref());
            section.mistakes().error(value.span(), title, "expected a string").hint =
                Some("test ids hold a `/`, so they stand in quotes: \"secret/20-max\" = \"…\"".to_owned());
        }
    }
    generate.sort();
    generate
}

/// A generated test becomes a file below `testdata/<slug>/`: an id must not lead out of it.
fn check_test_id(id: &str) -> Result<(), &'static str> {
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

/// Every problem's folder with its manifest, `None` where that is broken.
pub fn find(walk: &mut Walk<'_>, languages: Languages<'_>) -> BTreeMap<ProblemId, (PathBuf, Option<Manifest>)> {
    let entries = walk.tree("problems", 2, |_| true);
    let mut found = BTreeMap::new();
    // A folder comes before what is in it, and nothing else comes in between.
    for same in entries.chunk_by(|a, b| a.first() == b.first()) {
        let top = &same[0];
        if top.kind == Kind::File {
            continue;
        }
        let files = same[1..].iter().filter(|entry| entry.kind == Kind::File);
        let mut files: Vec<String> = files.map(|file| file.below_first().to_owned()).collect();
        files.sort();
        match ProblemId::parse(top.first()) {
            Ok(id) => {
                let is_source = |extension: &str| languages(extension).is_some();
                let folder = Folder { dir: &top.path, files: &files, is_source: &is_source };
                let manifest = read_file(&folder, walk);
                found.insert(id, (top.path.clone(), manifest));
            }
            Err(error) => drop(walk.note(Severity::Error, &top.path, error.to_string())),
        }
    }
    found
}

fn read_file(folder: &Folder<'_>, walk: &mut Walk<'_>) -> Option<Manifest> {
    const NAME: &str = "problem.toml";
    if !folder.files.iter().any(|file| file == NAME) {
        let near = crate::catalog::nearest(NAME, folder.files.iter().map(String::as_str));
        walk.note(Severity::Error, folder.dir, "a problem without `problem.toml`").hint = Some(match near {
            Some(near) => format!("is `{near}` meant to be it?"),
            None => "add one; `title = \"…\"` is all it needs".to_owned(),
        });
        return None;
    }
    let path = folder.dir.join(NAME);
    let text = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            walk.note(Severity::Error, &path, format!("cannot be read: {error}"));
            return None;
        }
    };
    let text = match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            walk.note(Severity::Error, &path, format!("line {line} is not UTF-8"));
            return None;
        }
    };
    let (manifest, diagnostics) = read(&text.into(), walk.relative(&path), folder);
    walk.extend(diagnostics);
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::tests::told;
    use proptest::prelude::*;

    fn read_text(text: &str, files: &[&str]) -> (Option<Manifest>, Vec<Diagnostic>) {
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        let is_source = |extension: &str| ["rs", "cpp"].contains(&extension);
        let folder = Folder { dir: Path::new("/w/problems/nim"), files: &files, is_source: &is_source };
        read(&text.into(), PathBuf::from("problem.toml"), &folder)
    }

    /// Reads what must be healthy.
    fn good(text: &str, files: &[&str]) -> Manifest {
        let (manifest, diagnostics) = read_text(text, files);
        assert_eq!(told(&diagnostics), Vec::<String>::new(), "{text}");
        manifest.unwrap()
    }

    /// Every diagnostic as `line:column-column severity: title [hint]`, without the parts that are not there.
    fn check(text: &str, expected: &[&str]) {
        check_with(text, &[], expected);
    }

    fn check_with(text: &str, files: &[&str], expected: &[&str]) {
        let (manifest, diagnostics) = read_text(text, files);
        let lines: Vec<String> = told(&diagnostics).iter().map(|line| line.replace("problem.toml:", "")).collect();
        assert_eq!(lines, expected, "{text}");
        let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
        assert_eq!(manifest.is_none(), errors, "a manifest with an error in it must not be used: {text}");
    }

    #[test]
    fn a_title_is_all_it_needs() {
        let manifest = good("title = 'Nim'", &["problem.toml", "statement.md"]);
        assert_eq!(manifest.title, "Nim");
        assert_eq!(manifest.limits, Limits::default());
        assert_eq!(manifest.judging, Judging::Compare(Comparison::Lines));
        assert_eq!((manifest.validator, manifest.generator), (None, None));
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"
title = "Georgia and Bob"
title-zh = "乔治亚和鲍勃"
[source]
judge = "POJ"
id = "1704"
url = "http://poj.org/problem?id=1704"
seed = "000"
[limits]
time = 1.5
wall = 3
memory = 64
output = 1
stack = 8
processes = 2
open-files = 10
file-size = 0
[compare]
mode = "tokens"
float-absolute = 1e-6
float-relative = 0.5
case-sensitive = false
space-change-sensitive = true
[generate]
"secret/2-max" = "max  --n 5"
"secret/1" = ""
"#;
        let manifest = good(text, &["generator.rs", "validator.cpp"]);
        assert_eq!(manifest.title_zh.as_deref(), Some("乔治亚和鲍勃"));
        let owned = |text: &str| Some(text.to_owned());
        let source = Source {
            judge: owned("POJ"),
            id: owned("1704"),
            url: owned("http://poj.org/problem?id=1704"),
            seed: owned("000"),
        };
        assert_eq!(manifest.source, source);
        let limits = Limits {
            cpu: Duration::from_millis(1500),
            wall: Duration::from_secs(3),
            memory: ByteSize::mib(64),
            output: ByteSize::mib(1),
            stack: ByteSize::mib(8),
            processes: 2,
            open_files: 10,
            file_size: ByteSize::mib(0),
        };
        assert_eq!(manifest.limits, limits);
        let options = TokenOptions {
            case_sensitive: false,
            space_change_sensitive: true,
            float_absolute: Some(1e-6),
            float_relative: Some(0.5),
        };
        assert_eq!(manifest.judging, Judging::Compare(Comparison::Tokens(options)));
        let generate = [("secret/1", vec![]), ("secret/2-max", vec!["max", "--n", "5"])];
        let generate = generate.map(|(id, args)| (TestId(id.into()), args.into_iter().map(str::to_owned).collect()));
        assert_eq!(manifest.generate, generate);
        assert_eq!(manifest.generator, Some(PathBuf::from("/w/problems/nim/generator.rs")));
        assert_eq!(manifest.validator, Some(PathBuf::from("/w/problems/nim/validator.cpp")));
    }

    #[test]
    fn limits_default_to_what_goes_with_the_others() {
        let limits = |text: &str| good(&format!("title = 'x'\n[limits]\n{text}"), &[]).limits;
        assert_eq!(limits("time = 2").wall, Duration::from_secs(5));
        assert_eq!(limits("memory = 64").stack, ByteSize::mib(64));
        assert_eq!(limits("memory = 64\nstack = 8").stack, ByteSize::mib(8));
        assert_eq!(limits("time = 0x2").cpu, Duration::from_secs(2));
    }

    #[test]
    fn all_mistakes_are_told_in_one_go_each_at_its_place() {
        let text = "titel = 'Nim'\n[limits]\ntme = 1\nmemory = '64'\n[compare]\nmode = 'token'\n";
        check(
            text,
            &[
                "error: `title` is missing [every key has a default but this one: add `title = \"…\"` at the top]",
                "1:1-5 error: unknown key `titel` [did you mean `title`?]",
                "3:1-3 error: unknown key `tme` in [limits] [did you mean `time`?]",
                "4:10-13 error: `limits.memory` is a whole number, not a string",
                "6:8-14 error: `token` is not a compare.mode [did you mean `tokens`?]",
            ],
        );
    }

    #[test]
    fn an_unknown_key_that_is_like_no_other_gets_the_list() {
        check(
            "title = 'x'\n[source]\nflavour = 'sour'",
            &["3:1-7 error: unknown key `flavour` in [source] [known keys in [source]: judge, id, url, seed]"],
        );
    }

    #[test]
    fn values_of_the_wrong_kind_are_errors() {
        check("title = 1", &["1:9-9 error: `title` is a string, not an integer"]);
        check("title = ''", &["1:9-10 error: the title is empty"]);
        check("title = 'x'\nlimits = 3", &["2:10-10 error: `limits` is a table, not an integer"]);
        check("title = 'x'\n[[limits]]\ntime = 1", &["2:1-10 error: `limits` is a table, not an array"]);
        check("title = 'x'\nlimits.time = 'fast'", &["2:15-20 error: `limits.time` is a number, not a string"]);
        check("title = 'x'\nlimits.memory = 1.5", &["2:17-19 error: `limits.memory` is a whole number, not a float"]);
        check(
            "title = 'x'\ncompare = {mode = 'tokens', case-sensitive = 1}",
            &["2:46-46 error: `compare.case-sensitive` is `true` or `false`, not an integer"],
        );
        check(
            "title = 'x'\nchecker = {file = 'checker.rs', args = [1]}",
            &[
                "2:19-30 error: there is no file `checker.rs` in the problem's folder",
                "2:40-42 error: `checker.args` is an array of strings, not an array",
            ],
        );
    }

    #[test]
    fn absurd_limits_are_errors() {
        let out = |key: &str, value: &str| {
            let text = format!("title = 'x'\n[limits]\n{key} = {value}");
            let (manifest, diagnostics) = read_text(&text, &[]);
            assert!(manifest.is_none(), "{text}");
            assert_eq!(diagnostics.len(), 1, "{text}");
            assert_eq!(diagnostics[0].title, format!("`limits.{key}` is out of range"));
        };
        for value in ["0", "-1", "-0.5", "nan", "inf", "3601", "1e99", "99999999999999999999999999999999999999999999"] {
            out("time", value);
        }
        for value in ["0", "-64", "99999999", "9223372036854775807", "-9223372036854775808"] {
            out("memory", value);
        }
        out("processes", "0");
        out("open-files", "3");
        out("file-size", "-1");
        check(
            "title = 'x'\n[limits]\ntime = 3\nwall = 2",
            &["4:8-8 error: `limits.wall` is below `limits.time`: no run could use its time"],
        );
    }

    #[test]
    fn options_of_tokens_belong_to_tokens() {
        let text = "title = 'x'\n[compare]\nfloat-absolute = 1e-6\nmode = 'exact'\ncase-sensitive = true";
        check(
            text,
            &[
                "3:1-14 error: `compare.float-absolute` belongs to `mode = \"tokens\"` only",
                "5:1-14 error: `compare.case-sensitive` belongs to `mode = \"tokens\"` only",
            ],
        );
        check(
            "title = 'x'\n[compare]\nfloat-relative = 2.5",
            &[
                "3:1-14 error: `compare.float-relative` belongs to `mode = \"tokens\"` only",
                "3:18-20 error: `compare.float-relative` is out of range",
            ],
        );
        check(
            "title = 'x'\n[compare]\nmode = 'tokns'\ncase-sensitive = true",
            &["3:8-14 error: `tokns` is not a compare.mode [did you mean `tokens`?]"],
        );
    }

    #[test]
    fn there_is_one_way_to_judge() {
        check_with(
            "title = 'x'\n[compare]\n[checker]\n[interactor]",
            &["checker.rs", "interactor.rs"],
            &[
                "2:2-8 warning: checker.rs is not used [remove the file, or put [checker] in place of [compare]]",
                "2:2-8 warning: interactor.rs is not used [remove the file, or put [interactor] in place of [compare]]",
                "3:2-8 error: [compare] and [checker] in one problem [keep exactly one of [compare], [checker] and [interactor]]",
                "4:2-11 error: [compare] and [interactor] in one problem [keep exactly one of [compare], [checker] and [interactor]]",
            ],
        );
    }

    #[test]
    fn a_program_in_the_folder_judges_unless_a_table_says_otherwise() {
        let program = |file: &str, protocol| {
            let file = Path::new("/w/problems/nim").join(file);
            ProgramSpec { protocol, file, args: Vec::new() }
        };
        let judging = |text: &str, files: &[&str]| good(&format!("title = 'x'\n{text}"), files).judging;
        assert_eq!(judging("", &["checker.rs"]), Judging::Checker(program("checker.rs", Protocol::Icpc)));
        assert_eq!(judging("", &["interactor.cpp"]), Judging::Interactor(program("interactor.cpp", Protocol::Icpc)));
        assert_eq!(judging("", &["checker.txt", "my-checker.rs"]), Judging::Compare(Comparison::Lines));
        assert_eq!(
            judging("[checker]\nkind = 'testlib'", &["checker.cpp"]),
            Judging::Checker(program("checker.cpp", Protocol::Testlib))
        );
        assert_eq!(
            judging("[interactor]\nfile = 'judge.rs'", &["judge.rs", "interactor.rs"]),
            Judging::Interactor(program("judge.rs", Protocol::Icpc))
        );
        check_with(
            "title = 'x'\n[compare]",
            &["checker.rs"],
            &["2:2-8 warning: checker.rs is not used [remove the file, or put [checker] in place of [compare]]"],
        );
        check_with(
            "title = 'x'",
            &["checker.rs", "interactor.rs"],
            &["error: both checker.rs and interactor.rs would judge [say which: add [checker] or [interactor]]"],
        );
        check_with(
            "title = 'x'",
            &["checker.cpp", "checker.rs"],
            &["error: more than one checker: checker.cpp, checker.rs [keep one of them]"],
        );
        check(
            "title = 'x'\n[checker]",
            &[
                "2:2-8 error: [checker] without a program [add `checker.rs` to the problem's folder, or name it: file = \"…\"]",
            ],
        );
        check_with(
            "title = 'x'\n[checker]\nfile = '../../etc/passwd'",
            &["checker.rs"],
            &["3:8-25 error: there is no file `../../etc/passwd` in the problem's folder"],
        );
    }

    #[test]
    fn generated_tests_stay_in_the_problems_folder() {
        for id in ["../x", "/etc/passwd", "secret/../../x", "a//b", "", "secret/.x", "c:/x", "a\\b", "a\\u0007", "1.in"]
        {
            let text = format!("title = 'x'\n[generate]\n\"{}\" = 'max'", id.replace("\\b", "\\\\b"));
            let (manifest, diagnostics) = read_text(&text, &["generator.rs"]);
            assert!(manifest.is_none(), "{id}");
            assert!(diagnostics[0].title.contains("is no test id"), "{id}: {diagnostics:?}");
        }
        check_with(
            "title = 'x'\n[generate]\nsecret.1 = 'max'",
            &["generator.rs"],
            &[
                "3:1-6 error: the arguments for `secret` are a string [test ids hold a `/`, so they stand in quotes: \"secret/20-max\" = \"…\"]",
            ],
        );
        check(
            "title = 'x'\n[generate]\n'secret/1' = 'max'",
            &["2:2-9 warning: nothing can generate these tests [add `generator.rs`, or leave the table out]"],
        );
    }

    #[test]
    fn syntax_errors_come_with_their_place_and_nothing_else() {
        check("title = \"Nim\nlimit = 3", &["1:13-13 error: invalid TOML: invalid basic string, expected `\"`"]);
        check("title = 'x'\ntitle = 'y'", &["2:1-5 error: invalid TOML: duplicate key"]);
        check("title = 'x'\n[limits\ntime = 1", &["2:8-8 error: invalid TOML: unclosed table, expected `]`"]);
        check(
            "title = 'x'\n乔 = 1\nx =\nyy\n[limits]\ntme = 1",
            &[
                "2:1-3 error: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`",
                "3:4-4 error: invalid TOML: string values must be quoted, expected literal string",
                "4:3-3 error: invalid TOML: key with no value, expected `=`",
            ],
        );
    }

    #[test]
    fn a_syntax_error_within_its_line_hides_no_other_mistake() {
        check(
            "titel = 'x'\n[limits]\ntime = quick\nmemory = -1\n[compare]\nmode = 'tokns'",
            &[
                "1:1-5 error: unknown key `titel` [did you mean `title`?]",
                "3:8-12 error: invalid TOML: string values must be quoted, expected literal string",
                "4:10-11 error: `limits.memory` is out of range",
                "6:8-14 error: `tokns` is not a compare.mode [did you mean `tokens`?]",
            ],
        );
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in ["\u{feff}title = 'x'", "\0", "=", "[", "[[", "{", "'", "\"\\u", "a = {b = [", "\r", "乔乔"] {
            let (_, diagnostics) = read_text(text, &[]);
            for diagnostic in diagnostics {
                if let Some(snippet) = diagnostic.snippet {
                    assert!(snippet.text.get(snippet.span).is_some(), "{text}");
                }
            }
        }
    }

    /// Pieces of a `problem.toml`, in any order and number.
    fn any_line() -> impl Strategy<Value = String> {
        let key = prop::sample::select(vec![
            "title",
            "title-zh",
            "limits",
            "time",
            "wall",
            "memory",
            "compare",
            "mode",
            "checker",
            "file",
            "args",
            "kind",
            "generate",
            "'secret/1'",
            "limits.time",
            "compare.mode",
            "float-absolute",
            "乔",
            "",
        ]);
        let value = prop::sample::select(vec![
            "'x'",
            "1",
            "-1",
            "1.5",
            "nan",
            "1e400",
            "true",
            "['a', 1]",
            "{mode = 'tokens'}",
            "2020-01-01",
            "quick",
            "\"",
            "'''",
            "0xffffffffffffffffffff",
            "",
            "'tokens'",
            "'checker.rs'",
            "[",
        ]);
        let header = prop::sample::select(vec![
            "[limits]",
            "[compare]",
            "[checker]",
            "[interactor]",
            "[generate]",
            "[[x]]",
            "[",
            "]",
        ]);
        prop_oneof![
            3 => (key, value).prop_map(|(key, value)| format!("{key} = {value}")),
            1 => header.prop_map(str::to_owned),
            1 => "\\PC{0,8}",
        ]
    }

    proptest! {
        #[test]
        fn any_text_gives_a_manifest_or_an_error_with_a_place_in_it(lines in prop::collection::vec(any_line(), 0..12)) {
            let text = lines.join("\n");
            let (manifest, diagnostics) = read_text(&text, &["checker.rs", "generator.rs"]);
            prop_assert_eq!(manifest.is_none(), diagnostics.iter().any(|d| d.severity == Severity::Error));
            for diagnostic in &diagnostics {
                if let Some(snippet) = &diagnostic.snippet {
                    prop_assert!(snippet.text.get(snippet.span.clone()).is_some());
                }
            }
        }
    }
}
