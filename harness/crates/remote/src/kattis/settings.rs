//! `.kattisrc`: the file that Kattis gives to each person.

use crate::address::Address;
use crate::error::Error;
use crate::secret::Secret;
use crate::secret_file;
use std::collections::BTreeMap;
use std::path::Path;

/// A person at one Kattis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub(super) host: String,
    pub(super) user: String,
    /// Its name in the form with which a person logs in: a token or a password.
    pub(super) key: (&'static str, Secret),
    pub(super) login: Address,
    pub(super) submit: Address,
    pub(super) submissions: Address,
}

/// Each value, by its section and key, with its line.
type Values = BTreeMap<(String, String), (String, usize)>;

impl Settings {
    /// Reads the settings for `host` in a home folder: `.kattisrc`, or `.kattisrc-HOST` for one of
    /// several.
    ///
    /// # Errors
    /// [`Error::NoSettings`] if there is no such file, [`Error::OtherHost`] if there is one for
    /// another host only, [`Error::Settings`] for a mistake, [`Error::Exposed`] if others may read
    /// a file with a secret.
    pub fn of_home(home: &Path, host: &str) -> Result<Settings, Error> {
        let (mut other, usual) = (None, home.join(".kattisrc"));
        for path in [&home.join(format!(".kattisrc-{host}")), &usual] {
            let Some(text) = secret_file::read(path)? else { continue };
            let settings = Settings::of_file(path, &text)?;
            if settings.host.eq_ignore_ascii_case(host) {
                return Ok(settings);
            }
            other = other.or(Some((path.clone(), settings.host)));
        }
        Err(match other {
            Some((path, other)) => Error::OtherHost { host: host.to_owned(), path, other },
            None => Error::NoSettings { path: usual, from: Some(format!("https://{host}/download/kattisrc")) },
        })
    }

    fn of_file(path: &Path, text: &str) -> Result<Settings, Error> {
        let values = read_ini(path, text)?;
        let mistake = |line: usize, what: String| Error::Settings { path: path.to_owned(), line, what };
        let missing = |what: &str| mistake(1, format!("`{what}` is missing"));
        let find = |section: &str, key: &str| values.get(&(section.to_owned(), key.to_owned()));
        let (host, line) = find("kattis", "hostname").ok_or_else(|| missing("hostname"))?;
        let (user, _) = find("user", "username").ok_or_else(|| missing("username"))?;
        let key = match (find("user", "token"), find("user", "password")) {
            (Some((token, _)), _) => ("token", Secret(token.clone())),
            (None, Some((password, _))) => ("password", Secret(password.clone())),
            (None, None) => return Err(missing("token")),
        };
        let address = |key: &str, path: &str| {
            let usual = || (format!("{}/{path}", host.trim_end_matches('/')), *line);
            let (text, line) = find("kattis", key).cloned().unwrap_or_else(usual);
            let address = Address::parse(&text).map_err(|error| mistake(line, error.to_string()))?;
            Ok::<_, Error>((address, line))
        };
        let (login, _) = address("loginurl", "login")?;
        let below_login = |key: &str, path: &str| {
            let (address, line) = address(key, path)?;
            match address.origin() == login.origin() {
                true => Ok(address),
                false => Err(mistake(line, format!("`{key}` leads to another host than `loginurl`"))),
            }
        };
        let submit = below_login("submissionurl", "submit")?;
        let submissions = below_login("submissionsurl", "submissions")?;
        Ok(Settings { host: host.clone(), user: user.clone(), key, login, submit, submissions })
    }
}

/// Reads `[section]`, `key: value`, `key = value`; lines that begin with `#` or `;` are comments.
fn read_ini(path: &Path, text: &str) -> Result<Values, Error> {
    let (mut section, mut values) = (String::new(), Values::new());
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.trim().to_ascii_lowercase();
            continue;
        }
        // The line itself may hold a secret.
        let Some((key, value)) = text.split_once(['=', ':']) else {
            let what = "neither `[section]` nor `key: value`".to_owned();
            return Err(Error::Settings { path: path.to_owned(), line, what });
        };
        values.insert((section.clone(), key.trim().to_ascii_lowercase()), (value.trim().to_owned(), line));
    }
    Ok(values)
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
        assert_eq!(settings.key, ("token", Secret("0123=abc:def".to_owned())));
        assert_eq!(settings.submit.to_string(), "https://open.kattis.com/submit");
        let other = Settings::of_home(home.path(), "x.kattis.com").unwrap_err();
        assert!(matches!(other, Error::OtherHost { .. }), "{other}");
        write(&home.path().join(".kattisrc-x.kattis.com"), 0o600, &OWN.replace("open.", "x."));
        assert_eq!(Settings::of_home(home.path(), "x.kattis.com").unwrap().host, "x.kattis.com");
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
