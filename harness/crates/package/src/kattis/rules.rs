//! What others require of a package before they accept it, but judging it here does not: the rules
//! of `legacy` as verifyproblem enforces them, those of 2025-09, and what DOMjudge's upload
//! refuses.

use crate::diagnostics::{Report, count_tests};
use crate::kattis::programs::Program;
use crate::kattis::version::STATEMENT;
use crate::kattis::{FILE, Package, read};
use beneath::Home;
use model::{Diagnostic, Problem, Severity, TestId};

/// What is said of a licence that nobody has named.
const UNKNOWN: &str = "unknown";
/// The format's words for a licence, besides `unknown`.
pub const LICENSES: [&str; 6] = ["cc by-sa", "cc by", "cc0", "public domain", "educational", "permission"];
/// Licences that need no rights owner.
const FREE: [&str; 2] = [UNKNOWN, "public domain"];
pub const LONGEST_NAME: usize = 255;

/// What is missing or wrong in the package of `problem`, which has been read. An error means that
/// some tool refuses it, a warning that some tool complains.
pub fn broken(problem: &Problem) -> Vec<Diagnostic> {
    let (package, _) = read(&problem.dir, &Home::of(&problem.dir), &|_| true);
    let mut found = Vec::new();
    metadata(&package, &mut found);
    parts(&package, problem, &mut found);
    names(problem, &mut found);
    found
}

fn metadata(package: &Package, found: &mut Vec<Diagnostic>) {
    let metadata = &package.metadata;
    let file = package.root.join(FILE);
    let mut add = |severity, title: &str, hint: &str| found.report(severity, &file, title).hint = Some(hint.to_owned());
    if !file.is_file() {
        add(Severity::Error, "no problem.yaml: only DOMjudge takes such a package", "write one, with `name: …`");
        return;
    }
    if metadata.names.is_empty() {
        add(Severity::Error, "the problem has no name", "add `name: …`");
    }
    if !metadata.version.is_legacy() && metadata.uuid.is_none() {
        add(Severity::Error, "2025-09 asks for a `uuid`", "add one: `uuidgen` makes it");
    }
    let limits = &metadata.limits;
    let steps = limits.time_limit.filter(|_| !metadata.version.is_legacy()).map(|limit| limit / limits.resolution);
    if steps.is_some_and(|steps| (steps - steps.round()).abs() > 1e-6) {
        let title = format!("the time limit is not a multiple of `time_resolution`, which is {} s", limits.resolution);
        add(Severity::Error, &title, "change one of them");
    }
    if limits.accepted_to_limit < 1.0 {
        let title = "with a `time_multiplier` below 1 the slowest accepted submission is too slow";
        add(Severity::Warning, title, "write 1 or more");
    }
    let has_statement = |language: &str| package.statements.iter().any(|own| own == language);
    let named = metadata.names.iter().map(|(language, _)| language.as_str()).filter(|language| !language.is_empty());
    for language in named.filter(|language| !metadata.version.is_legacy() && !has_statement(language)) {
        let title = format!("the problem has a name in `{language}` and no statement");
        add(Severity::Error, &title, "write the statement, or leave the name out");
    }
    let license = metadata.license.as_deref().unwrap_or(UNKNOWN);
    if license != UNKNOWN && !LICENSES.contains(&license) {
        let hint = format!("expected one of: {UNKNOWN}, {}", LICENSES.join(", "));
        add(Severity::Error, &format!("`{license}` is not a licence of the format"), &hint);
    }
    let owned = metadata.rights_owner.is_some() || metadata.has_author || metadata.source.is_some();
    if !FREE.contains(&license) && !owned {
        add(Severity::Error, "a licence without a rights owner", "add `rights_owner: …`");
    }
}

fn parts(package: &Package, problem: &Problem, found: &mut Vec<Diagnostic>) {
    let root = &package.root;
    let mut add = |severity, title: &str, hint: &str| found.report(severity, root, title).hint = Some(hint.to_owned());
    let folder = package.metadata.version.name_of(STATEMENT);
    let has_test = |is_sample: bool| problem.tests.iter().any(|test| test.id.is_sample() == is_sample);
    let is_accepted = |program: &Program| program.name.starts_with("accepted/");
    let valid = "write input_validators/: it exits with 42 when an input is valid";
    let lacks = [
        (package.statements.is_empty(), "no statement", &*format!("write {folder}/problem.en.tex, or problem.en.md")),
        (package.input_validators.is_empty(), "no validator of inputs", valid),
        (!package.submissions.iter().any(is_accepted), "no accepted submission", "put one into submissions/accepted/"),
        (!has_test(false), "no secret test", "put them into data/secret/"),
    ];
    for (_, title, hint) in lacks.into_iter().filter(|(is_lacking, ..)| *is_lacking) {
        add(Severity::Error, title, hint);
    }
    if !has_test(true) {
        add(Severity::Warning, "no sample test", "put the statement's samples into data/sample/");
    }
}

fn names(problem: &Problem, found: &mut Vec<Diagnostic>) {
    let own = problem.dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !own.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        let hint = "only small letters and digits are taken everywhere: rename the folder";
        found.error(&problem.dir, format!("`{own}` is not a short name")).hint = Some(hint.to_owned());
    }
    let odd = |id: &TestId| id.0.split('/').any(|part| !is_name(part));
    let mut tests = problem.tests.iter().filter(|test| odd(&test.id));
    if let Some(first) = tests.next() {
        let title = format!("{} with a name that is refused", count_tests(tests.count() + 1));
        let hint = "letters of ASCII, digits, and `_.-` within: rename it";
        found.error(&first.input, title).hint = Some(hint.to_owned());
    }
}

/// Whether both versions accept the name of a file or a folder.
fn is_name(name: &str) -> bool {
    let ends = [name.bytes().next(), name.bytes().last()];
    super::is_name(name) && ends.into_iter().flatten().all(|end| end.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::PackageFolder;
    use model::{Language, ProblemId};
    use std::fs;

    /// Checks what is reported for a package in the folder `name` with these files.
    fn check(name: &str, files: &[(&str, &str)], expected: &[&str]) {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join(name);
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let languages = |extension: &str| (extension == "py").then(|| Language(extension.into()));
        let (home, stage, id) = (Home::of(&root), dir.path().join("stage"), ProblemId::parse("sum").unwrap());
        let found =
            PackageFolder { root: &root, id: &id, display: &root, home: &home, languages: &languages, stage: &stage };
        let judged = crate::kattis::catalog::read(&found);
        let problem = judged.problem.expect("it can be judged");
        let lines: Vec<String> =
            broken(&problem).iter().map(|found| format!("{}: {}", found.severity.name(), found.title)).collect();
        assert_eq!(lines, expected, "{name}");
    }

    const WHOLE: [(&str, &str); 7] = [
        ("problem.yaml", "name: Sum\n"),
        ("problem_statement/problem.en.tex", "x"),
        ("input_validators/check.py", ""),
        ("submissions/accepted/sum.py", ""),
        ("data/sample/1.in", ""),
        ("data/secret/01-small.in", ""),
        ("data/secret/01-small.ans", ""),
    ];

    #[test]
    fn a_whole_package_is_taken_and_what_is_missing_is_named() {
        let mut whole = WHOLE.to_vec();
        whole.push(("data/sample/1.ans", ""));
        check("sum", &whole, &[]);
        let bare = [("problem.yaml", "license: mine\n"), ("data/sample/1.in", ""), ("data/sample/1.ans", "")];
        check(
            "two-sums",
            &bare,
            &[
                "error: the problem has no name",
                "error: `mine` is not a licence of the format",
                "error: a licence without a rights owner",
                "error: no statement",
                "error: no validator of inputs",
                "error: no accepted submission",
                "error: no secret test",
                "error: `two-sums` is not a short name",
            ],
        );
    }

    #[test]
    fn each_version_has_rules_of_its_own() {
        let mut files = WHOLE.to_vec();
        files[0].1 = "name: Sum\nlicense: cc by\n";
        files[5].0 = "data/secret/-odd.in";
        files[6].0 = "data/secret/-odd.ans";
        files[4].0 = "input_validators/README";
        check(
            "sum",
            &files,
            &[
                "error: a licence without a rights owner",
                "warning: no sample test",
                "error: 1 test with a name that is refused",
            ],
        );
        let mut files = WHOLE.to_vec();
        files[0].1 = "problem_format_version: 2025-09\nname: Sum\n";
        files[1].0 = "statement/problem.en.tex";
        files.push(("data/sample/1.ans", ""));
        check("sum", &files, &["error: 2025-09 asks for a `uuid`"]);
        let limits =
            |limits: &str| format!("problem_format_version: 2025-09\nuuid: u\nname: Sum\nlimits: {{{limits}}}\n");
        let steps = "error: the time limit is not a multiple of `time_resolution`, which is";
        for (stated, step) in [
            ("time_limit: 1.5", Some("1 s")),
            ("time_limit: 0.7, time_resolution: 0.5", Some("0.5 s")),
            ("time_limit: 0.7, time_resolution: 0.1", None),
        ] {
            let text = limits(stated);
            let files = [&[("problem.yaml", &*text)], &files[1..]].concat();
            check(
                "sum",
                &files,
                &step.map(|step| format!("{steps} {step}")).iter().map(String::as_str).collect::<Vec<_>>(),
            );
        }
        files[0].1 = "problem_format_version: 2025-09\nuuid: u\nname: {en: Sum, de: Summe}\n";
        check("sum", &files, &["error: the problem has a name in `de` and no statement"]);
        let mut files = [&WHOLE[..], &[("data/sample/1.ans", "")]].concat();
        files[0].1 = "name: Sum\nlimits: {time_multiplier: 0.5}\n";
        check(
            "sum",
            &files,
            &["warning: with a `time_multiplier` below 1 the slowest accepted submission is too slow"],
        );
    }
}
