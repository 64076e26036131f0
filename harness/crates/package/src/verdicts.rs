//! The words of other systems for verdicts: the one table of them.
//!
//! Where a system has one verdict for what are several here, its word stands for all of them.

use model::Verdict::{
    self, Accepted, CompileError, MemoryLimit, OutputLimit, PresentationError, RunTimeError, TimeLimit, WrongAnswer,
};
use model::VerdictSet;

/// Whose words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// `submissions.yaml`, and what the folders of submissions mean.
    Icpc,
    /// `@EXPECTED_GRADES@`.
    Kattis,
    /// `@EXPECTED_RESULTS@`, in upper case with `-` for `_`.
    Domjudge,
    /// `init.yml` and the tests of DMOJ's own judge.
    Dmoj,
    /// `@check-…`.
    Cms,
    /// Tags of solutions.
    Polygon,
}

/// Anything that is not right.
const REJECTED: &[Verdict] = &[WrongAnswer, PresentationError, TimeLimit, MemoryLimit, OutputLimit, RunTimeError];
const WRONG: &[Verdict] = &[WrongAnswer, PresentationError];
/// A solution that writes without end is stopped here for its output, and elsewhere for its time.
const SLOW_OR_ENDLESS: &[Verdict] = &[TimeLimit, OutputLimit];
/// A judge without a verdict for memory sees a crash.
const CRASHED: &[Verdict] = &[RunTimeError, MemoryLimit];
const CRASHED_OR_ENDLESS: &[Verdict] = &[RunTimeError, MemoryLimit, OutputLimit];

type WordRow = (System, &'static [&'static str], &'static [Verdict]);

const TABLE: &[WordRow] = &[
    (System::Icpc, &["AC"], &[Accepted]),
    (System::Icpc, &["WA"], WRONG),
    (System::Icpc, &["TLE"], SLOW_OR_ENDLESS),
    (System::Icpc, &["RTE", "RE"], CRASHED_OR_ENDLESS),
    (System::Kattis, &["AC"], &[Accepted]),
    (System::Kattis, &["WA"], WRONG),
    (System::Kattis, &["TLE"], SLOW_OR_ENDLESS),
    (System::Kattis, &["RTE"], CRASHED_OR_ENDLESS),
    (System::Kattis, &["MLE"], CRASHED),
    (System::Kattis, &["OLE"], &[OutputLimit]),
    (System::Domjudge, &["CORRECT", "ACCEPTED"], &[Accepted]),
    (System::Domjudge, &["WRONG-ANSWER", "NO-OUTPUT"], WRONG),
    (System::Domjudge, &["TIMELIMIT", "TIME-LIMIT-EXCEEDED"], SLOW_OR_ENDLESS),
    (System::Domjudge, &["RUN-ERROR", "RUN-TIME-ERROR", "MEMORY-LIMIT"], CRASHED),
    (System::Domjudge, &["OUTPUT-LIMIT"], &[OutputLimit]),
    (System::Domjudge, &["COMPILER-ERROR"], &[CompileError]),
    (System::Domjudge, &["CHECK-MANUALLY"], &Verdict::ALL),
    (System::Dmoj, &["AC"], &[Accepted]),
    (System::Dmoj, &["WA", "PE"], WRONG),
    (System::Dmoj, &["TLE"], &[TimeLimit]),
    (System::Dmoj, &["RTE", "IR", "MLE"], CRASHED),
    (System::Dmoj, &["OLE"], &[OutputLimit]),
    (System::Dmoj, &["CE"], &[CompileError]),
    // A test that DMOJ skips is run here.
    (System::Dmoj, &["SC"], &Verdict::ALL),
    (System::Cms, &["accepted", "partial-score"], &[Accepted]),
    (System::Cms, &["wrong-answer"], WRONG),
    (System::Cms, &["time-limit-exceeded"], &[TimeLimit]),
    (System::Cms, &["memory-limit-exceeded", "runtime-error"], CRASHED),
    (System::Cms, &["zero"], REJECTED),
    (System::Polygon, &["main", "accepted"], &[Accepted]),
    (System::Polygon, &["wrong-answer", "presentation-error"], WRONG),
    // Codeforces, too, gives a solution that sleeps this verdict.
    (System::Polygon, &["time-limit-exceeded"], &[TimeLimit]),
    // A crash for lack of memory gets this verdict of Codeforces.
    (System::Polygon, &["memory-limit-exceeded"], CRASHED),
    (System::Polygon, &["time-limit-exceeded-or-accepted"], &[Accepted, TimeLimit]),
    (System::Polygon, &["time-limit-exceeded-or-memory-limit-exceeded"], &[TimeLimit, MemoryLimit, RunTimeError]),
    (System::Polygon, &["rejected", "failed"], REJECTED),
];

/// The verdicts that `word` stands for. `None`: the system has no such word.
pub fn called(system: System, word: &str) -> Option<VerdictSet> {
    words_of(system).find(|(own, _)| *own == word).map(|(_, verdicts)| verdicts)
}

/// All words of a system, the one that is meant by a set of verdicts before others for it.
pub fn words_of(system: System) -> impl Iterator<Item = (&'static str, VerdictSet)> {
    let rows = TABLE.iter().filter(move |(own, _, _)| *own == system);
    rows.flat_map(|(_, words, verdicts)| words.iter().map(|word| (*word, verdicts.iter().copied().collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_system_has_two_meanings() {
        for (at, (system, words, verdicts)) in TABLE.iter().enumerate() {
            assert!(!verdicts.is_empty(), "{words:?}");
            for word in *words {
                let others = TABLE[at + 1..].iter().filter(|(other, _, _)| other == system);
                assert!(others.into_iter().all(|(_, words, _)| !words.contains(word)), "{system:?}: {word}");
            }
        }
    }

    #[test]
    fn a_word_is_its_systems_own() {
        assert_eq!(called(System::Dmoj, "TLE"), Some(VerdictSet::default().with(TimeLimit)));
        let slow = VerdictSet::default().with(TimeLimit).with(OutputLimit);
        assert_eq!(called(System::Icpc, "TLE"), Some(slow));
        assert_eq!(called(System::Icpc, "MLE"), None);
        assert_eq!(called(System::Polygon, "weird"), None);
    }
}
