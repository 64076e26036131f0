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
use engine::run::{Game, Player, Settings};
use judge::{Quiet, Session, test_of, to_play};
use model::{Judging, Verdict};
use report::text::sanitize::{self, Manner};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;

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
    let slug = args.slug.clone().map_or_else(|| to_play(common.root.as_deref(), &here()?), |slug| Ok(Some(slug)))?;
    let words = SelectArgs { filters: slug.into_iter().collect(), tests: Vec::new() };
    let (workspace, rest) = opening::of_words(common, &words)?;
    let (NamedProblem { problem, .. }, _) = workspace.problem_of(&rest.words())?;
    let interactor = match &problem.judging {
        Judging::Interactor(spec) => spec,
        Judging::Compare(_) | Judging::Checker(_) => {
            return Err(refused(format!("{} has no interactor: there is nobody to play against", problem.id))
                .with_hint("the input is in the test, and the output is judged as a whole"));
        }
    };
    let test = test_of(&problem, args.test.as_deref())?;
    let game = Game { problem: &problem, interactor, test: &test };
    session::with_session(&workspace, &args.sandbox, Settings::default(), |session, _| {
        play(game, session, &workspace.screen)
    })
}

fn play(game: Game<'_>, session: &Session<'_>, screen: &Screen) -> Result<Exit, CliError> {
    write_aside(&format!(
        "{} on {}: you are the program; type what it would print, Ctrl-D ends it\n",
        game.problem.id,
        sanitize::name(&game.test.id.0, screen.unicode)
    ));
    let mut words =
        InteractorWords { screen, labelled: io::stdout().is_terminal(), at_line_start: true, trouble: None };
    let played = session.runner.play(game, io::stdin().as_fd(), &mut words, &mut Quiet)?;
    words.end_line()?;
    let Some(played) = played else { return Err(CliError::Interrupted) };
    let words = played.message.map(|message| message.trim().to_owned()).filter(|message| !message.is_empty());
    let words =
        words.map(|words| format!(": {}", sanitize::visible(words.as_bytes(), Manner::message(screen.unicode))));
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
            let (begin, end) = if self.screen.color { ("\x1b[36m", "\x1b[0m") } else { ("", "") };
            let mut text = String::new();
            for line in words.split_inclusive(|byte| *byte == b'\n') {
                if self.at_line_start {
                    text.push_str(&format!("{begin}judge{end}  "));
                }
                text.push_str(&sanitize::visible(line, Manner::message(self.screen.unicode)));
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
