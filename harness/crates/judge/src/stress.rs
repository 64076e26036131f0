//! Looks for an input on which solutions differ.

mod json;
mod save;

use crate::answers::{is_brute, model, should_be_right};
use crate::build_change::BuildChange;
use crate::config;
use crate::error::{Error, chain, refused};
use crate::inputs::{InputRequest, Inputs, read_grammar, unchecked};
use crate::loose::LooseFiles;
use crate::missing::{known_language, no_file};
use crate::notice::Notice;
use crate::open::{Call, Opening};
use crate::own_rules::OwnRules;
use crate::places::typed;
use crate::program::ProgramRequest;
use crate::session::{Caller, Quiet};
use crate::target::Files;
use crate::workspace::{NamedProblem, Restriction, SelectedPlan, Words, Workspace};
use engine::build::Languages;
use engine::run::{Settings, is_grammar};
use lab::hunt::{Bounds, Heard, Hunt, Outcome, hunt};
use model::phrase::names;
use model::{Judging, Languages as _, Making, OnlyGlobs, Problem, Solution, Test};
use package::detect::Kind;
use package::folder::roles::grammars;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a call says of the solutions to compare.
#[derive(Clone, Debug, Default)]
pub struct StressRequest {
    /// A problem, solutions, or programs in any folder.
    pub words: Words,
    /// The right solution; `None`: the model solution, or `brute.*`.
    pub against: Option<String>,
    /// Where the inputs come from.
    pub inputs: InputRequest,
    /// How the programs that are compared are built. The one that is right stays as it is.
    pub build: BuildChange,
    /// What is said of the program that is compared, where it is more than one file.
    pub program: ProgramRequest,
}

/// The solutions that are compared, and on which inputs.
pub struct Subjects {
    /// The problem by whose rules outputs are judged.
    pub problem: Arc<Problem>,
    /// The first gives the answers.
    pub right: Vec<Arc<Solution>>,
    /// The solutions that may be wrong, each with a fate of its own.
    pub suspects: Vec<Arc<Solution>>,
    /// Where the inputs come from.
    pub inputs: Inputs,
    /// Whether the first must keep within the time limit.
    pub reference_in_time: bool,
    /// See [`lab::hunt::Hunt::weak`].
    pub weak: BTreeSet<usize>,
    /// The folder of the call, outside any workspace.
    pub folder: Option<PathBuf>,
    /// What is to be said about the choice.
    pub notices: Vec<Notice>,
}

/// For how long to look, and where to begin.
#[derive(Clone, Copy, Debug)]
pub struct HuntBounds {
    /// The same seed makes the same inputs.
    pub seed: u64,
    /// The number of the first input.
    pub from: u64,
    /// For how long at most; `None`: as long as there are inputs.
    pub time: Option<Duration>,
    /// At most so many inputs.
    pub inputs: Option<u64>,
}

impl HuntBounds {
    /// What a call leaves open: a seed that is short enough to type, and ten seconds unless the
    /// inputs have a bound.
    pub fn of(seed: Option<u64>, from: u64, seconds: Option<f64>, inputs: Option<u64>) -> HuntBounds {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seed = seed.unwrap_or_else(|| u64::from(now().subsec_nanos()) % 100_000);
        let seconds = seconds.or(inputs.is_none().then_some(10.0));
        HuntBounds { seed, from, time: seconds.map(Duration::from_secs_f64), inputs }
    }
}

impl Subjects {
    /// The outcome of a hunt among them as JSON, for programs.
    pub fn json(&self, outcome: &Outcome) -> String {
        json::document(self, outcome)
    }
}

impl Workspace {
    /// Looks for an input on which one of the suspects fails, and makes it small.
    ///
    /// # Errors
    /// When programs cannot be run here. What else ends the hunt early is in its outcome.
    pub fn stress(&self, subjects: &Subjects, hunting: HuntBounds, caller: &mut Caller<'_>) -> Result<Outcome, Error> {
        let HuntBounds { seed, from, time, inputs } = hunting;
        let wanted = Hunt {
            seed,
            from,
            bounds: Bounds { time, inputs, ..Bounds::default() },
            reference_in_time: subjects.reference_in_time,
            clearly_slow: false,
            weak: subjects.weak.clone(),
            ..subjects.inputs.hunt(&subjects.problem, subjects.right.clone(), subjects.suspects.clone())
        };
        self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            let mut watch = |heard: Heard<'_>| {
                if let Heard::Tried(now) = heard {
                    listener.doing(now);
                }
            };
            Ok(hunt(&session.runner, &wanted, &mut Quiet, &mut watch))
        })
    }

    /// The subjects among its solutions.
    ///
    /// # Errors
    /// When there is nothing to compare, nothing to compare it with, or no way to make an input.
    pub fn subjects(&self, request: &StressRequest) -> Result<Subjects, Error> {
        let mut notices = Vec::new();
        let (named, chosen) = match self.problem_of(&request.words) {
            Ok((named, None)) => (named, None),
            Ok((_, Some(_))) | Err(_) => {
                let SelectedPlan { plan, notices: more } = self.select(&request.words, Restriction::default())?;
                notices = more;
                let problem = &plan.solutions[0].problem;
                if plan.solutions.iter().any(|planned| planned.problem.id != problem.id) {
                    return Err(refused("solutions of one problem can be compared, and these are of several"));
                }
                let chosen: Vec<Arc<Solution>> = plan.solutions.iter().map(|p| Arc::clone(&p.solution)).collect();
                (self.problem(problem.id.as_str())?, Some(chosen))
            }
        };
        let reference = request.reference(&named, chosen.as_deref())?;
        let right: Vec<Arc<Solution>> =
            named.solutions.iter().filter(|solution| should_be_right(solution)).cloned().collect();
        let is_chosen = |solution: &Solution| chosen.iter().flatten().any(|chosen| chosen.id == solution.id);
        let mut suspects: Vec<Arc<Solution>> = match &chosen {
            Some(chosen) => chosen.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
            None => right.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
        };
        if suspects.is_empty() && request.against.is_some() {
            return Err(refused(format!("{} is compared with itself", reference.id))
                .with_hint("name another right solution, or none: then it is the model solution"));
        }
        if suspects.is_empty() {
            return Err(refused(format!("there is nothing to compare {} with", reference.id))
                .with_hint("write a second solution by another method, or name one"));
        }
        // A named solution must cope with every input.
        let may_fail = |suspect: &Solution| chosen.is_none() && is_weak(suspect);
        let weak = suspects.iter().enumerate().filter(|(_, suspect)| may_fail(suspect)).map(|(at, _)| at).collect();
        let reference_in_time = request.against.is_none() && reference.expectation.is_accepted();
        let others = right.into_iter().filter(|other| other.id != reference.id && !is_chosen(other));
        let confirming: Vec<Arc<Solution>> = if chosen.is_none() { suspects.clone() } else { others.collect() };
        notices.extend(request.build.put_on(suspects.iter_mut().collect(), &self.languages)?);
        let problem = &named.problem;
        let inputs = self.inputs(problem, &request.inputs)?.or_else(|| unchecked(problem, &problem.tests));
        let inputs = inputs.ok_or_else(|| self.no_inputs(problem))?;
        Ok(Subjects {
            problem: Arc::clone(&named.problem),
            right: [reference].into_iter().chain(confirming).collect(),
            suspects,
            inputs,
            reference_in_time,
            weak,
            folder: None,
            notices,
        })
    }
}

impl StressRequest {
    /// Opens what the words name: solutions of a workspace or a package, or programs in any folder,
    /// which need no tests and are judged by `rules`.
    ///
    /// # Errors
    /// When there is no such place, and as [`Workspace::subjects`].
    pub fn open(&self, call: &Call, rules: &OwnRules) -> Result<(Opening, Subjects), Error> {
        let are_files = call.words.words.iter().all(|word| call.words.here.join(word).is_file());
        let loose = || {
            let languages = config::languages(&config::load(None)?)?;
            let (judge, subjects) = self.loose(rules, &languages, call.named)?;
            let (words, root) = (call.words.clone(), call.root.clone());
            Ok((Opening { judge, words, root, notices: Vec::new() }, subjects))
        };
        if !self.program.is_empty() {
            return loose();
        }
        let opening = match call.open() {
            Ok(opening) if are_files && Kind::of(&opening.judge.root).is_none() => return loose(),
            Ok(opening) => opening,
            Err(_) if are_files => return loose(),
            Err(error) => return Err(error),
        };
        match opening.judge.subjects(&StressRequest { words: opening.words.clone(), ..self.clone() }) {
            Err(Error::Selection { .. }) if are_files && call.root.is_none() => loose(),
            subjects => subjects.map(|subjects| (opening, subjects)),
        }
    }

    /// The solution that gives the answers.
    fn reference(&self, named: &NamedProblem, chosen: Option<&[Arc<Solution>]>) -> Result<Arc<Solution>, Error> {
        let all = || named.solutions.iter();
        let Some(wanted) = &self.against else {
            let is_chosen = |solution: &Solution| chosen.into_iter().flatten().any(|chosen| chosen.id == solution.id);
            let model = model(named)?;
            // To stress the model solution, another one must give the answers.
            let other = || all().find(|other| should_be_right(other) && !is_chosen(other));
            return Ok(Arc::clone(if is_chosen(model) { other().unwrap_or(model) } else { model }));
        };
        let here = self.words.here.join(wanted);
        let own = wanted.strip_prefix(named.problem.id.as_str()).and_then(|rest| rest.strip_prefix('/'));
        let fits = |solution: &&Arc<Solution>| {
            let id = &solution.id;
            id.is_called(wanted) || own.is_some_and(|own| id.is_called(own)) || solution.path == here
        };
        all().find(fits).cloned().ok_or_else(|| named.no_solution(wanted))
    }

    /// The words as programs in any folder, which are judged by `rules`, those of a named judge, or
    /// the usual ones.
    ///
    /// # Errors
    /// As [`Workspace::subjects`].
    pub fn loose(
        &self,
        rules: &OwnRules,
        languages: &Languages,
        named: Option<&'static profiles::JudgeProfile>,
    ) -> Result<(Workspace, Subjects), Error> {
        let home = &self.words.here;
        let files = self.words.words.iter().map(|name| home.join(name));
        let by_command = self.program.command.is_some() || self.program.build.is_some();
        // Where a command is compared, no file need be left.
        let least = usize::from(!by_command);
        let roles = Roles::of(files, self.against.is_some(), &self.inputs.input, least);
        let mut programs = roles.programs;
        let making = self.making(&mut programs, languages)?;
        let against = match &self.against {
            Some(file) => Some(home.join(file)),
            None => {
                let beside = |stem| beside(home, stem, languages);
                roles.reference.or_else(|| beside("brute")).or_else(|| beside("naive"))
            }
        };
        // If nothing says which one is right, the first program is compared with the others.
        let (mut all, against_is_known) = match against.filter(|file| !programs.contains(file)) {
            Some(file) if !file.is_file() => {
                return Err(no_file(&file.strip_prefix(home).unwrap_or(&file).to_string_lossy(), &file));
            }
            Some(file) => (vec![file], true),
            None => (Vec::new(), false),
        };
        all.append(&mut programs);
        if let ([_], Some(file)) = (&all[..], &self.against) {
            return Err(refused(format!("{file} is compared with itself"))
                .with_hint("name another program that is right, however slow"));
        }
        if all.len() < 2 {
            return Err(
                refused("there is nobody to compare it with").with_hint("name a program that is right, however slow")
            );
        }
        for program in all.iter().filter(|program| program.is_file()) {
            known_language(languages, home, program)?;
        }
        // The problem is named after the program under test.
        let mut programs = all.clone();
        programs.rotate_left(usize::from(against_is_known));
        let files = Files { making, ..Files::of_programs(programs) };
        let loose = LooseFiles { here: home, files: &files, rules, names: None, without: &[], languages, named };
        let mut judge = loose.without_tests()?;
        let problem = Arc::make_mut(&mut judge.catalog.problems[0]);
        if let Judging::Checker(spec) = &mut problem.judging {
            // Here every answer is an output.
            spec.accepts_answers = true;
        }
        let problem = Arc::clone(&judge.catalog.problems[0]);
        let of = |file: &PathBuf| judge.catalog.solutions.iter().find(|solution| solution.path == *file).cloned();
        let solutions: Vec<Arc<Solution>> = all.iter().filter_map(of).collect();
        let input = self.inputs.input.as_ref().map(|input| home.join(input)).or(roles.inputs);
        let grammars = grammars(home);
        let input = match input {
            Some(input) => Some(input),
            None => maker(home, &grammars, languages)?,
        };
        // It makes finds small where something else made them.
        let own = match &grammars[..] {
            [one] if Some(one) != input.as_ref() => read_grammar(one, home).map(Some),
            _ => Ok(None),
        };
        let mistake = own.as_ref().err().map(|error| Notice::complaint(chain(error), None));
        let arguments = self.inputs.arguments.clone();
        let request = InputRequest { here: home.to_owned(), input, arguments };
        let tests: Vec<Arc<Test>> =
            loose.assembled().catalog.problems.iter().flat_map(|problem| problem.tests.clone()).collect();
        let inputs = request.named(languages)?.or_else(|| unchecked(&problem, &tests)).ok_or_else(|| {
            refused("nothing says what an input looks like")
                .with_hint("save a sample beside the program; or write a grammar, such as `INT(1,9,n) NEWLINE REP(n,SPACE) INT(-5,5) END NEWLINE EOF` in in.ctd, or a generator, gen.py")
        })?;
        let inputs = Inputs { grammar: own.ok().flatten(), ..inputs };
        let mut suspects = solutions[1..].to_vec();
        let mut notices: Vec<Notice> = judge.diagnostics.iter().map(Notice::of_file).chain(mistake).collect();
        notices.extend(self.build.put_on(suspects.iter_mut().collect(), languages)?);
        let subjects = Subjects {
            problem,
            right: vec![Arc::clone(&solutions[0])],
            suspects,
            inputs,
            reference_in_time: !against_is_known,
            weak: BTreeSet::new(),
            folder: Some(home.to_owned()),
            notices,
        };
        Ok((judge, subjects))
    }

    /// What is said of the program that is compared. What a command runs is the last of the
    /// programs: it needs no file that is named.
    ///
    /// # Errors
    /// When the programs and what is said of them do not go together.
    fn making(&self, programs: &mut Vec<PathBuf>, languages: &Languages) -> Result<Making, Error> {
        let request = &self.program;
        if request.is_empty() {
            return Ok(Making::default());
        }
        let home = &self.words.here;
        let words: Vec<String> = match request.with.is_empty() {
            true => Vec::new(),
            false => programs.iter().map(|file| typed(file, home)).collect(),
        };
        let Some(mut files) = request.files(&words, home, languages)? else { return Ok(Making::default()) };
        if files.making.command.is_some() {
            programs.append(&mut files.programs);
        }
        Ok(files.making)
    }
}

/// What makes inputs where nothing is named: the only grammar in the folder, or else the generator.
///
/// # Errors
/// When there are several grammars and no generator.
fn maker(home: &Path, grammars: &[PathBuf], languages: &Languages) -> Result<Option<PathBuf>, Error> {
    if let [grammar] = grammars {
        return Ok(Some(grammar.clone()));
    }
    let generator = beside(home, "gen", languages);
    if grammars.is_empty() || generator.is_some() {
        return Ok(generator);
    }
    let all: Vec<String> = grammars.iter().map(|file| typed(file, home)).collect();
    Err(refused(format!("several grammars are here: {}", names(&all, 4))).with_hint("name the grammar that is meant"))
}

/// Returns whether a solution is right but need not be fast, like a brute force.
fn is_weak(solution: &Solution) -> bool {
    !solution.expectation.is_accepted() || solution.only != OnlyGlobs::default() || is_brute(solution)
}

/// What the programs of a call are there for, by their names.
#[derive(Debug, Default, PartialEq)]
struct Roles {
    /// Compared with the reference.
    programs: Vec<PathBuf>,
    reference: Option<PathBuf>,
    /// A grammar or a generator.
    inputs: Option<PathBuf>,
}

impl Roles {
    /// `has_reference` and `input` are what the request says. Only what it leaves open is taken
    /// from names. A name takes nothing away where fewer than `least` programs would be left.
    fn of(files: impl Iterator<Item = PathBuf>, has_reference: bool, input: &Option<PathBuf>, least: usize) -> Roles {
        let mut roles = Roles { programs: files.collect(), ..Roles::default() };
        if input.is_none() {
            let grammar = roles.programs.iter().position(|file| is_grammar(file));
            roles.inputs = match grammar {
                Some(at) => Some(roles.programs.remove(at)),
                None => roles.take(is_generator, least),
            };
        }
        if !has_reference {
            roles.reference = roles.take(is_slow, least);
        }
        roles
    }

    fn take(&mut self, has_role: impl Fn(&str) -> bool, least: usize) -> Option<PathBuf> {
        let fits = |file: &PathBuf| file.file_stem().and_then(|stem| stem.to_str()).is_some_and(&has_role);
        // `gen.py` rather than `generate_max.py`: the shortest name says the least besides.
        let fitting = self.programs.iter().enumerate().filter(|(_, file)| fits(file));
        let (at, _) = fitting.min_by_key(|(_, file)| file.file_stem().map(OsStr::len))?;
        (self.programs.len() > least).then(|| self.programs.remove(at))
    }
}

/// Whether a program is called `gen`, `gen2`, `gen-big`, `generator`: not `genius`.
fn is_generator(stem: &str) -> bool {
    let rest = ["generator", "generate", "gen"].iter().find_map(|word| stem.strip_prefix(word));
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
}

/// Whether a program is called like one that is right, however slow.
fn is_slow(stem: &str) -> bool {
    stem.starts_with("brute") || stem.starts_with("naive")
}

/// The program of this name in the folder, if there is exactly one.
fn beside(home: &Path, stem: &str, languages: &Languages) -> Option<PathBuf> {
    let is_called = |file: &PathBuf| file.file_stem().is_some_and(|name| name == stem);
    let called: Vec<PathBuf> = files(home).filter(is_called).collect();
    let is_source = |file: &&PathBuf| {
        file.extension().and_then(|own| own.to_str()).is_some_and(|own| languages.of_extension(own).is_some())
    };
    let sources: Vec<&PathBuf> = called.iter().filter(is_source).collect();
    match (&sources[..], &called[..]) {
        ([source], _) => Some((*source).clone()),
        // What is built of a source lies beside it.
        ([], [one]) => languages.of_file(one).map(|_| one.clone()),
        _ => None,
    }
}

fn files(home: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: the programs, the reference and what makes inputs.
    fn check(files: &str, has_reference: bool, input: Option<&str>, expected: (&str, &str, &str)) {
        let input = input.map(PathBuf::from);
        let roles = Roles::of(files.split(' ').map(PathBuf::from), has_reference, &input, 1);
        let word = |file: &Option<PathBuf>| file.as_ref().map_or_else(String::new, |file| file.display().to_string());
        let programs: Vec<String> = roles.programs.iter().map(|file| file.display().to_string()).collect();
        let found = (programs.join(" "), word(&roles.reference), word(&roles.inputs));
        assert_eq!((&*found.0, &*found.1, &*found.2), expected, "{files}");
    }

    #[test]
    fn names_say_what_a_program_is_there_for_in_any_order() {
        for files in ["a.cpp brute.py gen.py", "gen.py a.cpp brute.py", "brute.py gen.py a.cpp"] {
            check(files, false, None, ("a.cpp", "brute.py", "gen.py"));
        }
        check("a.cpp naive2.cpp gen-big.py b.cpp", false, None, ("a.cpp b.cpp", "naive2.cpp", "gen-big.py"));
        check("generate_max.py brute.py gen.py", false, None, ("generate_max.py", "brute.py", "gen.py"));
        check("naive_fix.py brute.py gen.py", false, None, ("naive_fix.py", "brute.py", "gen.py"));
        check("genius.cpp a.cpp", false, None, ("genius.cpp a.cpp", "", ""));
        check("a.cpp in.ctd brute.py gen.py", false, None, ("a.cpp gen.py", "brute.py", "in.ctd"));
    }

    #[test]
    fn what_an_option_says_is_taken_from_no_name() {
        check("a.cpp brute.py", true, None, ("a.cpp brute.py", "", ""));
        check("a.cpp gen.cpp", false, Some("in.ctd"), ("a.cpp gen.cpp", "", ""));
        check("brute.py", false, None, ("brute.py", "", ""));
        check("gen.py brute.py", false, None, ("brute.py", "", "gen.py"));
    }
}
