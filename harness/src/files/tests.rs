//! Finds the tests of files, and announces them.

use super::{Attempt, Loaded};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::target::Chosen;
use package::detect;
use package::folder::Assembled;
use package::folder::pairs::{self, Found, Pair};
use report::text::phrase::{count, names};
use report::text::sanitize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Attempt<'_> {
    /// The programs with their tests.
    ///
    /// # Errors
    /// When a program has none, or an input has two answers.
    pub(super) fn load(&self) -> Result<Loaded, CliError> {
        let Assembled { catalog, found: all, without_tests } = self.assembled()?;
        let mut found = Found::default();
        all.into_iter().for_each(|more| found.extend(more));
        if let Some((input, [one, other])) = found.doubtful.first() {
            let [input, one, other] = [input, one, other].map(|path| self.name(path));
            return Err(refused(format!("{input} has two answers, which differ: {one} and {other}"))
                .with_hint("remove one, or say which names are meant: `--in '*.in' --ans '*.out'`"));
        }
        let is_bare =
            |test: &&PathBuf| !test.is_dir() && !found.pairs.iter().any(|p| p.input == **test || p.answer == **test);
        if let Some(test) = self.files.tests.iter().find(is_bare) {
            let name = self.name(test);
            let first = self.files.programs.first().map_or_else(String::new, |program| self.name(program));
            return Err(refused(format!(
                "{name} is not a program in a known language, and not a test: it has no answer"
            ))
            .with_hint(format!("run it without an answer: `harness {first} -i {name}`"))
            .with_exit(Exit::NothingSelected));
        }
        let bare = without_tests.first().filter(|_| self.files.chosen == Chosen::Named || found.pairs.is_empty());
        if let Some(program) = bare {
            return Err(self.nothing(program, &found));
        }
        let announced = self.announced(&found, &without_tests);
        Ok(Loaded { workspace: self.workspace(catalog)?, announced })
    }

    fn nothing(&self, program: &Path, found: &Found) -> CliError {
        let first = self.name(program);
        let places: BTreeSet<String> = match &self.files.tests[..] {
            [] => program.parent().into_iter().map(|folder| self.name(folder)).collect(),
            folders => folders.iter().map(|folder| self.name(folder)).collect(),
        };
        let places = names(&places.into_iter().collect::<Vec<_>>(), 3);
        let mut what = format!("no tests for {first} in {places}");
        if let Some(lonely) = found.lonely.first() {
            what.push_str(&format!(" ({} has no answer)", self.name(lonely)));
        }
        if let Some(garbled) = found.garbled.first() {
            what.push_str(&format!(" (the name of {} is not UTF-8)", self.name(garbled)));
        }
        if let Some(dangling) = found.dangling.first() {
            what.push_str(&format!(" ({} is a link that leads nowhere)", self.name(dangling)));
        }
        if let Some(odd) = found.odd.first() {
            what.push_str(&format!(" ({} is not a file)", self.name(odd)));
        }
        if let Some((path, why)) = found.unreadable.first() {
            what.push_str(&format!(" ({} cannot be read: {why})", self.name(path)));
        }
        if found.is_cut {
            what.push_str(" (there are too many files: not all were looked at)");
        }
        what.push_str(&self.tried());
        let in_workspace = program.parent().and_then(detect::find_root);
        let hint = match (in_workspace, found.lonely.first()) {
            (Some(root), _) if detect::Kind::of(&root) == Some(detect::Kind::Workspace) => {
                "a solution of a problem is called solutions/…/PROBLEM.EXTENSION or PROBLEM--LABEL.EXTENSION; \
                 `harness list` lists the problems"
                    .to_owned()
            }
            (_, Some(lonely)) => format!("run it without an answer: `harness {first} -i {}`", self.name(lonely)),
            (_, None) => {
                format!("name their folder: `harness {first} DIR`; or run one input: `harness {first} -i FILE`")
            }
        };
        refused(what).with_hint(hint).with_exit(Exit::NothingSelected)
    }

    /// The names that were looked for.
    fn tried(&self) -> String {
        let patterns = pairs::usual();
        let tried = patterns.iter().filter_map(|it| Some(format!("{} + {}", it.input, it.answers.first()?)));
        let width = self.at.screen.width.unwrap_or(120);
        let (mut column, mut what) = (usize::MAX, String::new());
        for tried in tried {
            if column.saturating_add(tried.len() + 2) > width {
                what.push_str(if column == usize::MAX { "\n  tried: " } else { ",\n         " });
                column = 9;
            } else {
                what.push_str(", ");
            }
            column += tried.len() + 2;
            what.push_str(&tried);
        }
        what
    }

    /// `3 tests: 1.in + 1.out, …`, in whole lines.
    fn announced(&self, found: &Found, without_tests: &[PathBuf]) -> String {
        let named = |pair: &Pair| {
            let input = self.name(&pair.input);
            let answer = match (pair.input.parent(), pair.answer.file_name()) {
                // The same folder need not be named twice.
                (parent, Some(name)) if parent == pair.answer.parent() => name.to_string_lossy().into_owned(),
                _ => self.name(&pair.answer),
            };
            format!("{input} + {answer}")
        };
        let all: Vec<String> = found.pairs.iter().map(named).collect();
        let mut text = format!("{}: {}", count(all.len(), "test"), names(&all, 4));
        let unreadable: Vec<PathBuf> = found.unreadable.iter().map(|(path, _)| path.clone()).collect();
        let odd = [
            ("without an answer", &found.lonely),
            ("links that lead nowhere", &found.dangling),
            ("names that are not UTF-8", &found.garbled),
            ("not files", &found.odd),
            ("cannot be read", &unreadable),
            ("not judged, because they carry no program's name (`-i`, or name their folder)", &found.nameless),
        ];
        for (what, paths) in odd.into_iter().filter(|(_, paths)| !paths.is_empty()) {
            let paths: Vec<String> = paths.iter().map(|path| self.name(path)).collect();
            text.push_str(&format!("; {what}: {}", names(&paths, 3)));
        }
        if !without_tests.is_empty() {
            let programs: Vec<String> = without_tests.iter().map(|path| self.name(path)).collect();
            text.push_str(&format!("; no tests for {}", names(&programs, 3)));
        }
        if found.is_cut {
            text.push_str("; there are too many files: not all were looked at");
        }
        self.at.screen.wrapped(&sanitize::name(&text, self.at.screen.unicode), 4)
    }
}
