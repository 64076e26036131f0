//! How a judge's way to compile and run the programs of a language takes the place of the
//! language's own. Knows no judges: it is handed their flags.

use crate::build::languages::LanguageEntry;
use crate::build::toolchain::Toolchain;
use model::{BuildOptions, OnlineJudge};

/// What stands for these flags in the languages table.
const TUNING: &str = "{tuning}";
const RUNTIME: &str = "{runtime}";
const SOURCE: &str = "{source}";

/// The name by which programs learn that a judge runs them.
pub(super) const ONLINE_JUDGE: &str = "ONLINE_JUDGE";

/// The least heap that is left of a limit for a runtime's own needs, in MiB.
const LEAST: u64 = 16;

/// Arguments of a compiler: those of the table, with the judge's where they go before.
pub(super) fn compiling(
    args: &[String],
    entry: &LanguageEntry,
    toolchain: &Toolchain,
    options: &BuildOptions,
) -> Vec<String> {
    let own = options.tuning.as_ref();
    let tuning: Vec<String> = match own {
        Some(flags) => flags.iter().filter_map(|flag| flag_here(flag, toolchain, options)).collect(),
        None => entry.tuning.clone(),
    };
    let mut all = filled(args, TUNING, &tuning, options.online_judge);
    // After the language's own standard, so that it replaces it.
    all.extend(options.standard.iter().map(|standard| format!("-std={standard}")));
    all.extend(options.flags.iter().cloned());
    if entry.compiles() {
        // A linker takes from a library what the files before it lack.
        let (libraries, flags): (Vec<_>, Vec<_>) = options.given.iter().cloned().partition(|arg| arg.starts_with("-l"));
        // Some compilers take no flags behind the source.
        let at = all.iter().position(|arg| arg == SOURCE).unwrap_or(all.len());
        all.splice(at..at, flags);
        all.extend(libraries);
    }
    all
}

/// Arguments of what runs a program.
pub(super) fn running(entry: &LanguageEntry, options: &BuildOptions) -> Vec<String> {
    let runtime = options.runtime.as_ref().unwrap_or(&entry.runtime);
    let own = filled(&entry.args, RUNTIME, runtime, options.online_judge);
    entry.told_when_run(options).iter().cloned().chain(own).collect()
}

impl LanguageEntry {
    /// What the person tells the interpreter, where no compiler makes the program.
    pub(super) fn told_when_run<'o>(&self, options: &'o BuildOptions) -> &'o [String] {
        if self.compiles() { &[] } else { &options.given }
    }

    /// The arguments of the compiler, and of what runs the program, for a solution with these
    /// options.
    pub fn commands(&self, toolchain: &Toolchain, options: &BuildOptions) -> [Vec<String>; 2] {
        [compiling(&self.compile, self, toolchain, options), running(self, options)]
    }
}

fn filled(args: &[String], place: &str, flags: &[String], online_judge: OnlineJudge) -> Vec<String> {
    let is_there = |arg: &&String| online_judge == OnlineJudge::Defined || !arg.contains(ONLINE_JUDGE);
    let all = args.iter().flat_map(|arg| if arg == place { flags } else { std::slice::from_ref(arg) });
    all.filter(is_there).cloned().collect()
}

/// A judge's flag as this machine's compiler knows it. `None`: the file itself says otherwise.
///
/// A judge may keep to a newer standard than the compiler here supports: the newest one of this
/// compiler is then nearest to it, and every solution would fail with the other.
fn flag_here(flag: &str, toolchain: &Toolchain, options: &BuildOptions) -> Option<String> {
    let Some(standard) = flag.strip_prefix("-std=") else { return Some(flag.to_owned()) };
    if options.standard.is_some() {
        return None;
    }
    let newest = toolchain.standard.as_deref().and_then(|flag| flag.split_once("++"));
    let is_new = |judges: &str, here: &str| year(judges).zip(year(here)).is_some_and(|(judges, here)| judges >= here);
    match standard.split_once("++").zip(newest) {
        // By the name that this compiler has for it.
        Some(((dialect, judges), (_, here))) if is_new(judges, here) => Some(format!("-std={dialect}++{here}")),
        Some(_) | None => Some(flag.to_owned()),
    }
}

/// The year of a standard of C++, counted from 1990.
fn year(name: &str) -> Option<u32> {
    Some(match name {
        "98" | "03" => 8,
        "0x" | "11" => 21,
        "1y" | "14" => 24,
        "1z" | "17" => 27,
        "2a" | "20" => 30,
        "2b" | "23" => 33,
        "2c" | "26" => 36,
        _ => return None,
    })
}

/// An argument with the memory limit in MiB filled in: `{memory}`, or `{memory-128}` for what is
/// left of it beside 128 MiB.
pub(super) fn with_memory(arg: &str, mib: u64) -> String {
    let Some((before, rest)) = arg.split_once("{memory") else { return arg.to_owned() };
    let Some((less, after)) = rest.split_once('}') else { return arg.to_owned() };
    let left = match less.strip_prefix('-').map(str::parse::<u64>) {
        None => mib,
        Some(Ok(less)) => mib.saturating_sub(less).max(LEAST),
        Some(Err(_)) => return arg.to_owned(),
    };
    format!("{before}{left}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Languages;
    use model::Language;
    use std::path::PathBuf;

    fn toolchain(standard: Option<&str>) -> Toolchain {
        Toolchain {
            program: PathBuf::from("/usr/bin/tool"),
            prefix: PathBuf::from("/usr"),
            standard: standard.map(str::to_owned),
            version: "tool 1".to_owned(),
            label: "tool 1".to_owned(),
            readable: Vec::new(),
        }
    }

    fn texts(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_judges_flags_take_the_place_of_the_languages_own() {
        let languages = Languages::built_in().unwrap();
        let check = |id: &str, tuning: Option<&str>, expected: &str| {
            let entry = languages.get(&Language(id.into())).unwrap();
            let options = BuildOptions { tuning: tuning.map(texts), ..BuildOptions::default() };
            let args = compiling(&entry.compile, entry, &toolchain(Some("-std=gnu++2b")), &options);
            assert!(args.join(" ").starts_with(expected), "{args:?}");
        };
        check("pascal", None, "-O2 -Mdelphi -Sgich -v0");
        check("pascal", Some("-O2 -Sg"), "-O2 -Sg -v0");
        check("rust", Some("--edition=2024 -Copt-level=3"), "--edition=2024 -Copt-level=3 --cfg=ONLINE_JUDGE");
        check("cpp", None, "{standard} -O2 -DONLINE_JUDGE");
        check("cpp", Some("-std=gnu++17 -O3"), "-std=gnu++17 -O3 -DONLINE_JUDGE");
    }

    #[test]
    fn the_standard_is_the_files_then_the_judges_as_far_as_the_compiler_knows_it() {
        let languages = Languages::built_in().unwrap();
        let entry = languages.get(&Language("cpp".into())).unwrap();
        let check = |judges: &str, of_file: Option<&str>, newest: &str, expected: &str| {
            let options = BuildOptions {
                tuning: Some(texts(judges)),
                standard: of_file.map(str::to_owned),
                ..BuildOptions::default()
            };
            let args = compiling(&texts("{tuning} x"), entry, &toolchain(Some(newest)), &options);
            assert_eq!(args.join(" "), expected);
        };
        check("-std=c++20 -O2", None, "-std=gnu++2b", "-std=c++20 -O2 x");
        check("-std=c++23 -O2", None, "-std=gnu++2b", "-std=c++2b -O2 x");
        check("-std=gnu++23 -O2", None, "-std=gnu++20", "-std=gnu++20 -O2 x");
        check("-std=gnu++98 -O2", None, "-std=gnu++2b", "-std=gnu++98 -O2 x");
        check("-std=gnu++23 -O2", Some("gnu++14"), "-std=gnu++2b", "-O2 x -std=gnu++14");
    }

    #[test]
    fn a_judge_that_does_not_define_online_judge_defines_it_in_no_language() {
        let languages = Languages::built_in().unwrap();
        for entry in &languages.entries {
            let of = |online_judge| {
                let options = BuildOptions { online_judge, ..BuildOptions::default() };
                let compiling = compiling(&entry.compile, entry, &toolchain(None), &options);
                [compiling, running(entry, &options)].concat().concat().contains(ONLINE_JUDGE)
            };
            assert!(!of(OnlineJudge::Undefined), "{}", entry.id);
            let says = [entry.compile.concat(), entry.args.concat()].concat().contains(ONLINE_JUDGE);
            assert_eq!(of(OnlineJudge::Defined), says, "{}", entry.id);
        }
    }

    #[test]
    fn a_runtimes_own_needs_are_taken_from_the_limit() {
        let check = |arg: &str, mib: u64, expected: &str| assert_eq!(with_memory(arg, mib), expected);
        check("-Xmx{memory}m", 256, "-Xmx256m");
        check("-Xmx{memory-128}m", 256, "-Xmx128m");
        check("-Xmx{memory-128}m", 64, "-Xmx16m");
        check("-Xss64m", 64, "-Xss64m");
        check("-c", 64, "-c");
    }
}
