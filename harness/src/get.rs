//! `harness get`: takes problems from the browser, as the extension Competitive Companion posts
//! them to localhost.
//!
//! Anyone who knows the port can send anything, even a web page that a browser has open. So the
//! harness understands only a small part of HTTP, bounds everything in size and time, refuses
//! requests from web pages, and produces only plain values.
//!
//! Sources: RFC 9112 for the messages; the extension's own description of its JSON
//! (github.com/jmerle/competitive-companion).

use crate::args::{CommonArgs, number_within};
use crate::error::{CliError, chain, refused};
use crate::exit::Exit;
use crate::screen::{Screen, say, write_aside};
use crate::workspace::here;
use clap::{Args, ValueHint};
use judge::receive::{Arrival, Beginning, Channel, Inbox, Mailbox, MissingPosts, PostedProblem};
use report::text::phrase::count;
use report::text::sanitize;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness get                      wait for one problem, or for all problems of one contest
  harness get --keep               go on until Ctrl-C
  harness get --port 27121         another of the extension's ports

Install the browser extension Competitive Companion, begin to wait, and click its green plus on a problem's page. The problem gets its \
limits, its samples and a solution file to begin with; where there is no workspace, a program and its samples are written beside each \
other. Only this machine is listened to, and only well-formed posts under 16 MiB are taken.";

/// Take problems with their samples from the browser (Competitive Companion)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GetArgs {
    /// The port to listen on, of 127.0.0.1; 0 is any free port
    #[arg(long, default_value = "10043")]
    port: u16,
    /// Go on after the first problem or contest
    #[arg(long)]
    keep: bool,
    /// The language of the solution file [default: the one you configured, or that of the
    /// workspace]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// Template of the solution file; {title} and {slug} are filled in
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    template: Option<String>,
    /// Time limit for one post
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = |text: &str| number_within(text, 0.01, 3600.0))]
    timeout: f64,
}

pub(crate) fn run(args: &GetArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let here = here()?;
    let inbox = Inbox::of(common.root.as_deref(), &here)?;
    let (template, language) = (args.template.as_deref(), args.lang.as_deref());
    let begin = Beginning::of(inbox.folder(), template, language, &here)?;
    let GetArgs { port, keep, timeout, .. } = *args;
    let mut mailbox = Mailbox::open(port, Duration::from_secs_f64(timeout)).map_err(|error| {
        refused(format!("cannot listen on 127.0.0.1:{port}: {error}"))
            .with_hint("another program may wait there: end it, or choose another --port")
    })?;
    write_aside(&format!("waiting for Competitive Companion on {}; Ctrl-C ends\n", mailbox.address()));
    if matches!(inbox, Inbox::Plain(_)) {
        write_aside("no workspace here: programs and samples are written beside each other\n");
    }
    let mut awaited = MissingPosts::default();
    let mut exit = Exit::AsExpected;
    while keep || awaited.more() {
        match mailbox.take() {
            Ok(posted) => {
                say!("{}", next_steps(&inbox.write(&posted, &begin)?, &posted, &begin, &screen))?;
                awaited.came(posted.batch);
            }
            Err(why) => {
                write_aside(&format!("ignored a request: {}\n", sanitize::name(&chain(&why), screen.out.unicode)));
                if awaited.ignored(&why) {
                    exit = Exit::FaultOrIncomplete;
                }
            }
        }
    }
    Ok(exit)
}

/// What became of a problem, and what to type next.
fn next_steps(arrival: &Arrival, posted: &PostedProblem, begin: &Beginning, screen: &Screen) -> String {
    let (title, command) = (sanitize::name(&posted.name, screen.out.unicode), screen.command());
    let samples = count(posted.samples.len(), "sample");
    let limits = [
        posted.time.map(|time| format!(", {} s", time.as_secs_f64())),
        posted.memory.map(|mib| format!(", {mib} MiB")),
    ];
    let limits: String = limits.into_iter().flatten().collect();
    let (name, mut text) = match arrival {
        Arrival::Again { place, samples } => {
            let samples = match samples {
                0 => "its samples are unchanged".to_owned(),
                changed => format!("{} brought up to date", count(*changed, "sample")),
            };
            return format!("{title} is here already, in {place}: {samples}\n");
        }
        Arrival::Problem { slug, solution } => {
            let text =
                format!("got {slug}: {title} ({samples}{limits})\n  write  {solution}\n  judge  {command} {slug}\n");
            (slug.as_str(), text)
        }
        Arrival::Program { file } => {
            let text = format!("got {file}: {title} ({samples}{limits})\n  judge  {command} {file}\n");
            (file.as_str(), text)
        }
    };
    let extension = &begin.extension;
    if posted.interactive {
        text.push_str(&match arrival {
            Arrival::Program { .. } => format!("  it is interactive: write interactor.{extension} beside it\n"),
            Arrival::Problem { .. } | Arrival::Again { .. } => format!(
                "  it is interactive: write problems/{name}/interactor.{extension}, or it is judged as if it were not\n"
            ),
        });
    }
    text.push_str(&files(posted, screen));
    if posted.samples.is_empty() {
        text.push_str(&format!("  the page has no samples: add one with `{command} add {name} --paste`\n"));
    }
    text
}

/// The files that solutions read and write in place of their streams.
fn files(posted: &PostedProblem, screen: &Screen) -> String {
    let line = |(key, channel): (&str, &Channel)| match channel {
        Channel::Stream => None,
        Channel::File(name) => Some(format!("  {key}  the file {}\n", sanitize::name(name, screen.out.unicode))),
        Channel::Unclear(words) => {
            let words = sanitize::name(words, screen.out.unicode);
            Some(format!(
                "  {key}  a file that the page calls {words}: name it by --files IN,OUT, or below [files] in problem.toml\n"
            ))
        }
    };
    [("input", &posted.input), ("output", &posted.output)].into_iter().filter_map(line).collect()
}
