//! Codeforces' public method for a person's submissions, which needs no login.
//!
//! Its rules: <https://codeforces.com/apiHelp>; at most one call in two seconds.

use crate::address::{Address, escaped};
use crate::error::Error;
use crate::outcome::{Outcome, Progress, Stage};
use crate::web::{Body, Patience, Web, excerpt};
use model::Verdict;
use serde::Deserialize;
use std::ops::ControlFlow;
use std::time::Duration;

/// A problem, as its address names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeforcesProblem {
    contest: u64,
    index: String,
}

impl CodeforcesProblem {
    /// Reads `/contest/ID/problem/X`, `/gym/ID/problem/X` and `/problemset/problem/ID/X`.
    ///
    /// # Errors
    /// [`Error::Address`] if the address is not of a problem.
    pub fn of(address: &Address) -> Result<CodeforcesProblem, Error> {
        let path = address.path().split(['?', '#']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let found = match parts[..] {
            [.., "contest" | "gym", contest, "problem", index] | [.., "problemset", "problem", contest, index] => {
                contest.parse().ok().map(|contest| CodeforcesProblem { contest, index: index.to_owned() })
            }
            _ => None,
        };
        found.ok_or_else(|| Error::Address {
            address: address.to_string(),
            why: "it is not the address of a problem of Codeforces".to_owned(),
        })
    }
}

#[derive(Deserialize)]
struct Reply {
    status: String,
    #[serde(default)]
    comment: Option<String>,
    #[serde(default)]
    result: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: u64,
    problem: LineProblem,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    passed_test_count: Option<u32>,
    #[serde(default)]
    time_consumed_millis: Option<u64>,
    #[serde(default)]
    memory_consumed_bytes: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LineProblem {
    #[serde(default)]
    contest_id: Option<u64>,
    #[serde(default)]
    index: Option<String>,
}

/// The submissions of a person.
pub struct Submissions {
    /// `https://codeforces.com/api`
    api: Address,
    handle: String,
    web: Web,
}

impl Submissions {
    /// # Errors
    /// [`Error::File`] if there is no place for the session's files.
    pub fn of(api: Address, handle: &str) -> Result<Submissions, Error> {
        Ok(Submissions { api, handle: handle.to_owned(), web: Web::new(None, Vec::new())? })
    }

    /// The number of the person's newest submission; 0 if there is none.
    ///
    /// # Errors
    /// [`Error::Refused`] if nobody has this handle.
    pub fn newest(&self) -> Result<u64, Error> {
        Ok(self.list(1)?.first().map_or(0, |line| line.id))
    }

    /// Waits for a submission to `problem` that is newer than `after`, and for its verdict.
    ///
    /// # Errors
    /// [`Error::NoVerdict`] when time is up; [`Error::Interrupted`] if `watch` broke off.
    pub fn follow(
        &self,
        problem: &CodeforcesProblem,
        after: u64,
        patience: Patience,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        let patience = Patience { pause: patience.pause.max(self.least_pause()), ..patience };
        let host = self.api.host().to_owned();
        patience.ask(&host, watch, || {
            let lines = self.list(20)?;
            let is = |line: &&Line| {
                line.id > after
                    && line.problem.contest_id == Some(problem.contest)
                    && line.problem.index.as_deref().is_some_and(|index| index.eq_ignore_ascii_case(&problem.index))
            };
            // The newest comes first.
            let Some(line) = lines.iter().rev().find(is) else {
                return Ok(Err(Progress { stage: Stage::Waiting, done: None, tests: None }));
            };
            let Some(words) = line.verdict.as_deref().filter(|words| *words != "TESTING") else {
                return Ok(Err(Progress { stage: Stage::Running, done: line.passed_test_count, tests: None }));
            };
            Ok(Ok(Outcome {
                verdict: verdict(words),
                words: words.to_owned(),
                time: line.time_consumed_millis.map(Duration::from_millis),
                memory: line.memory_consumed_bytes,
                done: line.passed_test_count,
                ..Outcome::default()
            }))
        })
    }

    /// The method's own rule; a server of this machine has none.
    fn least_pause(&self) -> Duration {
        if self.api.is_loopback() { Duration::ZERO } else { Duration::from_secs(2) }
    }

    fn list(&self, count: u32) -> Result<Vec<Line>, Error> {
        let host = || self.api.host().to_owned();
        let query = format!("user.status?handle={}&from=1&count={count}", escaped(&self.handle));
        let answer = self.web.send(&self.api.below(&query), &Body::Nothing)?;
        if answer.status >= 500 || answer.status == 429 {
            return Err(Error::Lost { host: host(), why: format!("answer {}", answer.status) });
        }
        let reply: Reply = serde_json::from_slice(&answer.body).map_err(|_| Error::Unreadable {
            host: host(),
            what: "it is not the JSON of user.status",
            excerpt: answer.excerpt(),
        })?;
        if reply.status != "OK" {
            let words = reply.comment.unwrap_or(reply.status);
            return Err(Error::Refused { host: host(), words: excerpt(&words) });
        }
        Ok(reply.result)
    }
}

/// The verdicts of Codeforces' API.
fn verdict(words: &str) -> Option<Verdict> {
    match words {
        "OK" => Some(Verdict::Accepted),
        "WRONG_ANSWER" | "CHALLENGED" | "PARTIAL" => Some(Verdict::WrongAnswer),
        "PRESENTATION_ERROR" => Some(Verdict::PresentationError),
        "TIME_LIMIT_EXCEEDED" | "IDLENESS_LIMIT_EXCEEDED" => Some(Verdict::TimeLimit),
        "MEMORY_LIMIT_EXCEEDED" => Some(Verdict::MemoryLimit),
        "RUNTIME_ERROR" => Some(Verdict::RunTimeError),
        "COMPILATION_ERROR" => Some(Verdict::CompileError),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
