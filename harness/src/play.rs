//! `harness play`: a person in place of a program, against a problem's interactor.
//!
//! Standard output carries only the interactor's words, so a program can play, too.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::completions;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{Screen, print, write_aside};
use crate::session;
use crate::workspace::{NamedProblem, here};
use clap::Args;
use judge::formats::ProgramRole;
use judge::model::{Judging, Verdict};
use judge::{Game, Player, config, jury_program, test_of, to_play};
use report::text::sanitize::{self, Manner};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness play play-nim
                                   the first sample; type what your program would print
  harness play play-nim -t '*trap*'
                                   the first test of that name
  harness play play-nim < moves.txt
                                   moves that are written down
  harness play                     in a folder with an interactor and an input

Ctrl-D ends your output, Ctrl-C the game. The interactor's words are on standard output, everything else on standard \
error. 0 is an accepted game, 1 any other.";

/// Play against the interactor of a problem, by hand
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    /// The problem, or a program beside its interactor [default: the only one that there is]
    #[arg(value_name = "PROBLEM", add = completions::filter())]
    slug: Option<String>,
    /// The first test whose id or name matches [default: the first one]
    #[arg(short, long, value_name = "GLOB")]
    test: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &PlayArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let here = here()?;
    let slug = args.slug.clone().map_or_else(|| to_play(common.root.as_deref(), &here), |slug| Ok(Some(slug)))?;
    let named = SelectArgs { filters: slug.iter().cloned().collect(), tests: Vec::new() };
    let mut call = opening::call(common, named.words())?;
    // A program that is named is a solution; here, an interactor is whom one plays against.
    let interactor = slug.map(PathBuf::from).filter(|file| here.join(file).is_file());
    if let Some(file) = interactor.filter(|file| ProgramRole::of_file(file) == ProgramRole::Interactor) {
        let languages = config::languages(&config::load(None)?)?;
        call.rules.judging = Some(Judging::Interactor(jury_program(&file, None, &here, &languages)?));
    }
    let (workspace, words) = opening::opened(common, call.open()?);
    let (NamedProblem { problem, .. }, _) = workspace.problem_of(&words)?;
    let interactor = match &problem.judging {
        Judging::Interactor(spec) => spec,
        Judging::Compare(_) | Judging::Checker(_) => {
            return Err(refused(format!("{} has no interactor: there is nobody to play against", problem.id))
                .with_hint("the input is in the test, and the output is judged as a whole"));
        }
    };
    let test = test_of(&problem, args.test.as_deref())?;
    let game = Game { problem: &problem, interactor, test: &test };
    let screen = &workspace.screen;
    write_aside(&format!(
        "{} on {}: you are the program; type what it would print, Ctrl-D ends it\n",
        game.problem.id,
        sanitize::name(&game.test.id.0, screen.out.unicode)
    ));
    let mut words =
        InteractorWords { screen, labelled: io::stdout().is_terminal(), at_line_start: true, trouble: None };
    let stdin = io::stdin();
    let played = session::call(&workspace, &args.sandbox, |caller| {
        workspace.judge.play(game, stdin.as_fd(), &mut words, caller)
    })?;
    words.end_line()?;
    let Some(played) = played else { return Err(CliError::Interrupted) };
    let words = played.message.map(|message| message.trim().to_owned()).filter(|message| !message.is_empty());
    let words =
        words.map(|words| format!(": {}", sanitize::visible(words.as_bytes(), Manner::message(screen.out.unicode))));
    write_aside(&format!("{}{}\n", played.verdict, words.unwrap_or_default()));
    Ok(if played.verdict == Verdict::Accepted { Exit::AsExpected } else { Exit::NotAsExpected })
}

/// Shows the interactor's words.
struct InteractorWords<'a> {
    screen: &'a Screen,
    /// Label each line: on a terminal the player's own words appear between them.
    labelled: bool,
    at_line_start: bool,
    trouble: Option<CliError>,
}

impl InteractorWords<'_> {
    /// Ends a line that the interactor left open.
    fn end_line(&mut self) -> Result<(), CliError> {
        if self.labelled && !self.at_line_start {
            print("\n")?;
        }
        self.trouble.take().map_or(Ok(()), Err)
    }
}

impl Player for InteractorWords<'_> {
    fn hear(&mut self, words: &[u8]) {
        let written = if self.labelled {
            let (begin, end) = if self.screen.out.color { ("\x1b[36m", "\x1b[0m") } else { ("", "") };
            let mut text = String::new();
            for line in words.split_inclusive(|byte| *byte == b'\n') {
                if self.at_line_start {
                    text.push_str(&format!("{begin}judge{end}  "));
                }
                text.push_str(&sanitize::visible(line, Manner::message(self.screen.out.unicode)));
                self.at_line_start = line.ends_with(b"\n");
            }
            print(text)
        } else {
            print(words)
        };
        if let Err(error) = written {
            self.trouble.get_or_insert(error);
        }
    }

    fn next_pass(&mut self, pass: u32) {
        write_aside(&format!("pass {pass}\n"));
    }
}
