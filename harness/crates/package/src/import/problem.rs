//! Our files for a problem in another format.

use super::{Import, display, files_of, keep, manifest, one_file, one_source};
use crate::directives;
use crate::export::Content;
use crate::folder::{hyphenated, numbered, stem};
use crate::loss::Weight;
use crate::native::folder_of;
use crate::statement;
use crate::tree::{file_name, headers_beside};
use beneath::Home;
use model::{
    Comments, Expectation, FileNames, GRAMMAR, Judging, Languages, OwnLimits, Points, Problem, ProblemId, Rule,
    ScoreRange, Solution, Test, TestJudging, TimeFrom, Verdict, VerdictSet,
};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `problem` and its `solutions` as files of a workspace, under the name `id`.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn of_problem(
    problem: &Problem,
    solutions: &[Arc<Solution>],
    id: &ProblemId,
    languages: &dyn Languages,
) -> io::Result<Import> {
    let mut import = Import { id: id.clone(), files: BTreeMap::new(), losses: Vec::new() };
    let problem = &with_shared_judging(problem);
    let text = manifest::text(problem, &mut import);
    import.files.insert(format!("problems/{id}/problem.toml"), Content::Made(text.into_bytes()));
    if problem.rules.grading.is_some() {
        let what = "how the results of groups combine into a score and a verdict";
        import.lose(Weight::Judging, what, "groups here are added, and each is judged alone");
    }
    if let TimeFrom::Solutions(_, measured) = &problem.rules.time {
        let weight = if measured.is_some() { Weight::Note } else { Weight::Judging };
        let why = format!("here it is a number: {} s", problem.limits.cpu.as_secs_f64());
        import.lose(weight, "that the time limit follows from the submissions", why);
    }
    tests(problem, &mut import);
    programs(problem, &mut import)?;
    statement(problem, &mut import);
    let (model, mut used) = (model(problem, solutions), Vec::new());
    for solution in solutions {
        let is_model = model.is_some_and(|model| model.id == solution.id);
        used.extend(of_solution(solution, is_model, problem, languages, &mut import)?);
    }
    keep::keep(problem, &used, &mut import);
    Ok(import)
}

/// The problem with what all of its tests have alike: in later versions of the format a tolerance
/// stands in the settings of `data/`, and each test inherits it.
fn with_shared_judging(problem: &Problem) -> Problem {
    let mut own = problem.clone();
    let mut of_tests: Vec<TestJudging> =
        own.tests.iter().map(|test| test.judged.as_deref().cloned().unwrap_or_default()).collect();
    let Some(first) = of_tests.first().cloned() else { return own };
    match &mut own.judging {
        Judging::Compare(comparison) if of_tests.iter().all(|own| own.comparison == first.comparison) => {
            *comparison = first.comparison.unwrap_or(*comparison);
            of_tests.iter_mut().for_each(|own| own.comparison = None);
        }
        Judging::Checker(spec) | Judging::Interactor(spec)
            if of_tests.iter().all(|own| own.checker_args == first.checker_args) =>
        {
            spec.args.extend(first.checker_args);
            of_tests.iter_mut().for_each(|own| own.checker_args.clear());
        }
        Judging::Compare(_) | Judging::Checker(_) | Judging::Interactor(_) => {}
    }
    // An empty pair of names is a folder to write in.
    if let Some(files) = first.files.filter(|files| *files != FileNames::default())
        && of_tests.iter().all(|own| own.files.as_ref() == Some(&files))
        && !matches!(own.judging, Judging::Interactor(_))
    {
        of_tests.iter_mut().for_each(|own| own.files = None);
        own.files = files;
    }
    for (test, judging) in own.tests.iter_mut().zip(of_tests) {
        let judged = Some(judging).filter(|own| *own != TestJudging::default()).map(Arc::new);
        *test = Arc::new(Test { judged, ..(**test).clone() });
    }
    own
}

fn tests(problem: &Problem, import: &mut Import) {
    let folder = format!("testdata/{}", import.id);
    for test in &problem.tests {
        import.files.insert(format!("{folder}/{}.in", test.id), Content::Copied(test.input.clone()));
        import.files.insert(format!("{folder}/{}.ans", test.id), Content::Copied(test.answer.clone()));
        of_judging(test, import);
    }
    for input in &problem.invalid {
        // Those of two folders may have the same name.
        let place = |name: &str| format!("{folder}/invalid/{name}.in");
        let name = numbered(&stem(input), |name| !import.files.contains_key(&place(name)));
        import.files.insert(place(&name), Content::Copied(input.clone()));
    }
}

/// What a test says of its judging has no place here. Names of files are usually the same for all
/// tests, and are lost once.
fn of_judging(test: &Test, import: &mut Import) {
    let Some(judged) = test.judged.as_deref() else { return };
    let TestJudging { args, comparison, checker_args, validator_args, files, beside } = judged;
    if comparison.is_some() || !(args.is_empty() && checker_args.is_empty() && validator_args.is_empty()) {
        import.lose(Weight::Judging, format!("arguments of {}", test.id), "a test has none of its own here");
    }
    let mut lost: Vec<String> = Vec::new();
    let names = files.iter().flat_map(|names| [&names.input, &names.output]).flatten();
    lost.extend(names.chain(beside.iter().map(|file| &file.name)).map(|name| format!("the file {name} of solutions")));
    if *files == Some(FileNames::default()) {
        lost.push("the folder that solutions write in".to_owned());
    }
    for what in lost {
        if import.losses.iter().all(|loss| loss.what != what) {
            import.lose(Weight::Judging, what, "solutions use their standard streams alone here");
        }
    }
}

fn programs(problem: &Problem, import: &mut Import) -> io::Result<()> {
    // The judge comes first: its headers decide verdicts, should a validator have others.
    for judging in problem.judgings() {
        match judging {
            Judging::Compare(_) => {}
            Judging::Checker(spec) => program(problem, &spec.file, "checker", import)?,
            Judging::Interactor(spec) => program(problem, &spec.file, "interactor", import)?,
        }
    }
    let is_grammar = |file: &&PathBuf| file.extension().is_some_and(|own| own == "ctd");
    let (grammars, validators): (Vec<&PathBuf>, Vec<&PathBuf>) = problem.validators.iter().partition(is_grammar);
    for file in grammars.iter().skip(1).chain(validators.iter().skip(1)) {
        import.lose(Weight::Note, display(problem, file), "there is one validator here, and one grammar");
    }
    if let Some(grammar) = grammars.first() {
        import.files.insert(format!("problems/{}/{GRAMMAR}", import.id), Content::Copied(grammar.to_path_buf()));
    }
    validators.first().map_or(Ok(()), |validator| program(problem, validator, "validator", import))
}

/// Adds a program: its one file with the headers beside it, or a folder with all of its files.
fn program(problem: &Problem, path: &Path, name: &str, import: &mut Import) -> io::Result<()> {
    let folder = format!("problems/{}", import.id);
    let Some((file, extension)) = one_source(problem, path) else {
        for (own, file) in files_of(problem, path) {
            import.files.insert(format!("{folder}/{name}/{own}"), Content::Copied(file));
        }
        return Ok(());
    };
    for header in headers_beside(&file, &Home::of(&problem.dir))? {
        let place = format!("{folder}/{}", file_name(&header));
        let same = |there: &Content| Ok::<_, io::Error>(there.bytes()? == beneath::read(&header)?);
        match import.files.get(&place).map(same).transpose()? {
            Some(false) => {
                let why = "another program has another header of this name";
                import.lose(Weight::Judging, display(problem, &header), why);
            }
            Some(true) | None => drop(import.files.insert(place, Content::Copied(header))),
        }
    }
    import.files.insert(format!("{folder}/{name}.{extension}"), Content::Copied(file));
    Ok(())
}

/// Adds the statements in Markdown, with the files that lie beside them: their figures. Others are
/// kept as they are.
fn statement(problem: &Problem, import: &mut Import) {
    let folder = format!("problems/{}", import.id);
    for (tongue, path) in statement::markdown(&problem.dir) {
        for (name, beside) in path.parent().map(|folder| files_of(problem, folder)).unwrap_or_default() {
            if !statement::is_statement(&name) {
                import.files.entry(format!("{folder}/{name}")).or_insert(Content::Copied(beside));
            }
        }
        import.files.insert(format!("{folder}/{}", tongue.file()), Content::Copied(path));
    }
}

/// The solution that becomes the model solution, where the package names none: the first right one.
fn model<'s>(problem: &Problem, solutions: &'s [Arc<Solution>]) -> Option<&'s Arc<Solution>> {
    let is_one_file = |solution: &Solution| one_file(problem, &solution.path, |_| true).is_some();
    let is_fit = |solution: &&Arc<Solution>| solution.expectation.is_accepted() && is_one_file(solution);
    let named = solutions.iter().find(|solution| solution.id.label.is_none());
    named.or_else(|| solutions.iter().find(is_fit))
}

/// Adds the solution. Returns its file in the package; `None`: it has no place here.
fn of_solution(
    solution: &Solution,
    is_model: bool,
    problem: &Problem,
    languages: &dyn Languages,
    import: &mut Import,
) -> io::Result<Option<PathBuf>> {
    let Some((file, extension)) = one_file(problem, &solution.path, |_| true) else {
        import.lose(Weight::Note, &*solution.display, "it has several files, and a solution is one file here");
        return Ok(None);
    };
    let (expectation, name) = (&solution.expectation, &solution.display);
    let has_messages = expectation.rules.iter().any(|rule| rule.message.is_some());
    let names_groups = expectation.groups.iter().any(|rule| !rule.group.is_empty());
    let has_limits = solution.limits != OwnLimits::default();
    let lost = [
        (!solution.args.is_empty(), format!("arguments of {name}"), "a solution gets none here"),
        (has_messages, format!("messages that {name} must meet"), "a directive names verdicts alone"),
        (names_groups, format!("what {name} must get of groups"), "a directive names verdicts of tests"),
        (has_limits, format!("limits of {name} alone"), "the problem's hold for every solution here"),
    ];
    for (_, what, why) in lost.into_iter().filter(|(is_lost, ..)| *is_lost) {
        import.lose(Weight::Note, what, why);
    }
    let folder = folder_of(&solution.language);
    let place = |label: &str| format!("solutions/{folder}/{}{label}.{extension}", import.id);
    let label = solution.id.label.as_deref().filter(|_| !is_model);
    // `accepted/My Way` is `my-way`.
    let slug = |label: &str| hyphenated(label.rsplit('/').next().unwrap_or(label), "solution");
    let label = label.map_or_else(String::new, |label| format!("--{}", slug(label)));
    // Two folders may have files of the same name; here there is only one folder.
    let place = place(&numbered(&label, |label| !import.files.contains_key(&place(label))));
    let comments = languages.comments(&solution.language);
    let directives = directive_lines(expectation, problem, &comments);
    let bytes = beneath::read(&file)?;
    let (head, rest) = bytes.split_at(fixed_head(&bytes, &comments));
    let (own, _) = directives::read(&bytes, true, &comments, &file);
    let content = if directives.is_empty() || own.expectation != Expectation::default() {
        Content::Copied(file.clone())
    } else {
        Content::Made([head, directives.as_bytes(), rest].concat())
    };
    import.files.insert(place, content);
    Ok(Some(file))
}

/// The length of what must stay first: a byte order mark, the line that starts a script, and the
/// comment that names the encoding, which Python and Ruby look for in the first two lines.
fn fixed_head(bytes: &[u8], comments: &Comments) -> usize {
    let text = beneath::without_mark(bytes);
    let stays = |line: &&[u8]| {
        let line = line.trim_ascii();
        let is_comment = comments.line == "#" && line.starts_with(b"#");
        line.is_empty() || is_comment || line.starts_with(b"#!") || line.starts_with(b"<?")
    };
    let head = text.split_inclusive(|byte| *byte == b'\n').take(2).take_while(stays);
    bytes.len() - text.len() + head.map(<[u8]>::len).sum::<usize>()
}

/// The directives that say what a solution must get.
fn directive_lines(expectation: &Expectation, problem: &Problem, comments: &Comments) -> String {
    let of_rule = |rule: &Rule| {
        // What does not compile gets no verdict on single tests.
        let can_be = |verdict: &Verdict| rule.tests.is_none() || *verdict != Verdict::CompileError;
        let verdicts: Vec<&str> = rule.verdicts.iter().filter(can_be).map(Verdict::name).collect();
        let also: String = rule.also.iter().map(|test| format!(", {test}")).collect();
        let tests = rule.tests.as_ref().map_or(String::new(), |tests| format!("({tests}{also})"));
        format!("expect{tests}: {}", verdicts.join(", "))
    };
    let all = problem.groups.iter().map(|group| group.points.as_number()).sum();
    let any = Points::from_number(all).map(|most| ScoreRange { least: Points::default(), most });
    let score = expectation.score.and_then(|score| if score == ScoreRange::any() { any } else { Some(score) });
    let score = score.filter(|_| !problem.groups.is_empty());
    let rules = rules(expectation);
    let lines = rules.iter().map(of_rule).chain(score.map(|score| format!("score: {score}")));
    let end = comments.line_end().map_or(String::new(), |end| format!(" {end}"));
    lines.map(|line| format!("{}@ {line}{end}\n", comments.line)).collect()
}

/// The expectation as rules over tests. A verdict of the whole becomes one that some test must get,
/// while each may get any.
fn rules(expectation: &Expectation) -> Vec<Rule> {
    let Some(verdicts) = expectation.whole() else {
        return expectation.rules.iter().filter(|rule| rule.message.is_none()).cloned().collect();
    };
    // A solution that must be accepted, without a score being set, must have all points.
    if expectation.is_accepted() && expectation.score.is_none() {
        return Vec::new();
    }
    let whole = (!verdicts.contains(Verdict::Accepted)).then(|| Rule { verdicts, ..Rule::default() });
    let any = Rule { verdicts: VerdictSet::of_any_run(), ..Rule::default() };
    whole.into_iter().chain([any]).collect()
}
