//! `harness doctor`: shows what this machine has for judging, and what would improve it.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::screen::Screen;
use crate::session;
use crate::workspace::here;
use clap::Args;
use judge::machine::{self, Config, Health, Level, Noise, Spread, Timekeeping, health_of, levels, slowdown};
use judge::model::{ByteSize, Fault};
use judge::{Builder, Cache, STORE_LIMIT, Workspace};
use report::text::phrase::{self, count};
use report::text::{Page, Role, Text};
use std::io::{self, Stdout};

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
    let here = here()?;
    let (judge, mistake) = Workspace::of_machine(common.root.as_deref(), &here)?;
    let screen = common.screen();
    mistake.iter().for_each(|error| screen.error(error));
    let config = machine::config()?;
    let mut examination = Examination::on(&screen);
    match examination.all(&judge, &config, args.quick) {
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::AsExpected),
        examined => {
            examined.or_cannot("write to standard output")?;
            Ok(match (examination.needs, mistake) {
                (0, None) => Exit::AsExpected,
                (0, Some(_)) => Exit::UsageOrContent,
                _ => Exit::FaultOrIncomplete,
            })
        }
    }
}

/// What is examined, as lines on a page.
struct Examination {
    page: Page<Stdout>,
    /// How many needed things are missing.
    needs: usize,
}

impl Examination {
    fn on(screen: &Screen) -> Examination {
        let page = Page::new(io::stdout(), screen.out);
        Examination { page, needs: 0 }
    }

    /// Examines one thing after the other, and prints what came out as soon as it is known.
    ///
    /// # Errors
    /// When standard output cannot be written.
    fn all(&mut self, judge: &Workspace, config: &Config, quick: bool) -> io::Result<()> {
        // Without a cache the tools cannot be shown either: their answers are stored there.
        if let Ok(builder) = judge.builder() {
            self.tools(judge, &builder)?;
            self.page.blank()?;
        }
        let best = self.containment(config)?;
        self.page.blank()?;
        self.times(config, best.filter(|_| !quick))?;
        self.page.blank()?;
        match Cache::open(&judge.cache) {
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
            text.push(Role::Plain, "  ");
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

    fn tools(&mut self, judge: &Workspace, builder: &Builder) -> io::Result<()> {
        self.title("tools", "")?;
        for (entry, health, tool) in judge.tools(builder) {
            match tool {
                Ok(tool) => {
                    self.item(health, &entry.name, &format!("{}  {}", tool.label, tool.program.display()))?;
                }
                Err(fault) => self.fault(health, &entry.name, &fault)?,
            }
        }
        Ok(())
    }

    /// All levels, under the highest one that works, which is returned: one of them is needed.
    fn containment(&mut self, config: &Config) -> io::Result<Option<Level>> {
        let levels = levels(config);
        let best = levels.iter().rfind(|(_, works)| works.is_ok()).map(|(level, _)| *level);
        self.title("containment", best.map_or("none", Level::name))?;
        let lack = if best.is_none() { Health::Missing } else { Health::Lacks };
        for (level, works) in levels {
            match works {
                Ok(()) => self.item(Health::Good, level.name(), level.gives())?,
                Err(fault) => self.fault(lack, level.name(), &fault)?,
            }
        }
        Ok(best)
    }

    /// What disturbs times, and how much they spread; measured at `level`, if given.
    fn times(&mut self, config: &Config, level: Option<Level>) -> io::Result<()> {
        let times = Timekeeping::of_machine();
        let names = times.cores.iter().take(times.jobs).map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let pinned = if names.is_empty() { "not pinned".to_owned() } else { format!("on cores {names}") };
        self.title("times", &format!("{}, {pinned}", count(times.jobs, "worker")))?;
        for disturbance in &times.disturbances {
            self.item(Health::Lacks, "", &disturbance.what)?;
            disturbance.hint.iter().try_for_each(|hint| self.hint(hint))?;
        }
        let Some(level) = level else { return Ok(()) };
        match session::cancel_on_signals().and_then(|cancel| times.noise(config, level, &cancel)) {
            Ok(Some(noise)) => self.noise(&noise),
            Ok(None) => self.item(Health::Lacks, "", "interrupted"),
            Err(fault) => self.fault(Health::Missing, "", &fault),
        }
    }

    fn noise(&mut self, noise: &Noise) -> io::Result<()> {
        let sign = if self.page.look.unicode { "±" } else { "+-" };
        let words =
            |spread: &Spread| format!("{} {sign} {:.2} %", phrase::time(spread.median), spread.relative * 100.0);
        let state = health_of(noise);
        let what = format!("one program of fixed length alone: {}", words(&noise.alone));
        self.item(state, "", &what)?;
        if noise.workers > 1 {
            let what =
                format!("{} at a time: {} ({:+.1} %)", noise.workers, words(&noise.together), slowdown(noise) * 100.0);
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

/// The width of the column of names; a longer one shifts what follows.
const NAMES: usize = 15;
