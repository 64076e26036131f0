//! Finds the tests of files, and announces them.

use super::Attempt;
use crate::error::CliError;
use crate::workspace::Workspace;
use judge::formats::{Pair, PairedFiles};
use report::text::phrase::{count, names};
use report::text::sanitize;
use std::path::PathBuf;

impl Attempt<'_> {
    /// The programs with their tests, and what is said of these.
    ///
    /// # Errors
    /// When a program has none, or an input has two answers.
    pub(super) fn load(&self) -> Result<(Workspace, String), CliError> {
        let loaded = self.loose.load()?;
        let announced = self.announced(&loaded.found, &loaded.without_tests);
        Ok((Workspace::with_screen(loaded.judge, self.screen.clone()), announced))
    }

    /// `3 tests: 1.in + 1.out, …`, in whole lines. If quiet, only what is left out.
    fn announced(&self, found: &PairedFiles, without_tests: &[PathBuf]) -> String {
        let named = |pair: &Pair| {
            let input = self.loose.name(&pair.input);
            let answer = match (pair.input.parent(), pair.answer.file_name()) {
                _ if !pair.has_answer() => return input,
                // The same folder need not be named twice.
                (parent, Some(name)) if parent == pair.answer.parent() => name.to_string_lossy().into_owned(),
                _ => self.loose.name(&pair.answer),
            };
            format!("{input} + {answer}")
        };
        let is_stored = |pair: &&Pair| found.stored.iter().any(|(input, _)| *input == pair.input);
        let mut all: Vec<String> = found.pairs.iter().filter(|pair| !is_stored(pair)).map(named).collect();
        // Those of one file are named together.
        let mut files: Vec<&PathBuf> = found.stored.iter().map(|(_, file)| file).collect();
        files.dedup();
        all.extend(files.into_iter().map(|file| {
            let of_file = |pair: &&Pair| found.stored.contains(&(pair.input.clone(), file.clone()));
            let ids: Vec<String> = found.pairs.iter().filter(of_file).map(|pair| pair.id.to_string()).collect();
            format!("{} of {}", names(&ids, 4), self.loose.name(file))
        }));
        let all = format!("{}: {}", count(found.pairs.len(), "test"), names(&all, 4));
        let mut parts = if self.args.quiet { Vec::new() } else { vec![all] };
        let listed = |paths: &[&PathBuf]| names(&paths.iter().map(|path| self.loose.name(path)).collect::<Vec<_>>(), 3);
        let odd: Vec<_> = found.odd.iter().collect();
        for kind in odd.chunk_by(|(one, _), (other, _)| one == other) {
            let paths: Vec<&PathBuf> = kind.iter().map(|(_, path)| path).collect();
            parts.push(format!("{}: {}", kind[0].0.words(&|path| self.loose.name(path)), listed(&paths)));
        }
        if !without_tests.is_empty() {
            parts.push(format!("no tests for {}", listed(&without_tests.iter().collect::<Vec<_>>())));
        }
        let text = parts.join("; ");
        let text = sanitize::name(&text, self.screen.out.unicode);
        parts.first().map_or_else(String::new, |_| self.screen.wrapped(&text, 4))
    }
}
