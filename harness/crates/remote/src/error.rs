//! What can go wrong, as values.

use crate::words::Words;
use std::io;
use std::path::PathBuf;
use thiserror::Error as ThisError;

/// Why a program was not sent, or its verdict is not known.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// `curl` cannot be started.
    #[error("`curl` cannot be started, and it speaks to the judge")]
    NoCurl(#[source] io::Error),
    /// There are no settings for the judge at `path`. `from`: the page to download them from.
    #[error("the judge's settings are missing: {}", path.display())]
    NoSettings { path: PathBuf, from: Option<String> },
    /// The judge's settings are for other hosts.
    #[error("no settings for {host} here: {} is for {}", path.display(), other)]
    OtherHost { host: String, path: PathBuf, other: String },
    /// A mistake in a settings file.
    #[error("{}:{line}: {what}", path.display())]
    Settings { path: PathBuf, line: usize, what: String },
    /// A file with a secret that others can read or could have written.
    #[error("{} holds a secret, and {why}", path.display())]
    Exposed { path: PathBuf, why: &'static str },
    /// A file cannot be read or written.
    #[error("cannot read or write {}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// Not an address that a program is sent to.
    #[error("`{address}` is not an address of a judge: {why}")]
    Address { address: String, why: String },
    /// The judge was not reached: nothing was sent.
    #[error("{host} cannot be reached: {why}")]
    Unreached { host: String, why: Words },
    /// The judge does not know the person.
    #[error("{host} does not accept the name and the token or password")]
    Denied { host: String },
    /// The judge refuses, in its own words.
    #[error("{host} refuses: {words}")]
    Refused { host: String, words: Words },
    /// The judge redirects to another address.
    #[error("{from} leads to {to}; nothing was sent there")]
    Elsewhere { from: String, to: Words },
    /// An answer that is not what the judge's rules say.
    #[error("{host}'s answer cannot be read ({what}): {excerpt}")]
    Unreadable { host: String, what: &'static str, excerpt: Words },
    /// The judge has no `what` that is called `name`. `names`: those that it has.
    #[error("`{name}` is not a {what} of {host}")]
    NotThere { host: String, what: &'static str, name: String, names: Vec<Words> },
    /// The judge takes no programs in this language, or nobody knows its name for it.
    #[error("{host} has no known name for the language {language}")]
    Language { host: String, language: String },
    /// The connection was lost after the program was sent: it may have arrived.
    #[error("the connection to {host} was lost while the program was sent: {why}; it may have arrived")]
    Uncertain { host: String, why: Words },
    /// An answer was lost; the question may be asked again.
    #[error("the connection to {host} was lost: {why}")]
    Lost { host: String, why: Words },
    /// The verdict did not come in time.
    #[error("no verdict of {host} within {seconds} seconds")]
    NoVerdict { host: String, seconds: u64 },
    /// The browser did not come for the program.
    #[error("no browser came for the program within {seconds} seconds")]
    NoBrowser { seconds: u64 },
    /// The port of the browser's extension is taken.
    #[error("port {port} is taken by another program")]
    Port { port: u16, source: io::Error },
    /// The person stopped it.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Whether the program may have reached the judge although no receipt came.
    pub fn may_have_arrived(&self) -> bool {
        matches!(self, Error::Uncertain { .. })
    }

    /// The same error while a program is sent: after a lost connection, it may have arrived.
    pub(crate) fn while_sending(self) -> Error {
        if let Error::Lost { host, why } = self { Error::Uncertain { host, why } } else { self }
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::NoCurl(_) => Some("install curl, e.g. `apt install curl`".to_owned()),
            Error::NoSettings { path, from: Some(from) } => {
                Some(format!("log in there, save {from} as {}, and `chmod 600` it", path.display()))
            }
            Error::Exposed { path, .. } => Some(format!("chmod 600 {}", path.display())),
            Error::Denied { .. } => Some("download the settings again, or correct the password".to_owned()),
            Error::NotThere { names, .. } if !names.is_empty() => {
                Some(format!("there are: {}", names.iter().map(|name| &**name).collect::<Vec<_>>().join(", ")))
            }
            Error::Uncertain { .. } => Some("look at your submissions there before you send it again".to_owned()),
            Error::NoBrowser { .. } => {
                Some("install the extension cph-submit in the browser in which you are logged in".to_owned())
            }
            Error::Port { .. } => Some("another harness or the editor's own helper may hold it: end that".to_owned()),
            Error::NoSettings { from: None, .. }
            | Error::OtherHost { .. }
            | Error::Settings { .. }
            | Error::File { .. }
            | Error::Address { .. }
            | Error::Unreached { .. }
            | Error::Refused { .. }
            | Error::Elsewhere { .. }
            | Error::Unreadable { .. }
            | Error::NotThere { .. }
            | Error::Language { .. }
            | Error::Lost { .. }
            | Error::NoVerdict { .. }
            | Error::Interrupted => None,
        }
    }
}
