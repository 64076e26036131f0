//! Where a file is sent: by the address that is named, the problem's own, or the person's DOMjudge.

use super::{Person, SubmitRequest};
use crate::error::{Error, ErrorKind, chain, refused};
use model::{Problem, Solution};
use profiles::JudgeProfile;
use remote::Address;
use remote::kattis::{self, Settings};

/// The judge at an address.
pub fn judge_at(address: &str) -> Option<&'static JudgeProfile> {
    profiles::at(&Address::parse(address).ok()?.to_string())
}

/// How a file reaches its judge.
pub enum Route {
    /// As the person whose settings were found.
    Kattis {
        /// The person's settings for this host.
        settings: Box<Settings>,
        /// The problem there.
        problem: kattis::KattisProblem,
        /// The judge's host.
        host: String,
    },
    /// As the person of the home folder's `.netrc`.
    Domjudge {
        /// The address of the judge.
        base: Address,
        /// `None`: the only contest there.
        contest: Option<String>,
        /// The problem's label in the contest.
        label: String,
    },
    /// By an extension of the browser in which the person is logged in.
    Browser {
        /// The problem's page.
        page: Address,
    },
}

/// Where the file is sent. `None`: no program may send to this judge, or nobody knows which it is.
///
/// # Errors
/// When an address is not one, or something is missing that the judge asks for.
pub fn route(
    wanted: &SubmitRequest,
    person: &Person,
    problem: &Problem,
    judge: Option<&JudgeProfile>,
) -> Result<Option<Route>, Error> {
    let named = wanted.to.as_deref().map(Address::parse).transpose()?;
    let own = problem.source.url.as_deref().filter(|_| is_own(problem, judge));
    let page = named.clone().or_else(|| own.and_then(|url| Address::parse(url).ok()));
    let base = person.domjudge.as_deref().filter(|_| named.is_none()).map(Address::parse).transpose()?;
    let is = |id: &str| judge.is_some_and(|judge| judge.id == id);
    let judge_there = page.as_ref().and_then(|page| profiles::at(&page.to_string()));
    let at = |id: &str| judge_there.is_some_and(|judge| judge.id == id);
    if let Some(page) = page.as_ref().filter(|_| at("codeforces") || at("cses")) {
        return Ok(Some(Route::Browser { page: page.clone() }));
    }
    if let Some(page) = &page {
        let host = page.host();
        let found = kattis::KattisProblem::of(page).and_then(|of| Ok((of, Settings::of_home(&person.home, host)?)));
        match found {
            Ok((of, settings)) => {
                return Ok(Some(Route::Kattis { settings: Box::new(settings), problem: of, host: host.to_owned() }));
            }
            Err(error)
                if at("kattis") || matches!(error, remote::Error::Exposed { .. } | remote::Error::Settings { .. }) =>
            {
                return Err(error.into());
            }
            // Not a Kattis.
            Err(_) => {}
        }
    }
    let base = base.or(named).or(page.filter(|_| is("domjudge")).and_then(|page| Address::parse(&page.origin()).ok()));
    let Some(base) = base.filter(|_| wanted.to.is_some() || judge.is_none() || is("domjudge")) else {
        return Ok(None);
    };
    let contest = wanted.contest.clone().or_else(|| person.contest.clone());
    let label = wanted.label.clone().or_else(|| problem.source.id.clone()).unwrap_or_else(|| problem.id.to_string());
    Ok(Some(Route::Domjudge { base, contest, label }))
}

/// Whether the problem's address is at this judge: the one that the problem names, or the one that
/// has such addresses. An address that nobody knows is where the person says that it is.
fn is_own(problem: &Problem, judge: Option<&JudgeProfile>) -> bool {
    let source = &problem.source;
    let there = || source.url.as_deref().and_then(judge_at);
    judge.is_none_or(|judge| match &source.judge {
        Some(own) => judge.is_called(own),
        None => there().is_none_or(|there| there.id == judge.id),
    })
}

/// What a person needs to hand a solution in at a judge's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand<'a> {
    /// The problem there: its address, else its name.
    pub address: Option<String>,
    /// What to choose as the language.
    pub language: Option<&'a str>,
}

impl<'a> ByHand<'a> {
    /// Says where and as what the person chooses it there.
    pub fn of(problem: &Problem, solution: &Solution, judge: Option<&'a JudgeProfile>) -> ByHand<'a> {
        let source = &problem.source;
        let url = source.url.clone().filter(|_| is_own(problem, judge));
        let own = judge.filter(|judge| source.judge.as_deref().is_some_and(|own| judge.is_called(own)));
        let address = url.or_else(|| Some(format!("{} {}", own?.name, source.id.as_deref()?)));
        let language = judge.and_then(|judge| judge.choose.get(&*solution.language.0)).map(String::as_str);
        ByHand { address, language }
    }
}

/// An error of a judge or on the way there.
impl From<remote::Error> for Error {
    fn from(error: remote::Error) -> Error {
        if matches!(error, remote::Error::Interrupted) {
            return Error::Interrupted;
        }
        let kind = if error.may_have_arrived() { ErrorKind::Incomplete } else { ErrorKind::UsageOrContent };
        refused(chain(&error)).of_kind(kind).with_any_hint(error.hint())
    }
}
