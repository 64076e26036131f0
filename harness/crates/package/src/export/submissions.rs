//! Sorts submissions into folders by what they must get, and writes `submissions.yaml` for what no
//! folder can say.

use super::{Format, Writer, read};
use crate::draft::template::quoted;
use crate::tree::file_name;
use model::{
    Comparison, Expectation, Group, Judging, Points, Rule, ScoreRange, Scoring, Solution, Test, Verdict, VerdictSet,
};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The format's four verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SubmissionWord {
    Accepted,
    WrongAnswer,
    TimeLimit,
    RunTimeError,
}

impl SubmissionWord {
    /// Its code, and the folder of submissions that get only this verdict or accepted, and this one
    /// at least once.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            SubmissionWord::Accepted => ("AC", "accepted"),
            SubmissionWord::WrongAnswer => ("WA", "wrong_answer"),
            SubmissionWord::TimeLimit => ("TLE", "time_limit_exceeded"),
            SubmissionWord::RunTimeError => ("RTE", "run_time_error"),
        }
    }
}

/// Which part of a problem's points.
enum ProgramPart {
    None,
    Some,
    All,
}

/// Where a submission goes.
struct ProgramPlace {
    folder: &'static str,
    /// Lines of its entry in `submissions.yaml`.
    entry: Option<String>,
    /// What its folder cannot express.
    weaker: Option<String>,
}

impl Writer<'_> {
    pub(super) fn submissions(&mut self) -> io::Result<()> {
        let mut entries = String::new();
        for solution in self.solutions {
            let file = file_name(&solution.path);
            let place = match self.place(solution) {
                Ok(place) => place,
                Err(why) => {
                    self.lose(&*solution.display, why);
                    continue;
                }
            };
            if let Some(weaker) = place.weaker {
                self.lose(format!("expectations of {}", solution.display), weaker);
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
                self.lose(format!("the score of {}", solution.display), "the points of groups are others there");
            }
            let score = score
                .filter(|_| !changed)
                .map(|ScoreRange { least, most }| format!("  score: [{}, {}]\n", least.as_number(), most.as_number()));
            if score.is_some() || place.entry.is_some() {
                let lines: String = score.into_iter().chain(place.entry).collect();
                entries.push_str(&format!("{}:\n{lines}", quoted(&path)));
            }
        }
        if !entries.is_empty() {
            self.make("submissions/submissions.yaml", entries);
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
        let rules = &solution.expectation.rules;
        if rules.iter().any(|rule| rule.message.is_some() || !rule.also.is_empty()) {
            return Err("it needs a submissions.yaml of its own".to_owned());
        }
        if self.is_legacy() && !self.problem.groups.is_empty() {
            match self.part_of_points(&solution.expectation) {
                Some(ProgramPart::Some) => {
                    let weaker = "the folder asks for some of the points, and for nothing else".to_owned();
                    return Ok(ProgramPlace { folder: "partially_accepted", entry: None, weaker: Some(weaker) });
                }
                Some(ProgramPart::None | ProgramPart::All) => {}
                None => {
                    let why = "whether it gets points decides its folder, and nothing says so: add `score: …` to it";
                    return Err(why.to_owned());
                }
            }
        }
        let words = |verdicts: VerdictSet| self.words(verdicts);
        let score = solution.expectation.score.filter(|_| self.is_legacy());
        let weaker = score.map(|_| "the folder fixes no points".to_owned());
        match &rules[..] {
            [] => Ok(ProgramPlace { folder: "accepted", entry: None, weaker }),
            [rule] => {
                let wanted = words(rule.verdicts)?;
                let [word] = wanted[..] else {
                    return self.several(&wanted, rule.tests.as_ref(), weaker);
                };
                let (_, folder) = word.names();
                match &rule.tests {
                    None => Ok(ProgramPlace { folder, entry: None, weaker }),
                    Some(_) if self.is_legacy() => {
                        let weaker = "the folder allows it to fail on every test".to_owned();
                        Ok(ProgramPlace { folder, entry: None, weaker: Some(weaker) })
                    }
                    Some(_) => {
                        let entry = self.on_tests(rule)?;
                        Ok(ProgramPlace { folder, entry: Some(entry), weaker })
                    }
                }
            }
            [_, _, ..] => Err("it has several rules for several tests: the format has no place for them".to_owned()),
        }
    }

    /// Which part of the points a solution gets; `None` if the expectation leaves that open.
    fn part_of_points(&self, expectation: &Expectation) -> Option<ProgramPart> {
        let groups = &self.problem.groups;
        if let Some(score) = expectation.score {
            let all: f64 = groups.iter().map(|group| group.points.as_number()).sum();
            return match (score.least.as_number(), score.most.as_number()) {
                (_, 0.0) => Some(ProgramPart::None),
                (least, _) if least >= all => Some(ProgramPart::All),
                (0.0, _) => None,
                _ => Some(ProgramPart::Some),
            };
        }
        if expectation.is_accepted() {
            return Some(ProgramPart::All);
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
        groups.iter().any(gives).then_some(ProgramPart::Some)
    }

    /// The place of a submission that must get one of several verdicts.
    fn several(
        &self,
        wanted: &[SubmissionWord],
        tests: Option<&glob::Pattern>,
        weaker: Option<String>,
    ) -> Result<ProgramPlace, String> {
        if self.format != Format::Icpc {
            return Err("it may fail in several ways, and a folder stands for one".to_owned());
        }
        if tests.is_some() {
            return Err("it may fail in several ways on some tests: the format has no place for that".to_owned());
        }
        let names = wanted.iter().map(|word| word.names().0).collect::<Vec<_>>().join(", ");
        // They are in order.
        let entry = match wanted.first() {
            Some(SubmissionWord::Accepted) => format!("  permitted: [{names}]\n"),
            Some(_) | None => format!("  permitted: [AC, {names}]\n  required: [{names}]\n"),
        };
        Ok(ProgramPlace { folder: "rejected", entry: Some(entry), weaker })
    }

    /// The entry of a submission that must be accepted outside of the rule's glob.
    fn on_tests(&self, rule: &Rule) -> Result<String, String> {
        let (may_fail, must_pass): (Vec<_>, Vec<_>) = self.exported().partition(|test| rule.matches(&test.id));
        if may_fail.is_empty() {
            return Err("all tests on which it may fail are left out".to_owned());
        }
        let pass = |test: &Arc<Test>| format!("  {}:\n    permitted: [AC]\n", quoted(&self.place_of(&test.id)));
        Ok(must_pass.into_iter().map(pass).collect())
    }

    /// The format's words for our verdicts.
    fn words(&self, verdicts: VerdictSet) -> Result<Vec<SubmissionWord>, String> {
        let default_compare = matches!(self.problem.judging, Judging::Compare(Comparison::Lines));
        let mut words = Vec::new();
        for verdict in verdicts.iter() {
            words.push(match verdict {
                Verdict::Accepted => SubmissionWord::Accepted,
                Verdict::WrongAnswer => SubmissionWord::WrongAnswer,
                Verdict::TimeLimit => SubmissionWord::TimeLimit,
                Verdict::RunTimeError | Verdict::MemoryLimit => SubmissionWord::RunTimeError,
                Verdict::PresentationError if default_compare => {
                    return Err("its layout alone is wrong, and the default validator does not look at that".to_owned());
                }
                Verdict::PresentationError => SubmissionWord::WrongAnswer,
                Verdict::OutputLimit => {
                    return Err("an output that is too long is another verdict in every tool of the format".to_owned());
                }
                Verdict::CompileError => {
                    return Err("the format has no place for what must not compile".to_owned());
                }
            });
        }
        words.sort();
        words.dedup();
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
