//! How exact times are on this machine: what disturbs them, and a measurement.
//!
//! Reads what the kernel reports about cores, and runs one fixed program many times, alone and on
//! all workers. It decides nothing.

use crate::run::Settings;
use crate::run::cores::{self, Crowding};
use crate::run::pool::{Pool, Worker};
use model::{Fault, FaultKind};
use sandbox::{Cancel, Exec, Exit, Sandbox};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// CPU times of one program, run again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub median: Duration,
    /// Standard deviation over the median.
    pub relative: f64,
}

/// The result of a noise measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// One program at a time.
    pub alone: Spread,
    /// One on every worker.
    pub together: Spread,
    pub workers: usize,
}

/// How many runs of each kind each worker makes.
const RUNS: usize = 15;

/// How long the program should take.
const LENGTH: Duration = Duration::from_millis(50);

/// Measures with `exercise`, which makes a program of the given number of rounds. Takes about two
/// seconds.
///
/// # Errors
/// A sandbox fault when the program cannot be run; `Ok(None)` when `cancel` was raised.
pub fn noise(
    sandbox: &dyn Sandbox,
    settings: &Settings,
    exercise: impl Fn(u64) -> Exec,
    cancel: &Cancel,
) -> Result<Option<Noise>, Fault> {
    const TRIAL: u64 = 4_000_000;
    let pool = Pool::new(settings, sandbox, cancel)?;
    let Some(trial) = times(&pool, 1, 3, &exercise(TRIAL))? else { return Ok(None) };
    let rounds = TRIAL as f64 * LENGTH.as_secs_f64() / spread(trial).median.as_secs_f64().max(1e-6);
    let program = exercise(rounds as u64);
    let Some(alone) = times(&pool, 1, RUNS, &program)? else { return Ok(None) };
    let Some(together) = times(&pool, settings.jobs, RUNS * settings.jobs, &program)? else { return Ok(None) };
    Ok(Some(Noise { alone: spread(alone), together: spread(together), workers: settings.jobs }))
}

fn times(pool: &Pool<'_>, workers: usize, runs: usize, program: &Exec) -> Result<Option<Vec<Duration>>, Fault> {
    let work = |worker: &mut Worker<'_>, _: usize| match worker.cell.run(program)? {
        Some(done) if done.outcome.exit == Exit::Code(0) => Ok(Some(done.outcome.usage.cpu)),
        Some(done) => Err(Fault::new(FaultKind::Sandbox, format!("the exercise ended with {:?}", done.outcome.exit))),
        None => Ok(None),
    };
    let mut all = Vec::with_capacity(runs);
    pool.in_order(workers, runs, work, |_, time| all.push(time));
    all.into_iter().collect()
}

fn spread(mut times: Vec<Duration>) -> Spread {
    times.sort_unstable();
    let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    let count = seconds.len().max(1) as f64;
    let mean = seconds.iter().sum::<f64>() / count;
    let variance = seconds.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    Spread { median, relative: variance.sqrt() / median.as_secs_f64().max(1e-9) }
}

/// Something about this machine that makes times less exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disturbance {
    /// A lower-case fragment.
    pub what: String,
    /// What to do about it, if anything can be done.
    pub hint: Option<String>,
}

/// What disturbs times on these cores. `root` is the folder that holds `proc` and `sys`. What the
/// kernel does not report is not a disturbance.
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
pub fn disturbances(root: &Path, cores: &[usize]) -> Vec<Disturbance> {
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let of_core = |core: usize, path: &str| read(&format!("sys/devices/system/cpu/cpu{core}/{path}"));
    let mut found = Vec::new();
    let mut add = |what: String, hint: Option<&str>| found.push(Disturbance { what, hint: hint.map(str::to_owned) });

    let load: f64 = read("proc/loadavg").split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    if load > 0.5 {
        // The measured program is not among them: it starts in a moment.
        let wanted = Crowding { programs: load.max(1.0) + 1.0, cores: cores.len() };
        let what = format!("{wanted} in the last minute");
        add(what, Some("let them end before you trust a time that is near its limit"));
    }
    let mut whole = BTreeSet::new();
    for &core in cores {
        let siblings = cores::list(&of_core(core, "topology/thread_siblings_list")).unwrap_or_else(|| vec![core]);
        whole.insert(siblings.into_iter().min().unwrap_or(core));
    }
    if whole.len() < cores.len() {
        let what =
            format!("{} workers share {} cores: two threads of a core slow each other down", cores.len(), whole.len());
        add(what, Some(&format!("run {} programs at a time: one a core", whole.len())));
    }
    let governors: BTreeSet<String> =
        cores.iter().map(|core| of_core(*core, "cpufreq/scaling_governor").trim().to_owned()).collect();
    if let Some(governor) = governors.iter().find(|governor| !governor.is_empty() && *governor != "performance") {
        let what = format!("cores change their speed with their load (governor `{governor}`)");
        add(what, Some("`cpupower frequency-set -g performance`, as root"));
    }
    for (file, faster, slower) in [("cpufreq/boost", "1", "0"), ("intel_pstate/no_turbo", "0", "1")] {
        if read(&format!("sys/devices/system/cpu/{file}")).trim() == faster {
            let hint = format!("`echo {slower} > /sys/devices/system/cpu/{file}`, as root");
            add("a core is faster when its neighbours are idle (boost)".to_owned(), Some(&hint));
        }
    }
    let information = read("proc/cpuinfo");
    let flags = information.lines().find(|line| line.starts_with("flags")).unwrap_or_default();
    if flags.split_ascii_whitespace().any(|flag| flag == "hypervisor") {
        let taken = taken(&read("proc/stat")).filter(|percent| *percent >= 1.0);
        let taken = taken.map_or_else(String::new, |percent| format!("; they took {percent:.0} % of it so far"));
        add(format!("a virtual machine shares its cores with others that it cannot see{taken}"), None);
    }
    found
}

/// How much of this machine's time its host gave to others, in percent, from the first line of
/// `/proc/stat`; see proc(5).
fn taken(stat: &str) -> Option<f64> {
    let fields: Vec<f64> = stat.lines().next()?.split_ascii_whitespace().skip(1).flat_map(str::parse).collect();
    let total: f64 = fields.iter().take(8).sum();
    (total > 0.0).then(|| fields.get(7).map(|stolen| stolen / total * 100.0))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSandbox, Scene, Take};

    fn check(files: &[(&str, &str)], cores: &[usize], expected: &[&str]) {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let found = disturbances(root.path(), cores);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (disturbance, words) in found.iter().zip(expected) {
            let text = format!("{} {}", disturbance.what, disturbance.hint.as_deref().unwrap_or_default());
            assert!(text.contains(words), "{text}");
        }
    }

    #[test]
    fn a_machine_that_tells_nothing_has_no_disturbances() {
        check(&[], &[0, 1], &[]);
    }

    #[test]
    fn threads_of_one_core_are_noticed_only_where_both_are_used() {
        let siblings = [
            ("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,2\n"),
            ("sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "1,3\n"),
            ("sys/devices/system/cpu/cpu2/topology/thread_siblings_list", "0,2\n"),
        ];
        check(&siblings, &[0, 1, 2], &["run 2 programs"]);
        check(&siblings, &[0, 1], &[]);
    }

    #[test]
    fn governors_boost_load_and_hosts_are_told() {
        let governor = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
        check(&[(governor, "powersave\n")], &[0], &["powersave"]);
        check(&[(governor, "performance\n")], &[0], &[]);
        check(&[("sys/devices/system/cpu/cpufreq/boost", "1\n")], &[0], &["boost"]);
        check(&[("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n")], &[0], &["turbo"]);
        check(&[("proc/loadavg", "3.24 1.0 0.5 2/100 7\n")], &[0], &["3 other programs wanted the 1 core"]);
        check(&[("proc/loadavg", "0.24 1.0 0.5 2/100 7\n")], &[0], &[]);
        let virtual_machine = ("proc/cpuinfo", "processor: 0\nflags\t\t: fpu hypervisor sse\n");
        check(&[virtual_machine], &[0], &["virtual machine"]);
        check(&[virtual_machine, ("proc/stat", "cpu 10 0 10 60 0 0 0 20 0 0\n")], &[0], &["took 20 %"]);
    }

    #[test]
    fn a_spread_is_the_median_and_the_deviation_over_it() {
        let times = [9, 10, 11].map(Duration::from_millis).to_vec();
        let spread = spread(times);
        assert_eq!(spread.median, Duration::from_millis(10));
        assert!((spread.relative - 0.1).abs() < 1e-9, "{spread:?}");
    }

    #[test]
    fn every_run_is_counted_and_a_raised_flag_ends_it() {
        let sandbox = FakeSandbox::new();
        let config =
            sandbox::Config { launcher: "/bin/exercise".into(), level: None, least: None, landlock: None, notes: None };
        let program = sandbox::exercise(&config, 1);
        sandbox.on("exercise", None, Scene::Completes(Take::writes("").cpu(Duration::from_millis(100))));
        let settings = Settings { jobs: 2, cores: vec![0, 1], crowding: || Crowding::NONE, ..Settings::default() };
        let cancel = Cancel::new().unwrap();
        let measured = noise(&sandbox, &settings, |_| program.clone(), &cancel).unwrap().unwrap();
        for spread in [measured.alone, measured.together] {
            assert_eq!(spread.median, Duration::from_millis(100));
            assert!(spread.relative < 1e-9, "{spread:?}");
        }
        assert_eq!(measured.workers, 2);
        cancel.raise();
        assert_eq!(noise(&sandbox, &settings, |_| program.clone(), &cancel).unwrap(), None);
    }
}
