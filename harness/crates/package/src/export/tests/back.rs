//! What an export says is read again, or it is named as lost: key by key, in every format.

use super::*;
use crate::keys::tests::problems;
use crate::keys::{self, GroupKey, Limit, ManifestKey, SourceKey, Subject, Value};
use crate::loss::Weight;
use crate::tree::file_name;
use model::{Judging, Limits, ProblemId, Protocol};
use proptest::prelude::*;

fn write(root: &Path, place: &str, bytes: &[u8]) {
    let path = root.join(place);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The only problem of a workspace, and whether its solutions are linked with shared libraries.
fn only(root: &Path) -> (Arc<Problem>, Vec<Arc<Solution>>, bool) {
    let (catalog, printed) = crate::native::load(root, &languages);
    let problem = catalog.problems.first().unwrap_or_else(|| panic!("{printed:#?}")).clone();
    let shared = catalog.solutions.iter().any(|solution| solution.build.shared);
    (problem, catalog.solutions, shared)
}

/// A workspace with a problem that says what `problem` says.
fn workspace(root: &Path, subject: Subject<'_>) {
    write(root, "problems/sum/problem.toml", keys::text(subject).as_bytes());
    write(root, "problems/sum/statement.md", b"# Sum\n\n## Input\n\nA number.\n");
    for program in subject.problem.judges() {
        write(root, &format!("problems/sum/{}", file_name(program)), b"import sys\n");
    }
    for group in ["sample", "secret/0", "secret/1", "secret/2"] {
        write(root, &format!("testdata/sum/{group}/1.in"), b"1\n");
        write(root, &format!("testdata/sum/{group}/1.ans"), b"1\n");
    }
    write(root, "solutions/src/bin/sum.rs", b"fn main() {}");
}

/// The problem of a package.
fn back(export: &Export, folder: &Path) -> (Arc<Problem>, bool, Vec<Loss>) {
    let place = folder.join(&export.name);
    export.write(&place).unwrap();
    let (catalog, printed) = crate::detect::load(&place, &languages, &folder.join("stage"));
    let problem = catalog.problems.first().unwrap_or_else(|| panic!("{printed:#?}"));
    let id = ProblemId::parse("sum").unwrap();
    let import = import::of_problem(problem, &catalog.solutions, &id, &languages).unwrap();
    let root = folder.join("again");
    for (name, content) in &import.files {
        write(&root, name, &content.bytes().unwrap());
    }
    let (problem, _, shared) = only(&root);
    (problem, shared, import.losses)
}

/// The value of a key as it is compared: a source has one name in the formats.
fn compared(key: ManifestKey, subject: Subject<'_>) -> Option<Value> {
    let source = &subject.problem.source;
    if key == ManifestKey::Source(SourceKey::Judge) {
        let both: Vec<&str> = [&source.judge, &source.id].into_iter().flatten().map(String::as_str).collect();
        return Some(Value::Text(both.join(" ")));
    }
    let is_part = key == ManifestKey::Source(SourceKey::Id) && source.judge.is_some();
    if is_part { None } else { key.of(subject) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_key_comes_back_or_is_named((problem, shared) in problems()) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("workspace");
        workspace(&root, Subject { problem: &problem, shared });
        let (problem, solutions, shared) = only(&root);
        let subject = Subject { problem: &problem, shared };
        for (format, name) in [(Format::Kattis, "kattis"), (Format::Icpc, "icpc"), (Format::Domjudge, "domjudge")] {
            let export = package(&root, &problem, &solutions, format, &ExportOptions::default()).unwrap();
            // It is not written, or its program is of several files there: `import` names that.
            let protocol = match &problem.judging {
                Judging::Compare(_) => Protocol::Icpc,
                Judging::Checker(spec) | Judging::Interactor(spec) => spec.protocol,
            };
            let is_missing = |loss: &Loss| loss.weight == Weight::Unjudgeable;
            if export.losses.iter().any(is_missing) || protocol != Protocol::Icpc {
                continue;
            }
            let (again, shared, losses) = back(&export, &folder.path().join(name));
            let again = Subject { problem: &again, shared };
            let lost = [&export.losses[..], &losses].concat();
            // What is lost of arguments is named with all of them.
            let is_named = |what: &str| {
                let what = what.trim_start_matches("checker.").trim_start_matches("interactor.");
                lost.iter().any(|loss| loss.what.contains(what))
            };
            for key in ManifestKey::all().filter(|key| key.is_set(subject) && !is_named(&key.path())) {
                // An unordered comparison leaves as a checker, which is named with the mode.
                let mode_is_named = matches!(key, ManifestKey::Compare(_)) && is_named("compare.mode");
                // The programs of a package may always write as much as ours.
                let is_below_ours = key == ManifestKey::Tools(Limit::Output)
                    && problem.tool_limits.output < Limits::for_tools().output;
                if !mode_is_named && !is_below_ours {
                    prop_assert_eq!(compared(key, again), compared(key, subject), "{} as {}: {:#?}", key.path(), name, &lost);
                }
            }
            for group in &problem.groups {
                let there = again.problem.groups.iter().find(|own| own.name == group.name);
                for key in GroupKey::ALL.iter().filter(|_| !is_named(&group.name)) {
                    prop_assert_eq!(there.map(|own| key.of(own)), Some(key.of(group)), "{} as {}: {:#?}", group.name, name, &lost);
                }
            }
        }
    }
}
