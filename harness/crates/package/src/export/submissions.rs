//! Sorts submissions into folders by what they must get, and writes `submissions.yaml` for what no
//! folder can say.
//!
//! A folder is chosen by what its rules and the solution's mean for the tests that are exported,
//! and not by how they are written.

use super::{Writer, read};
use crate::kattis::expectations::rules_of_folder;
use crate::kattis::markers::Markers;
use crate::loss::Weight;
use crate::tree::file_name;
use crate::yaml;
use model::{
    Comparison, Expectation, Group, Judging, Points, ScoreRange, Scoring, Solution, Test, TestId, Verdict, VerdictSet,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The format's four verdicts, by their codes.
type Words = BTreeSet<&'static str>;

const ACCEPTED: &str = "AC";

/// What rules mean for the tests in the package, in the format's words.
#[derive(Debug, PartialEq, Eq)]
struct Meaning {
    /// Accepted is always among them.
    permitted: BTreeMap<TestId, Words>,
    /// On one of these tests one of these words must occur.
    required: BTreeSet<(BTreeSet<TestId>, Words)>,
}

impl Meaning {
    /// Whether everything that does as `other` says does as this says.
    fn follows_from(&self, other: &Meaning) -> bool {
        let permits =
            |(test, words): (&TestId, &Words)| self.permitted.get(test).is_some_and(|own| words.is_subset(own));
        let is_met = |(tests, words): &(BTreeSet<TestId>, Words)| {
            other.required.iter().any(|(on, one_of)| on.is_subset(tests) && one_of.is_subset(words))
        };
        other.permitted.iter().all(permits) && self.required.iter().all(is_met)
    }

    /// Whether every test may get the same.
    fn is_even(&self) -> bool {
        let mut all = self.permitted.values();
        all.next().is_none_or(|first| all.all(|other| other == first))
    }

    /// What some test may get.
    fn permitted_somewhere(&self) -> Words {
        self.permitted.values().flatten().copied().collect()
    }
}

/// The folders of submissions, each before those that ask for less.
const FOLDERS: [&str; 6] =
    ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force", "rejected"];

/// A folder that means nothing: what a submission in it must get is written elsewhere.
const OTHER: &str = "mixed";

/// Where a submission goes.
struct ProgramPlace {
    folder: &'static str,
    /// Its entry in `submissions.yaml`: nothing that its folder says.
    entry: Map<String, Value>,
    /// Its folder says less than its directives, and nothing else says the rest.
    is_less: bool,
}

impl Writer<'_> {
    pub(super) fn submissions(&mut self) -> io::Result<()> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        for solution in self.solutions {
            let file = file_name(&solution.path);
            let place = match self.place(solution) {
                Ok(place) => place,
                Err(why) => {
                    self.lose(Weight::Note, &*solution.display, why);
                    continue;
                }
            };
            if place.is_less {
                let what = format!("expectations of {}", solution.display);
                self.lose(Weight::Note, what, "its folder says less than its directives");
            }
            let mut path = format!("{}/{file}", place.folder);
            if self.export.files.contains_key(&format!("submissions/{path}")) {
                path = format!("{}/{}-{file}", place.folder, &*solution.language.0);
            }
            let mut copied = format!("submissions/{path}");
            // Tools run the class that is named like the file; here it may have any name.
            if let Some(stem) = path.strip_suffix(".java").filter(|stem| !stem.ends_with("/Main"))
                && declares_main(&solution.path)?
            {
                copied = format!("submissions/{stem}/Main.java");
                path = stem.to_owned();
            }
            self.export.submissions.insert(solution.id.clone(), format!("submissions/{path}"));
            self.copy(copied, &solution.path);
            let scored = !self.is_legacy() && !self.problem.groups.is_empty();
            let score = solution.expectation.score.filter(|_| scored);
            let changed = score.is_some_and(|score| score.most.as_number() > 0.0)
                && self.points_there().iter().zip(&self.problem.groups).any(|(there, group)| *there != group.points);
            if changed {
                let what = format!("the score of {}", solution.display);
                self.lose(Weight::Note, what, "the points of groups are others there");
            }
            let mut entry = place.entry;
            if let Some(ScoreRange { least, most }) = score.filter(|_| !changed) {
                let range = [least, most].map(|points| yaml::amount(points.as_number()));
                entry.insert("score".to_owned(), json!(range));
            }
            if !entry.is_empty() {
                entries.push((json!(path).to_string(), entry.into()));
            }
        }
        if !entries.is_empty() {
            let entries = entries.iter().map(|(path, entry)| (path.as_str(), entry.clone()));
            self.make("submissions/submissions.yaml", yaml::file(entries));
        }
        Ok(())
    }

    /// Chooses the submission's place.
    ///
    /// # Errors
    /// Why the format has no place for it.
    fn place(&self, solution: &Solution) -> Result<ProgramPlace, String> {
        if !solution.only.globs.is_empty() {
            return Err("it is judged on some of the tests (`only`); a submission is judged on all".to_owned());
        }
        if self.wishes.passing.contains(&solution.id) {
            return Err("it fails on tests alone that are left out".to_owned());
        }
        let expectation = &solution.expectation;
        let by_points = self.is_legacy() && !self.problem.groups.is_empty();
        let gets_part = if by_points { self.gets_part(expectation) } else { Some(false) };
        if gets_part == Some(true) {
            return Ok(ProgramPlace { folder: "partially_accepted", entry: Map::new(), is_less: true });
        }
        let meaning = self.meaning(expectation)?;
        if meaning.required.iter().any(|(tests, _)| tests.is_empty()) {
            return Err("all tests on which it may fail are left out".to_owned());
        }
        let folders = FOLDERS.into_iter().filter_map(|folder| Some((folder, self.meaning_of(folder)?)));
        let found = folders.into_iter().find(|(_, own)| own.follows_from(&meaning));
        if !self.is_legacy() {
            let entry = self.entry(&meaning, found.as_ref().map(|(_, own)| own));
            return Ok(ProgramPlace { folder: found.map_or(OTHER, |(folder, _)| folder), entry, is_less: false });
        }
        let Some((folder, own)) = found else {
            // Whatever it gets will do, or DOMjudge and we go by what the file itself says.
            let any = self.words(VerdictSet::of_any_run())?;
            let is_open = meaning.required.is_empty() && meaning.permitted.values().all(|words| *words == any);
            if is_open || Markers::read(&solution.path).results.is_some() {
                return Ok(ProgramPlace { folder: OTHER, entry: Map::new(), is_less: false });
            }
            return Err("it may fail in several ways, or not at all, and a folder stands for one way".to_owned());
        };
        let is_exact = own.required == meaning.required && meaning.is_even() && expectation.score.is_none();
        Ok(ProgramPlace { folder, entry: Map::new(), is_less: gets_part.is_none() || !is_exact })
    }

    /// What the rules mean there.
    ///
    /// # Errors
    /// Why the format has no word for a verdict.
    fn meaning(&self, expectation: &Expectation) -> Result<Meaning, String> {
        let mut meaning = Meaning { permitted: BTreeMap::new(), required: BTreeSet::new() };
        for test in self.exported() {
            meaning.permitted.insert(test.id.clone(), self.words(expectation.permitted(&test.id))?);
        }
        for rule in expectation.rules.iter().filter(|rule| rule.message.is_none()) {
            let words = self.words(rule.verdicts)?;
            if !words.contains(ACCEPTED) {
                let tests = self.exported().filter(|test| rule.matches(&test.id)).map(|test| test.id.clone());
                meaning.required.insert((tests.collect(), words));
            }
        }
        Ok(meaning)
    }

    /// What lying in the folder means. `None`: the format does not know it.
    fn meaning_of(&self, folder: &str) -> Option<Meaning> {
        let is_later = ["brute_force", "rejected"].contains(&folder);
        let rules = rules_of_folder(folder, self.version()).filter(|_| !(is_later && self.is_legacy()))?;
        let mut meaning = self.meaning(&Expectation { rules, ..Expectation::default() }).ok()?;
        // A rejected submission is one as a whole: its groups may get anything.
        if self.is_legacy() && !self.problem.groups.is_empty() && folder != "accepted" {
            let any = self.words(VerdictSet::of_any_run()).ok()?;
            meaning.permitted.values_mut().for_each(|words| words.clone_from(&any));
        }
        Some(meaning)
    }

    /// Whether a solution gets a part of the points; `None` if the expectation leaves that open.
    fn gets_part(&self, expectation: &Expectation) -> Option<bool> {
        let groups = &self.problem.groups;
        if let Some(score) = expectation.score {
            let all: f64 = groups.iter().map(|group| group.points.as_number()).sum();
            return Some(score.most.as_number() != 0.0 && score.least.as_number() < all);
        }
        if expectation.is_accepted() {
            return Some(false);
        }
        let only_accepted = VerdictSet::default().with(Verdict::Accepted);
        let is_sure = |test: &&Arc<Test>| expectation.permitted(&test.id) == only_accepted;
        let gives = |group: &Group| {
            let mut tests = self.exported().filter(|test| group.holds(&test.id));
            let sure = match group.scoring {
                Scoring::Sum => tests.any(|test| is_sure(&test)),
                Scoring::Min | Scoring::PassFail => tests.all(|test| is_sure(&test)),
            };
            sure && group.points > Points::default()
        };
        groups.iter().any(gives).then_some(true)
    }

    /// What a submission's entry adds to what its folder means.
    fn entry(&self, meaning: &Meaning, folder: Option<&Meaning>) -> Map<String, Value> {
        let codes = |words: &Words| -> Value { words.iter().copied().collect() };
        let somewhere = meaning.permitted_somewhere();
        let mut entry = Map::new();
        if folder.is_none_or(|own| own.permitted_somewhere() != somewhere) {
            entry.insert("permitted".to_owned(), codes(&somewhere));
        }
        let mut of_tests: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
        for (test, words) in meaning.permitted.iter().filter(|(_, words)| **words != somewhere) {
            of_tests.entry(self.place_of(test)).or_default().insert("permitted".to_owned(), codes(words));
        }
        for (tests, words) in
            meaning.required.iter().filter(|one| !folder.is_some_and(|own| own.required.contains(one)))
        {
            if tests.len() == meaning.permitted.len() && !entry.contains_key("required") {
                entry.insert("required".to_owned(), codes(words));
                continue;
            }
            let places: Vec<String> = tests.iter().map(|test| self.place_of(test)).collect();
            let pattern = if let [place] = &places[..] { place.clone() } else { format!("{{{}}}", places.join(",")) };
            of_tests.entry(pattern).or_default().insert("required".to_owned(), codes(words));
        }
        entry.extend(of_tests.into_iter().map(|(tests, own)| (tests, own.into())));
        entry
    }

    /// The format's words for our verdicts.
    fn words(&self, verdicts: VerdictSet) -> Result<Words, String> {
        let default_compare = matches!(self.problem.judging, Judging::Compare(Comparison::Lines));
        let mut words = Words::new();
        for verdict in verdicts.iter() {
            words.insert(match verdict {
                Verdict::Accepted => ACCEPTED,
                Verdict::WrongAnswer => "WA",
                Verdict::TimeLimit => "TLE",
                Verdict::RunTimeError | Verdict::MemoryLimit => "RTE",
                Verdict::PresentationError if default_compare && !verdicts.contains(Verdict::WrongAnswer) => {
                    return Err("its layout alone is wrong, and the default validator does not look at that".to_owned());
                }
                Verdict::PresentationError => "WA",
                // Both of these words stand for it, too.
                Verdict::OutputLimit
                    if [Verdict::TimeLimit, Verdict::RunTimeError]
                        .into_iter()
                        .any(|other| verdicts.contains(other)) =>
                {
                    continue;
                }
                Verdict::OutputLimit => {
                    return Err("an output that is too long is another verdict in every tool of the format".to_owned());
                }
                Verdict::CompileError => {
                    return Err("the format has no place for what must not compile".to_owned());
                }
            });
        }
        Ok(words)
    }
}

/// Whether a Java program's class is called `Main`.
fn declares_main(java: &Path) -> io::Result<bool> {
    // Old sources come in all encodings; the words that count are ASCII.
    let bytes = read(java)?;
    let text = String::from_utf8_lossy(&bytes);
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
    Ok(words.windows(2).any(|pair| pair == ["class", "Main"]))
}
