//! Test files that are Git LFS pointers, as in a clone that was made without LFS.

use crate::diagnostics::{Report, count_tests};
use model::{Diagnostic, Problem, Test};
use std::path::Path;
use std::sync::Arc;

/// Moves the tests whose files are pointers to the absent ones of `problem`, and reports them once.
pub fn take_out(problem: &mut Problem, diagnostics: &mut Vec<Diagnostic>) {
    let pointer = |test: &Test| [&test.input, &test.answer].into_iter().find(|path| is_pointer(path)).cloned();
    let Some(first) = problem.tests.iter().find_map(|test| pointer(test)) else { return };
    let all = problem.tests.len();
    let absent: Vec<Arc<Test>> = problem.tests.extract_if(.., |test| pointer(test).is_some()).collect();
    problem.rules.absent.extend(absent.iter().map(|test| test.id.clone()));
    let count = absent.len();
    let what = match count {
        1 => "is a pointer of Git LFS, not the file itself",
        _ => "are pointers of Git LFS, not the files themselves",
    };
    let title = format!("{count} of {} {what}: left out", count_tests(all));
    diagnostics.warning(&first, title).hint = Some("bring them: `git lfs pull`".to_owned());
}

/// Whether the file stands for one that lies elsewhere. Only files of a pointer's size are read.
pub(crate) fn is_pointer(path: &Path) -> bool {
    const SIZES: std::ops::RangeInclusive<u64> = 100..=300;
    let fits = path.metadata().is_ok_and(|meta| meta.is_file() && SIZES.contains(&meta.len()));
    fits && beneath::read(path).is_ok_and(|bytes| bytes.starts_with(b"version https://git-lfs.github.com/spec/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder;
    use crate::folder::pairs::Pair;
    use model::{Judging, Limits, ProblemId, TestId};
    use std::fs;

    #[test]
    fn tests_that_are_pointers_are_taken_out_and_told_of_once() {
        let dir = tempfile::tempdir().unwrap();
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 7\n", "0".repeat(64));
        let write = |name: &str, text: &str| {
            fs::write(dir.path().join(name), text).unwrap();
            dir.path().join(name)
        };
        let pair = |name: &str, text: &str| Pair {
            id: TestId(name.into()),
            input: write(&format!("{name}.in"), text),
            answer: write(&format!("{name}.ans"), &"1 ".repeat(70)),
        };
        let pairs = [pair("a", &pointer), pair("b", "1"), pair("c", &pointer)];
        let id = ProblemId::parse("p").unwrap();
        let judging = Judging::Compare(folder::usual_comparison());
        let mut problem = folder::problem(dir.path(), id, "P", &pairs, judging, Limits::default());
        let mut printed = Vec::new();
        take_out(&mut problem, &mut printed);
        assert_eq!(printed[0].title, "2 of 3 tests are pointers of Git LFS, not the files themselves: left out");
        assert_eq!(problem.tests.iter().map(|test| &*test.id.0).collect::<Vec<_>>(), ["b"]);
        assert_eq!(problem.rules.absent, ["a", "c"].map(|name| TestId(name.into())));
        take_out(&mut problem, &mut printed);
        assert_eq!(printed.len(), 1);
        let judging = Judging::Compare(folder::usual_comparison());
        let one = [pair("d", &pointer)];
        take_out(&mut folder::problem(dir.path(), problem.id, "P", &one, judging, Limits::default()), &mut printed);
        assert_eq!(printed[1].title, "1 of 1 test is a pointer of Git LFS, not the file itself: left out");
    }
}
