//! Tests in which a package's static validator judges the files of a submission: one for each group
//! that declares it.

use crate::diagnostics::Report;
use crate::kattis::Package;
use crate::kattis::data::DataFolder;
use crate::staged;
use model::{Diagnostic, Solution, Test, TestId, TestJudging};
use std::path::Path;
use std::sync::Arc;

/// The folder of such a test in its group, and the test's own name.
const FOLDER: &str = "static";
const NAME: &str = "source";

/// The group of the static test of `folder`, if that is worth points of its own.
pub fn group_of(folder: &DataFolder) -> String {
    format!("{}/{FOLDER}", folder.name)
}

/// Puts these tests before the others of their groups. Their files, which nobody reads, lie in
/// `stage`.
pub fn insert(package: &Package, stage: &Path, tests: &mut Vec<Arc<Test>>, diagnostics: &mut Vec<Diagnostic>) {
    let secret = package.data.secret.iter();
    let folders = package.data.sample.iter().chain(secret.flat_map(|secret| {
        let inner = secret.folders().filter(|folder| folder.declared);
        std::iter::once(secret).chain(inner)
    }));
    for folder in folders {
        let Some(own) = &folder.own.static_test else { continue };
        let refused = if package.metadata.submit_answer {
            Some("submissions are answers, and a static validator reads programs")
        } else if package.static_validator.is_none() {
            Some("`static_validation_score`, and there is no static_validator/")
        } else {
            None
        };
        if let Some(title) = refused {
            diagnostics.error(&package.root.join("data").join(&folder.name), title);
            continue;
        }
        let id = format!("{}/{NAME}", group_of(folder));
        let file = stage.join("static").join(format!("{}.in", folder.name.replace('/', "-")));
        if staged::put(&file, b"").is_err() {
            continue;
        }
        let judged = TestJudging { of_source: true, checker_args: own.args.clone(), ..TestJudging::default() };
        let plain = Test::new(TestId(id.into()), file.clone(), file);
        let place = tests.iter().position(|test| test.id.0.starts_with(&format!("{}/", folder.name)));
        tests.insert(place.unwrap_or(tests.len()), Arc::new(Test { judged: Some(Arc::new(judged)), ..plain }));
    }
}

/// The arguments of a static validator: the format's code of the language, and the entry point.
pub fn called(solution: &Solution) -> [String; 2] {
    // The ids of our other languages are the format's codes.
    let code = match &*solution.language.0 {
        "python" | "pypy" => "python3",
        own => own,
    };
    let file = Path::new(&solution.display).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = file.split('.').next().unwrap_or_default().to_owned();
    let begins = match (&solution.build.entry, code) {
        (Some(entry), _) => entry.clone(),
        (None, "java" | "scala") => stem,
        (None, "kotlin") => format!("{stem}Kt"),
        (None, "python3") if solution.path.join("__main__.py").is_file() => "__main__.py".to_owned(),
        (None, _) => file,
    };
    [code.to_owned(), begins]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judged::plain_solution;
    use model::{Language, ProblemId, SolutionId};

    #[test]
    fn a_static_validator_gets_the_formats_code_and_where_the_program_begins() {
        let check = |language: &str, file: &str, expected: [&str; 2]| {
            let id = SolutionId { problem: ProblemId::parse("sum").unwrap(), label: None, extension: "".into() };
            let display = format!("submissions/accepted/{file}");
            let solution = plain_solution(id, Language(language.into()), display.clone().into(), display);
            assert_eq!(called(&solution), expected, "{language}");
        };
        check("python", "sum.py", ["python3", "sum.py"]);
        check("pypy", "sum.py", ["python3", "sum.py"]);
        check("cpp", "sum.cc", ["cpp", "sum.cc"]);
        check("java", "Sum.java", ["java", "Sum"]);
        check("kotlin", "Sum.kt", ["kotlin", "SumKt"]);
        check("bash", "sum.sh", ["bash", "sum.sh"]);
    }
}
