//! Tests, their answers and their groups.

use super::programs::is;
use super::{Format, Writer, read};
use crate::kattis;
use crate::loss::Weight;
use crate::tree::file_name;
use crate::yaml;
use model::{Group, Judging, Points, Scoring, Test, TestId};
use serde_json::Value;
use std::io;

impl Writer<'_> {
    pub(super) fn data(&mut self) -> io::Result<()> {
        let problem = self.problem;
        let empty_answers = self.answers_are_empty()?;
        for test in &problem.tests {
            let there = self.place_of(&test.id);
            let place = format!("data/{there}");
            if let Some(why) = self.refusal(test, &place, empty_answers)? {
                self.export.left_out.insert(test.id.clone());
                self.lose(Weight::Judging, format!("test {}", test.id), why);
                continue;
            }
            self.export.tests.insert(test.id.clone(), TestId(there.into()));
            match self.wishes.relaid.get(&test.id) {
                Some(input) => {
                    let why = "its input is laid out afresh: one space between words, no blank lines";
                    self.lose(Weight::Note, format!("white space of test {}", test.id), why);
                    self.make(format!("{place}.in"), input.clone());
                }
                None => self.copy(format!("{place}.in"), &test.input),
            }
            if empty_answers {
                self.make(format!("{place}.ans"), "");
            } else {
                self.copy(format!("{place}.ans"), &test.answer);
            }
        }
        if empty_answers {
            self.lose(Weight::Note, "the answers", "they are empty there; the interactor reads none");
        }
        for input in &problem.invalid {
            let bytes = read(input)?;
            let no_place = "legacy has no place for inputs that a validator must refuse".to_owned();
            // An empty input is one that a validator must refuse.
            let why = sloppy(&bytes, "input").filter(|_| !bytes.is_empty() && !self.is_as_it_was());
            match Some(no_place).filter(|_| self.is_legacy()).or(why) {
                None => self.copy(format!("data/invalid_input/{}", file_name(input)), input),
                Some(why) => self.lose(Weight::Note, self.display(input), why),
            }
        }
        self.groups();
        Ok(())
    }

    /// Why the test cannot be at this place.
    fn refusal(&self, test: &Test, place: &str, empty_answers: bool) -> io::Result<Option<String>> {
        if let Some(why) = self.wishes.refused.get(&test.id) {
            return Ok(Some(why.clone()));
        }
        if self.is_in_no_group(&test.id) {
            return Ok(Some("it is in no group, and no test is without points there".to_owned()));
        }
        if self.export.files.contains_key(&format!("{place}.in")) {
            return Ok(Some(format!("another one is called {place} there")));
        }
        if !self.is_legacy() && !format!("{place}.ans").split('/').all(kattis::is_name) {
            return Ok(Some("2025-09 does not have such a name: letters of ASCII, digits and `_.-`".to_owned()));
        }
        if self.is_as_it_was() {
            return Ok(None);
        }
        let relaid = self.wishes.relaid.get(&test.id).cloned();
        let input = relaid.map_or_else(|| read(&test.input), Ok)?;
        let answer = if empty_answers { Vec::new() } else { read(&test.answer)? };
        let may_be_empty = matches!(self.problem.judging, Judging::Interactor(_)) || self.problem.passes > 1;
        let of_answer = sloppy(&answer, "answer").filter(|_| !(answer.is_empty() && may_be_empty));
        Ok(sloppy(&input, "input").or(of_answer))
    }

    /// Whether the test gives no points while others do.
    fn is_in_no_group(&self, test: &TestId) -> bool {
        let groups = &self.problem.groups;
        !groups.is_empty() && !test.is_sample() && !groups.iter().any(|group| group.holds(test))
    }

    /// Where a test lies below `data/`: among the samples, or in `secret/`.
    pub(super) fn place_of(&self, test: &TestId) -> String {
        if test.is_sample() {
            return test.to_string();
        }
        match self.problem.groups.iter().find(|group| group.holds(test)) {
            Some(group) => format!("{}{}", self.place_of_group(&group.name), &test.0[group.name.len()..]),
            None => format!("secret/{}", below_secret(&test.0)),
        }
    }

    /// Readers of 2025-09 want empty answers in interactive problems. The answers may be dropped if
    /// the interactor does not need them: it is written with the kit and never says `answer`.
    fn answers_are_empty(&self) -> io::Result<bool> {
        match (&self.problem.judging, self.format) {
            (Judging::Interactor(spec), Format::Icpc) if is(&spec.file, "rs") => {
                let text = String::from_utf8_lossy(&read(&spec.file)?).into_owned();
                let code = || text.lines().filter(|line| !line.trim_start().starts_with("//"));
                Ok(code().any(|line| line.contains("kit::interact")) && !code().any(|line| line.contains("answer")))
            }
            _ => Ok(false),
        }
    }

    /// [`usual_place`], with a number before the name if a group would not come after all that it
    /// requires: in 2025-09 groups are ordered by name.
    fn place_of_group(&self, name: &str) -> String {
        let (groups, usual) = (&self.problem.groups, usual_place(name));
        let is_behind = |group: &Group| {
            group.requires.iter().all(|other| other == "sample" || usual_place(other) < usual_place(&group.name))
        };
        let at = groups.iter().position(|group| group.name == name);
        match (at, usual.strip_prefix("secret/")) {
            (Some(at), Some(own)) if !self.is_legacy() && !groups.iter().all(is_behind) => {
                let width = groups.len().to_string().len();
                format!("secret/{:0width$}-{own}", at + 1)
            }
            _ => usual,
        }
    }

    /// What each group gives there: nothing where none of its tests is. In 2025-09 these are whole
    /// numbers; their sum changes by less than one.
    pub(super) fn points_there(&self) -> Vec<Points> {
        let mut total = 0.0;
        let of_group = |group: &Group| {
            if !self.has_tests(group) {
                return Points(0);
            }
            let before = f64::round(total);
            total += group.points.as_number();
            let whole = Points::from_number(total.round() - before).unwrap_or_default();
            if self.is_legacy() { group.points } else { whole }
        };
        self.problem.groups.iter().map(of_group).collect()
    }

    fn has_tests(&self, group: &Group) -> bool {
        self.exported().any(|test| group.holds(&test.id))
    }

    fn groups(&mut self) {
        let problem = self.problem;
        if !problem.groups.is_empty() {
            self.above_groups();
        }
        for (group, points) in problem.groups.iter().zip(self.points_there()) {
            if !self.has_tests(group) {
                self.lose(Weight::Judging, format!("the points of {}", group.name), "none of its tests is there");
                continue;
            }
            let (own, points) = (group.points.as_number(), points.as_number());
            if points != own {
                let what = format!("the points of {} ({own}, there {points})", group.name);
                self.lose(Weight::Judging, what, "points are whole numbers there");
            }
            let exported = self.exported().filter(|test| group.holds(&test.id)).count();
            if group.limits != problem.limits {
                self.lose_limits(group);
            }
            let place = format!("data/{}", self.place_of_group(&group.name));
            if self.is_legacy() {
                if !group.requires.is_empty() {
                    let what = format!("`requires` of {}: {}", group.name, group.requires.join(", "));
                    self.lose(Weight::Judging, what, "legacy counts every group alone");
                }
                let (on_reject, flags, each) = match group.scoring {
                    Scoring::PassFail | Scoring::Min => ("break", "min", points),
                    Scoring::Sum => ("continue", "sum accept_if_any_accepted", share(group.points, exported)),
                };
                // Source: webapp/src/Service/SubmissionService.php of DOMjudge (a023fd3ec).
                if self.format == Format::Domjudge && group.scoring == Scoring::Sum && exported > 1 {
                    let what = format!("the points of each test of {}", group.name);
                    let why = "DOMjudge counts a group once, and only where all of its tests are accepted";
                    self.lose(Weight::Judging, what, why);
                }
                let range = format!("0 {points}");
                let settings = [
                    ("on_reject", on_reject.into()),
                    ("grading", "default".into()),
                    ("grader_flags", flags.into()),
                    ("accept_score", yaml::amount(each)),
                    ("range", range.into()),
                ];
                self.make(format!("{place}/testdata.yaml"), yaml::file(settings));
            } else {
                let mut settings: Vec<(&str, Value)> =
                    vec![("max_score", yaml::amount(points)), ("score_aggregation", group.scoring.name().into())];
                let is_empty = |name: &&String| problem.groups.iter().any(|g| g.name == **name && !self.has_tests(g));
                let required = group.requires.iter().filter(|name| !is_empty(name));
                let names: Vec<String> = required.map(|name| self.place_of_group(name)).collect();
                if !names.is_empty() {
                    settings.push(("require_pass", names.into()));
                }
                self.make(format!("{place}/test_group.yaml"), yaml::file(settings));
            }
        }
    }

    /// Writes the settings of the folders above the groups: their points are added, and samples
    /// give none.
    fn above_groups(&mut self) {
        let points: f64 = self.points_there().iter().map(|points| points.as_number()).sum();
        let total = Points::from_number(points).unwrap_or_default().as_number();
        if !self.is_legacy() {
            self.make("data/secret/test_group.yaml", yaml::file([("max_score", yaml::amount(total))]));
            return;
        }
        let samples = self.exported().any(|test| test.id.is_sample());
        let flags = if samples { "ignore_sample" } else { "first_error" };
        let settings = [
            ("on_reject", "continue".into()),
            ("grading", "default".into()),
            ("grader_flags", flags.into()),
            ("accept_score", 0.into()),
            ("range", format!("0 {total}").into()),
        ];
        self.make("data/testdata.yaml", yaml::file(settings));
        if samples {
            let settings = [("grader_flags", "first_error".into()), ("range", "0 0".into())];
            self.make("data/sample/testdata.yaml", yaml::file(settings));
        }
        // The points of a solution that is rejected as a whole do not count: one accepted group is
        // enough.
        let flags = [("grader_flags", "first_error accept_if_any_accepted".into())];
        self.make("data/secret/testdata.yaml", yaml::file(flags));
    }
}

/// The folder of a group: 2025-09 looks for groups directly in `secret/`.
fn usual_place(name: &str) -> String {
    if name == "sample" { name.to_owned() } else { format!("secret/{}", below_secret(name).replace('/', "-")) }
}

/// What each of `tests` is worth: rounded down, because tools refuse a sum above all points.
fn share(points: Points, tests: usize) -> f64 {
    const PARTS: f64 = 1e9;
    (points.as_number() / tests.max(1) as f64 * PARTS).floor() / PARTS
}

fn below_secret(name: &str) -> &str {
    name.strip_prefix("secret/").unwrap_or(name)
}

/// Why the tools of the format complain about the layout of a file.
pub(super) fn sloppy(bytes: &[u8], what: &str) -> Option<String> {
    let has = |pair: &[u8]| bytes.windows(pair.len()).any(|window| window == pair);
    let is_odd = |byte: &u8| *byte != b'\n' && !(32..127).contains(byte);
    let wrongs = [
        (bytes.is_empty(), "is empty"),
        (bytes.contains(&b'\r'), "has line ends of Windows"),
        (bytes.iter().any(is_odd), "has other characters than printable ASCII and line ends"),
        (!bytes.ends_with(b"\n"), "does not end with a line end"),
        (bytes.starts_with(b" ") || bytes.starts_with(b"\n"), "begins with white space"),
        ([&b" \n"[..], b"  ", b"\n "].into_iter().any(has), "has white space where one separator is enough"),
    ];
    let (_, why) = wrongs.into_iter().find(|(is_wrong, _)| *is_wrong)?;
    Some(format!("its {what} {why}; the format's tools complain of that"))
}
