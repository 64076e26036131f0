//! `harness FILE -i INPUT`: one run, its output, and the verdict where an answer lies beside the
//! input.

use super::Attempt;
use crate::error::{CliError, exit_of};
use crate::exit::Exit;
use crate::screen::{print, standard_input, write_aside, write_raw};
use crate::session::{Teller, cancel_on_signals};
use ::judge::{Files, LooseFiles, Once, OnceOutcome, RunInput};
use judge::{Decision, Listener as _};
use report::text::phrase::{limit, time};
use report::text::sanitize::{self, Manner};
use std::io::{self, IsTerminal};
use std::mem;
use std::path::{Path, PathBuf};

impl Attempt<'_> {
    /// Runs each program on the inputs and shows what it prints.
    pub(super) fn once(&self) -> Result<Exit, CliError> {
        let mut exit = Exit::AsExpected;
        let mut programs: Vec<&PathBuf> = self.loose.files.programs.iter().collect();
        for input in &self.args.inputs {
            if self.args.inputs.len() > 1 {
                write_aside(&format!("{}:\n", sanitize::name(&input.to_string_lossy(), self.screen.out.unicode)));
            }
            exit = exit.and(self.once_on(input, &mut programs)?);
            if programs.is_empty() {
                break;
            }
        }
        Ok(exit)
    }

    /// Runs each program on the input. One that cannot be run keeps no other one from being run. It
    /// is not left among `programs`: the next input would only repeat why.
    fn once_on(&self, input: &Path, programs: &mut Vec<&PathBuf>) -> Result<Exit, CliError> {
        // Before programs are run: from then on Ctrl-C ends them, and no longer what is typed.
        let input = self.given(input)?;
        let screen = self.screen;
        let (build, time_factor) = (self.args.build.change(), self.args.time.time_factor);
        let once = Once { input, build, time_factor };
        let (cancel, mut teller) = (cancel_on_signals()?, Teller::new(screen));
        let mut exit = Exit::AsExpected;
        for program in mem::take(programs) {
            let files = &Files { programs: vec![program.clone()], ..self.loose.files.clone() };
            let loose = LooseFiles { files, names: None, without: &[], ..self.loose };
            let ran = match loose.once(&once, &mut self.args.sandbox.caller(&cancel, &mut teller)) {
                Ok(ran) => ran,
                Err(error) if self.loose.files.programs.len() > 1 && !cancel.is_raised() => {
                    teller.ended();
                    screen.error(&error);
                    exit = exit.and(exit_of(&error));
                    continue;
                }
                Err(error) => return Err(error),
            };
            programs.push(program);
            if self.loose.files.programs.len() > 1 {
                write_aside(&format!("{}:\n", sanitize::name(&ran.solution.display, screen.out.unicode)));
            }
            self.show(&ran)?;
            if !ran.is_good() {
                exit = exit.and(Exit::NotAsExpected);
            }
        }
        Ok(exit)
    }

    fn given(&self, input: &Path) -> Result<RunInput, CliError> {
        match input == Path::new("-") {
            true => Ok(RunInput::Bytes(standard_input("type the input")?)),
            false => RunInput::named(input, self.loose.here),
        }
    }

    fn show(&self, OnceOutcome { solution, ended, compared }: &OnceOutcome) -> Result<(), CliError> {
        match io::stdout().is_terminal() {
            true => print(self.harmless(&ended.stdout, true))?,
            false => print(&ended.stdout)?,
        }
        let stderr = judge::model::own_file(&ended.stderr, &solution.display, &solution.language);
        write_aside(&self.harmless(&stderr, io::stderr().is_terminal()));
        let usage = &ended.usage;
        let how = if self.args.build.sanitize { " (sanitized: not a judge's)" } else { "" };
        let used = format!("{} / {}, {}{how}", time(usage.cpu), limit(ended.limits.cpu), usage.memory);
        let (strong, end) = if self.screen.error.color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        let because = |why: &str| sanitize::name(why, self.screen.out.unicode).into_owned();
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
        write_raw(&format!("{strong}{word}{end}{why}  {used}\n"));
        Ok(())
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
        let manner = Manner::line(self.screen.out.unicode || !on_screen);
        lines.into_iter().flat_map(|line| [sanitize::visible(line, manner), "\n".to_owned()]).collect()
    }
}
