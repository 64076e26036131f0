//! What was sent to online judges, and what they said: `submissions.jsonl`, one line a change.
//!
//! A submission has a line when it was sent and another when its verdict came; the later one
//! counts. Torn lines and those of other versions are skipped. The format is private to the harness
//! and may change.

use model::encoding::OptionalMillis;
use model::{Verdict, shell};
use serde::{Deserialize, Serialize};
use std::fs::OpenOptions;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::time::Duration;

const VERSION: u64 = 1;

/// The longest file that is read, in bytes: some tens of thousands of submissions.
const LONGEST: u64 = 16 << 20;

/// A program at a judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SentProgram {
    v: u64,
    /// When it was sent, in UTC.
    pub at: String,
    /// The name of the problem.
    pub problem: String,
    /// The name of the solution.
    pub solution: String,
    /// The hash of the bytes that were sent.
    pub sha256: String,
    /// The judge's host.
    pub judge: String,
    /// The submission's number there, if the judge gave one.
    pub id: Option<String>,
    /// The page of the submission, if the judge named one.
    pub page: Option<String>,
    /// Verdict and slowest test here, on the tests that were here.
    pub here: SideVerdict,
    /// `None` until the judge's verdict is known.
    pub there: Option<SideVerdict>,
}

/// One side's last word.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideVerdict {
    /// `None`: not known, or none of ours.
    pub verdict: Option<Verdict>,
    /// The judge's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The time of the slowest test.
    #[serde(default, with = "OptionalMillis", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// As the judge writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
}

impl SentProgram {
    /// What to try where the judge says another verdict, `there`, than this machine. `None` where
    /// they agree, or the judge says none. `word`: what names the program.
    pub fn advice(&self, there: Option<Verdict>, word: &str) -> Option<String> {
        let there = there.filter(|there| self.here.verdict != Some(*there))?;
        let word = shell::word(word);
        Some(match there == Verdict::Accepted {
            true => format!("the tests here may be wrong: check `{word}`"),
            false => format!("a test is missing here: stress `{word}`"),
        })
    }

    /// A program that was just sent.
    pub fn new(
        at: String,
        problem: String,
        solution: String,
        sha256: String,
        judge: String,
        here: SideVerdict,
    ) -> SentProgram {
        SentProgram { v: VERSION, at, problem, solution, sha256, judge, id: None, page: None, here, there: None }
    }

    fn is_same(&self, other: &SentProgram) -> bool {
        (&self.at, &self.judge, &self.solution, &self.sha256)
            == (&other.at, &other.judge, &other.solution, &other.sha256)
    }
}

/// Adds a line.
///
/// # Errors
/// When the file cannot be written.
pub fn append(path: &Path, sent: &SentProgram) -> io::Result<()> {
    let mut line = serde_json::to_vec(sent)?;
    line.push(b'\n');
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // One write, so that two runs at once do not mix their lines.
    OpenOptions::new().create(true).append(true).open(path)?.write_all(&line)
}

/// All submissions, in the order in which they were sent. A file that cannot be read has none.
pub fn read(path: &Path) -> Vec<SentProgram> {
    let Ok(file) = beneath::open(path) else { return Vec::new() };
    if !file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LONGEST) {
        return Vec::new();
    }
    let mut all: Vec<SentProgram> = Vec::new();
    for line in BufReader::new(file).split(b'\n').map_while(Result::ok) {
        let Ok(sent) = serde_json::from_slice::<SentProgram>(&line) else { continue };
        match all.iter_mut().rev().find(|earlier| earlier.is_same(&sent)) {
            _ if sent.v != VERSION => {}
            Some(earlier) => *earlier = sent,
            None => all.push(sent),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_submission_counts_and_torn_lines_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/submissions.jsonl");
        assert!(read(&path).is_empty());
        let here = SideVerdict {
            verdict: Some(Verdict::Accepted),
            time: Some(Duration::from_millis(20)),
            ..SideVerdict::default()
        };
        let sent = |at: &str| {
            let words = ["nim", "nim/nim", "00", "judge.example"].map(str::to_owned);
            let [problem, solution, sha256, judge] = words;
            SentProgram::new(at.to_owned(), problem, solution, sha256, judge, here.clone())
        };
        let (first, mut second) = (sent("1"), sent("2"));
        append(&path, &first).unwrap();
        append(&path, &second).unwrap();
        second.id = Some("7".to_owned());
        second.there = Some(SideVerdict { words: Some("Accepted (40)".to_owned()), ..here.clone() });
        append(&path, &second).unwrap();
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"v\": 2}\nrubbish\n{\"v\": 1, \"at\"").unwrap();
        assert_eq!(read(&path), [first, second]);
        assert!(read(folder.path()).is_empty());
    }
}
