//! Files in the form that Polygon's pages accept: tests by number, statement in sections, solutions
//! with tags. `README.txt` says where each goes.

use super::programs::is_cpp;
use super::{Writer, tex};
use crate::folder::uses_testlib;
use crate::loss::Weight;
use crate::statement::{Section, Tongue};
use crate::tree::{file_name, headers_beside};
use crate::verdicts::{System, words_of};
use beneath::Home;
use model::{Comparison, Group, Judging, Solution, TokenOptions, Verdict, VerdictSet};
use std::io;
use std::path::{Path, PathBuf};

impl Writer<'_> {
    pub(super) fn polygon(&mut self) -> io::Result<()> {
        let problem = self.problem;
        let digits = problem.tests.len().to_string().len().max(2);
        let mut list = String::new();
        for (at, test) in problem.tests.iter().enumerate() {
            let number = format!("{:0digits$}", at + 1);
            self.copy(format!("tests/{number}"), &test.input);
            self.copy(format!("tests/{number}.a"), &test.answer);
            let group = problem.groups.iter().find(|group| group.holds(&test.id));
            let group = group.map_or(String::new(), |group| format!("\tgroup {}", group_text(group)));
            let sample = if test.id.is_sample() { "\tuse in statements" } else { "" };
            list.push_str(&format!("{number}\t{}{sample}{group}\n", test.id));
        }
        self.make("tests/list.txt", list);
        for group in problem.groups.iter().filter(|group| group.limits != problem.limits) {
            self.lose_limits(group);
        }
        self.tongues().into_iter().try_for_each(|tongue| self.sections(tongue))?;
        self.tools()?;
        let mut tags = String::new();
        let models = || self.solutions.iter().filter(|solution| solution.id.label.is_none());
        let model = models().find(|solution| &*solution.id.extension == "rs").or_else(|| models().next());
        let model = model.map(|solution| &solution.id);
        for solution in self.solutions {
            let file = file_name(&solution.path);
            match Self::tag(solution, model == Some(&solution.id)) {
                Some(tag) => {
                    self.copy(format!("solutions/{file}"), &solution.path);
                    tags.push_str(&format!("{tag}\t{file}\n"));
                }
                None => self.lose(Weight::Note, &*solution.display, "Polygon has no tag for what it must get"),
            }
        }
        self.make("solutions/tags.txt", tags);
        let limits = &problem.limits;
        let file_or = |name: &Option<String>, stream: &str| name.clone().unwrap_or_else(|| stream.to_owned());
        let text = format!(
            "{}\n\nInput file: {}\nOutput file: {}\nTime limit: {} ms\nMemory limit: {} MB\nInteractive: {}\n\n\
             General info: the limits above.\nStatement: a field for each file in statement/english/, and in statement/chinese/ if it is there.\n\
             Files and Checker, Validator, Interactor: the files in files/.\n\
             Tests: all of tests/ but the answers, in one upload; tests/list.txt says which are samples.\n\
             Solutions: those in solutions/, with the tags in solutions/tags.txt.\n",
            problem.title,
            file_or(&problem.files.input, "stdin"),
            file_or(&problem.files.output, "stdout"),
            limits.cpu.as_millis(),
            limits.memory.as_kib().div_ceil(1024),
            if matches!(problem.judging, Judging::Interactor(_)) { "yes" } else { "no" },
        );
        self.make("README.txt", text);
        Ok(())
    }

    /// Polygon's fields: legend, input, output, and notes for the other sections.
    fn sections(&mut self, tongue: Tongue) -> io::Result<()> {
        let folder = match tongue {
            Tongue::English => "statement/english",
            Tongue::Chinese => "statement/chinese",
        };
        let text = self.statement_text(tongue)?;
        let body = self.body(&text, tongue, folder);
        let mut fields =
            [("legend", String::new()), ("input", String::new()), ("output", String::new()), ("notes", String::new())];
        let mut field = 0;
        for line in body.lines() {
            field = match line.strip_prefix("\\section*{").and_then(|rest| rest.strip_suffix('}')) {
                Some(heading) => match Section::of_heading(heading) {
                    Some(Section::Input) => 1,
                    Some(Section::Output) => 2,
                    Some(Section::Constraints | Section::Samples | Section::Hints | Section::Later) | None => {
                        fields[3].1.push_str(&format!("\\textbf{{{heading}}}\n"));
                        3
                    }
                },
                None => {
                    fields[field].1.push_str(&format!("{line}\n"));
                    field
                }
            };
        }
        self.make(format!("{folder}/name.tex"), format!("{}\n", tex::escaped(self.title(tongue))));
        for (name, text) in fields {
            let text = text.trim();
            if !text.is_empty() {
                self.make(format!("{folder}/{name}.tex"), format!("{text}\n"));
            }
        }
        Ok(())
    }

    fn tools(&mut self) -> io::Result<()> {
        let problem = self.problem;
        for judging in problem.judgings() {
            if let Judging::Compare(comparison) = judging
                && let Some(standard) = self.standard(comparison)
            {
                self.make("files/checker.txt", format!("std::{standard}.cpp\n"));
            }
        }
        let judges = problem.judges().map(|file| (file, Weight::Judging));
        let others = problem.validators.iter().chain(&problem.generator).map(|file| (file.as_path(), Weight::Note));
        judges.chain(others).try_for_each(|(file, weight)| self.in_cpp(file, weight))
    }

    /// Adds a program in C++, with the headers beside it.
    fn in_cpp(&mut self, file: &Path, weight: Weight) -> io::Result<()> {
        let is_generator = self.problem.generator.as_deref() == Some(file);
        if !is_cpp(file) || !(is_generator || uses_testlib(file)) {
            self.lose(weight, self.display(file), "Polygon's own programs are written in C++ with testlib");
            return Ok(());
        }
        for file in headers_beside(file, &Home::of(self.root))?.iter().map(PathBuf::as_path).chain([file]) {
            self.copy(format!("files/{}", file_name(file)), file);
        }
        Ok(())
    }

    /// Polygon's tag for a solution. `None` if its directives name single tests, or no tag fits.
    fn tag(solution: &Solution, is_model: bool) -> Option<&'static str> {
        if !solution.only.globs.is_empty() {
            return None;
        }
        match &solution.expectation.rules[..] {
            [] if is_model => Some("main"),
            [] => Some("accepted"),
            [rule] if rule.tests.is_none() => {
                let single = SINGLE.map(|(word, verdict)| (word, VerdictSet::default().with(verdict)));
                let words = single.into_iter().chain(words_of(System::Polygon));
                let exact = words.into_iter().find(|(_, verdicts)| *verdicts == rule.verdicts);
                let rejected = || (!rule.verdicts.contains(Verdict::Accepted)).then_some("rejected");
                exact.map(|(word, _)| word).or_else(rejected)
            }
            [_, ..] => None,
        }
    }

    /// Testlib's standard checker that compares most like `comparison`.
    fn standard(&mut self, comparison: &Comparison) -> Option<&'static str> {
        let options = match comparison {
            Comparison::Lines | Comparison::Exact => return Some("lcmp"),
            Comparison::Unordered => {
                let why = "no standard checker of Polygon compares so";
                self.lose(Weight::Judging, "compare.mode = \"unordered\"", why);
                return None;
            }
            Comparison::Foreign(checker) => {
                let nearest = self.nearest(checker);
                return self.standard(&nearest);
            }
            Comparison::Tokens(options) => options,
        };
        if options.space_change_sensitive {
            let why = "Polygon's standard checkers do not look at white space";
            self.lose(Weight::Judging, "compare.space-change-sensitive", why);
        }
        let TokenOptions { float_absolute, float_relative, .. } = options;
        let Some(tolerance) = float_absolute.iter().chain(float_relative).copied().reduce(f64::max) else {
            if !options.case_sensitive {
                let why = "Polygon's standard checkers of words look at case";
                self.lose(Weight::Judging, "compare.case-sensitive = false", why);
            }
            return Some("wcmp");
        };
        let (standard, allowed) =
            RCMP.into_iter().find(|(_, allowed)| *allowed >= tolerance).unwrap_or(RCMP[RCMP.len() - 1]);
        if float_absolute != float_relative || allowed != tolerance {
            let why = format!("{standard} allows {allowed:?} for both");
            self.lose(Weight::Judging, "compare.float-absolute and float-relative", why);
        }
        Some(standard)
    }
}

/// A group as `tests/list.txt` describes it: with all that Polygon's page of groups asks for.
fn group_text(group: &Group) -> String {
    let after = group.requires.join(" and ");
    let after = if after.is_empty() { after } else { format!(", after {after}") };
    format!("{} ({} points, {}{after})", group.name, group.points, group.scoring.name())
}

/// Testlib's checkers of numbers: the absolute or relative error that each allows.
const RCMP: [(&str, f64); 4] = [("rcmp9", 1e-9), ("rcmp6", 1e-6), ("rcmp", 1.5e-6), ("rcmp4", 1e-4)];

/// The tags that mean one verdict each to Polygon's own judge. In packages that are read, they may
/// mean several.
const SINGLE: [(&str, Verdict); 4] = [
    ("wrong-answer", Verdict::WrongAnswer),
    ("presentation-error", Verdict::PresentationError),
    ("memory-limit-exceeded", Verdict::MemoryLimit),
    ("failed", Verdict::RunTimeError),
];
