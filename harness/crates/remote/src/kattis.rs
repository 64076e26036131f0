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
use crate::web::{Answer, Body, Web, without_tags};
use model::Verdict;
use serde::Deserialize;
use settings::Key;

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
    /// Logs in.
    ///
    /// # Errors
    /// [`Error::Denied`] for a wrong name or token, and what keeps the judge from being reached.
    pub fn log_in(settings: Settings) -> Result<Kattis, Error> {
        let (key, secret) = match &settings.key {
            Key::Token(secret) => ("token", secret),
            Key::Password(secret) => ("password", secret),
        };
        let web = Web::new(None, vec![secret.clone()])?;
        let form = [("user", settings.user.as_str()), (key, &secret.0), ("script", "true")];
        let answer = web.send(&settings.login, &Body::Form(&form))?;
        match answer.status {
            200 => Ok(Kattis { settings, web }),
            401 | 403 => Err(Error::Denied { host: settings.host }),
            404 => Err(Error::Address { address: settings.login.to_string(), why: "there is no login".to_owned() }),
            _ => Err(refused(&settings.host, &answer)),
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
        match number_behind(&text, "Submission ID:") {
            Some(id) if answer.status == 200 => Ok(Receipt { page: self.settings.submissions.below(&id), id }),
            // A gateway in front of the judge: what is behind it may have taken the file.
            _ if answer.status >= 500 => {
                Err(Error::Uncertain { host: host.clone(), why: format!("answer {}", answer.status) })
            }
            _ => Err(refused(host, &answer)),
        }
    }

    fn look(&self, receipt: &Receipt) -> Result<Result<Outcome, Progress>, Error> {
        let address = self.settings.submissions.below(&format!("{}?json", receipt.id));
        let answer = self.web.send(&address, &Body::Nothing)?;
        if answer.status != 200 {
            return Err(Error::Lost { host: self.settings.host.clone(), why: format!("answer {}", answer.status) });
        }
        let status: Status = serde_json::from_slice(&answer.body).map_err(|_| Error::Unreadable {
            host: self.settings.host.clone(),
            what: "it is not the JSON of a submission",
            excerpt: answer.excerpt(),
        })?;
        Ok(status.read())
    }
}

/// An answer to a question about a submission.
#[derive(Debug, Deserialize)]
struct Status {
    status_id: i64,
    #[serde(default)]
    testcase_index: Option<u32>,
    #[serde(default)]
    row_html: Option<String>,
    #[serde(default)]
    feedback_html: Option<String>,
}

impl Status {
    fn read(&self) -> Result<Outcome, Progress> {
        let row = row::read(self.row_html.as_deref().unwrap_or_default());
        let stage = match self.status_id {
            0..=2 => Stage::Waiting,
            3 => Stage::Compiling,
            4 | 5 => Stage::Running,
            _ => return Ok(self.outcome(row)),
        };
        Err(Progress { stage, done: self.testcase_index, tests: row.tests })
    }

    fn outcome(&self, row: row::SubmissionRow) -> Outcome {
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
        let words = row.status.clone().unwrap_or_else(|| words.to_owned());
        let feedback = self.feedback_html.as_deref().map(|html| without_tags(html).trim().to_owned());
        Outcome {
            verdict,
            words,
            time: row.time,
            memory: None,
            done: self.testcase_index,
            score: row.score,
            feedback: feedback.filter(|text| !text.is_empty()),
        }
    }
}

fn refused(host: &str, answer: &Answer) -> Error {
    let words = match answer.status {
        200 => answer.excerpt(),
        status => format!("{} (answer {status})", answer.excerpt()),
    };
    Error::Refused { host: host.to_owned(), words }
}

fn number_behind(text: &str, label: &str) -> Option<String> {
    let (_, rest) = text.split_once(label)?;
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}

#[cfg(test)]
mod tests;
