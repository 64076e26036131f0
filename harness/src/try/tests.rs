//! Finds the tests that `try` uses, and announces them.

use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::r#try::Attempt;
use package::detect;
use package::folder::pairs::{self, Found, Pair, Pattern};
use report::text::phrase::{count, names};
use report::text::sanitize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Attempt<'_> {
    /// The tests for these programs.
    ///
    /// # Errors
    /// When there are none, or an input has two answers.
    pub(super) fn tests(&self, programs: &[PathBuf], folders: &[PathBuf]) -> Result<Found, CliError> {
        let (found, patterns) = self.find(programs, folders);
        if let Some((input, [one, other])) = found.doubtful.first() {
            let [input, one, other] = [input, one, other].map(|path| self.name(path));
            return Err(refused(format!("{input} has two answers, which differ: {one} and {other}"))
                .with_hint("remove one, or say which names are meant: `--in '*.in' --ans '*.out'`"));
        }
        if found.pairs.is_empty() {
            return Err(self.nothing(programs, folders, &found, &patterns));
        }
        Ok(found)
    }

    pub(super) fn find(&self, programs: &[PathBuf], folders: &[PathBuf]) -> (Found, Vec<Pattern>) {
        let patterns = match (&self.args.in_pattern, &self.args.answer_pattern) {
            (Some(input), Some(answer)) => {
                let plain = |text: &str| text.trim_start_matches("./").to_owned();
                vec![Pattern { input: plain(input), answers: vec![plain(answer)] }]
            }
            (Some(_), None) | (None, _) => pairs::usual(),
        };
        let below = |folder: &PathBuf| pairs::below(folder, &patterns);
        let found = match (folders, &self.args.in_pattern) {
            ([], Some(_)) => below(&self.at.home.to_owned()),
            ([], None) => self.beside(programs, &patterns),
            _ => {
                let mut all = Found::default();
                for found in folders.iter().map(below) {
                    all.pairs.extend(found.pairs);
                    all.lonely.extend(found.lonely);
                    all.doubtful.extend(found.doubtful);
                    all.garbled.extend(found.garbled);
                    all.dangling.extend(found.dangling);
                }
                with_folders_in_ids(&mut all.pairs, self.at.home);
                all
            }
        };
        (found, patterns)
    }

    /// The tests beside the first program that has any, else in the folder of the call.
    fn beside(&self, programs: &[PathBuf], patterns: &[Pattern]) -> Found {
        let is_source = package::folder::is_source(self.at.languages);
        let mut rest = Found::default();
        let here = |program: &PathBuf| program.parent().unwrap_or(self.at.home).to_owned();
        let places = programs.iter().map(|program| (here(program), program));
        let places = places.chain(programs.iter().map(|program| (self.at.home.to_owned(), program)));
        for (folder, program) in places {
            let stem = program.file_stem().unwrap_or_default().to_string_lossy();
            let found = pairs::beside(&folder, &stem, patterns, &is_source);
            if !found.is_empty() {
                return found;
            }
            rest.lonely.extend(found.lonely);
            rest.garbled.extend(found.garbled);
            rest.dangling.extend(found.dangling);
        }
        rest.lonely.dedup();
        rest
    }

    fn nothing(&self, programs: &[PathBuf], folders: &[PathBuf], found: &Found, patterns: &[Pattern]) -> CliError {
        let first = programs.first().map_or_else(String::new, |program| self.name(program));
        let places: BTreeSet<String> = match folders {
            [] => programs.iter().filter_map(|program| program.parent()).map(|folder| self.name(folder)).collect(),
            folders => folders.iter().map(|folder| self.name(folder)).collect(),
        };
        let places = names(&places.into_iter().collect::<Vec<_>>(), 3);
        let tried =
            patterns.iter().filter_map(|pattern| Some(format!("{} + {}", pattern.input, pattern.answers.first()?)));
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
        let width = self.at.screen.width.unwrap_or(120);
        let mut column = usize::MAX;
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
        let in_workspace = programs.first().and_then(|program| Some((detect::find_root(program.parent()?)?, program)));
        let hint = match (in_workspace, found.lonely.first()) {
            (Some((root, program)), _) => {
                let below = program.strip_prefix(&root).unwrap_or(program);
                format!("it lies in a workspace: `harness {}`", below.display())
            }
            (None, Some(lonely)) => format!("run it without an answer: `harness try {first} -i {}`", self.name(lonely)),
            (None, None) => {
                format!("name their folder: `harness try {first} DIR`; or run one input: `harness try {first} -i FILE`")
            }
        };
        refused(what).with_hint(hint).with_exit(Exit::NothingSelected)
    }

    /// `3 tests: 1.in + 1.out, …`, in whole lines.
    pub(super) fn announced(&self, found: &Found) -> String {
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
        let odd = [
            ("without an answer", &found.lonely),
            ("links that lead nowhere", &found.dangling),
            ("names that are not UTF-8", &found.garbled),
        ];
        for (what, paths) in odd.into_iter().filter(|(_, paths)| !paths.is_empty()) {
            let paths: Vec<String> = paths.iter().map(|path| self.name(path)).collect();
            text.push_str(&format!("; {what}: {}", names(&paths, 3)));
        }
        self.at.screen.wrapped(&sanitize::name(&text, self.at.screen.unicode), 4)
    }

    /// A path as it would be typed here.
    pub(super) fn name(&self, path: &Path) -> String {
        let below = path.strip_prefix(self.at.home).unwrap_or(path);
        if below.as_os_str().is_empty() { ".".to_owned() } else { below.display().to_string() }
    }
}

/// Puts the folder into the ids of tests from several folders.
fn with_folders_in_ids(pairs: &mut [Pair], home: &Path) {
    for pair in pairs {
        let folder = pair.input.parent().unwrap_or(home);
        let folder = folder.strip_prefix(home).unwrap_or(folder).display().to_string();
        let own = pair.id.0.rsplit('/').next().unwrap_or_default();
        let id = if folder.is_empty() { own.to_owned() } else { format!("{folder}/{own}") };
        pair.id = model::TestId(id.into());
    }
}
