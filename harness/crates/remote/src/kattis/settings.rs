//! `.kattisrc`: the file that Kattis gives to each person.

use crate::address::Address;
use crate::error::Error;
use crate::secret::{self, Secret, Text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What stands below a person's file, for all persons of a machine.
const BASE: &str = "/usr/local/etc/kattisrc";

/// A person at one Kattis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub(super) host: String,
    pub(super) user: String,
    pub(super) key: Key,
    pub(super) login: Address,
    pub(super) submit: Address,
    pub(super) submissions: Address,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Token(Secret),
    Password(Secret),
}

/// Each value with its file and line.
type Values = BTreeMap<(String, String), Value>;

struct Value {
    text: String,
    file: usize,
    line: usize,
}

impl Settings {
    /// Reads the settings for `host` in a home folder: `.kattisrc`, or `.kattisrc-HOST` for one of
    /// several; below them stands `/usr/local/etc/kattisrc`.
    ///
    /// # Errors
    /// [`Error::NoSettings`] if there is no such file, [`Error::OtherHost`] if there is one for
    /// another host only, [`Error::Settings`] for a mistake, [`Error::Exposed`] if others may read
    /// a file with a secret.
    pub fn of_home(home: &Path, host: &str) -> Result<Settings, Error> {
        Settings::read(&[PathBuf::from(BASE)], &[home.join(format!(".kattisrc-{host}")), home.join(".kattisrc")], host)
    }

    fn read(base: &[PathBuf], own: &[PathBuf], host: &str) -> Result<Settings, Error> {
        let mut other = None;
        for path in own {
            let Some(text) = secret::read(path)? else { continue };
            let mut files = Vec::new();
            for base in base {
                files.extend(secret::read(base)?.map(|text| (base.clone(), text)));
            }
            files.push((path.clone(), text));
            let settings = Settings::of_files(&files)?;
            if settings.host.eq_ignore_ascii_case(host) {
                return Ok(settings);
            }
            other = other.or(Some((path.clone(), settings.host)));
        }
        match (other, own.last()) {
            (Some((path, other)), _) => Err(Error::OtherHost { host: host.to_owned(), path, other }),
            (None, path) => Err(Error::NoSettings {
                path: path.cloned().unwrap_or_default(),
                from: Some(format!("https://{host}/download/kattisrc")),
            }),
        }
    }

    /// Reads files in order; a later one wins. There is at least one.
    fn of_files(files: &[(PathBuf, Text)]) -> Result<Settings, Error> {
        let mut values = Values::new();
        for (number, (path, text)) in files.iter().enumerate() {
            read_ini(path, &text.text, number, &mut values)?;
        }
        let last = files.last().map(|(path, _)| path.clone()).unwrap_or_default();
        let missing =
            |what: &str| Error::Settings { path: last.clone(), line: 1, what: format!("`{what}` is missing") };
        let find = |section: &str, key: &str| values.get(&(section.to_owned(), key.to_owned()));
        let host = find("kattis", "hostname").ok_or_else(|| missing("hostname"))?;
        let user = find("user", "username").ok_or_else(|| missing("username"))?;
        let (token, password) = (find("user", "token"), find("user", "password"));
        for value in [token, password].into_iter().flatten() {
            let (path, text) = &files[value.file];
            text.holds_a_secret(path)?;
        }
        let key = match (token, password) {
            (Some(token), _) => Key::Token(Secret(token.text.clone())),
            (None, Some(password)) => Key::Password(Secret(password.text.clone())),
            (None, None) => return Err(missing("token")),
        };
        let address = |key: &str, path: &str| {
            let Some(value) = find("kattis", key) else {
                return Address::parse(&format!("{}/{path}", host.text.trim_end_matches('/')))
                    .map_err(|error| at(&error, &files[host.file].0, host.line));
            };
            Address::parse(&value.text).map_err(|error| at(&error, &files[value.file].0, value.line))
        };
        let login = address("loginurl", "login")?;
        let submit = address("submissionurl", "submit")?;
        let submissions = address("submissionsurl", "submissions")?;
        for (key, other) in [("submissionurl", &submit), ("submissionsurl", &submissions)] {
            if other.origin() != login.origin() {
                let line = find("kattis", key).map_or(host.line, |value| value.line);
                let what = format!("`{key}` leads to another host than `loginurl`");
                return Err(Error::Settings { path: last, line, what });
            }
        }
        Ok(Settings { host: host.text.clone(), user: user.text.clone(), key, login, submit, submissions })
    }
}

fn at(error: &Error, path: &Path, line: usize) -> Error {
    Error::Settings { path: path.to_owned(), line, what: error.to_string() }
}

/// Reads `[section]`, `key: value`, `key = value`; lines that begin with `#` or `;` are comments.
fn read_ini(path: &Path, text: &str, file: usize, values: &mut Values) -> Result<(), Error> {
    let mut section = String::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.trim().to_ascii_lowercase();
            continue;
        }
        // The line itself may hold a secret.
        let Some((key, value)) = line.split_once(['=', ':']) else {
            let what = "neither `[section]` nor `key: value`".to_owned();
            return Err(Error::Settings { path: path.to_owned(), line: number + 1, what });
        };
        let value = Value { text: value.trim().to_owned(), file, line: number + 1 };
        values.insert((section.clone(), key.trim().to_ascii_lowercase()), value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    fn write(path: &Path, mode: u32, text: &str) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    const OWN: &str = "# from the judge\n[user]\nusername: ada\ntoken: 0123=abc:def\n\n[kattis]\nhostname: open.kattis.com\n\
                       loginurl: https://open.kattis.com/login\n";

    #[test]
    fn the_judges_own_file_is_read() {
        let home = tempfile::tempdir().unwrap();
        write(&home.path().join(".kattisrc"), 0o600, OWN);
        let settings = Settings::of_home(home.path(), "open.kattis.com").unwrap();
        assert_eq!(settings.user, "ada");
        assert_eq!(settings.key, Key::Token(Secret("0123=abc:def".to_owned())));
        assert_eq!(settings.submit.to_string(), "https://open.kattis.com/submit");
        let other = Settings::of_home(home.path(), "x.kattis.com").unwrap_err();
        assert!(matches!(other, Error::OtherHost { .. }), "{other}");
        write(&home.path().join(".kattisrc-x.kattis.com"), 0o600, &OWN.replace("open.", "x."));
        assert_eq!(Settings::of_home(home.path(), "x.kattis.com").unwrap().host, "x.kattis.com");
    }

    #[test]
    fn a_file_for_all_holds_what_is_no_secret() {
        let folder = tempfile::tempdir().unwrap();
        let (base, own) = (folder.path().join("base"), folder.path().join("own"));
        write(&base, 0o644, "[kattis]\nhostname = a.kattis.com\nsubmissionurl = https://a.kattis.com/go\n");
        write(&own, 0o600, "[user]\nusername = ada\npassword = p\n");
        let settings = Settings::read(std::slice::from_ref(&base), std::slice::from_ref(&own), "a.kattis.com").unwrap();
        assert_eq!(settings.submit.to_string(), "https://a.kattis.com/go");
        write(&base, 0o644, "[kattis]\nhostname = a.kattis.com\n[user]\npassword = q\n");
        write(&own, 0o600, "[user]\nusername = ada\n");
        let error = Settings::read(&[base], &[own], "a.kattis.com").unwrap_err();
        assert!(matches!(error, Error::Exposed { .. }), "{error}");
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_without_the_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".kattisrc");
        let cases = [
            (0o600, OWN.replace("username: ada\n", ""), "username"),
            (0o600, OWN.replace("token: 0123=abc:def\n", ""), "token"),
            (0o600, OWN.replace("hostname: open.kattis.com\n", ""), "hostname"),
            (0o600, format!("{OWN}0123abc\n"), ":9: neither"),
            (0o600, format!("{OWN}submissionurl: http://open.kattis.com/submit\n"), ":9: "),
            (0o600, format!("{OWN}submissionurl: https://evil.example/submit\n"), ":9: `submissionurl` leads"),
            (0o644, OWN.to_owned(), "others may read"),
        ];
        for (mode, text, words) in cases {
            write(&path, mode, &text);
            let error = Settings::of_home(folder.path(), "open.kattis.com").unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
            assert!(!format!("{error} {error:?}").contains("abc"), "{error}");
        }
        fs::remove_file(&path).unwrap();
        let error = Settings::of_home(folder.path(), "open.kattis.com").unwrap_err();
        assert!(error.hint().unwrap().contains("https://open.kattis.com/download/kattisrc"), "{error}");
    }
}
