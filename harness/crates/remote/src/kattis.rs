//! Kattis, on any host: log in, send, follow.
//!
//! The protocol is that of the judge's own client (Kattis/kattis-cli, read 2026-11).

mod row;
mod settings;

pub use settings::Settings;

use crate::address::Address;
use crate::error::Error;
use crate::judge::Judge;
use crate::language;
use crate::outcome::{Outcome, Progress, Stage};
use crate::submission::{Receipt, Submission};
use crate::web::{Body, Web};
use crate::words::Secrets;
use model::Verdict;
use serde::Deserialize;
use std::path::Path;

/// A problem of a Kattis, as its address names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KattisProblem {
    pub id: String,
    pub contest: Option<String>,
    pub assignment: Option<String>,
}

impl KattisProblem {
    /// Reads `…/problems/ID`, also below `/contests/ID/` and `/assignments/ID/`.
    ///
    /// # Errors
    /// [`Error::Address`] if the address is not of a problem.
    pub fn of(address: &Address) -> Result<KattisProblem, Error> {
        let path = address.path().split(['?', '#']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let behind = |name: &str| {
            let at = parts.iter().position(|part| *part == name)?;
            parts.get(at + 1).map(|part| (*part).to_owned())
        };
        let id = behind("problems").ok_or_else(|| Error::Address {
            address: address.to_string(),
            why: "it does not end with /problems/ID".to_owned(),
        })?;
        Ok(KattisProblem { id, contest: behind("contests"), assignment: behind("assignments") })
    }
}

/// A person who is logged in.
pub struct Kattis {
    settings: Settings,
    web: Web,
}

impl Kattis {
    /// Logs in. `place`: a folder for the session's files.
    ///
    /// # Errors
    /// [`Error::Denied`] for a wrong name or token, and what keeps the judge from being reached.
    pub fn log_in(settings: Settings, place: &Path) -> Result<Kattis, Error> {
        let (key, secret) = &settings.key;
        let web = Web::new(place, None, Secrets::of(&settings.user, secret))?;
        let form = [("user", settings.user.as_str()), (*key, secret.0.as_str()), ("script", "true")];
        let answer = web.send(&settings.login, &Body::Form(&form))?;
        match answer.status {
            200 => Ok(Kattis { settings, web }),
            401 | 403 => Err(Error::Denied { host: settings.host }),
            404 => Err(Error::Address { address: settings.login.to_string(), why: "there is no login".to_owned() }),
            _ => Err(Error::Refused { host: settings.host, words: answer.excerpt() }),
        }
    }
}

impl Judge for Kattis {
    type Problem = KattisProblem;

    fn host(&self) -> &str {
        &self.settings.host
    }

    fn send(&self, problem: &KattisProblem, submission: &Submission) -> Result<Receipt, Error> {
        let host = &self.settings.host;
        let no_name = || Error::Language { host: host.clone(), language: submission.language.clone() };
        let language = language::kattis(&submission.language).ok_or_else(no_name)?;
        let mut fields = vec![
            ("submit", "true"),
            ("submit_ctr", "2"),
            ("language", language),
            ("mainclass", submission.entry_point.as_deref().unwrap_or("")),
            ("problem", problem.id.as_str()),
            ("tag", ""),
            ("script", "true"),
        ];
        fields.extend(problem.contest.as_deref().map(|contest| ("contest", contest)));
        fields.extend(problem.assignment.as_deref().map(|assignment| ("assignment", assignment)));
        let body = Body::Files { fields: &fields, name: "sub_file[]", files: &submission.files };
        let answer = self.web.send(&self.settings.submit, &body).map_err(Error::while_sending)?;
        let text = answer.text();
        let id = text.split_once("Submission ID:").map(|(_, rest)| rest.trim_start());
        let id = id.map(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default());
        let receipt = Receipt::new(id.unwrap_or_default(), |id| self.settings.submissions.below(id));
        match receipt.filter(|_| answer.status == 200) {
            Some(receipt) => Ok(receipt),
            // A gateway in front of the judge, or a strange id: what is behind may have taken the
            // file.
            None if answer.status >= 500 || id.is_some() => {
                Err(Error::Uncertain { host: host.clone(), why: answer.excerpt() })
            }
            None => Err(Error::Refused { host: host.clone(), words: answer.excerpt() }),
        }
    }

    fn look(&self, receipt: &Receipt) -> Result<Result<Outcome, Progress>, Error> {
        let address = self.settings.submissions.below(&format!("{}?json", receipt.id));
        let answer = self.web.send(&address, &Body::Nothing)?;
        if answer.status != 200 {
            return Err(Error::Lost { host: self.settings.host.clone(), why: answer.excerpt() });
        }
        let status: Status = serde_json::from_slice(&answer.body).map_err(|_| Error::Unreadable {
            host: self.settings.host.clone(),
            what: "it is not the JSON of a submission",
            excerpt: answer.excerpt(),
        })?;
        Ok(status.read(&self.web.secrets))
    }
}

/// An answer to a question about a submission.
#[derive(Debug, Deserialize)]
struct Status {
    status_id: i64,
    testcase_index: Option<u32>,
    row_html: Option<String>,
    feedback_html: Option<String>,
}

impl Status {
    fn read(&self, secrets: &Secrets) -> Result<Outcome, Progress> {
        let row = row::read(self.row_html.as_deref().unwrap_or_default());
        let stage = match self.status_id {
            0..=2 => Stage::Waiting,
            3 => Stage::Compiling,
            4 | 5 => Stage::Running,
            _ => return Ok(self.outcome(&row, secrets)),
        };
        Err(Progress { stage, done: self.testcase_index, tests: row.tests })
    }

    fn outcome(&self, row: &row::SubmissionRow, secrets: &Secrets) -> Outcome {
        let (verdict, words) = match self.status_id {
            8 => (Some(Verdict::CompileError), "Compile Error"),
            9 => (Some(Verdict::RunTimeError), "Run Time Error"),
            10 => (Some(Verdict::MemoryLimit), "Memory Limit Exceeded"),
            11 => (Some(Verdict::OutputLimit), "Output Limit Exceeded"),
            12 => (Some(Verdict::TimeLimit), "Time Limit Exceeded"),
            13 => (Some(Verdict::RunTimeError), "Illegal Function"),
            14 => (Some(Verdict::WrongAnswer), "Wrong Answer"),
            16 => (Some(Verdict::Accepted), "Accepted"),
            6 => (None, "Judge Error"),
            _ => (None, "another status"),
        };
        let feedback = self.feedback_html.as_deref().map(|html| secrets.lines(html));
        Outcome {
            verdict,
            words: secrets.line(row.status.as_deref().unwrap_or(words)),
            time: row.time,
            done: self.testcase_index,
            score: row.score.as_deref().map(|score| secrets.line(score)),
            feedback: feedback.filter(|text| !text.is_empty()),
        }
    }
}

#[cfg(test)]
mod tests;
