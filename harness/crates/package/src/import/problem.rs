//! Our files for a problem in another format.

use super::{Import, display, manifest, one_file, one_source, rest};
use crate::export::{Content, uuid};
use crate::folder::numbered;
use crate::mistakes::Mistakes;
use crate::native::folder_of;
use crate::statement::Tongue;
use crate::tree::{file_name, headers_beside};
use crate::yaml;
use beneath::Home;
use model::{
    Comments, Expectation, FileNames, Judging, Languages, OwnLimits, Problem, ProblemId, Rule, ScoreRange, Solution,
    Test, TestJudging, TimeFrom, Verdict,
};
use std::fs;
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
    let mut import = Import::new(id.clone());
    let problem = &with_shared_judging(problem);
    let text = manifest::text(problem, &mut import);
    import.files.insert(format!("problems/{id}/problem.toml"), Content::Made(text.into_bytes()));
    if problem.rules.grading.is_some() {
        import.lose(
            "how points and verdicts are made of those of groups",
            "groups here are added, and each is judged alone",
        );
    }
    if problem.rules.behind.is_some() {
        import.lose("the checker behind the interactor", "an interactor here decides alone");
    }
    if let TimeFrom::Solutions(_, measured) = &problem.rules.time {
        let why = match measured {
            Some(_) => "here it is a number: the one that was measured is written".to_owned(),
            None => {
                let usual = problem.limits.cpu.as_secs_f64();
                format!("here it is a number: {usual} s, because none is measured until the package is judged")
            }
        };
        import.lose("that the time limit follows from the submissions", why);
    }
    for output in &problem.rules.outputs {
        import.lose(&*output.test.id.0, "no outputs are kept here to try a comparison or a checker with");
    }
    for validator in &problem.rules.answer_validators {
        import.lose(display(problem, validator), "nothing looks at answers here");
    }
    for (_, answer) in &problem.rules.invalid_answers {
        import.lose(display(problem, answer), "nothing looks at answers here");
    }
    of_metadata(problem, &mut import)?;
    tests(problem, &mut import);
    programs(problem, &mut import)?;
    statement(problem, &mut import)?;
    for solution in solutions {
        of_solution(solution, languages, &mut import)?;
    }
    rest::lose(problem, solutions, &mut import)?;
    Ok(import)
}

/// What `problem.yaml` says of whose the problem is and of how it is found. The `uuid` that an
/// export of ours makes is made again.
fn of_metadata(problem: &Problem, import: &mut Import) -> io::Result<()> {
    let path = problem.dir.join("problem.yaml");
    if !path.is_file() {
        return Ok(());
    }
    let text: Arc<str> = String::from_utf8_lossy(&beneath::read(&path)?).into();
    let root = yaml::parse(&text, &mut Mistakes::new(path, Arc::clone(&text)));
    let made = yaml::YamlValue::Scalar { text: uuid(problem.id.as_str()), plain: true };
    for key in ["license", "rights_owner", "credits", "author", "keywords", "uuid"] {
        let node = root.as_ref().and_then(|root| root.entry(key));
        if node.is_some_and(|node| !node.is_null() && (key != "uuid" || node.value != made)) {
            import.lose(format!("`{key}` of problem.yaml"), "problem.toml has no place for it");
        }
    }
    Ok(())
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
        if test.is_of_source() {
            import.lose(format!("test {}", test.id), "nothing reads the sources of solutions here");
            continue;
        }
        import.files.insert(format!("{folder}/{}.in", test.id), Content::Copied(test.input.clone()));
        import.files.insert(format!("{folder}/{}.ans", test.id), Content::Copied(test.answer.clone()));
        of_judging(test, import);
    }
    for input in &problem.invalid {
        // Polygon's have no ending, and those of two folders may have the same name.
        let place = |name: &str| format!("{folder}/invalid/{name}.in");
        let name = numbered(&invalid_name(input), |name| !import.files.contains_key(&place(name)));
        import.files.insert(place(&name), Content::Copied(input.clone()));
    }
}

/// The name of an input that must be refused: `02` stays, and so does `a.b` of `a.b.in`.
fn invalid_name(input: &Path) -> String {
    let name = file_name(input);
    name.strip_suffix(".in").unwrap_or(&name).to_owned()
}

/// What a test says of its judging has no place here. Names of files are usually the same for all
/// tests, and are lost once.
fn of_judging(test: &Test, import: &mut Import) {
    let Some(judged) = test.judged.as_deref() else { return };
    let TestJudging { args, comparison, checker_args, validator_args, files, beside, of_source: _ } = judged;
    if comparison.is_some() || !(args.is_empty() && checker_args.is_empty() && validator_args.is_empty()) {
        import.lose(format!("arguments of {}", test.id), "a test has none of its own here");
    }
    let mut lost: Vec<String> = Vec::new();
    let names = files.iter().flat_map(|names| [&names.input, &names.output]).flatten();
    lost.extend(names.chain(beside.iter().map(|file| &file.name)).map(|name| format!("the file {name} of solutions")));
    if *files == Some(FileNames::default()) {
        lost.push("the folder that solutions write in".to_owned());
    }
    for what in lost {
        if import.losses.iter().all(|loss| loss.what != what) {
            import.lose(what, "solutions use their standard streams alone here");
        }
    }
}

fn programs(problem: &Problem, import: &mut Import) -> io::Result<()> {
    // The judge comes first: its headers decide verdicts, should a validator have others.
    match &problem.judging {
        Judging::Compare(_) => {}
        Judging::Checker(spec) => program(problem, &spec.file, "checker", import)?,
        Judging::Interactor(spec) => program(problem, &spec.file, "interactor", import)?,
    }
    let mut grammar = false;
    let mut validator = false;
    for file in &problem.validators {
        let is_grammar = file.extension().is_some_and(|own| own == "ctd");
        let taken = if is_grammar { &mut grammar } else { &mut validator };
        if std::mem::replace(taken, true) {
            import.lose(display(problem, file), "there is one validator here, and one grammar");
        } else if is_grammar {
            import.files.insert(format!("problems/{}/input.ctd", import.id), Content::Copied(file.clone()));
        } else {
            program(problem, file, "validator", import)?;
        }
    }
    Ok(())
}

/// Adds a program of one file, with the headers beside it.
fn program(problem: &Problem, path: &Path, name: &str, import: &mut Import) -> io::Result<()> {
    let Some((file, extension)) = one_source(path) else {
        import.lose(display(problem, path), format!("it has several files, and here `{name}.*` is one"));
        return Ok(());
    };
    let folder = format!("problems/{}", import.id);
    for header in headers_beside(&file, &Home::of(&problem.dir))? {
        let place = format!("{folder}/{}", file_name(&header));
        let same = |there: &Content| Ok::<_, io::Error>(there.bytes()? == beneath::read(&header)?);
        match import.files.get(&place).map(same).transpose()? {
            Some(false) => {
                import.lose(display(problem, &header), "another program has another header of this name");
            }
            Some(true) | None => drop(import.files.insert(place, Content::Copied(header))),
        }
    }
    import.files.insert(format!("{folder}/{name}.{extension}"), Content::Copied(file));
    Ok(())
}

/// Adds the statements: Markdown as it is; TeX with a Markdown file that points to it.
fn statement(problem: &Problem, import: &mut Import) -> io::Result<()> {
    let (home, mut found) = (Home::of(&problem.dir), Vec::<PathBuf>::new());
    for folder in ["statement", "problem_statement"] {
        let Ok(entries) = fs::read_dir(problem.dir.join(folder)) else { continue };
        for entry in entries {
            let path = entry?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if home.find(&path).is_ok() && (stem == "problem" || stem.starts_with("problem.")) {
                found.push(path);
            }
        }
    }
    // Markdown before TeX, and English first among each.
    found.sort_by_key(|path| {
        let name = file_name(path);
        (!name.ends_with(".md"), !(name.contains(".en.") || name.matches('.').count() == 1), name)
    });
    let mut is_stated: Vec<Tongue> = Vec::new();
    for path in found {
        let name = file_name(&path);
        // Where there is no statement in English, the first one takes its place.
        let tongue = match tongue(&name) {
            None if is_stated.is_empty() => Some(Tongue::English),
            tongue => tongue,
        };
        match tongue.filter(|tongue| !is_stated.contains(tongue)) {
            Some(tongue) => {
                is_stated.push(tongue);
                state(problem, import, path, tongue);
            }
            None => import.lose(
                display(problem, &path),
                "there is one statement here in each of two languages, English and Chinese",
            ),
        }
    }
    Ok(())
}

/// The language of `problem.zh.tex` and its like. A name without a language means English.
fn tongue(name: &str) -> Option<Tongue> {
    match name.split('.').collect::<Vec<_>>()[..] {
        [_, _] => Some(Tongue::English),
        [_, code, _] => Tongue::of_code(code),
        _ => None,
    }
}

fn state(problem: &Problem, import: &mut Import, path: PathBuf, tongue: Tongue) {
    let folder = format!("problems/{}", import.id);
    let name = file_name(&path);
    if name.ends_with(".md") {
        import.files.insert(format!("{folder}/{}", tongue.file()), Content::Copied(path));
        return;
    }
    import.lose(display(problem, &path), "a statement is Markdown here; it is copied, and not translated");
    import.files.insert(format!("{folder}/{name}"), Content::Copied(path));
    let title = problem.title_zh.as_ref().filter(|_| tongue == Tongue::Chinese).unwrap_or(&problem.title);
    let text = format!("# {title}\n\nSee [{name}]({name}).\n");
    import.files.insert(format!("{folder}/{}", tongue.file()), Content::Made(text.into_bytes()));
}

fn of_solution(solution: &Solution, languages: &dyn Languages, import: &mut Import) -> io::Result<()> {
    let Some((file, extension)) = one_file(&solution.path, |_| true) else {
        import.lose(&*solution.display, "it has several files, and a solution is one file here");
        return Ok(());
    };
    if !solution.args.is_empty() {
        import.lose(format!("arguments of {}", solution.display), "a solution gets none here");
    }
    if solution.expectation.rules.iter().any(|rule| !is_directive(rule)) {
        import.lose(
            format!("messages and patterns that {} must meet", solution.display),
            "a directive names verdicts, and tests by one glob",
        );
    }
    if solution.expectation.groups.iter().any(|rule| !rule.group.is_empty()) {
        import.lose(format!("what {} must get of groups", solution.display), "a directive names verdicts of tests");
    }
    if solution.limits != OwnLimits::default() {
        import.lose(format!("limits of {} alone", solution.display), "the problem's hold for every solution here");
    }
    let folder = folder_of(&solution.language);
    let place = |label: &str| format!("solutions/{folder}/{}{label}.{extension}", import.id);
    let label = solution.id.label.as_deref().map_or_else(String::new, |label| format!("--{}", slug(label)));
    // Two folders may have files of the same name; here there is only one folder.
    let place = place(&numbered(&label, |label| !import.files.contains_key(&place(label))));
    let comments = languages.comments(&solution.language);
    let directives = directives(&solution.expectation, &comments);
    let bytes = beneath::read(&file)?;
    let marker = format!("{}@ ", comments.line);
    let (head, rest) = bytes.split_at(fixed_head(&bytes, &comments));
    let mut lines = [head, rest].into_iter().flat_map(|part| part.split(|byte| *byte == b'\n'));
    let words = [&b"expect"[..], b"score"];
    let says = lines.any(|line| {
        line.strip_prefix(marker.as_bytes()).is_some_and(|rest| words.iter().any(|word| rest.starts_with(word)))
    });
    let content = if directives.is_empty() || says {
        Content::Copied(file)
    } else {
        Content::Made([head, directives.as_bytes(), rest].concat())
    };
    import.files.insert(place, content);
    Ok(())
}

/// The length of what must stay first: a byte order mark, the line that starts a script, and the
/// comment that names the encoding, which Python and Ruby look for in the first two lines.
fn fixed_head(bytes: &[u8], comments: &Comments) -> usize {
    let mark = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut lines = bytes[mark..].split_inclusive(|byte| *byte == b'\n');
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_comment = |line: &[u8]| comments.line == "#" && line.trim_ascii_start().starts_with(b"#");
    let has = |line: &[u8], word: &[u8]| line.windows(word.len()).any(|part| part == word);
    let names_encoding = |line: &[u8]| is_comment(line) && (has(line, b"coding:") || has(line, b"coding="));
    if names_encoding(second) && (is_comment(first) || first.trim_ascii().is_empty()) {
        mark + first.len() + second.len()
    } else if names_encoding(first) || first.starts_with(b"#!") || first.starts_with(b"<?") {
        mark + first.len()
    } else {
        mark
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Turns a name into a label: `accepted/My Way` is `my-way`.
fn slug(label: &str) -> String {
    let last = label.rsplit('/').next().unwrap_or(label).to_lowercase();
    let words = last.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "solution".to_owned() } else { slug }
}

fn is_directive(rule: &Rule) -> bool {
    rule.message.is_none() && rule.also.is_empty()
}

/// The directives that say what a solution must get.
fn directives(expectation: &Expectation, comments: &Comments) -> String {
    let of_rule = |rule: &Rule| {
        // What does not compile gets no verdict on single tests.
        let can_be = |verdict: &Verdict| rule.tests.is_none() || *verdict != Verdict::CompileError;
        let verdicts: Vec<&str> = rule.verdicts.iter().filter(can_be).map(Verdict::name).collect();
        let tests = rule.tests.as_ref().map_or(String::new(), |tests| format!("({tests})"));
        format!("expect{tests}: {}", verdicts.join(", "))
    };
    let score = expectation.score.filter(|score| *score != ScoreRange::any());
    let rules = rules(expectation);
    let lines = rules.iter().map(of_rule).chain(score.map(|score| format!("score: {score}")));
    let end = comments.line_end().map_or(String::new(), |end| format!(" {end}"));
    lines.map(|line| format!("{}@ {line}{end}\n", comments.line)).collect()
}

/// The expectation as rules over tests. A verdict of the whole becomes one that some test must get,
/// while each may get any.
fn rules(expectation: &Expectation) -> Vec<Rule> {
    let Some(verdicts) = expectation.whole() else {
        return expectation.rules.iter().filter(|rule| is_directive(rule)).cloned().collect();
    };
    // A solution that must be accepted, without a score being set, must have all points.
    if expectation.is_accepted() && expectation.score.is_none() {
        return Vec::new();
    }
    let whole = (!verdicts.contains(Verdict::Accepted)).then(|| Rule { verdicts, ..Rule::default() });
    let all = Verdict::ALL.into_iter().filter(|verdict| *verdict != Verdict::CompileError).collect();
    whole.into_iter().chain([Rule { verdicts: all, ..Rule::default() }]).collect()
}
