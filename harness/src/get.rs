//! `harness get`: takes problems from the browser, as the extension Competitive Companion posts
//! them to localhost.
//!
//! Whoever knows the port can send anything, also a web page that a browser has open. So only a
//! small part of HTTP is understood, everything is bounded in size and time, requests from web
//! pages are refused, and what comes out is plain values.
//!
//! Sources: RFC 9112 for the messages; the extension's own description of its JSON
//! (github.com/jmerle/competitive-companion).

mod http;
mod posted;

use crate::args::{CommonArgs, number_within};
use crate::error::{CliError, chain, refused};
use crate::exit::Exit;
use crate::new;
use crate::screen::{Screen, print, say, write_aside};
use crate::workspace;
use clap::Args;
use http::{Refusal, receive};
use model::ProblemId;
use package::draft::template::toml_text;
use package::draft::{Draft, slug};
use posted::Posted;
use report::text::phrase::count;
use report::text::sanitize;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  harness get                      wait for one problem, or for all problems of one contest
  harness get --keep               go on until Ctrl-C
  harness get --port 27121         another of the extension's ports

Install the browser extension Competitive Companion, begin to wait, and click its green plus on a problem's page. The problem gets its
limits, its samples and a solution file to begin with. Only this machine is listened to, and only well-formed posts under 16 MiB are taken.";

/// Take problems with their samples from the browser (Competitive Companion)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GetArgs {
    /// Where to listen, on 127.0.0.1; 0 is any free port
    #[arg(long, default_value = "10043")]
    port: u16,
    /// Go on after the first problem or contest
    #[arg(long)]
    keep: bool,
    /// How long one post may take
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = |text: &str| number_within(text, 0.01, 3600.0))]
    timeout: f64,
}

pub(crate) fn run(args: &GetArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let root = workspace::root(common.root.as_deref())?;
    let GetArgs { port, keep, timeout } = *args;
    let timeout = Duration::from_secs_f64(timeout);
    let listening =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listening.map_err(|error| {
        refused(format!("cannot listen on 127.0.0.1:{port}: {error}"))
            .with_hint("another program may wait there: end it, or choose another --port")
    })?;
    write_aside(&format!("waiting for Competitive Companion on {address}; Ctrl-C ends\n"));
    let inbox = Inbox { root: &root, screen: &screen, command: screen.command.clone() };
    let mut left: Option<u64> = None;
    while keep || left != Some(0) {
        // One sender at a time, and none for longer than its patience.
        let Ok((stream, _)) = listener.accept() else { continue };
        match take(stream, timeout) {
            Ok(posted) => {
                inbox.write(&posted)?;
                left = Some(left.unwrap_or(posted.batch).saturating_sub(1));
            }
            Err(why) => write_aside(&format!("ignored a request: {}\n", sanitize::name(&chain(&why), screen.unicode))),
        }
    }
    Ok(Exit::AsExpected)
}

/// A stream that gives up at a deadline, however slowly its bytes come.
struct Patient {
    stream: TcpStream,
    deadline: Instant,
}

impl Read for Patient {
    fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(chunk)
    }
}

/// Takes one post and answers it.
fn take(stream: TcpStream, timeout: Duration) -> Result<Posted, Refusal> {
    let mut stream = Patient { stream, deadline: Instant::now() + timeout };
    let posted = receive(&mut stream)
        .and_then(|body| Posted::parse(&body).map_err(|error| Refusal::Malformed(error.to_string())));
    let (status, why) = match &posted {
        Ok(_) => (Some((200, "OK")), String::new()),
        Err(refusal) => (refusal.status(), format!("{refusal}\n")),
    };
    if let Some((code, words)) = status {
        let head = format!("HTTP/1.1 {code} {words}\r\nContent-Length: {}\r\nConnection: close\r\n", why.len());
        // A sender that does not wait for the answer, or takes it too slowly, is none of our
        // worries.
        let _ = stream.stream.set_write_timeout(Some(timeout));
        let _ = stream.stream.write_all(format!("{head}\r\n{why}").as_bytes());
        let _ = stream.stream.shutdown(Shutdown::Write);
    }
    posted
}

struct Inbox<'a> {
    root: &'a Path,
    screen: &'a Screen,
    command: String,
}

impl Inbox<'_> {
    fn write(&self, posted: &Posted) -> Result<(), CliError> {
        let title = sanitize::name(&posted.name, self.screen.unicode);
        let Some(slug) = self.free(posted) else {
            return say!("{title} is here already: its address stands in a problem.toml\n");
        };
        new::write(&draft(posted, &slug, self.root), &slug, self.root)?;
        let limits = [
            posted.time.map(|time| format!("{} s", time.as_secs_f64())),
            posted.memory.map(|mib| format!("{mib} MiB")),
        ];
        let mut text = format!("got {slug}: {title} ({}", count(posted.samples.len(), "sample"));
        for limit in limits.into_iter().flatten() {
            text.push_str(&format!(", {limit}"));
        }
        text.push_str(&format!(")\n  write  solutions/src/bin/{slug}.rs\n  judge  {} {slug}\n", self.command));
        if posted.interactive {
            text.push_str(&format!(
                "  it is interactive: write problems/{slug}/interactor.rs, or it is judged as if it were not\n"
            ));
        }
        if posted.samples.is_empty() {
            text.push_str(&format!("  the page has no samples: add one with `{} add {slug}`\n", self.command));
        }
        print(text)
    }

    /// A name that nothing here has; `None` when the problem itself is here.
    fn free(&self, posted: &Posted) -> Option<ProblemId> {
        let address = format!("url = \"{}\"", toml_text(&posted.url));
        let folders = fs::read_dir(self.root.join("problems")).into_iter().flatten().flatten();
        let mut manifests = folders.filter_map(|folder| fs::read_to_string(folder.path().join("problem.toml")).ok());
        if manifests.any(|text| text.lines().any(|line| line.trim() == address)) {
            return None;
        }
        let by_address = || slug::suggest(posted.url.split_once("://").map_or("", |(_, rest)| rest));
        let base =
            slug::suggest(&posted.name).or_else(by_address).map_or("problem".to_owned(), |slug| slug.to_string());
        let solution = |slug: &str| self.root.join(format!("solutions/src/bin/{slug}.rs"));
        let taken = |slug: &str| {
            solution(slug).exists()
                || ["problems", "testdata"].iter().any(|tree| self.root.join(tree).join(slug).exists())
        };
        let names = std::iter::once(base.clone()).chain((2..1000).map(|n| format!("{base}-{n}")));
        names.into_iter().find(|name| !taken(name)).and_then(|name| ProblemId::parse(&name).ok())
    }
}

fn draft(posted: &Posted, slug: &ProblemId, root: &Path) -> Draft {
    let mut manifest = format!("title = \"{}\"\n\n[source]\n", toml_text(&posted.name));
    if let Some(judge) = &posted.judge {
        manifest.push_str(&format!("judge = \"{}\"\n", toml_text(judge)));
    }
    manifest.push_str(&format!("url = \"{}\"\n\n[limits]\n", toml_text(&posted.url)));
    if let Some(time) = posted.time {
        manifest.push_str(&format!("time = {:?}\n", time.as_secs_f64()));
    }
    if let Some(memory) = posted.memory {
        manifest.push_str(&format!("memory = {memory}\n"));
    }
    let solution = include_str!("../crates/package/templates/get/solution.rs").replace("{title}", &posted.name);
    let mut draft = Draft::default();
    let problem = root.join("problems").join(slug.as_str());
    draft.create(problem.join("problem.toml"), manifest);
    draft.create(problem.join("statement.md"), format!("# {}\n\n<{}>\n", posted.name, posted.url));
    draft.create(root.join(format!("solutions/src/bin/{slug}.rs")), solution);
    for (number, (input, output)) in posted.samples.iter().enumerate() {
        let place = |extension: &str| root.join(format!("testdata/{slug}/sample/{:02}.{extension}", number + 1));
        draft.create(place("in"), input.clone());
        draft.create(place("ans"), output.clone());
    }
    draft
}
