//! Which solutions are compared, and on which inputs: from the command line.

use super::StressArgs;
use crate::anywhere::Anywhere;
use crate::args::{CommonArgs, SelectArgs};
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::opening;
use crate::workspace::{Named, Workspace};
use engine::build::Languages;
use engine::run::is_grammar;
use judge::{InputRequest, Inputs, config, is_brute, model, read_grammar, should_be_right};
use model::{Judging, Languages as _, Only, Problem, Solution, TimeFactor};
use package::detect::Kind;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a hunt needs to know.
pub(super) struct Subjects {
    pub problem: Arc<Problem>,
    /// The first gives the answers.
    pub right: Vec<Arc<Solution>>,
    pub suspects: Vec<Arc<Solution>>,
    pub inputs: Inputs,
    pub reference_in_time: bool,
    /// See [`lab::hunt::Hunt::weak`].
    pub weak: BTreeSet<usize>,
    /// The folder of the call, outside any workspace.
    pub folder: Option<PathBuf>,
}

/// # Errors
/// When there is nothing to compare, nothing to compare it with, or no way to make an input.
pub(super) fn find(args: &StressArgs, common: &CommonArgs) -> Result<(Workspace, Subjects), CliError> {
    let home = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let are_files = args.what.iter().all(|name| home.join(name).is_file());
    // Programs of no format need no tests.
    let select = SelectArgs { filters: args.what.clone(), tests: Vec::new() };
    let (workspace, select) = match opening::of_words(common, &select) {
        Ok((workspace, _)) if are_files && Kind::of(&workspace.root).is_none() => {
            return of_files(args, common, &home);
        }
        Ok(opened) => opened,
        Err(_) if are_files => return of_files(args, common, &home),
        Err(error) => return Err(error),
    };
    match of_workspace(args, &workspace, &select) {
        Err(CliError::Selection { .. }) if are_files && common.root.is_none() => of_files(args, common, &home),
        Err(error) => Err(error),
        Ok(subjects) => Ok((workspace, subjects)),
    }
}

fn of_workspace(args: &StressArgs, workspace: &Workspace, select: &SelectArgs) -> Result<Subjects, CliError> {
    let (named, chosen) = match workspace.problem_of(&select.words()) {
        Ok((named, None)) => (named, None),
        Ok((_, Some(_))) | Err(_) => {
            let plan = workspace.plan(select, TimeFactor::default())?;
            let problem = &plan.solutions[0].problem;
            if plan.solutions.iter().any(|planned| planned.problem.id != problem.id) {
                return Err(refused("solutions of one problem can be compared, and these are of several"));
            }
            let chosen: Vec<Arc<Solution>> = plan.solutions.iter().map(|p| Arc::clone(&p.solution)).collect();
            (workspace.problem(problem.id.as_str())?, Some(chosen))
        }
    };
    let reference = reference(args, &named, chosen.as_deref())?;
    let right: Vec<Arc<Solution>> =
        named.solutions.iter().filter(|solution| should_be_right(solution)).cloned().collect();
    let is_chosen = |solution: &Solution| chosen.iter().flatten().any(|chosen| chosen.id == solution.id);
    let suspects: Vec<Arc<Solution>> = match &chosen {
        Some(chosen) => chosen.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
        None => right.iter().filter(|solution| solution.id != reference.id).cloned().collect(),
    };
    if suspects.is_empty() && args.against.is_some() {
        return Err(refused(format!("{} is compared with itself", reference.id))
            .with_hint("name another solution behind --against, or none: then it is the model solution"));
    }
    if suspects.is_empty() {
        return Err(refused(format!("there is nothing to compare {} with", reference.id)).with_hint(format!(
            "write a second solution by another method (`harness new` makes a brute force), or name one: `harness stress {}/LABEL`",
            named.problem.id
        )));
    }
    // A named solution must cope with every input.
    let may_fail = |suspect: &Solution| chosen.is_none() && is_weak(suspect);
    let weak = suspects.iter().enumerate().filter(|(_, suspect)| may_fail(suspect)).map(|(at, _)| at).collect();
    let reference_in_time = args.against.is_none() && reference.expectation.is_accepted();
    let others = right.into_iter().filter(|other| other.id != reference.id && !is_chosen(other));
    let confirming: Vec<Arc<Solution>> = if chosen.is_none() { suspects.clone() } else { others.collect() };
    let inputs = workspace
        .inputs(&named.problem, &args.inputs.request()?)?
        .ok_or_else(|| workspace.no_inputs(&named.problem, &format!("stress {}", args.what[0])))?;
    Ok(Subjects {
        problem: Arc::clone(&named.problem),
        right: [reference].into_iter().chain(confirming).collect(),
        suspects,
        inputs,
        reference_in_time,
        weak,
        folder: None,
    })
}

/// The solution that gives the answers.
fn reference(args: &StressArgs, named: &Named, chosen: Option<&[Arc<Solution>]>) -> Result<Arc<Solution>, CliError> {
    let all = || named.solutions.iter();
    let Some(wanted) = &args.against else {
        let is_chosen = |solution: &Solution| chosen.into_iter().flatten().any(|chosen| chosen.id == solution.id);
        let model = model(named)?;
        // To stress the model solution, another one must give the answers.
        let other = || all().find(|other| should_be_right(other) && !is_chosen(other));
        return Ok(Arc::clone(if is_chosen(model) { other().unwrap_or(model) } else { model }));
    };
    let here = env::current_dir().unwrap_or_default().join(wanted);
    let own = wanted.strip_prefix(named.problem.id.as_str()).and_then(|rest| rest.strip_prefix('/'));
    let fits = |solution: &&Arc<Solution>| {
        let id = &solution.id;
        id.is_called(wanted) || own.is_some_and(|own| id.is_called(own)) || solution.path == here
    };
    all().find(fits).cloned().ok_or_else(|| named.no_solution(wanted))
}

/// Returns whether a solution is right but need not be fast, like a brute force.
fn is_weak(solution: &Solution) -> bool {
    !solution.expectation.is_accepted() || solution.only != Only::default() || is_brute(solution)
}

/// Programs in any folder.
fn of_files(args: &StressArgs, common: &CommonArgs, home: &Path) -> Result<(Workspace, Subjects), CliError> {
    let screen = common.screen();
    let languages = config::languages(&config::load(None)?)?;
    let at = Anywhere { rules: &args.rules, screen: &screen, home, languages: &languages, judge: common.judge()? };
    let mut programs: Vec<PathBuf> = args.what.iter().map(|name| home.join(name)).collect();
    let against = match &args.against {
        Some(file) => Some(home.join(file)),
        None => beside(home, "brute", &languages),
    };
    // If nothing says which one is right, the first program is compared with the others.
    let (mut all, against_is_known) = match against.filter(|file| !programs.contains(file)) {
        Some(file) if !file.is_file() => {
            return Err(refused(format!("there is no file {}", file.strip_prefix(home).unwrap_or(&file).display()))
                .of_kind(ErrorKind::NothingNamed));
        }
        Some(file) => (vec![file], true),
        None => (Vec::new(), false),
    };
    all.append(&mut programs);
    if let ([_], Some(file)) = (&all[..], &args.against) {
        return Err(refused(format!("{file} is compared with itself"))
            .with_hint("name another program behind --against, one that is right, however slow"));
    }
    if all.len() < 2 {
        return Err(refused("there is nobody to compare it with")
            .with_hint("name a program that is right, however slow: --against brute.py"));
    }
    for program in &all {
        at.language_of(program)?;
    }
    // The problem is named after the program under test.
    let mut named = all.clone();
    named.rotate_left(usize::from(against_is_known));
    let mut workspace = at.workspace(&named)?;
    let problem = Arc::make_mut(&mut workspace.catalog.problems[0]);
    if let Judging::Checker(spec) = &mut problem.judging {
        // Here every answer is an output.
        spec.accepts_answers = true;
    }
    let problem = Arc::clone(&workspace.catalog.problems[0]);
    let of = |file: &PathBuf| workspace.catalog.solutions.iter().find(|solution| solution.path == *file).cloned();
    let solutions: Vec<Arc<Solution>> = all.iter().filter_map(of).collect();
    let input = args.inputs.input.as_ref().map(|input| home.join(input));
    let input = input.or_else(|| a_grammar(home)).or_else(|| beside(home, "gen", &languages)).ok_or_else(|| {
        refused("nothing says what an input looks like")
            .with_hint("write a grammar of it (docs/setting.md) or a generator: --input in.ctd, --input gen.py")
    })?;
    let grammar = a_grammar(home).filter(|file| *file != input).map(|file| read_grammar(&file, home));
    let arguments = args.inputs.arguments.clone();
    let request = InputRequest { here: home.to_owned(), input: Some(input), arguments };
    let inputs = request.named(&languages)?.expect("a source is named");
    let inputs = Inputs { grammar: grammar.transpose()?, ..inputs };
    let subjects = Subjects {
        problem,
        right: vec![Arc::clone(&solutions[0])],
        suspects: solutions[1..].to_vec(),
        inputs,
        reference_in_time: !against_is_known,
        weak: BTreeSet::new(),
        folder: Some(home.to_owned()),
    };
    Ok((workspace, subjects))
}

/// The program of this name in the folder, if there is exactly one.
fn beside(home: &Path, stem: &str, languages: &Languages) -> Option<PathBuf> {
    let mut found = files(home).filter(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        file.file_stem().is_some_and(|name| name == stem) && languages.of_extension(extension).is_some()
    });
    found.next().filter(|_| found.next().is_none())
}

/// The grammar in the folder, if there is exactly one.
fn a_grammar(home: &Path) -> Option<PathBuf> {
    let mut found = files(home).filter(|file| is_grammar(file));
    found.next().filter(|_| found.next().is_none())
}

fn files(home: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(home).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file())
}
