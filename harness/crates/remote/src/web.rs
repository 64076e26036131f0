//! HTTP by `curl`: one request, one answer, nothing repeated and no redirect followed.

use crate::address::Address;
use crate::error::Error;
use crate::secret::Secret;
use crate::submission::SourceFile;
use crate::words::{Secrets, Words};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 16 << 20;

/// The seconds after which a request is given up.
const SECONDS: u32 = 60;

const USER_AGENT: &str = concat!("harness-judge/", env!("CARGO_PKG_VERSION"));

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
    secrets: Secrets,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The beginning of the answer on one line, and its status unless that is good.
    pub(crate) fn excerpt(&self) -> Words {
        self.excerpt_of(&self.text())
    }

    /// The same of a part of the answer.
    pub(crate) fn excerpt_of(&self, text: &str) -> Words {
        self.secrets.line_of_answer(text, self.status)
    }
}

/// A session with a judge: its cookies live as long as this value.
pub(crate) struct Web {
    /// For this user alone.
    folder: TempDir,
    /// `NAME:SECRET`, where each request carries them.
    user: Option<Secret>,
    pub(crate) secrets: Secrets,
}

impl Web {
    /// `place`: where the session's files lie, in a folder of their own. Whoever removes it removes
    /// the secrets of a session that was killed.
    ///
    /// # Errors
    /// [`Error::File`] if there is no room for them.
    pub(crate) fn new(place: &Path, user: Option<Secret>, secrets: Secrets) -> Result<Web, Error> {
        let folder = TempDir::new_in(place).map_err(|source| Error::File { path: place.to_owned(), source })?;
        Ok(Web { folder, user, secrets })
    }

    /// Sends one request.
    ///
    /// # Errors
    /// [`Error::NoCurl`]; [`Error::Unreached`] if nothing was sent; [`Error::Lost`] if the
    /// connection was lost afterwards; [`Error::Elsewhere`] for a redirect.
    #[expect(clippy::disallowed_methods, reason = "started outside of cells: curl")]
    pub(crate) fn send(&self, to: &Address, body: &Body<'_>) -> Result<Answer, Error> {
        let configuration = self.configuration(to, body)?;
        let host = to.host().to_owned();
        let lost = |source: io::Error| Error::Lost { host: host.clone(), why: self.secrets.line(&source.to_string()) };
        let path = env::var_os("PATH").unwrap_or_else(|| USUAL_PATH.into());
        let mut child = Command::new(curl(&path).map_err(Error::NoCurl)?)
            // Its own configuration could switch checks off, or write down what is sent.
            .args(["--disable", "--config", "-"].map(OsString::from))
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Error::NoCurl)?;
        let (written, ended) = exchange(&mut child, configuration.as_bytes()).map_err(lost)?;
        let split = written.iter().rposition(|byte| *byte == b'\n').map(|at| (&written[..at], &written[at + 1..]));
        let (body, trailer) = split.unwrap_or((&written, b""));
        let trailer = String::from_utf8_lossy(trailer);
        let mut facts = trailer.splitn(3, ' ');
        let mut number = || facts.next().and_then(|fact| fact.parse::<u64>().ok());
        let (status, sent) = (number().unwrap_or(0), number());
        let redirect = facts.next().unwrap_or_default();
        if let Err(why) = ended.map_err(|why| self.secrets.line(&why)) {
            return Err(if sent == Some(0) { Error::Unreached { host, why } } else { Error::Lost { host, why } });
        }
        if (300..400).contains(&status) {
            return Err(Error::Elsewhere { from: to.to_string(), to: self.secrets.line(redirect) });
        }
        let secrets = self.secrets.clone();
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
        if let Some(Secret(user)) = &self.user {
            line("user", user);
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
fn exchange(child: &mut Child, configuration: &[u8]) -> io::Result<(Vec<u8>, Result<(), String>)> {
    if let Some(mut stdin) = child.stdin.take() {
        // If it has ended, its own words say why.
        let _ = stdin.write_all(configuration);
    }
    let mut written = Vec::new();
    if let Some(stdout) = &mut child.stdout {
        stdout.take(LONGEST_ANSWER + 1).read_to_end(&mut written)?;
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
    let ended = child.wait()?;
    // `curl: (7) Failed to connect …`
    let words = words.trim().rsplit_once(") ").map_or(words.trim(), |(_, words)| words);
    Ok((written, if ended.success() { Ok(()) } else { Err(words.to_owned()) }))
}

/// A value between quotes, for `curl`.
fn quoted(value: &str) -> String {
    let signs = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")];
    signs.iter().fold(value.to_owned(), |value, (sign, written)| value.replace(sign, written))
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
}
