//! Turns packages, as their files describe them, into problems and solutions that can be judged in
//! place.
//!
//! What the model cannot express is reported once per package, and the rest is judged. Nothing is
//! written into a package: a program that needs other files beside it (`include/`), or that
//! contains constants, is put together in the caller's folder.

use crate::codes;
use crate::diagnostics::{Report, are, count_tests};
use crate::folder;
use crate::judged::{JudgedPackage, PackageFolder, unread};
use crate::kattis::answers;
use crate::kattis::data::{DataCase, TO_BE_MADE, is_test};
use crate::kattis::expectations;
use crate::kattis::generators::fill;
use crate::kattis::metadata::Metadata;
use crate::kattis::programs::Program;
use crate::kattis::scores;
use crate::kattis::stage::{self, Stage};
use crate::kattis::timing;
use crate::kattis::unheard;
use crate::kattis::{FILE, Package};
use crate::limits;
use crate::tree::head;
use model::{
    BuildOptions, ByteSize, Comparison, Diagnostic, FileBeside, FileNames, Judging, JuryOutput, JuryRuling, Key,
    Language, Limits, PackageRules, Problem, ProgramSpec, Protocol, Recipe, Severity, Solution, SolutionId, Test,
    TestId, TestJudging, TimeFrom, UnmadeTests, language_of_files, token_options,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Defaults that the format calls typical: MiB.
const MEMORY: u64 = 2048;
const OUTPUT: u64 = 8;
const VALIDATION_SECONDS: u64 = 60;
/// The time limit if neither the package nor DOMjudge's files set one.
const TIME: Duration = Duration::from_secs(5);

/// Reads the package. Whatever is wrong, the rest is read, but for what says how to judge.
pub fn read(found: &PackageFolder<'_>) -> JudgedPackage {
    let (mut package, mut diagnostics) = super::read(found.root, found.home, &folder::is_source(found.languages));
    // What a mistake was meant to say may decide every verdict.
    if diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error && says_how_to_judge(&package.root, &found.path))
    {
        return JudgedPackage { diagnostics, ..JudgedPackage::default() };
    }
    let mut unmade = Vec::new();
    if let Some((file, generators)) = &package.generators {
        let filled = fill::fill(&Stage { found, package: &package }, generators, file);
        diagnostics.extend(filled.diagnostics);
        (package.data, unmade) = (filled.data, filled.unmade);
    }
    let (package, stage) = (&package, Stage { found, package: &package });
    let mut reader = CatalogReader { package, found, stage, answer_validators: Vec::new(), diagnostics };
    let unmade_ids: Vec<&str> = unmade.iter().map(|(_, case)| case.id.as_str()).collect();
    let mut problem = reader.problem(&unmade_ids);
    let submitted = problem.as_ref().map_or_else(Vec::new, |problem| reader.solutions(problem));
    if let Some(problem) = &mut problem {
        problem.rules.time = reader.time_from(problem, &submitted);
    }
    let problem = problem.map(Arc::new);
    let unmade = problem.as_ref().map_or_else(Vec::new, |problem| reader.unmade(problem, &submitted, unmade));
    let solutions: Vec<_> = submitted.into_iter().map(|(_, solution)| solution).collect();
    reader.diagnostics.extend(unheard::diagnose(package, &solutions, found.languages));
    JudgedPackage { problem, solutions, unmade, diagnostics: reader.diagnostics }
}

/// Whether this file says how the package at `root` is judged. In `data` all YAML is settings.
fn says_how_to_judge(root: &Path, path: &Path) -> bool {
    let is_of_data = path.starts_with(root.join("data")) && path.extension().is_some_and(|end| end == "yaml");
    is_of_data || [FILE, "domjudge-problem.ini", ".timelimit"].iter().any(|name| path == root.join(name))
}

/// A submission, and the solution that it became.
type CatalogSubmission<'p> = (&'p Program, Arc<Solution>);

struct CatalogReader<'p> {
    package: &'p Package,
    found: &'p PackageFolder<'p>,
    stage: Stage<'p>,
    /// The answer validators with their names.
    answer_validators: Vec<(String, PathBuf)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'p> CatalogReader<'p> {
    /// `unmade`: the ids of tests that do not exist yet.
    fn problem(&mut self, unmade: &[&str]) -> Option<Problem> {
        let (package, metadata, id) = (self.package, &self.package.metadata, self.found.id.clone());
        let reads_sources = package.root.join("static_validator");
        if reads_sources.exists() {
            let title = "a static validator judges the files of submissions, which is not done here: not read";
            self.diagnostics.error(&reads_sources, title).hint =
                Some("judge it with the format's own tools, or move the folder away to judge outputs alone".to_owned());
            return None;
        }
        let validators = self.validators("input", &package.input_validators);
        self.answer_validators = self.validators("answer", &package.answer_validators);
        let tests = self.tests(&validators)?;
        if tests.is_empty() && unmade.is_empty() {
            let hint = format!("tests are `NAME.in` and `NAME.ans` in data/sample/ and data/secret/; {TO_BE_MADE}");
            self.diagnostics.error(&package.root.join("data"), "the package has no tests").hint = Some(hint);
            return None;
        }
        let only_samples = unmade.is_empty() && tests.iter().all(|test| test.id.0.starts_with("sample/"));
        if only_samples {
            self.diagnostics.warning(&package.root.join("data"), "only the samples are here").hint =
                Some(TO_BE_MADE.to_owned());
        }
        let judging = self.judging()?;
        let limits = self.limits(&judging);
        let grading = scores::of(package, &mut self.diagnostics);
        let file = package.root.join(FILE);
        let grading = self.diagnostics.reported(&file, "the scores cannot be added up", grading)?;
        let groups = grading.as_ref().map_or_else(Vec::new, |grading| scores::groups(grading, &limits, &tests));
        let grader = match package.graders.first() {
            Some(program) if grading.as_ref().is_some_and(scores::needs_grader) => Some(self.staged(program, None)?),
            Some(_) | None => None,
        };
        let (outputs, invalid_answers) = (self.outputs(&validators)?, self.invalid_answers());
        let answer_validators = self.answer_validators.iter().map(|(_, file)| file.clone()).collect();
        let rules = PackageRules {
            grading: grading.map(Arc::new),
            grader,
            outputs,
            answer_validators,
            invalid_answers,
            refused: self.refused(&validators)?,
            absent: self.absent(&tests, unmade),
            ..PackageRules::default()
        };
        let title = metadata.names.first().map_or_else(|| id.to_string(), |(_, name)| name.clone());
        let plain = folder::problem(&package.root, id, &title, &[], judging, limits);
        Some(Problem {
            title_zh: metadata.names.iter().find(|(language, _)| language == "zh").map(|(_, name)| name.clone()),
            source: metadata.source.clone().unwrap_or_default(),
            tool_limits: tool_limits(metadata),
            passes: metadata.limits.passes,
            groups,
            tests,
            invalid: rules.refused.iter().map(|test| test.input.clone()).collect(),
            validators: validators.into_iter().map(|(_, file)| file).collect(),
            rules,
            ..plain
        })
    }

    /// The inputs that must be refused, with what validators get with them.
    fn refused(&mut self, validators: &[(String, PathBuf)]) -> Option<Vec<Arc<Test>>> {
        let package = self.package;
        let of_case = |case: &DataCase| self.test(case, case.answer.clone().unwrap_or_default(), validators);
        package.data.tried(&["invalid_input"]).map(of_case).collect()
    }

    /// The tests that are not among `tests`, as their files are not all there.
    fn absent(&self, tests: &[Arc<Test>], unmade: &[&str]) -> Vec<TestId> {
        let data = &self.package.data;
        let unanswered = data.tests().filter(|case| case.answer.is_none()).map(|case| case.id.as_str());
        let all = data.absent.iter().map(String::as_str).chain(unanswered).chain(unmade.iter().copied());
        let is_there = |id: &str| tests.iter().any(|test| &*test.id.0 == id);
        let mut absent: Vec<TestId> =
            all.filter(|id| is_test(id) && !is_there(id)).map(|id| TestId(id.into())).collect();
        absent.sort();
        absent.dedup();
        absent
    }

    /// In the order of the format: by name, samples first. `None`: see [`CatalogReader::judged`].
    fn tests(&mut self, validators: &[(String, PathBuf)]) -> Option<Vec<Arc<Test>>> {
        let data = &self.package.data;
        let unanswered: Vec<&DataCase> = data.tests().filter(|case| case.answer.is_none()).collect();
        if let Some(first) = unanswered.first() {
            let title = format!("{} without an answer: left out", count_tests(unanswered.len()));
            self.diagnostics.error(&first.input, title).hint = Some(TO_BE_MADE.to_owned());
        }
        let answered = data.tests().filter_map(|case| Some((case, case.answer.clone()?)));
        answered.map(|(case, answer)| self.test(case, answer, validators)).collect()
    }

    fn test(&mut self, case: &DataCase, answer: PathBuf, validators: &[(String, PathBuf)]) -> Option<Arc<Test>> {
        let judged = self.judged(case, validators)?;
        Some(Arc::new(Test { judged, ..Test::new(TestId(case.id.as_str().into()), case.input.clone(), answer) }))
    }

    /// The outputs in `valid_output/` and `invalid_output/` that the comparison or the output
    /// validator must accept or refuse.
    fn outputs(&mut self, validators: &[(String, PathBuf)]) -> Option<Vec<JuryOutput>> {
        let data = &self.package.data;
        // An output that is shown in place of an answer must be right; in a legacy package it may
        // be anything.
        let later = !self.package.metadata.version.is_legacy();
        let samples = data.tests().filter(|case| later && case.answer.is_some() && case.output.is_some());
        let valid = samples.chain(data.tried(&["valid_output"])).map(|case| (case, JuryRuling::Accepted));
        let invalid = data.tried(&["invalid_output", "invalid_answer"]).map(|case| (case, JuryRuling::Refused));
        let mut outputs = Vec::new();
        for (case, must_be) in valid.chain(invalid.filter(|(case, _)| !is_invalid_answer(case))) {
            let (Some(answer), Some(output)) = (case.answer.clone(), case.output.clone()) else {
                let end = if case.answer.is_none() { ".ans" } else { ".out" };
                self.diagnostics.error(&case.input, format!("{} has no {end}: not tried", case.id));
                continue;
            };
            let test = self.test(case, answer, validators)?;
            outputs.push(JuryOutput { test, output, must_be });
        }
        Some(outputs)
    }

    /// The inputs with answers that answer validators must refuse.
    fn invalid_answers(&mut self) -> Vec<(PathBuf, PathBuf)> {
        let cases = self.package.data.tried(&["invalid_answer"]).filter(|case| is_invalid_answer(case));
        let invalid: Vec<_> = cases.filter_map(|case| Some((case.input.clone(), case.answer.clone()?))).collect();
        if !invalid.is_empty() && self.answer_validators.is_empty() {
            let title = "invalid_answer: tests without .out, and no answer validator is there to refuse them";
            self.diagnostics.warning(&self.package.root.join("data"), title);
        }
        invalid
    }

    /// How one test is judged, if not as all tests are: the arguments of the package's program, or
    /// of the default validator, and of input validators. `None`, and an error: the default
    /// validator would refuse them, and judged without them, a test would be another one.
    fn judged(&mut self, case: &DataCase, validators: &[(String, PathBuf)]) -> Option<Option<Arc<TestJudging>>> {
        let settings = &case.settings;
        let own_args = match self.package.metadata.submit_answer {
            // The program that stands for the submission prints this test's output.
            true => vec![case.id.clone()],
            false => settings.args.clone().unwrap_or_default(),
        };
        // The submission's arguments are part of the input.
        let of_answer = |(name, file): &(String, PathBuf)| {
            let args = settings.answer_validator.as_ref().map_or(&[][..], |args| args.of(name));
            (!args.is_empty()).then(|| (file.clone(), args.to_vec()))
        };
        let args_of = |(name, file): &(String, PathBuf)| {
            let args = settings.input_validator.as_ref().map_or(&[][..], |args| args.of(name));
            let of_program = settings.args.iter().flatten();
            let args: Vec<String> = args.iter().chain(of_program).cloned().collect();
            (!args.is_empty()).then(|| (file.clone(), args))
        };
        let of_answers = self.answer_validators.iter().filter_map(of_answer);
        let validator_args = validators.iter().filter_map(args_of).chain(of_answers).collect();
        let beside = self.beside(case);
        // A folder of its own to write in, without any names for files.
        let files = self.package.metadata.allow_file_writing.then(FileNames::default);
        let mut judged = TestJudging { args: own_args, validator_args, beside, files, ..TestJudging::default() };
        let args = settings.output_validator.clone().unwrap_or_default();
        if self.package.judges_itself() {
            judged.checker_args = args;
        } else if !args.is_empty() {
            let args = self.package.metadata.validator_flags.iter().chain(&args);
            judged.comparison = Some(self.comparison(args, &case.input)?);
        }
        Some(Some(judged).filter(|judged| *judged != TestJudging::default()).map(Arc::new))
    }

    /// What the default output validator does with these arguments, which stand in `file`.
    fn comparison<'a>(&mut self, args: impl Iterator<Item = &'a String>, file: &Path) -> Option<Comparison> {
        let what = "the arguments of the default output validator mean nothing";
        let options = self.diagnostics.reported(file, what, token_options(args.map(String::as_str)));
        options.map(Comparison::Tokens)
    }

    /// The files of `<test>.files/`, and the files of `include/default/` that are not programs: a
    /// submission reads them in its working folder.
    fn beside(&mut self, case: &DataCase) -> Vec<FileBeside> {
        let mut beside = Vec::new();
        let is_own = |name: &str| case.files.iter().any(|(own, _)| own == name);
        let included = self.package.included_data(self.found.languages).filter(|(name, _)| !is_own(name));
        let files = case.files.iter().map(|file| (file, Ok(file.1.clone())));
        for ((name, path), place) in files.chain(included.map(|file| (file, self.stage.data(&file.0, &file.1)))) {
            let found = place.and_then(|place| Ok((Key::of_content(&beneath::open(&place)?)?, place)));
            let found = self.diagnostics.reported(path, "cannot be read", found);
            beside.extend(found.map(|(content, path)| FileBeside { name: name.clone(), path, content }));
        }
        beside
    }

    fn judging(&mut self) -> Option<Judging> {
        let (package, metadata) = (self.package, &self.package.metadata);
        let args = metadata.validator_flags.clone();
        if !self.package.judges_itself() {
            if let Some(unused) = package.output_validators.first() {
                let title = "it judges nothing: `validation` is not `custom`";
                self.diagnostics.warning(&unused.path, title).hint =
                    Some("add `validation: custom` to problem.yaml, or remove output_validators/".to_owned());
            }
            return self.comparison(args.iter(), &package.root.join(FILE)).map(Judging::Compare);
        }
        let Some(program) = package.output_validators.first() else {
            self.diagnostics.error(&package.root, "no output validator is there, and `validation` is `custom`");
            return None;
        };
        if let Some(second) = package.output_validators.get(1) {
            let title = format!("several output validators: only {} judges", program.name);
            self.diagnostics.error(&second.path, title);
        }
        let file = self.staged(program, None)?;
        // An answer may be anything that helps the validator.
        let accepts_answers = false;
        let protocol = if metadata.version.is_legacy() { Protocol::IcpcLegacy } else { Protocol::Icpc };
        let spec = ProgramSpec { protocol, file, args, accepts_answers };
        Some(if metadata.interactive { Judging::Interactor(spec) } else { Judging::Checker(spec) })
    }

    fn limits(&self, judging: &Judging) -> Limits {
        let given = &self.package.metadata.limits;
        let of_domjudge = self.package.domjudge_time_limit.as_ref().map(|(seconds, _)| *seconds);
        let seconds = given.time_limit.or(of_domjudge);
        let cpu = seconds.map_or(TIME, Duration::from_secs_f64);
        let memory = ByteSize::mib(given.memory.unwrap_or(MEMORY));
        let output = ByteSize::mib(given.output.unwrap_or(OUTPUT));
        let fork = self.package.starts_processes();
        let usual = limits::of_other_judges(judging, cpu, memory, output);
        // Each process may be a runtime with threads of its own.
        let processes = if fork { 4 * Limits::THREADS } else { usual.processes };
        Limits { processes, fork, ..usual }
    }

    /// The file that sets the time limit, or the submissions from which it follows. A warning if it
    /// follows from nothing.
    fn time_from(&mut self, problem: &Problem, submitted: &[CatalogSubmission<'_>]) -> TimeFrom {
        let package = self.package;
        let yaml = package.root.join(FILE);
        let own = package.metadata.limits.time_limit;
        if let (Some(own), Some((other, file))) = (own, &package.domjudge_time_limit)
            && own != *other
        {
            let title = format!("the time limit is {own} s in problem.yaml and {other} s here: the former counts");
            self.diagnostics.warning(file, title).hint =
                Some("make them the same: DOMjudge refuses a package whose .timelimit is another one".to_owned());
        }
        if own.is_some() {
            return TimeFrom::File(yaml);
        }
        if let Some((_, file)) = &package.domjudge_time_limit {
            return TimeFrom::File(file.clone());
        }
        let submissions = submitted.iter().map(|(program, solution)| (*program, &solution.id));
        if let Some(inference) = timing::inference(package, submissions, &problem.tests) {
            return TimeFrom::Solutions(Arc::new(inference), None);
        }
        let title = format!("no time limit is set, and no submission bounds it: {} s is used", TIME.as_secs());
        self.diagnostics.warning(&yaml, title).hint =
            Some("add `limits.time_limit`, or a submission in submissions/accepted/".to_owned());
        TimeFrom::Default
    }

    /// The validators of inputs or of answers, with their names: programs and checktestdata
    /// grammars. Others are reported.
    fn validators(&mut self, of: &str, all: &'p [Program]) -> Vec<(String, PathBuf)> {
        let is_viva = |program: &&Program| program.name.ends_with(".viva");
        let (others, validators): (Vec<&Program>, Vec<&Program>) = all.iter().partition(is_viva);
        let title = format!("{of} validators in the language VIVA are not run");
        let (names, hint) = (others.iter().map(|program| &program.name), "write a grammar of checktestdata: NAME.ctd");
        self.diagnostics.list(&self.package.root.join(format!("{of}_validators")), &title, hint, names);
        let named = |program: &&Program| {
            let stem = program.name.rsplit_once('.').map_or(program.name.as_str(), |(stem, _)| stem).to_owned();
            Some((stem, self.staged(program, None)?))
        };
        validators.iter().filter_map(named).collect()
    }

    fn solutions(&mut self, problem: &Problem) -> Vec<CatalogSubmission<'p>> {
        let mut solutions = Vec::new();
        let mut others = Vec::new();
        for program in &self.package.submissions {
            match self.solution(problem, program) {
                Some(solution) => solutions.push((program, Arc::new(solution))),
                None => others.push(program.name.clone()),
            }
        }
        unread(&self.package.root.join("submissions"), &others, &mut self.diagnostics);
        solutions
    }

    /// Whether an entry or its first line says so: two languages share the extension.
    fn is_python_2(&self, program: &Program) -> bool {
        let entries = self.package.entries.iter().filter(|entry| entry.submissions.matches(&program.name));
        let mut languages = entries.filter_map(|entry| entry.language.as_deref());
        let says = |path: &Path| {
            let head = head(path, 200).unwrap_or_default();
            let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
            line.starts_with(b"#!") && String::from_utf8_lossy(line).contains("python2")
        };
        languages.any(codes::is_old) || program.files.iter().any(|(name, path)| name.ends_with(".py") && says(path))
    }

    fn solution(&mut self, problem: &Problem, program: &Program) -> Option<Solution> {
        let entries = || self.package.entries.iter().filter(|entry| entry.submissions.matches(&program.name));
        let named = entries().find_map(|entry| codes::extension(entry.language.as_deref()?));
        let submit_answer = self.package.metadata.submit_answer;
        let language = match named {
            _ if submit_answer => self.found.languages.of_extension("rs"),
            Some(extension) => self.found.languages.of_extension(extension),
            None if self.is_python_2(program) || is_prolog(program) => None,
            None => language_of_files(program.files.iter().map(|(name, _)| name.as_str()), self.found.languages),
        }?;
        let path = match submit_answer {
            // A program that prints the answers of the submission.
            true => {
                let made = answers::program(program, &problem.tests, self.found);
                self.diagnostics.reported(&program.path, "the answers cannot be read", made)?
            }
            false => {
                let path = self.staged(program, Some(&language))?;
                self.warn_of_constants(program);
                path
            }
        };
        let entry_point = entries().find_map(|entry| entry.entry_point.as_deref());
        let entry = entry_point.and_then(|entry_point| self.entry(program, &language, &path, entry_point));
        let own = stage::begins(program, &path).filter(|_| !is_of_classes(&language)).map(str::to_owned);
        let entry = entry.or(own);
        let (stem, extension) = match program.name.rsplit_once('.') {
            Some((stem, extension)) if !program.is_folder() => (stem, extension),
            Some(_) | None => (program.name.as_str(), ""),
        };
        let label = Some(SolutionId::label_of(stem).into());
        let id = SolutionId { problem: problem.id.clone(), label, extension: extension.into() };
        let size = program.files.iter().filter_map(|(_, path)| path.metadata().ok()).map(|meta| meta.len()).sum();
        let grading = problem.rules.grading.as_deref();
        let expectation = expectations::of(self.package, program, grading, &mut self.diagnostics);
        let models = entries().filter(|entry| entry.model_solution);
        let display = program.path.strip_prefix(self.found.display).unwrap_or(&program.path);
        let plain = Solution::new(id, language, path, display.to_string_lossy().replace('\\', "/"));
        Some(Solution {
            size: ByteSize(size),
            expectation,
            notes: models.map(|_| "the model solution".to_owned()).collect(),
            build: BuildOptions { entry, ..BuildOptions::default() },
            ..plain
        })
    }

    /// The entry point of `program`, which is built at `path`: `entry_point` is a class or one of
    /// its files.
    fn entry(&mut self, program: &Program, language: &Language, path: &Path, entry_point: &str) -> Option<String> {
        let class = is_of_classes(language).then(|| entry_point.trim_end_matches(".java").replace('/', "."));
        let is_its_file =
            || path.join(entry_point).is_file() || program.files.iter().any(|(name, _)| name == entry_point);
        let entry = class.or_else(|| is_its_file().then(|| entry_point.to_owned()));
        if entry.is_none() {
            let title = format!(
                "`entrypoint: {entry_point}` is not a file of {}: it begins where it would without",
                program.name
            );
            self.diagnostics.warning(&program.path, title).hint =
                Some("name one of its files, or a class of Java or Scala".to_owned());
        }
        entry
    }

    /// The tests that are still to be made, and the solution whose outputs are their answers.
    fn unmade(
        &mut self,
        problem: &Arc<Problem>,
        submitted: &[CatalogSubmission<'_>],
        tests: Vec<(Recipe, DataCase)>,
    ) -> Vec<UnmadeTests> {
        let Some((file, generators)) = &self.package.generators else { return Vec::new() };
        if tests.is_empty() {
            return Vec::new();
        }
        let title = format!("{} {} described and not in the package", count_tests(tests.len()), are(tests.len()));
        self.diagnostics.error(file, title).hint =
            Some("judging the package makes them, unless a generator or its solution fails".to_owned());
        let judged = |(recipe, case): (Recipe, DataCase)| Some(Recipe { judged: self.judged(&case, &[])?, ..recipe });
        let Some(tests) = tests.into_iter().map(judged).collect::<Option<Vec<Recipe>>>() else { return Vec::new() };
        // Nothing is made for nobody.
        if submitted.is_empty() {
            return Vec::new();
        }
        let (nobody, named) = (self.package.metadata.answers_nothing(), generators.solution.as_deref());
        let solution = if nobody { None } else { self.answering(problem, submitted, named) };
        if !nobody && solution.is_none() && tests.iter().any(|recipe| !recipe.answer.is_file()) {
            let title = format!("no solution for the answers: {}", named.unwrap_or("none is named"));
            self.diagnostics.error(file, title).hint =
                Some("`solution:` is to name one in the package, in a language that is known".to_owned());
            return Vec::new();
        }
        vec![UnmadeTests { problem: Arc::clone(problem), solution, tests }]
    }

    /// The submission, or another program in the package, that answers tests.
    fn answering(
        &mut self,
        problem: &Problem,
        submitted: &[CatalogSubmission<'_>],
        named: Option<&str>,
    ) -> Option<Arc<Solution>> {
        let Some(named) = named else {
            let accepted = submitted.iter().find(|(program, _)| program.name.starts_with("accepted/"));
            return accepted.map(|(_, solution)| Arc::clone(solution));
        };
        let path = self.package.root.join(named);
        if let Some((_, solution)) = submitted.iter().find(|(program, _)| program.path == path) {
            return Some(Arc::clone(solution));
        }
        let program = Program::at(&path, named.to_owned()).filter(|_| self.package.holds(&path))?;
        // What it must get does not matter here.
        let before = self.diagnostics.len();
        let solution = self.solution(problem, &program);
        self.diagnostics.truncate(before);
        solution.map(Arc::new)
    }

    /// The format gives values to constants in submissions, and BAPCtools does not: what is printed
    /// may be `5` in one and `{{N}}` in the other.
    fn warn_of_constants(&mut self, program: &Program) {
        if self.stage.holds_constants(program).is_ok_and(|holds| holds) {
            let title =
                "its constants have their values here, as the format says; BAPCtools leaves `{{name}}` as it is";
            self.diagnostics.warning(&program.path, title);
        }
    }

    fn staged(&mut self, program: &Program, language: Option<&Language>) -> Option<PathBuf> {
        let put = self.stage.put(program, language);
        self.diagnostics.reported(&program.path, "cannot be put together", put)
    }
}

/// Whether this is one of BAPCtools' invalid answers, which are wrong in themselves.
fn is_invalid_answer(case: &DataCase) -> bool {
    case.output.is_none() && case.id.starts_with("invalid_answer")
}

/// Whether programs begin at a class rather than at a file.
fn is_of_classes(language: &Language) -> bool {
    matches!(&*language.0, "java" | "scala")
}

/// Perl's files have the same extension. Only Prolog's contain the sign between a clause and its
/// conditions.
fn is_prolog(program: &Program) -> bool {
    let says = |path: &Path| {
        let text = beneath::read(path).unwrap_or_default();
        !text.starts_with(b"#!")
            && String::from_utf8_lossy(&text)
                .lines()
                .any(|line| line.trim_end().ends_with(":-") || line.starts_with(":- "))
    };
    program.files.iter().any(|(name, path)| name.ends_with(".pl") && says(path))
}

fn tool_limits(metadata: &Metadata) -> Limits {
    let given = &metadata.limits;
    let cpu = Duration::from_secs(given.validation_time.unwrap_or(VALIDATION_SECONDS));
    let (usual, output) = (Limits::for_tools(), ByteSize::mib(given.validation_output.unwrap_or(0)));
    Limits {
        cpu,
        wall: Limits::tool_wall_for(cpu),
        memory: ByteSize::mib(given.validation_memory.unwrap_or(MEMORY)),
        stack: ByteSize::mib(given.validation_memory.unwrap_or(MEMORY)),
        output: usual.output.max(output),
        file_size: usual.file_size.max(output),
        ..usual
    }
}
