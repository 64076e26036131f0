//! `harness doctor`: shows what this machine has for judging, and what would improve it.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::session;
use crate::workspace::{self, Workspace};
use clap::Args;
use engine::build::{Builder, Cache, Languages};
use engine::cell;
use engine::run::{self, Crowding, Noise, Settings, Spread};
use engine::store::STORE_LIMIT;
use judge::config;
use model::{ByteSize, Catalog, Fault, Language};
use report::text::phrase::{self, count};
use report::text::{Page, Role, Text};
use sandbox::{self, Config, Level};
use std::env;
use std::io::{self, Stdout};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  harness doctor                   everything; takes a few seconds
  harness doctor --quick           without measuring how exact times are";

/// Show what this machine offers for judging: compilers, containment, precision of times, the cache
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Do not measure how precise times are
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(args: &DoctorArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, configured) = open(common)?;
    let screen = &workspace.screen;
    let config = Config::own().map_err(|error| cell::fault(&error))?;
    let page = Page::new(io::stdout(), screen.color, screen.width);
    let mut examination = Examination { page, needs: 0 };
    match examination.all(&workspace, &config, args.quick) {
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::AsExpected),
        examined => {
            examined.or_cannot("write to standard output")?;
            Ok(if examination.needs == 0 { configured } else { Exit::FaultOrIncomplete })
        }
    }
}

/// Opens the workspace, or an empty one if there is none: the machine is the same. Mistakes in the
/// configuration are shown, and it is then ignored.
fn open(common: &CommonArgs) -> Result<(Workspace, Exit), CliError> {
    let screen = common.screen();
    let root = match workspace::root(common.root.as_deref()) {
        Err(error) if common.root.is_some() => return Err(error),
        root => root.ok(),
    };
    let configured = config::load(root.as_deref()).and_then(|config| config::languages(&config));
    let (languages, exit) = match configured {
        Ok(languages) => (languages, Exit::AsExpected),
        Err(error) => {
            screen.error(&error);
            (Languages::built_in()?, Exit::UsageOrContent)
        }
    };
    let workspace = match root {
        Some(root) => Workspace::read(root, languages, screen),
        None => {
            let here = env::current_dir().or_cannot("stay in a folder that is gone")?;
            Workspace::of(here, Catalog::default(), Vec::new(), languages, screen)
        }
    };
    Ok((workspace, exit))
}

/// The state of one thing that was examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Health {
    Good,
    /// It works, and could be better.
    Lacks,
    /// Judging needs it.
    Missing,
}

struct Examination {
    page: Page<Stdout>,
    /// How many needed things are missing.
    needs: usize,
}

impl Examination {
    fn all(&mut self, workspace: &Workspace, config: &Config, quick: bool) -> io::Result<()> {
        // Without a cache the tools cannot be shown either: their answers are stored there.
        if let Ok(cache) = Cache::open(&workspace.cache) {
            self.tools(workspace, &Builder::new(workspace.languages.clone(), cache))?;
            self.page.blank()?;
        }
        let level = self.containment(config)?;
        self.page.blank()?;
        self.times(workspace, config, level.filter(|_| !quick))?;
        self.page.blank()?;
        match Cache::open(&workspace.cache) {
            Ok(cache) => self.cache(&cache),
            Err(fault) => {
                self.title("cache", "")?;
                self.fault(Health::Missing, "", &fault)
            }
        }
    }

    fn title(&mut self, title: &str, what: &str) -> io::Result<()> {
        self.page.wrapped(&Text::new().with(Role::Strong, title).with(Role::Plain, "  ").with(Role::Plain, what), 2)
    }

    fn item(&mut self, state: Health, name: &str, what: &str) -> io::Result<()> {
        let (role, sign) = match state {
            Health::Good => (Role::Good, "ok"),
            Health::Lacks => (Role::Warn, "--"),
            Health::Missing => (Role::Bad, "!!"),
        };
        if state == Health::Missing {
            self.needs += 1;
        }
        let mut text = Text::new().with(Role::Plain, "  ").with(role, sign).with(Role::Plain, " ");
        text.push(Role::Plain, name);
        if !name.is_empty() {
            text.pad(NAMES);
        }
        text.push(Role::Plain, what);
        self.page.wrapped(&text, 5)
    }

    fn hint(&mut self, hint: &str) -> io::Result<()> {
        self.page.wrapped(&Text::new().with(Role::Dim, format!("     hint: {hint}")), 11)
    }

    fn fault(&mut self, state: Health, name: &str, fault: &Fault) -> io::Result<()> {
        self.item(state, name, &fault.message)?;
        fault.hint.iter().try_for_each(|hint| self.hint(hint))
    }

    /// Compilers and interpreters. Those that this workspace's solutions use count as needed.
    fn tools(&mut self, workspace: &Workspace, builder: &Builder) -> io::Result<()> {
        self.title("tools", "")?;
        for entry in &workspace.languages.entries {
            let language = Language(entry.id.as_str().into());
            match builder.toolchain(&language) {
                Ok(tool) => {
                    let what = format!("{}  {}", tool.label, tool.program.display());
                    self.item(Health::Good, &entry.name, &what)?;
                }
                Err(fault) => {
                    let used = workspace.catalog.solutions.iter().any(|s| s.language == language);
                    let state = if used && !entry.optional { Health::Missing } else { Health::Lacks };
                    self.fault(state, &entry.name, &fault)?;
                }
            }
        }
        Ok(())
    }

    /// All levels, and the highest one that works.
    fn containment(&mut self, config: &Config) -> io::Result<Option<Level>> {
        let levels = sandbox::doctor(config);
        let best = levels.iter().rev().find(|(_, works)| works.is_ok()).map(|(level, _)| *level);
        self.title("containment", best.map_or("none", Level::name))?;
        for (level, works) in &levels {
            match works {
                Ok(()) => self.item(Health::Good, level.name(), level.gives())?,
                Err(error) => {
                    let state = if best.is_none() { Health::Missing } else { Health::Lacks };
                    self.fault(state, level.name(), &cell::fault(error))?;
                }
            }
        }
        Ok(best)
    }

    /// What disturbs times, and how much they spread; measured at `level`, if given.
    fn times(&mut self, workspace: &Workspace, config: &Config, level: Option<Level>) -> io::Result<()> {
        let (jobs, cores) = run::default_workers();
        let disturbances = run::disturbances(Path::new("/"), &cores[..jobs.min(cores.len())]);
        let names = cores.iter().take(jobs).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let pinned = if names.is_empty() { "not pinned".to_owned() } else { format!("on cores {names}") };
        self.title("times", &format!("{}, {pinned}", count(jobs, "worker")))?;
        for disturbance in &disturbances {
            self.item(Health::Lacks, "", &disturbance.what)?;
            disturbance.hint.iter().try_for_each(|hint| self.hint(hint))?;
        }
        let Some(level) = level else { return Ok(()) };
        let measure = || {
            let cancel = session::cancel_on_signals()?;
            let opened = sandbox::open(Config { level: Some(level), ..config.clone() });
            let sandbox = opened.map_err(|error| cell::fault(&error))?;
            let settings = Settings { jobs, cores: cores.clone(), crowding: || Crowding::NONE, ..Settings::default() };
            run::noise(&*sandbox, &settings, |rounds| sandbox::exercise(config, rounds), &cancel)
        };
        match measure() {
            Ok(Some(noise)) => self.noise(&noise, workspace.screen.unicode),
            Ok(None) => self.item(Health::Lacks, "", "interrupted"),
            Err(fault) => self.fault(Health::Missing, "", &fault),
        }
    }

    fn noise(&mut self, noise: &Noise, unicode: bool) -> io::Result<()> {
        let sign = if unicode { "±" } else { "+-" };
        let words =
            |spread: &Spread| format!("{} {sign} {:.2} %", phrase::time(spread.median), spread.relative * 100.0);
        let drift = noise.together.median.as_secs_f64() / noise.alone.median.as_secs_f64().max(1e-9) - 1.0;
        // A program within a tenth of its limit is measured again alone; a larger error decides
        // verdicts.
        let state = if noise.alone.relative > 0.05 || drift.abs() > 0.1 { Health::Lacks } else { Health::Good };
        let what = format!("one program of fixed length alone: {}", words(&noise.alone));
        self.item(state, "", &what)?;
        if noise.workers > 1 {
            let what = format!("{} at a time: {} ({:+.1} %)", noise.workers, words(&noise.together), drift * 100.0);
            self.item(state, "", &what)?;
        }
        Ok(())
    }

    fn cache(&mut self, cache: &Cache) -> io::Result<()> {
        self.title("cache", &cache.root().display().to_string())?;
        let (builds, bytes) = cache.held();
        let held = cache.store().held();
        self.item(Health::Good, "builds", &format!("{builds}, {}", ByteSize(bytes)))?;
        self.item(Health::Good, "results", &format!("{} (at most {STORE_LIMIT})", held.bytes))?;
        cache.stage().err().map_or(Ok(()), |fault| self.fault(Health::Missing, "", &fault))
    }
}

/// The width of the column of names.
const NAMES: usize = 17;
