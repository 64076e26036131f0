//! DOMjudge: its API of version 4, with the name and password of `~/.netrc`.
//!
//! The protocol is that of the judge's own client (DOMjudge/domjudge, `submit/submit`, read in
//! November 2026).

use crate::address::{Address, escaped};
use crate::error::Error;
use crate::judge::Judge;
use crate::outcome::{Outcome, Progress, Stage};
use crate::secret::{self, Secret};
use crate::submission::{Receipt, Submission};
use crate::web::{Answer, Body, Web, excerpt, line};
use model::Verdict;
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
    #[serde(default)]
    shortname: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Language {
    id: Id,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    extensions: Vec<String>,
    #[serde(default)]
    entry_point_required: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct ContestProblem {
    id: Id,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

/// Older versions have numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(i64),
}

impl Id {
    fn text(&self) -> String {
        match self {
            Id::Text(text) => text.clone(),
            Id::Number(number) => number.to_string(),
        }
    }
}

/// A problem and a language that this contest has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    problem: String,
    language: String,
    /// `A: Hello`
    pub title: String,
    /// The judge's name of the language.
    pub language_name: String,
    pub needs_entry_point: bool,
}

impl Domjudge {
    /// Opens a contest: the named one, or the only one that is active.
    ///
    /// # Errors
    /// [`Error::NotThere`] if the contest is not there or none can be chosen; [`Error::Denied`];
    /// [`Error::Exposed`] if others may read `netrc`.
    pub fn open(base: Address, netrc: &Path, contest: Option<&str>) -> Result<Domjudge, Error> {
        let Some(text) = secret::read(netrc)? else {
            return Err(Error::NoSettings { path: netrc.to_owned(), from: None });
        };
        text.holds_a_secret(netrc)?;
        names_host(netrc, &text.text, &base)?;
        let web = Web::new(Some(netrc.to_owned()), passwords(&text.text))?;
        let mut judge = Domjudge { base, contest: String::new(), web };
        let contests: Vec<Contest> = judge.get("api/v4/contests")?;
        let is = |one: &&Contest| match contest {
            Some(name) => {
                [Some(one.id.text()), one.shortname.clone(), one.name.clone()].iter().flatten().any(|own| own == name)
            }
            None => true,
        };
        let fitting: Vec<&Contest> = contests.iter().filter(is).collect();
        let [only] = fitting[..] else {
            let name = contest.unwrap_or("the only active one");
            let names = contests.iter().map(|one| one.shortname.clone().unwrap_or_else(|| one.id.text()));
            return Err(judge.not_there("contest", name, names));
        };
        judge.contest = only.id.text();
        Ok(judge)
    }

    /// Finds a problem by its label or id, and a language by its id, name or one of its endings.
    ///
    /// # Errors
    /// [`Error::NotThere`] with what is there.
    pub fn choose(&self, problem: &str, language: &str, ending: &str) -> Result<Choice, Error> {
        let problems: Vec<ContestProblem> = self.get(&self.path("problems"))?;
        let equal = |own: &str, name: &str| own.eq_ignore_ascii_case(name);
        let found = problems.iter().find(|one| {
            one.label.as_deref().is_some_and(|label| equal(label, problem)) || equal(&one.id.text(), problem)
        });
        let Some(found) = found else {
            let names = problems.iter().map(|one| one.label.clone().unwrap_or_else(|| one.id.text()));
            return Err(self.not_there("problem", problem, names));
        };
        let languages: Vec<Language> = self.get(&self.path("languages"))?;
        let by_id = languages.iter().find(|one| equal(&one.id.text(), language));
        let by_ending = || languages.iter().find(|one| one.extensions.iter().any(|own| equal(own, ending)));
        let Some(chosen) = by_id.or_else(by_ending) else {
            let names = languages.iter().map(|one| one.id.text());
            return Err(self.not_there("language", language, names));
        };
        let title = [found.label.clone(), found.name.clone()].into_iter().flatten().collect::<Vec<_>>().join(": ");
        Ok(Choice {
            problem: found.id.text(),
            language: chosen.id.text(),
            title: excerpt(&title),
            language_name: excerpt(&chosen.name.clone().unwrap_or_else(|| chosen.id.text())),
            needs_entry_point: chosen.entry_point_required,
        })
    }

    fn path(&self, rest: &str) -> String {
        format!("api/v4/contests/{}/{rest}", escaped(&self.contest))
    }

    fn not_there(&self, what: &'static str, name: &str, names: impl Iterator<Item = String>) -> Error {
        let names = names.take(MOST_NAMES).map(|name| excerpt(&name)).collect();
        Error::NotThere { host: self.host().to_owned(), what, name: name.to_owned(), names }
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        let answer = self.web.send(&self.base.below(path), &Body::Nothing)?;
        if answer.status >= 500 {
            return Err(Error::Lost { host: self.host().to_owned(), why: format!("answer {}", answer.status) });
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
            status => {
                // `{"code": 400, "message": "…"}`
                let json: Option<Value> = serde_json::from_slice(&answer.body).ok();
                let message = json.as_ref().and_then(|json| json.get("message")).and_then(Value::as_str);
                let words = message.map_or_else(|| answer.excerpt(), |message| answer.excerpt_of(message));
                Err(Error::Refused { host: self.host().to_owned(), words: format!("{words} (answer {status})") })
            }
        }
    }
}

/// The most names that are listed where one was looked for.
const MOST_NAMES: usize = 50;

/// Whether a person has named this judge. `curl` would give the name and password of `default` to
/// any host, and a problem's file may name any.
fn names_host(netrc: &Path, text: &str, judge: &Address) -> Result<(), Error> {
    let host = judge.host();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let words: Vec<&str> = text.lines().flat_map(str::split_whitespace).collect();
    let machines =
        words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("machine")).map(|pair| pair[1].trim_matches('"'));
    let machines: Vec<&str> = machines.collect();
    if machines.iter().any(|machine| machine.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    let other = if machines.is_empty() { "no machine by name".to_owned() } else { machines.join(", ") };
    Err(Error::OtherHost { host: name.to_owned(), path: netrc.to_owned(), other })
}

/// All passwords of a `netrc`.
fn passwords(netrc: &str) -> Vec<Secret> {
    let words: Vec<&str> = netrc.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("password"));
    pairs.map(|pair| Secret(pair[1].trim_matches('"').to_owned())).collect()
}

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
            let why = format!("answer {}: {}", answer.status, answer.excerpt());
            return Err(Error::Uncertain { host: self.host().to_owned(), why });
        }
        self.check(&answer)?;
        #[derive(Deserialize)]
        struct NewSubmission {
            id: Id,
        }
        let taken: Result<NewSubmission, _> = serde_json::from_slice(&answer.body);
        // It was answered well, so something was taken.
        let taken = taken.map_err(|_| Error::Uncertain { host: self.host().to_owned(), why: answer.excerpt() })?;
        let id = line(&taken.id.text());
        Ok(Receipt { page: self.base.below(&format!("team/submission/{}", escaped(&id))), id })
    }

    fn look(&self, receipt: &Receipt) -> Result<Result<Outcome, Progress>, Error> {
        #[derive(Deserialize)]
        struct Judgement {
            #[serde(default)]
            judgement_type_id: Option<String>,
            #[serde(default)]
            valid: Option<bool>,
            #[serde(default)]
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
        Ok(Ok(Outcome { verdict: verdict(id), words: id.to_owned(), time, ..Outcome::default() }))
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
