//! How a program is put together and started that is not one source file.

use std::path::{Path, PathBuf};

/// The language of a program that a command starts.
pub const COMMAND: &str = "command";

/// What a person says of a program besides naming its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Making {
    /// More files of the same program, absolute.
    pub with: Vec<PathBuf>,
    /// `None`: the language of the program's file says how it is built and started.
    pub command: Option<Command>,
}

/// A program that is started by a command in its folder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// What a shell is given in a copy of the folder to make the program. `None`: it is there.
    pub build: Option<String>,
    /// The words of the command. None: what the build makes is started.
    pub words: Vec<String>,
    /// The command as people know it.
    pub display: String,
}

/// What a shell would do with a command, and nothing here does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandMistake {
    Empty,
    /// A quote that is not closed.
    Open,
    /// An operator of shells, outside of quotes.
    Operator(char),
}

impl Command {
    /// Splits a command into words as a shell does: at white space, by quotes and backslashes.
    /// Nothing is expanded.
    ///
    /// # Errors
    /// When it has no words, or needs a shell.
    pub fn words_of(text: &str) -> Result<Vec<String>, CommandMistake> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        let mut letters = text.chars();
        while let Some(c) = letters.next() {
            match (c, quote) {
                (c, Some(open)) if c == open => quote = None,
                ('\\', Some('"') | None) => {
                    let next = letters.next().ok_or(CommandMistake::Open)?;
                    // Within quotes it stays in front of what it does not protect.
                    if quote.is_some() && !['"', '\\', '$', '`'].contains(&next) {
                        word.get_or_insert_default().push('\\');
                    }
                    word.get_or_insert_default().push(next);
                }
                ('\'' | '"', None) => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                ('|' | '&' | ';' | '<' | '>' | '`' | '$' | '(' | ')', None) => return Err(CommandMistake::Operator(c)),
                (c, _) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        match (quote, words.is_empty()) {
            (Some(_), _) => Err(CommandMistake::Open),
            (None, true) => Err(CommandMistake::Empty),
            (None, false) => Ok(words),
        }
    }

    /// The name of the program, by which its tests may be called: that of the file that is started,
    /// or that an interpreter is given. `None`: no word is a file's.
    pub fn stem(&self) -> Option<&str> {
        let is_file = |word: &&String| !word.starts_with('-') && Path::new(word).extension().is_some();
        let first = self.words.first().filter(|word| word.contains('/'));
        let named = first.or_else(|| self.words.iter().skip(1).find(is_file))?;
        Path::new(named).file_stem()?.to_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_a_shell_splits_it_and_one_that_needs_a_shell_is_refused() {
        let check = |text: &str, expected: Result<&[&str], CommandMistake>| {
            let words = Command::words_of(text);
            let words = words.as_ref().map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(words.map_err(Clone::clone), expected.map(<[&str]>::to_vec), "{text}");
        };
        check("python3  x.py", Ok(&["python3", "x.py"]));
        check("./a.out", Ok(&["./a.out"]));
        check(r#"'./my prog' "a\"b" c\ d '' "\n""#, Ok(&["./my prog", "a\"b", "c d", "", "\\n"]));
        check("sh -c 'cat | ./a.out'", Ok(&["sh", "-c", "cat | ./a.out"]));
        check(" ", Err(CommandMistake::Empty));
        check("./a 'b", Err(CommandMistake::Open));
        check("./a \\", Err(CommandMistake::Open));
        check("./a | sort", Err(CommandMistake::Operator('|')));
        check("./a $HOME", Err(CommandMistake::Operator('$')));
    }

    #[test]
    fn a_commands_tests_carry_the_name_of_the_file_that_is_run() {
        let check = |text: &str, expected: Option<&str>| {
            let words = Command::words_of(text).unwrap();
            let command = Command { build: None, words, display: text.to_owned() };
            assert_eq!(command.stem(), expected, "{text}");
        };
        check("./a.out --fast", Some("a"));
        check("python3 -u x.py", Some("x"));
        check("build/solve", Some("solve"));
        check("node", None);
    }
}
