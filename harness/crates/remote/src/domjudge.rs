//! DOMjudge: its API of version 4, with the name and password of `~/.netrc`.
//!
//! The protocol is that of the judge's own client (DOMjudge/domjudge, `submit/submit`, read in
//! November 2026).

mod netrc;

use crate::address::{Address, escaped};
use crate::error::Error;
use crate::judge::Judge;
use crate::outcome::{Outcome, Progress, Stage};
use crate::secret::Secret;
use crate::submission::{Receipt, Submission};
use crate::web::{Answer, Body, Web};
use crate::words::{Secrets, Words};
use model::Verdict;
use netrc::Login;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// A contest of a DOMjudge.
pub struct Domjudge {
    base: Address,
    contest: String,
    web: Web,
}

/// A contest, as the judge lists it.
#[derive(Clone, Debug, Deserialize)]
struct Contest {
    id: Id,
    shortname: Option<String>,
    name: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Language {
    id: Id,
    name: Option<String>,
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default)]
    entry_point_required: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct ContestProblem {
    id: Id,
    label: Option<String>,
    name: Option<String>,
}

/// An id as a text: older versions have numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Value")]
struct Id(String);

impl From<Value> for Id {
    fn from(id: Value) -> Id {
        Id(id.as_str().map_or_else(|| id.to_string(), str::to_owned))
    }
}

/// A problem and a language that this contest has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    problem: String,
    language: String,
    /// `A: Hello`
    pub title: Words,
    /// The judge's name of the language.
    pub language_name: Words,
    pub needs_entry_point: bool,
}

impl Domjudge {
    /// Opens a contest: the named one, or the only one that is active. `place`: a folder for the
    /// session's files.
    ///
    /// # Errors
    /// [`Error::NotThere`] if the contest is not there or none can be chosen; [`Error::Denied`];
    /// [`Error::Exposed`] if others may read `netrc`.
    pub fn open(base: Address, netrc: &Path, contest: Option<&str>, place: &Path) -> Result<Domjudge, Error> {
        let Login { name, password } = netrc::login(netrc, &base)?;
        let user = Secret(format!("{name}:{}", password.0));
        let web = Web::new(place, Some(user), Secrets::of(&name, &password))?;
        let mut judge = Domjudge { base, contest: String::new(), web };
        let contests: Vec<Contest> = judge.get("api/v4/contests")?;
        let is = |one: &&Contest| match contest {
            Some(name) => {
                [Some(&one.id.0), one.shortname.as_ref(), one.name.as_ref()].contains(&Some(&name.to_owned()))
            }
            None => true,
        };
        let fitting: Vec<&Contest> = contests.iter().filter(is).collect();
        let [only] = fitting[..] else {
            let name = contest.unwrap_or("the only active one");
            let names = contests.iter().map(|one| one.shortname.as_ref().unwrap_or(&one.id.0));
            return Err(judge.not_there("contest", name, names));
        };
        judge.contest.clone_from(&only.id.0);
        Ok(judge)
    }

    /// Finds a problem by its label or id, and a language by its id, name or one of its endings.
    ///
    /// # Errors
    /// [`Error::NotThere`] with what is there.
    pub fn choose(&self, problem: &str, language: &str, ending: &str) -> Result<Choice, Error> {
        let problems: Vec<ContestProblem> = self.get(&self.path("problems"))?;
        let equal = |own: &str, name: &str| own.eq_ignore_ascii_case(name);
        let found = problems
            .iter()
            .find(|one| one.label.as_deref().is_some_and(|label| equal(label, problem)) || equal(&one.id.0, problem));
        let Some(found) = found else {
            let names = problems.iter().map(|one| one.label.as_ref().unwrap_or(&one.id.0));
            return Err(self.not_there("problem", problem, names));
        };
        let languages: Vec<Language> = self.get(&self.path("languages"))?;
        let by_id = languages.iter().find(|one| equal(&one.id.0, language));
        let by_ending = || languages.iter().find(|one| one.extensions.iter().any(|own| equal(own, ending)));
        let Some(chosen) = by_id.or_else(by_ending) else {
            return Err(self.not_there("language", language, languages.iter().map(|one| &one.id.0)));
        };
        let title = [found.label.clone(), found.name.clone()].into_iter().flatten().collect::<Vec<_>>().join(": ");
        Ok(Choice {
            problem: found.id.0.clone(),
            language: chosen.id.0.clone(),
            title: self.web.secrets.line(&title),
            language_name: self.web.secrets.line(chosen.name.as_ref().unwrap_or(&chosen.id.0)),
            needs_entry_point: chosen.entry_point_required,
        })
    }

    fn path(&self, rest: &str) -> String {
        format!("api/v4/contests/{}/{rest}", escaped(&self.contest))
    }

    fn not_there<'n>(&self, what: &'static str, name: &str, names: impl Iterator<Item = &'n String>) -> Error {
        let names = names.take(MOST_NAMES).map(|name| self.web.secrets.line(name)).collect();
        Error::NotThere { host: self.host().to_owned(), what, name: name.to_owned(), names }
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        let answer = self.web.send(&self.base.below(path), &Body::Nothing)?;
        if answer.status >= 500 {
            return Err(Error::Lost { host: self.host().to_owned(), why: answer.excerpt() });
        }
        self.check(&answer)?;
        serde_json::from_slice(&answer.body).map_err(|_| Error::Unreadable {
            host: self.host().to_owned(),
            what: "it is not the JSON of the API",
            excerpt: answer.excerpt(),
        })
    }

    fn check(&self, answer: &Answer) -> Result<(), Error> {
        match answer.status {
            200..=299 => Ok(()),
            401 | 403 => Err(Error::Denied { host: self.host().to_owned() }),
            _ => {
                // `{"code": 400, "message": "…"}`
                let json: Option<Value> = serde_json::from_slice(&answer.body).ok();
                let message = json.as_ref().and_then(|json| json.get("message")).and_then(Value::as_str);
                let words = message.map_or_else(|| answer.excerpt(), |message| answer.excerpt_of(message));
                Err(Error::Refused { host: self.host().to_owned(), words })
            }
        }
    }
}

/// The most names that are listed where one was looked for.
const MOST_NAMES: usize = 50;

impl Judge for Domjudge {
    type Problem = Choice;

    fn host(&self) -> &str {
        self.base.host()
    }

    fn send(&self, choice: &Choice, submission: &Submission) -> Result<Receipt, Error> {
        let mut fields = vec![("problem", choice.problem.as_str()), ("language", choice.language.as_str())];
        fields.extend(submission.entry_point.as_deref().map(|entry| ("entry_point", entry)));
        let body = Body::Files { fields: &fields, name: "code[]", files: &submission.files };
        let address = self.base.below(&self.path("submissions"));
        let answer = self.web.send(&address, &body).map_err(Error::while_sending)?;
        if answer.status >= 500 {
            return Err(Error::Uncertain { host: self.host().to_owned(), why: answer.excerpt() });
        }
        self.check(&answer)?;
        #[derive(Deserialize)]
        struct NewSubmission {
            id: Id,
        }
        let taken: Result<NewSubmission, _> = serde_json::from_slice(&answer.body);
        let id = taken.map(|taken| taken.id.0).unwrap_or_default();
        let page = |id: &str| self.base.below(&format!("team/submission/{}", escaped(id)));
        // It was answered well, so something was taken.
        let uncertain = || Error::Uncertain { host: self.host().to_owned(), why: answer.excerpt() };
        Receipt::new(&id, page).ok_or_else(uncertain)
    }

    fn look(&self, receipt: &Receipt) -> Result<Result<Outcome, Progress>, Error> {
        #[derive(Deserialize)]
        struct Judgement {
            judgement_type_id: Option<String>,
            valid: Option<bool>,
            max_run_time: Option<f64>,
        }
        let path = self.path(&format!("judgements?submission_id={}", escaped(&receipt.id)));
        let judgements: Vec<Judgement> = self.get(&path)?;
        // A rejudged submission has several, of which one counts.
        let last = judgements.iter().rev().find(|one| one.valid != Some(false));
        let stage = if last.is_some() { Stage::Running } else { Stage::Waiting };
        let Some((last, id)) = last.and_then(|last| Some((last, last.judgement_type_id.as_deref()?))) else {
            return Ok(Err(Progress { stage, done: None, tests: None }));
        };
        let time = last.max_run_time.and_then(|time| std::time::Duration::try_from_secs_f64(time).ok());
        Ok(Ok(Outcome { verdict: verdict(id), words: self.web.secrets.line(id), time, ..Outcome::default() }))
    }
}

/// The verdicts of the CLICS contest API.
fn verdict(id: &str) -> Option<Verdict> {
    match id {
        "AC" => Some(Verdict::Accepted),
        "WA" | "NO" => Some(Verdict::WrongAnswer),
        "PE" | "OFE" | "IOF" | "WOF" => Some(Verdict::PresentationError),
        "TLE" | "TCO" | "WTL" => Some(Verdict::TimeLimit),
        "MLE" => Some(Verdict::MemoryLimit),
        "OLE" => Some(Verdict::OutputLimit),
        "RTE" | "RE" => Some(Verdict::RunTimeError),
        "CE" => Some(Verdict::CompileError),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
