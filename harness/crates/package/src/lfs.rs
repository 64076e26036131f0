//! Test files that are Git LFS pointers, as in a clone that was made without LFS.

use crate::diagnostics::{Report, are, count_tests};
use model::{Diagnostic, JuryOutput, PackageRules, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Takes out of `problem` the tests whose files are pointers, and what else its programs are tried
/// on. Tests become absent ones. Reports them all once.
pub fn take_out(problem: &mut Problem, diagnostics: &mut Vec<Diagnostic>) {
    let PackageRules { absent, outputs, invalid_answers, refused, .. } = &mut problem.rules;
    // A sample is a test, and with an output it is also what a checker is tried on.
    let (mut all, mut pointers): (BTreeSet<PathBuf>, BTreeMap<PathBuf, PathBuf>) = Default::default();
    let mut are_there = |files: &[&PathBuf]| {
        let (input, pointer) = (files[0], files.iter().find(|file| is_pointer(file)));
        all.insert(input.clone());
        pointers.extend(pointer.map(|file| (input.clone(), PathBuf::clone(file))));
        pointer.is_none()
    };
    problem.tests.retain(|test| {
        let stays = are_there(&[&test.input, &test.answer]);
        absent.extend((!stays).then(|| test.id.clone()));
        stays
    });
    problem.invalid.retain(|input| are_there(&[input]));
    outputs.retain(|JuryOutput { test, output, .. }| are_there(&[&test.input, &test.answer, output]));
    invalid_answers.retain(|(input, answer)| are_there(&[input, answer]));
    // They are among the invalid inputs.
    refused.retain(|test| problem.invalid.contains(&test.input));
    let Some(first) = pointers.values().next() else { return };
    let count = pointers.len();
    let (all, verb) = (count_tests(all.len()), are(count));
    let title = format!("{count} of {all} {verb} left out: pointers of Git LFS in place of files");
    diagnostics.warning(first, title).hint = Some("bring them: `git lfs pull`".to_owned());
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
    use model::{Judging, JuryRuling, Limits, ProblemId, Test, TestId};
    use std::fs;
    use std::sync::Arc;

    #[test]
    fn what_programs_are_tried_on_is_taken_out_as_well() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            fs::write(dir.path().join(name), text).unwrap();
            dir.path().join(name)
        };
        let version = "version https://git-lfs.github.com/spec/v1\n";
        let there = |name: &str| file(name, "1");
        let gone = |name: &str| file(name, &format!("{version}{}", "0".repeat(80)));
        let mut problem = Problem::new(ProblemId::parse("p").unwrap());
        let test =
            |input: &PathBuf, answer: &PathBuf| Arc::new(Test::new(TestId("t".into()), input.clone(), answer.clone()));
        let output = |test: &Arc<Test>, output: &PathBuf| JuryOutput {
            test: Arc::clone(test),
            output: output.clone(),
            must_be: JuryRuling::Refused,
        };
        let [here, answer, sample_output] = ["here.in", "here.ans", "here.out"].map(there);
        let samples = [test(&here, &answer), test(&there("2.in"), &gone("2.ans"))];
        problem.tests = samples.to_vec();
        problem.rules.outputs = samples.iter().map(|test| output(test, &sample_output)).collect();
        problem.rules.outputs.push(output(&test(&there("3.in"), &answer), &gone("3.out")));
        problem.invalid = vec![there("4.in"), gone("5.in")];
        problem.rules.refused = problem.invalid.iter().map(|input| test(input, &answer)).collect();
        problem.rules.invalid_answers = vec![(there("6.in"), gone("6.ans")), (there("7.in"), answer.clone())];
        let mut printed = Vec::new();
        take_out(&mut problem, &mut printed);
        assert_eq!(printed[0].title, "4 of 7 tests are left out: pointers of Git LFS in place of files");
        assert_eq!(problem.tests, samples[..1]);
        assert_eq!(problem.rules.outputs, [output(&samples[0], &sample_output)]);
        assert_eq!((problem.invalid.len(), problem.rules.refused.len()), (1, 1));
        assert_eq!(problem.rules.refused[0].input, problem.invalid[0]);
        assert_eq!(problem.rules.invalid_answers, [(dir.path().join("7.in"), answer)]);
    }

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
        assert_eq!(printed[0].title, "2 of 3 tests are left out: pointers of Git LFS in place of files");
        assert_eq!(problem.tests.iter().map(|test| &*test.id.0).collect::<Vec<_>>(), ["b"]);
        assert_eq!(problem.rules.absent, ["a", "c"].map(|name| TestId(name.into())));
        take_out(&mut problem, &mut printed);
        assert_eq!(printed.len(), 1);
        let judging = Judging::Compare(folder::usual_comparison());
        let one = [pair("d", &pointer)];
        take_out(&mut folder::problem(dir.path(), problem.id, "P", &one, judging, Limits::default()), &mut printed);
        assert_eq!(printed[1].title, "1 of 1 test is left out: pointers of Git LFS in place of files");
    }
}
