//! `harness get`: takes problems from the browser, as the extension Competitive Companion posts
//! them to localhost.
//!
//! Anyone who knows the port can send anything, even a web page that a browser has open. So the
//! harness understands only a small part of HTTP, bounds everything in size and time, refuses
//! requests from web pages, and produces only plain values.
//!
//! Sources: RFC 9112 for the messages; the extension's own description of its JSON
//! (github.com/jmerle/competitive-companion).

mod show;

use crate::args::{CommonArgs, number_within};
use crate::error::{CliError, chain, refused};
use crate::exit::Exit;
use crate::screen::{say, write_aside};
use crate::workspace::here;
use clap::{Args, ValueHint};
use judge::receive::{Beginning, Inbox, Mailbox, MissingPosts};
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
                say!("{}", show::arrival(&inbox.write(&posted, &begin)?, &posted, &begin, &screen))?;
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
