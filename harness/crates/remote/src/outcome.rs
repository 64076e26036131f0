//! What a judge says of a program.

use crate::web::{excerpt, line};
use model::Verdict;
use std::time::Duration;

/// How far a judge is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub stage: Stage,
    /// The tests that are done.
    pub done: Option<u32>,
    /// All tests, where the judge says how many.
    pub tests: Option<u32>,
}

/// What a judge does with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting,
    Compiling,
    Running,
}

/// A judge's last word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// `None`: the judge failed, or says something that has no counterpart here.
    pub verdict: Option<Verdict>,
    /// The verdict in the judge's own words.
    pub words: String,
    /// The longest time of a test.
    pub time: Option<Duration>,
    /// The most memory of a test, in bytes.
    pub memory: Option<u64>,
    /// The tests that were accepted or run, as the judge counts.
    pub done: Option<u32>,
    pub score: Option<String>,
    /// A compiler's messages, or the judge's feedback.
    pub feedback: Option<String>,
}

/// The most lines of a judge's feedback.
const MOST_LINES: usize = 100;

impl Outcome {
    /// The same, with no more of the judge's words than a person reads.
    pub(crate) fn bounded(self) -> Outcome {
        let feedback = self.feedback.map(|text| text.lines().take(MOST_LINES).map(line).collect::<Vec<_>>().join("\n"));
        Outcome { words: excerpt(&self.words), score: self.score.as_deref().map(excerpt), feedback, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_says_no_more_than_a_person_reads() {
        let long = "word ".repeat(1 << 20);
        let many = "line\n".repeat(1 << 20);
        let outcome = |feedback: &str| Outcome {
            words: long.clone(),
            score: Some(long.clone()),
            feedback: Some(feedback.to_owned()),
            ..Outcome::default()
        };
        for feedback in [&long, &many] {
            let bounded = outcome(feedback).bounded();
            let texts = [Some(bounded.words), bounded.score, bounded.feedback];
            assert!(texts.iter().flatten().all(|text| text.len() < 2000), "{texts:?}");
        }
        let short =
            Outcome { words: "Accepted".to_owned(), feedback: Some("a  b\nc".to_owned()), ..Outcome::default() };
        assert_eq!(short.clone().bounded(), short);
    }
}
