//! `harness FILE -i INPUT`: one run, its output, and the verdict where an answer lies beside the
//! input.

use super::Attempt;
use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::exit::Exit;
use crate::screen::{print, write_aside};
use crate::session::with_session;
use crate::workspace::Workspace;
use ::judge::{Files, Listener, Loose, Quiet, Session};
use engine::judge::Decision;
use engine::run::{Ended, Printed};
use model::{Solution, record};
use report::text::phrase::{limit, time};
use report::text::sanitize::{self, Manner};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Larger inputs from standard input or a pipe are refused.
const LARGEST: u64 = 256 << 20;

impl Attempt<'_> {
    /// Runs each program on the inputs and shows what it prints.
    pub(super) fn once(&self) -> Result<Exit, CliError> {
        let mut exit = Exit::AsExpected;
        for input in &self.args.inputs {
            if self.args.inputs.len() > 1 {
                write_aside(&format!("{}:\n", sanitize::name(&input.to_string_lossy(), self.at.screen.unicode)));
            }
            if self.once_on(input)? != Exit::AsExpected {
                exit = Exit::NotAsExpected;
            }
        }
        Ok(exit)
    }

    fn once_on(&self, input: &Path) -> Result<Exit, CliError> {
        let mut workspace = self.at.workspace(self.files)?;
        let solutions = workspace.judge.catalog.solutions.iter_mut().collect();
        let notices = self.args.build.change().put_on(solutions, &workspace.judge.languages)?;
        notices.iter().for_each(|notice| workspace.screen.notice(notice));
        // Before a session: from then on Ctrl-C ends programs, and no longer what is typed.
        let given = self.given(input)?;
        let judged = match &given {
            RunInput::File(file) => self.judged_on(file)?,
            RunInput::Bytes(_) => None,
        };
        with_session(&workspace, &self.args.sandbox, ::judge::one_at_a_time(), |session, listener| {
            let scratch = session.builder.scratch()?;
            let input = match given {
                RunInput::File(file) => file,
                RunInput::Bytes(bytes) => {
                    let file = scratch.path().join("input");
                    fs::write(&file, bytes).or_cannot("write the input")?;
                    file
                }
            };
            let mut exit = Exit::AsExpected;
            for solution in &workspace.catalog.solutions {
                let ran = session.runner.once(
                    solution,
                    &input,
                    &self.rules.files,
                    (&self.rules.limits(), self.args.time.time_factor),
                    &mut Quiet,
                )?;
                if workspace.catalog.solutions.len() > 1 {
                    write_aside(&format!("{}:\n", sanitize::name(&solution.display, self.at.screen.unicode)));
                }
                match ran {
                    Printed::Ended(ended) => {
                        let compared = match (&judged, &ended.failure) {
                            (Some(judged), None) => self.compare(session, judged, solution, listener)?,
                            (Some(_) | None, _) => None,
                        };
                        self.show(solution, &ended, compared.as_ref())?;
                        if ended.failure.is_some()
                            || !ended.found.is_empty()
                            || compared.is_some_and(|test| !test.is_accepted())
                        {
                            exit = Exit::NotAsExpected;
                        }
                    }
                    Printed::Rejected(words) => {
                        self.at.screen.complain(&format!("{} does not compile", solution.display), None);
                        write_aside(&self.harmless(words.as_bytes(), io::stderr().is_terminal()));
                        exit = Exit::NotAsExpected;
                    }
                    Printed::Interrupted => return Err(CliError::Interrupted),
                }
            }
            Ok(exit)
        })
    }

    /// The programs on this input alone, if an answer lies beside it.
    ///
    /// # Errors
    /// When a problem sets a factor for a language that nobody knows.
    fn judged_on(&self, input: &Path) -> Result<Option<Workspace>, CliError> {
        let files = Files { tests: vec![input.to_owned()], ..self.files.clone() };
        let loose = Loose { files: &files, names: None, without: &[], ..self.loose() };
        let has_answer = loose.assembled(self.at.languages).found.iter().any(|found| !found.pairs.is_empty());
        let judge = has_answer.then(|| loose.load(self.at.languages, self.at.judge)).transpose()?;
        Ok(judge.map(|loaded| Workspace::with_screen(loaded.judge, self.at.screen.clone())))
    }

    fn given(&self, input: &Path) -> Result<RunInput, CliError> {
        if input == Path::new("-") {
            return Ok(RunInput::Bytes(self.typed()?));
        }
        let file = self.at.home.join(input);
        let name = self.name(&file);
        if file.is_file() {
            return Ok(RunInput::File(file));
        }
        if file.is_dir() {
            return Err(refused(format!("{name} is a folder, not an input")));
        }
        if !file.exists() {
            return Err(refused(format!("there is no file {name}")).of_kind(ErrorKind::NothingNamed));
        }
        // A pipe, such as `<(python3 gen.py)`: each program reads all of it.
        let opened = File::open(&file).or_cannot(format!("open {name}"))?;
        Ok(RunInput::Bytes(read(opened, &format!("read {name}"))?))
    }

    fn typed(&self) -> Result<Vec<u8>, CliError> {
        if io::stdin().is_terminal() {
            write_aside("type the input, then Ctrl-D on a line of its own\n");
        }
        read(io::stdin().lock(), "read standard input")
    }

    /// `compared`: what the judge says of the output, where there is an answer.
    fn show(&self, solution: &Solution, ended: &Ended, compared: Option<&record::TestRecord>) -> Result<(), CliError> {
        match io::stdout().is_terminal() {
            true => print(self.harmless(&ended.stdout, true))?,
            false => print(&ended.stdout)?,
        }
        let stderr = model::own_file(&ended.stderr, &solution.display, &solution.language);
        write_aside(&self.harmless(&stderr, io::stderr().is_terminal()));
        let usage = &ended.usage;
        let how = if self.args.build.sanitize { " (sanitized: not a judge's)" } else { "" };
        let used = format!("{} / {}, {}{how}", time(usage.cpu), limit(ended.limits.cpu), usage.memory);
        let (strong, end) = if self.at.screen.error_color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let because = |why: &str| sanitize::name(why, self.at.screen.unicode).into_owned();
        let (word, why) = match (&ended.failure, compared) {
            (None, None) => ("ran to its end", ended.found.first().map(|found| because(&found.to_string()))),
            (None, Some(test)) => match test.verdict {
                Some(verdict) => (verdict.short(), test.note.as_deref().map(because)),
                None => ("not judged", test.fault.as_ref().map(|fault| because(&fault.message))),
            },
            (Some(Decision { verdict, cause }), _) => {
                let found = ended.found.first().map(ToString::to_string);
                (verdict.short(), Some(because(&found.unwrap_or_else(|| cause.to_string()))))
            }
        };
        let why = why.map_or_else(String::new, |why| format!("  {why}"));
        write_aside(&format!("{strong}{word}{end}{why}  {used}\n"));
        Ok(())
    }

    /// What the judge says of a solution's output on the only test.
    ///
    /// # Errors
    /// When it is interrupted.
    fn compare(
        &self,
        session: &Session<'_>,
        judged: &Workspace,
        solution: &Solution,
        listener: &mut dyn Listener,
    ) -> Result<Option<record::TestRecord>, CliError> {
        let mut plan = judged.whole_plan()?;
        plan.solutions.retain(|planned| planned.solution.path == solution.path);
        self.args.build.change().put(&mut plan, &judged.languages)?;
        let (results, _) = session.judge(&plan, &mut session.result_cache(), listener)?;
        Ok(results.first().and_then(|result| result.tests.first().cloned()))
    }

    /// A program's output, sanitized line by line; an unfinished last line gets a line end.
    fn harmless(&self, bytes: &[u8], on_screen: bool) -> String {
        if bytes.is_empty() {
            return String::new();
        }
        let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        if lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        let manner = Manner::line(self.at.screen.unicode || !on_screen);
        lines.into_iter().flat_map(|line| [sanitize::visible(line, manner), "\n".to_owned()]).collect()
    }
}

/// The input to run.
enum RunInput {
    File(PathBuf),
    Bytes(Vec<u8>),
}

fn read(from: impl Read, doing: &str) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes).or_cannot(doing)?;
    if bytes.len() as u64 > LARGEST {
        return Err(refused("the input is larger than 256 MiB").with_hint("give it as a file: -i FILE"));
    }
    Ok(bytes)
}
