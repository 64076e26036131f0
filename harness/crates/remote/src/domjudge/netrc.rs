//! `~/.netrc`, as `curl` reads it: comments, quoted words, values on the next line, macros. But
//! `default` is for no judge: a problem's file may name any host.

use crate::address::Address;
use crate::error::Error;
use crate::secret::Secret;
use crate::secret_file;
use std::path::Path;

/// A person at one machine.
#[derive(Debug)]
pub(super) struct Login {
    pub(super) name: String,
    pub(super) password: Secret,
}

/// What stands there for the judge's host.
///
/// # Errors
/// [`Error::NoSettings`] if there is no file, [`Error::Exposed`] if others may read it,
/// [`Error::OtherHost`] if it does not name the host, [`Error::Settings`] if it lacks a name or a
/// password.
pub(super) fn login(path: &Path, judge: &Address) -> Result<Login, Error> {
    let Some(text) = secret_file::read(path)? else {
        return Err(Error::NoSettings { path: path.to_owned(), from: None });
    };
    let host = judge.host().trim_end_matches(|letter: char| letter.is_ascii_digit());
    let host = host.strip_suffix(':').unwrap_or(judge.host());
    let bare = host.trim_matches(['[', ']']);
    let machines = machines(&text);
    let Some(found) = machines.iter().find(|machine| machine.host.eq_ignore_ascii_case(bare)) else {
        let names: Vec<&str> = machines.iter().map(|machine| &*machine.host).filter(|name| !name.is_empty()).collect();
        let other = if names.is_empty() { "no machine by name".to_owned() } else { names.join(", ") };
        return Err(Error::OtherHost { host: host.to_owned(), path: path.to_owned(), other });
    };
    match (found.login.clone(), found.password.clone()) {
        (Some(name), Some(password)) => Ok(Login { name, password }),
        (_, _) => {
            let what = format!("machine {bare} has no login or no password");
            Err(Error::Settings { path: path.to_owned(), line: found.line, what })
        }
    }
}

#[derive(Default)]
struct Machine {
    /// Empty: `default`.
    host: String,
    line: usize,
    login: Option<String>,
    password: Option<Secret>,
}

fn machines(text: &str) -> Vec<Machine> {
    let (mut machines, mut key) = (Vec::<Machine>::new(), String::new());
    let mut is_macro = false;
    for (line, mut rest) in (1..).zip(text.lines()) {
        // Nothing of a macro is a name or a password. It ends at an empty line.
        is_macro &= !rest.trim().is_empty();
        while !is_macro && let Some((word, behind)) = first_word(rest) {
            rest = behind;
            match (std::mem::take(&mut key).as_str(), machines.last_mut()) {
                ("machine", _) => machines.push(Machine { host: word, line, ..Machine::default() }),
                ("login", Some(machine)) => machine.login = Some(word),
                ("password", Some(machine)) => machine.password = Some(Secret(word)),
                ("", _) => match word.to_ascii_lowercase().as_str() {
                    "default" => machines.push(Machine { line, ..Machine::default() }),
                    "macdef" => is_macro = true,
                    name @ ("machine" | "login" | "password" | "account") => name.clone_into(&mut key),
                    _ => {}
                },
                (_, _) => {}
            }
        }
    }
    machines
}

/// The first word of a line, and what is behind it. `None` if only a comment is left.
fn first_word(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start();
    let Some(quoted) = line.strip_prefix('"') else {
        let (word, behind) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
        return (!word.is_empty() && !word.starts_with('#')).then(|| (word.to_owned(), behind));
    };
    let (mut word, mut letters) = (String::new(), quoted.chars());
    loop {
        match letters.next()? {
            '"' => return Some((word, letters.as_str())),
            '\\' => word.push(letters.next()?),
            letter => word.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_machine_is_what_the_file_names_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("netrc");
        let read = |text: &str, address: &str| {
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
            let login = login(&path, &Address::parse(address).unwrap());
            login.map(|login| (login.name, login.password.0)).map_err(|error| error.to_string())
        };
        let judge = "https://Judge.example:8443/x";
        let ada = Ok(("ada".to_owned(), "s x".to_owned()));
        for text in [
            "machine judge.example login ada password \"s x\"",
            "machine other login x password y\nmachine JUDGE.example\n  login ada # me\n  password\n \"s x\"\n",
            "machine other login machine password judge.example\nmachine judge.example account z password \"s\\ x\" login ada",
            "macdef init\nput x\nmachine judge.example login old password old\n \nmachine judge.example login ada password \"s x\"",
            "default login no password no\nmachine judge.example login ada password \"s x\" machine judge.example login b password c",
        ] {
            assert_eq!(read(text, judge), ada, "{text}");
        }
        for text in [
            "# machine judge.example login old password old\ndefault login ada password no",
            "macdef init\nmachine judge.example login old password old\n\ndefault login ada password no",
            "machine other login x password \"machine judge.example login y password z\"",
            "machine other password machine judge.example login y",
            "machine \"judge.example login y password z",
            "default login ada password no",
            "login ada password no",
            "",
        ] {
            let why = read(text, judge).unwrap_err();
            assert!(why.starts_with("no settings for Judge.example here") && !why.contains("old"), "{text}: {why}");
        }
        let why = read("\nmachine judge.example password no", judge).unwrap_err();
        assert!(why.ends_with("netrc:2: machine Judge.example has no login or no password"), "{why}");
        assert_eq!(read("machine ::1 login ada password \"s x\"", "http://[::1]:9"), ada);
    }
}
