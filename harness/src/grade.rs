//! `harness grade`: the submissions of a class, judged and put into a table.
//!
//! A folder of students' files becomes a catalog in memory, which is judged, contained and cached
//! like any other. The words are a grader's: verdicts and points, never whether they were expected.

mod class;
mod copies;
mod folder;
mod guess;
mod handout;
mod judging;
mod mapping;
mod plain;
mod shape;
mod unread;

use crate::args::{CommonArgs, SandboxArgs, ShardArgs, TimeFactorArgs};
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::limits;
use crate::records;
use crate::screen::{self, Screen, StandardOutput, from_here, say};
use crate::workspace::Workspace;
use clap::{Args, ValueEnum, ValueHint, value_parser};
use class::{Class, Paths, Problems};
use engine::build::Languages;
use engine::plan::{self, Plan, Selection};
use folder::Listing;
use guess::guess;
use handout::Handout;
use judging::Judged;
use mapping::Mapping;
use model::record::{self, ClassTable, Report, Solution};
use model::standings::{Attempt, Column, Counting, Crediting, Entry, Keep, Outcome, Standings, WORTH};
use model::{Language, Languages as _, Points, Problem, ProblemId};
use report::artifacts::merge::Merged;
use report::standings::table;
use report::text::phrase::{count, names};
use report::text::{Look, sanitize};
use shape::Shape;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness grade class --as '{student}/{problem}.{ext}'
  harness grade class --csv scores.csv --html pages
                                   the shape is guessed, and said
  harness grade hw1 --problem nim  all files are for one problem
  harness grade class --problem A=nim --problem B=wythoff
                                   what problems are called in the paths
  harness grade class --map who.csv
                                   a table says whose each file is: file,student,problem
  harness grade class --dry-run    who submitted what; nothing is judged
  harness grade class --shard 1/4 --json part-1.json
                                   one machine's part
  harness grade class --from part-*.json --csv scores.csv
                                   then, anywhere, the whole class

Fields of --as: {student}, {problem}, {ext}, {attempt}, {id} (tells students of one name apart), `*` for anything, `**/` for \
any folders. A file that no submission is made of is named with the reason, and its student has a `?`. What students wrote into their files means nothing to the harness: directives are not read. Results are \
remembered, so the same command goes on where it was interrupted. 0: everything was judged, whatever the verdicts.";

/// Judge a folder of students' submissions: a table, a spreadsheet, pages to hand out
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GradeArgs {
    /// The folder of submissions
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// How to read its paths, such as `{student}/{problem}.{ext}` [default: the usual shape that
    /// fits]
    #[arg(long = "as", value_name = "PATTERN")]
    shape: Option<String>,
    /// A table that says whose each file is: lines `file,student,problem`
    #[arg(long, value_name = "FILE", conflicts_with = "shape", value_hint = ValueHint::FilePath)]
    map: Option<PathBuf>,
    /// `nim`: all files are for this problem. `A=nim`: the files call this problem A. May be given
    /// several times
    #[arg(long = "problem", value_name = "[WORD=]PROBLEM")]
    problems: Vec<String>,
    /// Which of several attempts counts [default: the best; with `--from`, as these records were
    /// graded]
    #[arg(long, value_name = "WHICH")]
    count: Option<Which>,
    /// Judge every test: a problem without groups gives the share of its tests that are accepted
    #[arg(long)]
    per_test: bool,
    /// Write the table for a spreadsheet
    #[arg(long, value_name = "FILE", conflicts_with = "shard", value_hint = ValueHint::FilePath)]
    csv: Option<PathBuf>,
    /// Write pages: an overview and one page per student into a folder, or the overview alone into
    /// a file that ends with .html
    #[arg(long, value_name = "DIR|FILE", conflicts_with = "shard")]
    html: Option<PathBuf>,
    /// Show the contents of failed tests in the pages
    #[arg(long, requires = "html")]
    contents: bool,
    /// Heading of the pages [default: the folder's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Write the record of all runs, for programs and for `--from`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    json: Option<PathBuf>,
    /// Judge nothing: take the results from these records, of shards or of a whole run
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "json"])]
    from: Vec<PathBuf>,
    /// Show who submitted what, and judge nothing
    #[arg(long)]
    dry_run: bool,
    /// Programs to run at once [default: one per core; one core is left free if there are more than
    /// two]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Only the table
    #[arg(short, long)]
    quiet: bool,
    /// Compile and run everything, and keep no result for later runs
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    time: TimeFactorArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The one with most points
    Best,
    /// The last one by name or `{attempt}`
    Last,
}

pub(crate) fn run(args: &GradeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if args.shard.shard.is_some() && args.json.is_none() && !args.dry_run {
        return Err(refused("a part of a class has no table: without `--json` nothing keeps its results")
            .with_hint("add `--json part-1.json`; `harness grade DIR --from part-*.json` makes the table"));
    }
    let mut workspace = match plain::of(common)? {
        Some(folder) => folder,
        None => limits::open(common)?,
    };
    let screen = workspace.screen.clone();
    let output = StandardOutput::beside([&args.csv, &args.html, &args.json].into_iter().flatten());
    let folder = args.folder.canonicalize().or_cannot(format!("open {}", args.folder.display()))?;
    if !folder.is_dir() {
        return Err(refused(format!("{} is not a folder", args.folder.display())));
    }
    let problems = problems(args, &workspace)?;
    let listing = Listing::of(&folder);
    let how = How::of(args, &listing, &problems, &workspace.languages, &screen)?;
    if problems.one.is_some() && how.names_problems() {
        screen.note("the paths name problems: `--problem NAME` is for files whose paths do not");
    }
    let language_of = |extension: &str| workspace.languages.of_extension(extension);
    let mut class = Class::of(&listing, how.paths(), &problems, &language_of);
    let unread::Meaning { broken, mut incomplete } = unread::tell(&class, &listing, &workspace, args.dry_run, &screen);
    incomplete |= listing.unread;
    if class.submissions.is_empty() {
        let kind = if broken { ErrorKind::UsageOrContent } else { ErrorKind::NothingNamed };
        return Err(refused(format!("{} holds no submission that is read as {}", from_here(&folder), how.as_str()))
            .with_hint("name how paths are read: `harness grade DIR --as '{student}/{problem}.{ext}'`")
            .of_kind(kind));
    }
    let recorded = recorded(&args.from, &screen)?;
    let rules = rules(args, recorded.as_ref())?;
    tell_attempts(&class, &how, rules, &screen);
    if args.dry_run {
        return dry_run(&class, &screen);
    }
    let handout = Handout::prepare(args, &folder)?;
    workspace.catalog = std::mem::take(&mut class.catalog);
    // What students hand in is built and run as the judge does.
    workspace = workspace.ruled_by(common.judge()?)?;
    let selection = Selection { time_factor: args.time.time_factor, ..Selection::default() };
    let plan = plan::make(&workspace.catalog, &selection).map_err(|error| refused(error.to_string()))?;
    let keep = if args.contents { Keep::Contents } else { Keep::Results };
    let columns = workspace.catalog.problems.clone();
    let grader =
        Grader { class: &class, plan: &plan, problems: &columns, languages: &workspace.languages, rules, keep };
    // Where standard output cannot be written, files still are.
    let Judged { attempts, interrupted, printed } = match &recorded {
        None => judging::judge(args, &workspace, &grader, output)?,
        Some(record) => Judged { attempts: grader.attempts(record, &screen), interrupted: false, printed: Ok(()) },
    };
    if args.shard.shard.is_some() {
        printed?;
        return Ok(exit(&attempts.values().collect::<Vec<_>>(), interrupted, incomplete, broken));
    }
    let standings = grader.standings(attempts);
    // Each in its turn: where one thing cannot be written, the results are still in the others.
    let table = screen::print_beside(output, &drawn(&standings, &screen, output));
    let written = handout.write(&standings, &screen);
    match (printed.and(table), written) {
        (printed, Ok(())) => printed?,
        (Ok(()), written) => written?,
        (Err(also), Err(error)) => {
            screen.error(&also);
            return Err(error);
        }
    }
    if interrupted {
        screen.note("interrupted: the same command goes on from here");
    }
    Ok(exit(&standings.attempts().collect::<Vec<_>>(), interrupted, incomplete, broken))
}

/// How the paths of the class are read.
enum How {
    Shape(Shape),
    Mapping(Mapping),
}

impl How {
    fn of(
        args: &GradeArgs,
        listing: &Listing,
        problems: &Problems<'_>,
        languages: &Languages,
        screen: &Screen,
    ) -> Result<How, CliError> {
        if let Some(file) = &args.map {
            let text = std::fs::read_to_string(file).or_cannot(format!("read {}", file.display()))?;
            let mapping = Mapping::parse(&text).map_err(|why| refused(format!("{}: {why}", file.display())))?;
            return Ok(How::Mapping(mapping));
        }
        Ok(How::Shape(match &args.shape {
            Some(text) => Shape::parse(text)?,
            None => guessed(args, listing, problems, languages, screen)?,
        }))
    }

    fn paths(&self) -> Paths<'_> {
        match self {
            How::Shape(shape) => Paths::Shape(shape),
            How::Mapping(mapping) => Paths::Mapping(mapping),
        }
    }

    fn names_problems(&self) -> bool {
        match self {
            How::Shape(shape) => shape.names_problems(),
            How::Mapping(mapping) => mapping.names_problems(),
        }
    }

    fn names_attempts(&self) -> bool {
        match self {
            How::Shape(shape) => shape.names_attempts(),
            How::Mapping(mapping) => mapping.names_attempts(),
        }
    }

    fn as_str(&self) -> &str {
        match self {
            How::Shape(shape) => shape.as_str(),
            How::Mapping(_) => "the mapping says",
        }
    }
}

/// Ctrl-C outweighs runs that were not judged, and those outweigh broken problems. What could not
/// be read (`incomplete`) may have been a submission.
fn exit(attempts: &[&Attempt], interrupted: bool, incomplete: bool, broken: bool) -> Exit {
    if interrupted {
        Exit::Interrupted
    } else if incomplete || attempts.iter().any(|attempt| attempt.points.is_none()) {
        Exit::FaultOrIncomplete
    } else if broken {
        Exit::UsageOrContent
    } else {
        Exit::AsExpected
    }
}

/// Turns records into attempts.
struct Grader<'a> {
    class: &'a Class,
    plan: &'a Plan,
    /// Those that somebody has a file for, in the order of the table.
    problems: &'a [Arc<Problem>],
    languages: &'a Languages,
    rules: ClassTable,
    keep: Keep,
}

impl Grader<'_> {
    fn attempt(&self, solution: &Solution) -> Attempt {
        Attempt::of(solution, self.name_of(&solution.language), worth(self.rules), self.keep)
    }

    fn name_of<'l>(&'l self, language: &'l Language) -> &'l str {
        self.languages.get(language).map_or(&*language.0, |entry| entry.name.as_str())
    }

    /// The attempts of a record, by the names of their solutions. A file that is another one by now
    /// was not judged, and one that is gone has no place in the table: both are reported.
    fn attempts(&self, record: &Report, screen: &Screen) -> BTreeMap<String, Attempt> {
        let mut attempts: BTreeMap<String, (&Solution, Attempt)> =
            record.solutions.iter().map(|graded| (graded.name.clone(), (&**graded, self.attempt(graded)))).collect();
        let (mut changed, mut here) = (Vec::new(), BTreeSet::new());
        for planned in &self.plan.solutions {
            let name = planned.solution.id.to_string();
            let recorded = attempts.get(&name).and_then(|(graded, _)| graded.sha256.as_ref());
            if recorded.is_some_and(|recorded| judging::hash(&planned.solution).as_ref() != Some(recorded)) {
                changed.push(planned.solution.display.clone());
                attempts.remove(&name);
            }
            here.insert(name);
        }
        let gone = record.solutions.iter().filter(|graded| !here.contains(&graded.name));
        let gone: Vec<&str> = gone.map(|graded| graded.path.as_str()).collect();
        if !gone.is_empty() {
            let left_out = format!("{} left out: {}", count(gone.len(), "submission"), names(&gone, 5));
            screen.warn(&format!("gone since these records were graded, {left_out}"));
        }
        if !changed.is_empty() {
            screen.warn(&format!("changed since these records were graded, not judged: {}", names(&changed, 5)));
        }
        attempts.into_iter().map(|(name, (_, attempt))| (name, attempt)).collect()
    }

    fn standings(&self, mut attempts: BTreeMap<String, Attempt>) -> Standings {
        let mut problems: Vec<Column> = Vec::new();
        let mut places: BTreeMap<&ProblemId, usize> = BTreeMap::new();
        for problem in self.problems {
            let points: Vec<_> = problem.groups.iter().map(|group| group.points).collect();
            places.insert(&problem.id, problems.len());
            problems.push(column(&problem.id, &problem.title, &points));
        }
        let entry = |submission: &class::Submission| {
            let problem = *places.get(&submission.id.problem)?;
            let open = || Attempt::open(&submission.file, self.name_of(&submission.language), problems[problem].of);
            let attempt = attempts.remove(&submission.id.to_string()).unwrap_or_else(open);
            Some(Entry { student: submission.student, problem, attempt })
        };
        let mut entries: Vec<Entry> = self.class.submissions.iter().filter_map(entry).collect();
        let mut others = Vec::new();
        for unread in &self.class.unread {
            let Some(student) = unread.student else { continue };
            match unread.problem.as_ref().and_then(|problem| places.get(problem)) {
                Some(&problem) => {
                    let outcome = Outcome::Unread(unread.why.words());
                    let attempt = Attempt { outcome, ..Attempt::open(&unread.file, "", problems[problem].of) };
                    entries.push(Entry { student, problem, attempt });
                }
                None => others.push((student, unread)),
            }
        }
        let students = self.class.labelled();
        let mut standings = Standings::new(problems, students.clone(), entries, counting(self.rules));
        for (student, unread) in others {
            standings.leave_unread(&students[student].1, unread.file.clone(), unread.why.words());
        }
        standings
    }
}

/// The reports that `--from` names, as one record.
fn recorded(files: &[PathBuf], screen: &Screen) -> Result<Option<Report>, CliError> {
    let reports = records::read_all(files)?;
    if let Some((path, _)) = reports.iter().find(|(_, report)| report.run.class.is_none()) {
        return Err(refused(format!("{} is not a record of a class", path.display()))
            .with_hint("`harness grade DIR --json FILE` writes one"));
    }
    match reports.as_slice() {
        [] => return Ok(None),
        [(_, report)] if report.run.shard.is_none() => return Ok(Some(report.clone())),
        _ => {}
    }
    let merged = records::merged(reports)?;
    merged.warnings.iter().for_each(|warning| screen.warn(warning));
    if merged.absent() > 0 {
        screen.warn(&merged.lack().0);
    }
    Ok(Some(merged.report))
}

/// The rules by which the class is counted: those of the command line, else those of the record.
fn rules(args: &GradeArgs, recorded: Option<&Report>) -> Result<ClassTable, CliError> {
    let of_args = ClassTable { last: false, per_test: args.per_test };
    let rules = recorded.map_or(of_args, |record| record.run.class.unwrap_or_default());
    if args.per_test && !rules.per_test {
        return Err(refused("the records hold no test behind a submission's first failed one")
            .with_hint("judge with `--per-test`, too, or leave it out here"));
    }
    Ok(ClassTable { last: args.count.map_or(rules.last, |which| which == Which::Last), ..rules })
}

/// `points`: those of the problem's groups.
fn column(problem: &ProblemId, title: &str, points: &[Points]) -> Column {
    let of = if points.is_empty() { WORTH } else { Points(points.iter().map(|points| points.0).sum()) };
    Column { problem: problem.to_string(), title: title.to_owned(), of }
}

fn worth(rules: ClassTable) -> Crediting {
    if rules.per_test { Crediting::Tests } else { Crediting::Whole }
}

fn counting(rules: ClassTable) -> Counting {
    if rules.last { Counting::Last } else { Counting::Best }
}

/// The table of a class from records alone, such as merged shards. A student without a record is
/// not in it.
pub(crate) fn table_of(
    merged: &Merged,
    rules: ClassTable,
    screen: &Screen,
    output: StandardOutput,
) -> Result<String, CliError> {
    let (record, languages) = (&merged.report, Languages::built_in()?);
    let of_record = |problem: &record::Problem| {
        let points: Vec<_> = problem.groups.iter().map(|group| group.points).collect();
        column(&problem.problem, &problem.title, &points)
    };
    let students: BTreeSet<&str> = record.solutions.iter().filter_map(|solution| solution.student.as_deref()).collect();
    let students: Vec<&str> = students.into_iter().collect();
    let entry = |solution: &Arc<Solution>| {
        let student = students.binary_search(&solution.student.as_deref()?).ok()?;
        let problem = record.problems.iter().position(|problem| problem.problem == solution.problem)?;
        let language = languages.get(&solution.language).map_or(&*solution.language.0, |entry| entry.name.as_str());
        Some(Entry { student, problem, attempt: Attempt::of(solution, language, worth(rules), Keep::Results) })
    };
    let mut attempts: Vec<&Arc<Solution>> = record.solutions.iter().collect();
    // A report has them in the order of their ids, not of the attempts.
    attempts.sort_by_key(|solution| solution.attempt);
    let entries = attempts.into_iter().filter_map(entry).collect();
    let named = students.iter().map(|student| ((*student).to_owned(), String::new())).collect();
    let mut standings =
        Standings::new(record.problems.iter().map(of_record).collect(), named, entries, counting(rules));
    if merged.missing.is_empty() {
        return Ok(drawn(&standings, screen, output));
    }
    // Whose submissions the missing parts hold is in none of these records.
    standings.rows.iter_mut().for_each(|row| row.rank = None);
    let lack = format!("{} of {} shards are missing: the table is not complete", merged.absent(), merged.n);
    Ok(format!("{}{}", drawn(&standings, screen, output), screen.wrapped(&lack, 0)))
}

fn drawn(standings: &Standings, screen: &Screen, output: StandardOutput) -> String {
    let (color, width) = screen.look(output);
    table::draw(standings, Look { color, unicode: screen.unicode, width })
}

/// Parses `--problem`.
fn problems<'a>(args: &GradeArgs, workspace: &'a Workspace) -> Result<Problems<'a>, CliError> {
    let mut problems = Problems { all: &workspace.catalog.problems, aliases: BTreeMap::new(), one: None };
    for text in &args.problems {
        let (word, name) = text.split_once('=').map_or((None, text.as_str()), |(word, name)| (Some(word), name));
        let id = workspace.problem(name)?.problem.id.clone();
        match word {
            Some(word) => drop(problems.aliases.insert(word.to_owned(), id)),
            None if problems.one.is_some() => {
                return Err(refused("all files are for one problem, and two are named")
                    .with_hint("`--problem A=nim --problem B=wythoff` says what problems are called in the paths"));
            }
            None => problems.one = Some(id),
        }
    }
    Ok(problems)
}

/// The shape that fits the files. It is printed, so that a wrong guess is seen.
fn guessed(
    args: &GradeArgs,
    listing: &Listing,
    problems: &Problems<'_>,
    languages: &Languages,
    screen: &Screen,
) -> Result<Shape, CliError> {
    let extension = |name: &str| name.rsplit_once('.').map_or(String::new(), |(_, end)| end.to_lowercase());
    let sources = listing.files.iter().filter(|file| languages.of_extension(&extension(&file.name)).is_some());
    let paths: Vec<&str> = sources.map(|file| file.name.as_str()).collect();
    let one = problems.one.is_some();
    let found = guess(&paths, |word| problems.named(word).is_some(), one);
    // A shape may fit although no word is a known problem. Then the words are reported.
    let found = found.or_else(|| guess(&paths, |_| true, one));
    let Some(found) = found else {
        return Err(refused(match paths.first() {
            None => format!("{} holds no file in a known language", args.folder.display()),
            Some(path) => format!("no usual shape reads `{}`", sanitize::name(path, screen.unicode)),
        })
        .with_hint("say how paths are read: `harness grade DIR --as '{student}/{problem}.{ext}'`")
        .of_kind(ErrorKind::NothingNamed));
    };
    screen.note(&format!("reading paths as {} ({}); choose another with --as", found.shape.as_str(), found.name));
    Ok(found.shape)
}

/// Reports that a student has several files for a problem, if the pattern does not explain it.
fn tell_attempts(class: &Class, how: &How, rules: ClassTable, screen: &Screen) {
    let same = |a: &class::Submission, b: &class::Submission| (a.student, &a.id.problem) == (b.student, &b.id.problem);
    let several: Vec<String> = class
        .submissions
        .chunk_by(same)
        .filter(|files| files.len() > 1)
        .map(|files| format!("{} for {}", class.students[files[0].student], files[0].id.problem))
        .collect();
    if !several.is_empty() && !how.names_attempts() {
        let which = match counting(rules) {
            Counting::Best => "the best one counts (`--count last`: the last by name)",
            Counting::Last => "the last one by name counts",
        };
        screen.note(&format!("several files of {}: {which}", names(&several, 3)));
    }
}

fn dry_run(class: &Class, screen: &Screen) -> Result<Exit, CliError> {
    let mut text = String::new();
    for submission in &class.submissions {
        let line = format!("{}  {}  {}", class.students[submission.student], submission.id.problem, submission.file);
        text.push_str(&sanitize::name(&line, screen.unicode));
        text.push('\n');
    }
    screen::print(text)?;
    let (all, students) = (count(class.submissions.len(), "submission"), count(class.students.len(), "student"));
    say!("{all} of {students}\n")?;
    Ok(Exit::AsExpected)
}
