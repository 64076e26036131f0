//! HTTP by `curl`: one request, one answer, nothing repeated and no redirect followed.

use crate::address::{Address, escaped};
use crate::error::Error;
use crate::outcome::{Outcome, Progress, Stage};
use crate::secret::Secret;
use crate::submission::SourceFile;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 16 << 20;

/// The seconds after which a request is given up.
const SECONDS: u32 = 60;

const USER_AGENT: &str = concat!("harness-judge/", env!("CARGO_PKG_VERSION"));

/// How long a verdict is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Between two questions.
    pub pause: Duration,
    /// In all.
    pub total: Duration,
    /// Lost answers in a row.
    pub lost: u32,
}

impl Default for Patience {
    /// A question a second for half an hour.
    fn default() -> Patience {
        Patience { pause: Duration::from_secs(1), total: Duration::from_secs(30 * 60), lost: 10 }
    }
}

impl Patience {
    /// Asks until there is an outcome. Lost answers are asked for again.
    ///
    /// # Errors
    /// Those of `question`; [`Error::NoVerdict`] when time is up; [`Error::Interrupted`] if `watch`
    /// broke off.
    pub(crate) fn ask(
        self,
        host: &str,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
        mut question: impl FnMut() -> Result<Result<Outcome, Progress>, Error>,
    ) -> Result<Outcome, Error> {
        let begin = Instant::now();
        let mut lost = 0;
        let mut progress = Progress { stage: Stage::Waiting, done: None, tests: None };
        loop {
            match question() {
                Ok(Ok(outcome)) => return Ok(bounded(outcome)),
                Ok(Err(now)) => (progress, lost) = (now, 0),
                Err(Error::Lost { .. } | Error::Unreached { .. }) if lost < self.lost => lost += 1,
                Err(error) => return Err(error),
            }
            if watch(&progress).is_break() {
                return Err(Error::Interrupted);
            }
            if begin.elapsed() >= self.total {
                return Err(Error::NoVerdict { host: host.to_owned(), seconds: self.total.as_secs() });
            }
            thread::sleep(self.pause);
        }
    }
}

/// What a request carries.
pub(crate) enum Body<'a> {
    /// GET.
    Nothing,
    /// POST, as a form without files.
    Form(&'a [(&'a str, &'a str)]),
    /// POST, as a form with files.
    Files { fields: &'a [(&'a str, &'a str)], name: &'a str, files: &'a [SourceFile] },
}

/// A judge's answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// What was sent with the question, and is not shown if the judge says it again.
    secrets: Rc<[Secret]>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The beginning of the answer on one line, without tags.
    pub(crate) fn excerpt(&self) -> String {
        self.excerpt_of(&self.text())
    }

    /// The same of a part of the answer.
    pub(crate) fn excerpt_of(&self, text: &str) -> String {
        on_a_line(&hidden(&without_tags(text), &self.secrets))
    }
}

/// A text without secrets: a judge's page of an error may show all that it was sent.
fn hidden(text: &str, secrets: &[Secret]) -> String {
    let mut text = text.to_owned();
    for Secret(secret) in secrets {
        // As it is, and as forms and addresses have it.
        for form in [secret.clone(), escaped(secret), escaped(secret).replace("%20", "+")] {
            text = text.replace(&form, "(a secret)");
        }
    }
    text
}

/// A text on one line: without tags, at most 300 characters.
pub(crate) fn excerpt(text: &str) -> String {
    on_a_line(&without_tags(text))
}

fn on_a_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match line(&words.join(" ")) {
        line if line.is_empty() => "an empty answer".to_owned(),
        line => line,
    }
}

/// The beginning of a line: at most 300 characters.
pub(crate) fn line(text: &str) -> String {
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The most lines of a judge's feedback.
const MOST_LINES: usize = 100;

/// The same, with no more of the judge's words than a person reads.
fn bounded(outcome: Outcome) -> Outcome {
    let feedback = outcome.feedback.map(|text| text.lines().take(MOST_LINES).map(line).collect::<Vec<_>>().join("\n"));
    Outcome { words: excerpt(&outcome.words), score: outcome.score.as_deref().map(excerpt), feedback, ..outcome }
}

/// The text of HTML, its commonest entities resolved.
pub(crate) fn without_tags(html: &str) -> String {
    let (mut text, mut rest) = (String::new(), html);
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let tag = &rest[open..];
        let end = ["script", "style"].iter().find_map(|name| {
            let is = tag[1..].get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
            is.then(|| tag.find(&format!("</{name}")).unwrap_or(tag.len()))
        });
        let from = end.unwrap_or(0);
        let Some(close) = tag[from..].find('>') else {
            rest = "";
            break;
        };
        rest = &tag[from + close + 1..];
        text.push(' ');
    }
    text.push_str(rest);
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

/// A session with a judge: its cookies live as long as this value.
pub(crate) struct Web {
    /// For this user alone.
    folder: TempDir,
    /// `~/.netrc`, where the judge's name and password are.
    netrc: Option<PathBuf>,
    secrets: Rc<[Secret]>,
}

impl Web {
    /// `secrets`: what requests will carry.
    ///
    /// # Errors
    /// [`Error::File`] if there is no place for the session's files.
    pub(crate) fn new(netrc: Option<PathBuf>, secrets: Vec<Secret>) -> Result<Web, Error> {
        let folder = tempfile::Builder::new().prefix("harness-remote-").tempdir();
        let folder = folder.map_err(|source| Error::File { path: std::env::temp_dir(), source })?;
        // An empty one stands everywhere.
        let secrets = secrets.into_iter().filter(|secret| !secret.0.is_empty()).collect();
        Ok(Web { folder, netrc, secrets })
    }

    /// Sends one request.
    ///
    /// # Errors
    /// [`Error::NoCurl`]; [`Error::Unreached`] if nothing was sent; [`Error::Lost`] if the
    /// connection was lost afterwards; [`Error::Elsewhere`] for a redirect.
    pub(crate) fn send(&self, to: &Address, body: &Body<'_>) -> Result<Answer, Error> {
        let configuration = self.configuration(to, body)?;
        let path = env::var_os("PATH").unwrap_or_else(|| USUAL_PATH.into());
        let mut child = Command::new(curl(&path).map_err(Error::NoCurl)?)
            // Its own configuration could switch checks off, or write down what is sent.
            .args(["--disable", "--config", "-"].map(OsString::from))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Error::NoCurl)?;
        let (written, ended) = exchange(&mut child, configuration.as_bytes(), to)?;
        let host = to.host().to_owned();
        let split = written.iter().rposition(|byte| *byte == b'\n').map(|at| (&written[..at], &written[at + 1..]));
        let (body, trailer) = split.unwrap_or((&written, b""));
        let trailer = String::from_utf8_lossy(trailer);
        let mut facts = trailer.splitn(3, ' ');
        let mut number = || facts.next().and_then(|fact| fact.parse::<u64>().ok());
        let (status, sent) = (number().unwrap_or(0), number());
        let redirect = facts.next().unwrap_or_default();
        if let Err(why) = ended {
            return Err(if sent == Some(0) { Error::Unreached { host, why } } else { Error::Lost { host, why } });
        }
        if (300..400).contains(&status) {
            return Err(Error::Elsewhere { from: to.to_string(), to: on_a_line(&hidden(redirect, &self.secrets)) });
        }
        let secrets = Rc::clone(&self.secrets);
        Ok(Answer { status: u16::try_from(status).unwrap_or(0), body: body.to_vec(), secrets })
    }

    /// What `curl` reads on its standard input.
    fn configuration(&self, to: &Address, body: &Body<'_>) -> Result<String, Error> {
        let mut lines = String::new();
        let mut line = |option: &str, value: &str| {
            lines.push_str(&format!("{option} = \"{}\"\n", quoted(value)));
        };
        line("url", to.as_str());
        line("proto", if to.as_str().starts_with("http:") { "=http" } else { "=https" });
        line("user-agent", USER_AGENT);
        line("connect-timeout", "20");
        line("max-time", &SECONDS.to_string());
        let cookies = self.folder.path().join("cookies");
        line("cookie", &cookies.to_string_lossy());
        line("cookie-jar", &cookies.to_string_lossy());
        line("write-out", "\\n%{http_code} %{size_request} %{redirect_url}");
        if to.is_loopback() {
            line("noproxy", "*");
        }
        if let Some(netrc) = &self.netrc {
            line("netrc-file", &netrc.to_string_lossy());
        }
        // No answer of two parts: a judge that is asked to go on first may be slow to say so.
        line("header", "Expect:");
        match body {
            Body::Nothing => {}
            Body::Form(fields) => {
                for (name, value) in *fields {
                    line("data-urlencode", &format!("{name}={value}"));
                }
            }
            Body::Files { fields, name, files } => {
                for (name, value) in *fields {
                    line("form-string", &format!("{name}={value}"));
                }
                for (number, file) in files.iter().enumerate() {
                    let path = self.folder.path().join(number.to_string());
                    fs::write(&path, &file.text).map_err(|source| Error::File { path: path.clone(), source })?;
                    // A form's part has a quoting of its own.
                    let part = format!(
                        "{name}=@\"{}\";filename=\"{}\";type=application/octet-stream",
                        quoted(&path.to_string_lossy()),
                        quoted(&file.name)
                    );
                    line("form", &part);
                }
            }
        }
        lines.push_str("silent\nshow-error\ngloboff\n");
        Ok(lines)
    }
}

/// Where `curl` is looked for without `PATH`.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Finds `curl`, which is given secrets. A relative folder is passed over: it lies in the folder
/// that the person stands in, which somebody else may have filled.
fn curl(path: &OsStr) -> io::Result<PathBuf> {
    let folders = env::split_paths(path).filter(|folder| folder.is_absolute());
    let found = folders.map(|folder| folder.join("curl")).find(|file| file.is_file());
    found.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Gives `curl` its configuration; what it writes, and whether it ended well.
fn exchange(child: &mut Child, configuration: &[u8], to: &Address) -> Result<(Vec<u8>, Result<(), String>), Error> {
    if let Some(mut stdin) = child.stdin.take() {
        // If it has ended, its own words say why.
        let _ = stdin.write_all(configuration);
    }
    let failed = |source: io::Error| Error::Lost { host: to.host().to_owned(), why: source.to_string() };
    let mut written = Vec::new();
    if let Some(stdout) = &mut child.stdout {
        stdout.take(LONGEST_ANSWER + 1).read_to_end(&mut written).map_err(failed)?;
    }
    if written.len() as u64 > LONGEST_ANSWER {
        let _ = child.kill();
        let _ = child.wait();
        let why = format!("its answer is larger than {} MiB", LONGEST_ANSWER >> 20);
        return Ok((Vec::new(), Err(why)));
    }
    let mut words = String::new();
    if let Some(stderr) = &mut child.stderr {
        let _ = stderr.take(1 << 16).read_to_string(&mut words);
    }
    let ended = child.wait().map_err(failed)?;
    // `curl: (7) Failed to connect …`
    let words = words.trim().rsplit_once(") ").map_or(words.trim(), |(_, words)| words);
    Ok((written, if ended.success() { Ok(()) } else { Err(excerpt(words)) }))
}

/// A value between quotes, for `curl`.
fn quoted(value: &str) -> String {
    let mut quoted = String::new();
    for character in value.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other => quoted.push(other),
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_lies_in_the_folder_of_the_person_is_not_curl() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("curl"), "").unwrap();
        let path = env::join_paths([Path::new(""), Path::new("."), Path::new("src"), folder.path()]).unwrap();
        assert_eq!(curl(&path).unwrap(), folder.path().join("curl"));
        assert!(curl(OsStr::new(".:src:")).is_err());
    }

    #[test]
    fn a_secret_that_a_judge_says_again_is_not_shown() {
        let secrets: Rc<[Secret]> = ["s3cr/t+ &", "abc"].map(|secret| Secret(secret.to_owned())).into();
        let answer = |body: &str| Answer { status: 500, body: body.into(), secrets: Rc::clone(&secrets) };
        for echo in
            ["token=s3cr/t+ &", "token=s3cr%2Ft%2B%20%26", "token=s3cr%2Ft%2B+%26", "token=s3cr/t+ &amp;", "abc"]
        {
            let words = answer(&format!("<p>{echo}</p>")).excerpt();
            assert!(words.contains("(a secret)") && !words.contains("s3cr") && !words.contains("abc"), "{words}");
        }
        // Nothing of it is left where a long answer is cut.
        let cut = answer(&format!("{}abc", "é".repeat(299))).excerpt();
        assert!(!cut.contains('a') || cut.ends_with("(…"), "{cut}");
    }

    #[test]
    fn a_page_becomes_a_line() {
        let page = "<html><script>var a = '<b>';</script><body class=\"x\">You  &lt;have&gt;\n<p>no rights</p></body>";
        assert_eq!(excerpt(page), "You <have> no rights");
        assert_eq!(excerpt(" <p> "), "an empty answer");
        assert_eq!(excerpt("<unfinished"), "an empty answer");
        assert_eq!(excerpt(&"é".repeat(301)).chars().count(), 301);
    }

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
            let end = bounded(outcome(feedback));
            let texts = [Some(end.words), end.score, end.feedback];
            assert!(texts.iter().flatten().all(|text| text.len() < 2000), "{texts:?}");
        }
        let short =
            Outcome { words: "Accepted".to_owned(), feedback: Some("a  b\nc".to_owned()), ..Outcome::default() };
        assert_eq!(bounded(short.clone()), short);
    }
}
