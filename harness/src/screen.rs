//! How the command line prints: on which stream, in which colours, and how it names itself in
//! hints.

use crate::error::{CliError, OrCannot as _, chain};
use anstream::{AutoStream, ColorChoice};
use judge::model::{Diagnostic, Event, shell};
use judge::places::typed;
use judge::{Notice, Weight, config, read_whole};
use report::text::diagnostics::render_all;
use report::text::phrase;
use report::text::sanitize::{self, Manner};
use report::text::{Look, Page, Role, Text};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Prints to standard output, with the arguments of `format!`, which may hold names and words of
/// anybody: no escape code gets through.
///
/// A reader that has seen enough, such as `head`, is not an error: nothing more is printed, and the
/// work goes on.
macro_rules! say {
    ($($text:tt)*) => { $crate::screen::print(report::text::sanitize::lines(&format!($($text)*), true)) };
}
pub(crate) use say;

/// Prints a finished text, in which colours are ours and all else is harmless.
///
/// # Errors
/// When standard output cannot be written, except for a closed pipe.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.or_cannot("write to standard output"),
    }
}

/// [`print()`], but on standard error if a report occupies standard output.
///
/// # Errors
/// As [`print()`].
pub(crate) fn print_beside(output: StandardOutput, text: &str) -> Result<(), CliError> {
    match output {
        StandardOutput::Free => print(text),
        StandardOutput::Taken => {
            write_aside(text);
            Ok(())
        }
    }
}

/// Whether standard output is free for people, or taken by a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandardOutput {
    Free,
    Taken,
}

impl StandardOutput {
    /// What reports to these places leave of it.
    pub(crate) fn beside<'a>(mut places: impl Iterator<Item = &'a PathBuf>) -> StandardOutput {
        match places.any(|place| place.as_os_str() == "-") {
            true => StandardOutput::Taken,
            false => StandardOutput::Free,
        }
    }
}

/// The commands of the use cases that a library proposes, by its words for them: mostly a verb
/// before what it quotes.
const USE_CASES: [(&str, &str); 9] = [
    ("bless `", "bless "),
    ("check `", "check "),
    ("generate `", "generate "),
    ("judge `", ""),
    ("make a workspace in `", "init "),
    ("replace the tests of `", "generate --force "),
    ("see what this machine can do", "doctor`"),
    ("stress `", "stress "),
    ("submit `", "submit "),
];

/// The options of what a library proposes, by its words for them.
const OPTIONS: [(&str, &str); 4] = [
    ("name a folder for the tests", "name a folder for the tests: `--into DIR`"),
    ("name the grammar that is meant", "name the one that is meant: `--input FILE`"),
    ("or run it on one input", "or run it on one input: `-i FILE`"),
    ("which names are meant: `*.in:*.out`", "which names are meant: `--names '*.in:*.out'`"),
];

/// How to print for people.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub out: Look,
    /// How standard error is written.
    pub error: Look,
    /// The place and the judge that hints name: those of the call, or where a name alone would
    /// mean something else here, the place that is open.
    pub root: Option<PathBuf>,
    pub judge: Option<String>,
}

impl Screen {
    /// `root`: the workspace, if it was named.
    pub(crate) fn new(root: Option<&Path>, judge: Option<&str>) -> Screen {
        // NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb and pipes, by the library that everybody
        // uses for it.
        let auto = |choice: ColorChoice| !matches!(choice, ColorChoice::Never);
        // Commands that need the configuration report mistakes in it.
        let (color, error_color) = match config::users().0.color.map(|color| color.value) {
            Some("always") => (true, true),
            Some("never") => (false, false),
            Some(_) | None => (auto(AutoStream::choice(&io::stdout())), auto(AutoStream::choice(&io::stderr()))),
        };
        let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|n| *n > 0);
        let width = columns.or_else(|| terminal::size(io::stdout()).map(|size| size.columns));
        let error_width = columns.or_else(|| terminal::size(io::stderr()).map(|size| size.columns));
        let unicode = terminal::reads_utf8(|name| env::var(name).ok());
        let (out, error) = (Look { color, unicode, width }, Look { color: error_color, unicode, width: error_width });
        Screen { out, error, root: root.map(Path::to_owned), judge: judge.map(str::to_owned) }
    }

    /// The words that start this harness again, on the same place.
    pub(crate) fn command(&self) -> String {
        let mut command = own_name().to_owned();
        let root = self.root.as_ref().map(|root| ("--root", root.to_string_lossy()));
        for (option, value) in root.into_iter().chain(self.judge.iter().map(|judge| ("--judge", judge.into()))) {
            command.push_str(&format!(" {option} {}", shell::word(&value)));
        }
        command
    }

    /// How what people read is written.
    pub(crate) fn look(&self, output: StandardOutput) -> Look {
        match output {
            StandardOutput::Free => self.out,
            StandardOutput::Taken => self.error,
        }
    }

    /// A page in memory, as people read it there.
    pub(crate) fn page(&self, output: StandardOutput) -> Page<Vec<u8>> {
        Page::new(Vec::new(), self.look(output))
    }

    /// A hint whose commands, written as `` `harness check` ``, and whose use cases and options of
    /// the library can be typed, even if `harness` is not in the path.
    pub(crate) fn callable(&self, hint: &str) -> String {
        let as_command = |hint: String, (words, command): &(&str, &str)| {
            let mut parts = hint.split(words);
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |text, part| match text.ends_with(char::is_alphanumeric) {
                // The end of another word, such as `prejudge`.
                true => format!("{text}{words}{part}"),
                false => format!("{text}run `harness {command}{part}"),
            })
        };
        let hint = USE_CASES.iter().fold(hint.to_owned(), as_command);
        let hint = OPTIONS.iter().fold(hint, |hint, (words, option)| hint.replace(words, option));
        let mut parts = hint.split("`harness ");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| {
            // It makes what `--root` would name.
            let command = match part {
                _ if part.starts_with("init") => own_name().to_owned(),
                // What can be typed already stays as it is.
                _ if part.starts_with("--root ") => "harness".to_owned(),
                _ => self.command(),
            };
            format!("{text}`{command} {part}")
        })
    }

    /// Wraps a line at spaces to the screen's width; continuation lines are indented by `hang`.
    pub(crate) fn wrapped(&self, line: &str, hang: usize) -> String {
        let mut page = Page::new(Vec::new(), Look { color: false, ..self.out });
        // Writing to memory cannot fail.
        let _ = page.wrapped(&Text::new().with(Role::Plain, line), hang);
        String::from_utf8_lossy(&page.into_inner()).into_owned()
    }

    /// Prints why a command ends.
    pub(crate) fn error(&self, error: &CliError) {
        self.diagnose(error.diagnostics());
        let text = chain(error);
        // What was just shown with its place need not be said again.
        if !error.diagnostics().iter().any(|found| found.title == text) {
            self.complain(&text, error.hint().as_deref());
        }
    }

    /// Prints what is wrong, and a hint as in [`Screen::callable`]; the work goes on.
    pub(crate) fn complain(&self, problem: &str, hint: Option<&str>) {
        self.aside("error", "1;31", &self.harmless(problem));
        if let Some(hint) = hint {
            write_aside(&format!("  hint: {}\n", self.harmless(&self.callable(hint))));
        }
    }

    /// An error may name files of anybody, and quote compilers. What is in it already as an escape
    /// stays as it is.
    fn harmless(&self, text: &str) -> String {
        let part = |part: &str| sanitize::visible(part.as_bytes(), Manner::message(self.out.unicode));
        text.split('\\').map(part).collect::<Vec<_>>().join("\\")
    }

    /// Prints a doubt about the result.
    pub(crate) fn warn(&self, text: &str) {
        self.aside("warning", "1;33", &sanitize::name(text, self.out.unicode));
    }

    /// Says what a call waits for that writes to a named pipe which nobody reads yet.
    pub(crate) fn note_of_pipe(&self, path: &Path) {
        if beneath::lacks_reader(path) {
            self.note(&format!("waiting for somebody who reads {}", from_here(path)));
        }
    }

    /// Prints something that does not affect the result.
    pub(crate) fn note(&self, text: &str) {
        let (dim, end) = if self.error.color { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
        write_raw(&format!("{dim}note: {}{end}\n", sanitize::name(text, self.out.unicode)));
    }

    /// Prints what a use case found out about the problems before it judged.
    pub(crate) fn found(&self, event: &Event) {
        match event {
            Event::Inferred(inferred) => {
                let (problem, limit) = (&inferred.problem.problem, phrase::limit(inferred.measured.limit));
                self.note(&format!("time limit of {problem}: {limit}, {}", phrase::inferred(&inferred.measured)));
            }
            Event::Diagnosed(found) => self.diagnose(found),
            Event::Started(_) | Event::Compiler(_) | Event::Finished(_) | Event::Done(_) => {}
        }
    }

    /// Prints what a use case has to say.
    pub(crate) fn notice(&self, notice: &Notice) {
        let text = self.callable(&notice.text);
        match notice.weight {
            Weight::Note => self.note(&text),
            Weight::Doubt => self.warn(&text),
            Weight::Complaint => self.complain(&text, notice.hint.as_deref()),
        }
    }

    /// Prints mistakes in the workspace's files, with hints as in [`Screen::callable`].
    pub(crate) fn diagnose(&self, found: &[Diagnostic]) {
        let callable = |hint: &String| self.callable(hint);
        let typed = |one: &Diagnostic| Diagnostic { hint: one.hint.as_ref().map(callable), ..one.clone() };
        let found: Vec<Diagnostic> = found.iter().map(typed).collect();
        write_raw(&render_all(&found, self.error, usize::MAX));
    }

    fn aside(&self, word: &str, style: &str, text: &str) {
        match self.error.color {
            true => write_raw(&format!("\x1b[{style}m{word}\x1b[0m: {text}\n")),
            false => write_raw(&format!("{word}: {text}\n")),
        }
    }
}

/// [`say!`] for standard error. If that is gone, nobody is left to tell.
pub(crate) fn write_aside(text: &str) {
    write_raw(&sanitize::lines(text, true));
}

/// The same for a finished text.
pub(crate) fn write_raw(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// All of standard input. `what`: what a person at a terminal is asked for.
///
/// # Errors
/// When it cannot be read, or is too large.
pub(crate) fn standard_input(what: &str) -> Result<Vec<u8>, CliError> {
    if io::stdin().is_terminal() {
        write_aside(&format!("{what}, then Ctrl-D on a line of its own\n"));
    }
    read_whole(io::stdin().lock(), "read standard input")
}

/// A path as people would type it here.
pub(crate) fn from_here(path: &Path) -> String {
    typed(path, &env::current_dir().unwrap_or_else(|_| PathBuf::from("/")))
}

/// What starts this harness.
pub(crate) fn own_name() -> &'static str {
    // `cargo run` sets this for the program it runs.
    if env::var_os("CARGO_MANIFEST_DIR").is_some() { "cargo run -p harness --" } else { "harness" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(root: Option<&str>, judge: Option<&str>) -> Screen {
        let (root, judge) = (root.map(PathBuf::from), judge.map(str::to_owned));
        Screen { out: Look::default(), error: Look::default(), root, judge }
    }

    #[test]
    fn commands_in_hints_can_be_typed() {
        let screen = screen(Some("my games"), None);
        let own = own_name();
        assert_eq!(
            screen.callable("bless `nim`, or add nim/1.ans; `harness check`"),
            format!("run `{own} --root 'my games' bless nim`, or add nim/1.ans; `{own} --root 'my games' check`")
        );
        assert_eq!(
            screen.callable("judge `nim/a` to see why"),
            format!("run `{own} --root 'my games' nim/a` to see why")
        );
        assert_eq!(
            screen.callable("replace the tests of `nim`; see what this machine can do"),
            format!("run `{own} --root 'my games' generate --force nim`; run `{own} --root 'my games' doctor`")
        );
        let names = screen.callable("say which names are meant: `*.in:*.out`; or run it on one input");
        assert_eq!(names, "say which names are meant: `--names '*.in:*.out'`; or run it on one input: `-i FILE`");
        for text in ["the harness itself", "a prejudge `x`", "distress `x`"] {
            assert_eq!(screen.callable(text), text);
        }
        let init = screen.callable("make a workspace in `x`, `harness list` shows it");
        assert!(!init.split_once(", ").unwrap().0.contains("--root"), "{init}");
    }

    #[test]
    fn the_root_is_one_harmless_word_of_a_command_and_the_judge_is_named_again() {
        assert!(screen(None, Some("library checker")).command().ends_with(" --judge 'library checker'"));
        let of = |root: &str| screen(Some(root), None).command();
        assert!(of("../a-b").ends_with(" --root ../a-b"));
        assert!(of("my games").ends_with(" --root 'my games'"));
        assert!(of("a\x1b[2J").ends_with(r" --root $'a\x1b[2J'"));
    }
}
