//! `harness get`: takes problems from the browser, as the extension Competitive Companion posts
//! them to localhost.
//!
//! Anyone who knows the port can send anything, even a web page that a browser has open. So the
//! harness understands only a small part of HTTP, bounds everything in size and time, refuses
//! requests from web pages, and produces only plain values.
//!
//! Sources: RFC 9112 for the messages; the extension's own description of its JSON
//! (github.com/jmerle/competitive-companion).

mod beside;
mod posted;

use crate::args::{CommonArgs, number_within};
use crate::error::{CliError, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::screen::{Screen, print, say, write_aside};
use crate::workspace;
use beneath::Home;
use beside::Beside;
use clap::{Args, ValueHint};
use judge::{Begin, write_problem};
use model::ProblemId;
use package::detect::{self, Kind};
use package::draft::template::{Place, toml_text};
use package::draft::{Draft, slug};
use posted::{Channel, Posted};
use remote::http::{Connection, Refusal, Service};
use report::text::phrase::count;
use report::text::sanitize;
use std::env;
use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
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
    let (root, place) = place(common)?;
    let begin = Beginning::of(args, &root)?;
    let GetArgs { port, keep, timeout, .. } = *args;
    let timeout = Duration::from_secs_f64(timeout);
    let listening =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = listening.map_err(|error| {
        refused(format!("cannot listen on 127.0.0.1:{port}: {error}"))
            .with_hint("another program may wait there: end it, or choose another --port")
    })?;
    write_aside(&format!("waiting for Competitive Companion on {address}; Ctrl-C ends\n"));
    let write = |posted: &Posted| match place {
        PlaceKind::Workspace => Inbox { root: &root, screen: &screen, begin: begin.clone() }.write(posted),
        PlaceKind::Plain => Beside { folder: &root, screen: &screen, begin: begin.clone() }.write(posted),
    };
    if place == PlaceKind::Plain {
        write_aside("no workspace here: programs and samples are written beside each other\n");
    }
    let mut left: Option<u64> = None;
    let mut exit = Exit::AsExpected;
    while keep || left != Some(0) {
        // One sender at a time, and none for longer than its patience.
        let Ok((stream, _)) = listener.accept() else { continue };
        match take(stream, timeout) {
            Ok(posted) => {
                write(&posted)?;
                left = Some(left.unwrap_or(posted.batch).saturating_sub(1));
            }
            Err(why) => {
                write_aside(&format!("ignored a request: {}\n", sanitize::name(&chain(&why), screen.unicode)));
                // One problem of a contest: nothing will be sent in its place.
                if let Ignored::OtherBody { batch: Some(batch @ 2..), .. } = why {
                    left = Some(left.unwrap_or(batch).saturating_sub(1));
                    exit = Exit::FaultOrIncomplete;
                }
            }
        }
    }
    Ok(exit)
}

/// Where problems are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Workspace,
    /// A folder of no format, such as an empty one.
    Plain,
}

/// The workspace that is named or around, or else the folder of the call.
///
/// # Errors
/// When it is a package, where problems would change what is judged.
fn place(common: &CommonArgs) -> Result<(PathBuf, PlaceKind), CliError> {
    let here = env::current_dir().or_cannot("stay in a folder that is gone")?;
    if common.root.is_none() && detect::find_root(&here).is_none() && Kind::of(&here).is_none() {
        return Ok((here, PlaceKind::Plain));
    }
    Ok((workspace::root_to_fill(common.root.as_deref())?, PlaceKind::Workspace))
}

/// Why a post is ignored.
#[derive(Debug, thiserror::Error)]
enum Ignored {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Well-formed, but its body is not a problem.
    #[error("{why}")]
    OtherBody {
        why: String,
        /// How many problems come together, if it says so.
        batch: Option<u64>,
    },
}

/// Takes one post and answers it.
fn take(stream: TcpStream, timeout: Duration) -> Result<Posted, Ignored> {
    let mut connection = Connection::new(stream, timeout);
    let posted = connection.receive(Service::Json).map_err(Ignored::from).and_then(|body| {
        Posted::parse(&body).map_err(|why| Ignored::OtherBody { why: why.to_string(), batch: posted::batch(&body) })
    });
    let (status, why) = match &posted {
        Ok(_) => (Some((200, "OK")), String::new()),
        Err(why @ Ignored::Refused(refusal)) => (refusal.status(), format!("{why}\n")),
        Err(why @ Ignored::OtherBody { .. }) => (Some((400, "Bad Request")), format!("{why}\n")),
    };
    if let Some(status) = status {
        // A sender that does not wait for the answer, or reads it too slowly, is not our concern.
        let _ = connection.answer(status, "text/plain", why.as_bytes());
    }
    posted
}

/// What each problem's solution starts as.
#[derive(Clone)]
struct Beginning {
    /// The language's id, and its usual extension.
    language: String,
    extension: String,
    /// A text of the user's own.
    text: Option<String>,
}

impl Beginning {
    fn of(args: &GetArgs, root: &Path) -> Result<Beginning, CliError> {
        let begin = Begin::of(root, args.template.as_deref(), args.lang.as_deref(), &workspace::here()?)?;
        // A template that is a name or a folder belongs to `new`.
        let file = begin.template.as_ref().map(|name| begin.here.join(name)).filter(|path| path.is_file());
        if args.template.is_some() && file.is_none() {
            return Err(refused("the template is not a file").with_hint("name a solution file: --template FILE"));
        }
        let text = file.as_ref().map(fs::read_to_string).transpose().or_cannot("read the template")?;
        let extension = file.as_deref().and_then(Path::extension).and_then(|extension| extension.to_str());
        let of_file = extension.filter(|_| args.lang.is_none()).and_then(|extension| begin.of_extension(extension));
        let language = match of_file {
            Some(language) => language,
            None => begin.usual(root)?,
        };
        let usual = language.extensions.first().cloned().unwrap_or_default();
        // A template in one language does not fit another.
        let text =
            text.filter(|_| extension.is_some_and(|extension| language.extensions.iter().any(|e| e == extension)));
        Ok(Beginning { language: language.id.clone(), extension: usual, text })
    }
}

struct Inbox<'a> {
    root: &'a Path,
    screen: &'a Screen,
    begin: Beginning,
}

impl Inbox<'_> {
    fn write(&self, posted: &Posted) -> Result<(), CliError> {
        let title = sanitize::name(&posted.name, self.screen.unicode);
        if let Some(slug) = self.here(posted) {
            let samples = match self.refresh(posted, &slug)? {
                0 => "its samples are unchanged".to_owned(),
                new => format!("{} brought up to date", count(new, "sample")),
            };
            return say!("{title} is here already, in problems/{slug}: {samples}\n");
        }
        let slug = self.free(posted);
        let place = self.place(&slug, &posted.name);
        write_problem(&draft(posted, &place, self.begin.text.as_deref()), &slug, self.root)?;
        let limits = [
            posted.time.map(|time| format!("{} s", time.as_secs_f64())),
            posted.memory.map(|mib| format!("{mib} MiB")),
        ];
        let mut text = format!("got {slug}: {title} ({}", count(posted.samples.len(), "sample"));
        for limit in limits.into_iter().flatten() {
            text.push_str(&format!(", {limit}"));
        }
        text.push_str(&format!(")\n  write  {}\n  judge  {} {slug}\n", place.solution(""), self.screen.command));
        if posted.interactive {
            text.push_str(&format!(
                "  it is interactive: write problems/{slug}/interactor.{}, or it is judged as if it were not\n",
                self.begin.extension
            ));
        }
        for (key, channel) in [("input", &posted.input), ("output", &posted.output)] {
            match channel {
                Channel::Stream => {}
                Channel::File(name) => {
                    let name = sanitize::name(name, self.screen.unicode);
                    text.push_str(&format!("  {key}  the file {name}, as problem.toml says\n"));
                }
                Channel::Unclear(words) => {
                    let words = sanitize::name(words, self.screen.unicode);
                    text.push_str(&format!(
                        "  {key}  a file that the page calls {words}: add `{key} = \"NAME\"` below [files] in problem.toml\n"
                    ));
                }
            }
        }
        if posted.samples.is_empty() {
            let command = &self.screen.command;
            text.push_str(&format!("  the page has no samples: add one with `{command} add {slug} --paste`\n"));
        }
        print(text)
    }

    fn place<'p>(&'p self, slug: &'p ProblemId, title: &'p str) -> Place<'p> {
        let Beginning { language, extension, .. } = &self.begin;
        Place { root: self.root, slug, title, language, extension }
    }

    /// The problem's folder, if it is here already: its `problem.toml` holds the address.
    fn here(&self, posted: &Posted) -> Option<ProblemId> {
        let address = format!("url = \"{}\"", toml_text(&posted.url));
        let home = Home::of(self.root);
        let folders = fs::read_dir(self.root.join("problems")).into_iter().flatten().flatten();
        let mut folders = folders.filter(|folder| {
            let manifest = home.text(&folder.path().join("problem.toml"));
            manifest.is_some_and(|text| text.lines().any(|line| line.trim() == address))
        });
        folders.find_map(|folder| ProblemId::parse(folder.file_name().to_str()?).ok())
    }

    /// Writes the samples that are new or have changed, and returns how many there are.
    fn refresh(&self, posted: &Posted, slug: &ProblemId) -> Result<usize, CliError> {
        let (home, mut draft) = (Home::of(self.root), Draft::default());
        let mut new = 0;
        for (number, (input, output)) in posted.samples.iter().enumerate() {
            let files =
                [(sample(self.root, slug, number, "in"), input), (sample(self.root, slug, number, "ans"), output)];
            let is_same = |place: &Path, text: &str| {
                let there = home.read(place, text.len() as u64);
                there.is_ok_and(|bytes| bytes == text.as_bytes())
            };
            if files.iter().all(|(place, text)| is_same(place, text)) {
                continue;
            }
            new += 1;
            for (place, text) in files {
                draft.replace(place, text.clone());
            }
        }
        draft.write_below(self.root)?;
        Ok(new)
    }

    /// A free name: the problem's own. If that is taken, or is a bare letter, as from a title in
    /// another script, the contest's name goes in front: every contest has such a `c`.
    fn free(&self, posted: &Posted) -> ProblemId {
        let by_address = || slug::suggest(posted.url.split_once("://").map_or("", |(_, rest)| rest));
        let own = slug::suggest(&posted.name).or_else(by_address).map_or("problem".to_owned(), |slug| slug.to_string());
        let taken = |slug: &ProblemId| {
            self.root.join(self.place(slug, "").solution("")).exists()
                || ["problems", "testdata"].iter().any(|tree| self.root.join(tree).join(slug.as_str()).exists())
        };
        let contest = posted.contest.as_deref().and_then(slug::suggest);
        let with_contest = contest.map(|contest| {
            let contest: String = contest.as_str().chars().take(CONTEST).collect();
            format!("{}-{own}", contest.trim_end_matches('-'))
        });
        let last = with_contest.clone().unwrap_or_else(|| own.clone());
        let numbered = (2..).map(|number| format!("{last}-{number}"));
        let own = Some(own);
        let (first, second) = match own.as_ref().is_some_and(|own| own.len() == 1) && with_contest.is_some() {
            true => (with_contest, own),
            false => (own, with_contest),
        };
        let names = first.into_iter().chain(second).chain(numbered);
        let mut free = names.filter_map(|name| ProblemId::parse(&name).ok()).filter(|slug| !taken(slug));
        free.next().expect("numbers do not end")
    }
}

/// How many letters of a contest's name go into a problem's.
const CONTEST: usize = 40;

/// A sample's file; the first one is 0.
fn sample(root: &Path, slug: &ProblemId, number: usize, extension: &str) -> PathBuf {
    root.join(format!("testdata/{slug}/sample/{:02}.{extension}", number + 1))
}

fn draft(posted: &Posted, place: &Place<'_>, own: Option<&str>) -> Draft {
    let Place { root, slug, .. } = *place;
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
    let files = [("input", &posted.input), ("output", &posted.output)].into_iter().filter_map(|(key, channel)| {
        let Channel::File(name) = channel else { return None };
        Some(format!("{key} = \"{}\"\n", toml_text(name)))
    });
    let files: String = files.collect();
    if !files.is_empty() {
        manifest.push_str(&format!("\n[files]\n{files}"));
    }
    let mut draft = Draft::default();
    let problem = root.join("problems").join(slug.as_str());
    draft.create(problem.join("problem.toml"), manifest);
    draft.create(problem.join("statement.md"), format!("# {}\n\n<{}>\n", posted.name, posted.url));
    draft.create(root.join(place.solution("")), place.begun(own));
    for (number, (input, output)) in posted.samples.iter().enumerate() {
        draft.create(sample(root, slug, number, "in"), input.clone());
        draft.create(sample(root, slug, number, "ans"), output.clone());
    }
    draft
}
