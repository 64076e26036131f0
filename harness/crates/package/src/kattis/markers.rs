//! Verdicts and scores that a submission's source expects: `@EXPECTED_…@` of DOMjudge and Kattis.

use crate::tree::head;
use crate::verdicts::{self, System};
use model::VerdictSet;
use std::path::Path;

/// The most bytes of a source that are searched for markers.
const HEAD: u64 = 256 * 1024;

/// The expectations of one source.
#[derive(Debug, Default, PartialEq)]
pub struct Markers {
    /// `@EXPECTED_RESULTS@:` of DOMjudge.
    pub results: Option<VerdictSet>,
    /// `@EXPECTED_SCORE@:`.
    pub score: Option<f64>,
    /// `@EXPECTED_GRADES@` of Kattis: a verdict for each group.
    pub grades: Option<String>,
}

impl Markers {
    pub fn read(path: &Path) -> Markers {
        // A source that cannot be read is reported when it is built.
        let bytes = head(path, HEAD).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        if !text.contains("@EXPECTED_") {
            return Markers::default();
        }
        Markers {
            results: after(&text, "@EXPECTED_RESULTS@").and_then(results),
            score: after(&text, "@EXPECTED_SCORE@").and_then(|text| text.split_whitespace().next()?.parse().ok()),
            grades: after(&text, "@EXPECTED_GRADES@").filter(|text| !text.is_empty()).map(str::to_owned),
        }
    }
}

/// What follows `marker` on its line.
fn after<'t>(text: &'t str, marker: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(marker)?;
    let line = rest.lines().next().unwrap_or_default();
    Some(line.trim_start_matches(':').trim())
}

/// Parses `TIMELIMIT, RUN-ERROR`. `None` if DOMjudge does not know a word and refuses it.
fn results(text: &str) -> Option<VerdictSet> {
    let words = text.split(',').map(|word| word.trim().to_ascii_uppercase().replace('_', "-"));
    let sets = words.map(|word| verdicts::called(System::Domjudge, word.trim_end_matches("*/").trim()));
    Some(sets.collect::<Option<Vec<_>>>()?.into_iter().flat_map(VerdictSet::iter).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Verdict;

    #[test]
    fn markers_of_domjudge_name_verdicts() {
        let check = |text: &str, expected: Option<&[Verdict]>| {
            let got = after(text, "@EXPECTED_RESULTS@").and_then(results);
            assert_eq!(got, expected.map(|verdicts| verdicts.iter().copied().collect()), "{text}");
        };
        check("// @EXPECTED_RESULTS@: TIMELIMIT\nint main", Some(&[Verdict::TimeLimit, Verdict::OutputLimit]));
        check(
            "/* @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER */",
            Some(&[Verdict::Accepted, Verdict::WrongAnswer, Verdict::PresentationError]),
        );
        check("# @EXPECTED_RESULTS@: compiler-error", Some(&[Verdict::CompileError]));
        check("# @EXPECTED_RESULTS@: GOOD", None);
        check("nothing", None);
    }
}
