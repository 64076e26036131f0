//! The tests of a standard package, which contains only the commands that make them.

use super::xml::{Description, XmlTest};
use crate::making::{Files, MadeFolder};
use crate::reading::PackageReader;
use model::{Call, is_header};
use std::path::Path;

impl PackageReader<'_, Description> {
    pub(super) fn made(&self) -> MadeFolder {
        let description = self.description;
        let main = description.solutions.iter().filter(|solution| solution.tag == "main").map(|found| &found.program);
        let sources = description.executables.iter().chain(main).filter_map(|program| self.tree.file(&program.path));
        let headers = self.tree.below("files").filter(|(name, _)| is_header(name));
        let all = sources.chain(headers.map(|(_, path)| path));
        MadeFolder::by(all, &self.found.staged(""))
    }

    pub(super) fn files_of(&self, test: &XmlTest, name: &str, made: &MadeFolder) -> Files {
        let (input, answer) = (self.tree.file(&test.input), self.tree.file(&test.answer));
        let command = test.command.as_deref().unwrap_or_default();
        made.files(name, command, input, answer, || self.generator(command))
    }

    /// The program of a command, and its arguments. `None`: it would need a shell, or the program
    /// is missing.
    fn generator(&self, command: &str) -> Option<Call> {
        let mut words = words(command)?.into_iter();
        let name = words.next()?;
        let stem = |path: &str| {
            let own = path.rsplit('/').next().unwrap_or(path);
            own.rsplit_once('.').map_or(own, |(stem, _)| stem).to_owned()
        };
        let named = self.description.executables.iter().find(|program| stem(&program.path) == stem(&name))?;
        Some(Call::new(self.tree.file(&named.path).map(Path::to_owned)?, words.collect()))
    }
}

/// The words of a command, whose quotes mean what they mean in a shell. `None`: it uses other
/// features of a shell, or a sign of them.
fn words(command: &str) -> Option<Vec<String>> {
    if command.contains(['`', '$', '|', '<', '>', ';', '&']) { None } else { shlex::split(command) }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_mean_what_they_mean_in_a_shell_and_nothing_else_of_it_is_run() {
        let check = |command: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|words| words.iter().map(|word| (*word).to_owned()).collect());
            assert_eq!(words(command), expected, "{command}");
        };
        check("gen 5  -n 7", Some(&["gen", "5", "-n", "7"]));
        check("gen \"a b\" 'c d' e\\ f ''", Some(&["gen", "a b", "c d", "e f", ""]));
        for shell in ["gen 5 > out", "gen | sort", "gen $RANDOM", "gen \"$x\"", "gen `id`", "gen; rm", "gen 'open"] {
            check(shell, None);
        }
    }
}
