//! The pages of the repository: each call of the harness that they name is one that the command
//! line takes, as bash hands it over.

use super::{definition, parse};
use crate::habits;
use clap::error::ErrorKind;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use walkdir::WalkDir;

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the harness lies in its repository");
    let places = ["README.md", "CONTRIBUTING.md", "docs", "problems/README.md", "harness/README.md"];
    let files = places.iter().flat_map(|place| WalkDir::new(root.join(place)).into_iter().flatten());
    let pages = files.map(walkdir::DirEntry::into_path);
    pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// What stands in code quotes in the page's prose, and the lines of its blocks of commands.
fn code(page: &str) -> Vec<String> {
    let (mut prose, mut code, mut block) = (String::new(), Vec::new(), None);
    for line in page.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(info), None) => block = Some(["sh", "bash", "console"].contains(&info)),
            (Some(_), Some(_)) => block = None,
            (None, Some(true)) => code.extend(line.trim_start_matches("$ ").split(" && ").map(str::to_owned)),
            (None, Some(false)) => {}
            // A comment is not prose, and may hold quotes of its own.
            (None, None) if line.starts_with("<!--") => {}
            (None, None) => prose += &format!("{line} "),
        }
    }
    code.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    code.into_iter().map(|code| code.trim().to_owned()).collect()
}

/// The calls of the harness, without what a pipe does before and behind them.
fn calls(page: &str) -> Vec<String> {
    let pieces = code(page).into_iter().flat_map(|code| code.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let calls = pieces.filter(|call| call.starts_with("harness ") || call.starts_with("cargo judge "));
    // `…` stands for more of the same, and what follows `<<END` is input.
    calls.map(|call| named(call.split(" <<").next().unwrap_or_default()).replace('…', "")).collect()
}

/// The call with a name in place of each `<slug>`, which a shell would take for a file to read.
fn named(call: &str) -> String {
    let mut pieces = call.split('<');
    let mut named = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once('>').filter(|(word, _)| word.chars().all(char::is_alphanumeric)) {
            Some((word, rest)) => named += &format!("{word}{rest}"),
            None => named += &format!("<{piece}"),
        }
    }
    named
}

/// The arguments of each call, as bash makes them.
fn arguments(calls: &[String]) -> Vec<Vec<String>> {
    let mut script = "exec 3>&1 >/dev/null 2>&1\nharness() { printf '%s\\x1f' harness \"$@\" >&3; }\n\
                      cargo() { shift; harness \"$@\"; }\n"
        .to_owned();
    for call in calls {
        script += &format!("{{ {call}\n}}; printf '\\x1e' >&3\n");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let ran = Command::new("bash").arg("-c").arg(script).current_dir(folder.path()).output().expect("bash starts");
    let text = String::from_utf8(ran.stdout).expect("pages are UTF-8");
    let words = |call: &str| call.split_terminator('\x1f').map(str::to_owned).collect();
    text.split_terminator('\x1e').map(words).collect()
}

#[test]
fn every_call_on_a_page_is_one_that_the_command_line_takes() {
    let (mut all, mut refused) = (0, Vec::new());
    for page in pages() {
        let calls = calls(&fs::read_to_string(&page).expect("a page can be read"));
        let arguments = arguments(&calls);
        assert_eq!(calls.len(), arguments.len(), "{}", page.display());
        for (call, arguments) in calls.iter().zip(arguments) {
            all += 1;
            // A shell expands braces that are not quoted, and the harness never sees them.
            let has_braces = arguments.iter().any(|argument| argument.contains('{'));
            if call.contains('{') != has_braces {
                refused.push(format!("{}: {call}: {arguments:?}", page.display()));
            }
            if let Err(error) = parse(&arguments) {
                let shows = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion].contains(&error.kind());
                // `harness mutate` in a sentence is the name of the command.
                let is_name = arguments.len() == 2 && error.kind() == ErrorKind::MissingRequiredArgument;
                if !shows && !is_name {
                    refused.push(format!("{}: {call}\n{error}", page.display()));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(all >= 150, "{all} calls");
}

/// Options of other programs that the pages name: of rustc, of generators that are written with the
/// kit, of Slurm, of oj, of Docker and Podman.
const OTHERS: [&str; 10] = [
    "--edition",
    "--layout",
    "--array",
    "--mle",
    "--judge-command",
    "--cap-add",
    "--cap-drop",
    "--privileged",
    "--security-opt",
    "--user",
];

/// Whether a word is an option with a name: `--` and `---` are not.
fn is_option(word: &str) -> bool {
    word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// The options of all commands that have a name.
fn options() -> BTreeSet<String> {
    let definition = definition();
    let of = |command: &clap::Command| -> Vec<String> {
        command.get_arguments().filter_map(|argument| argument.get_long()).map(|long| format!("--{long}")).collect()
    };
    let all = of(&definition).into_iter().chain(definition.get_subcommands().flat_map(of));
    all.chain(["--help", "--version"].map(str::to_owned)).collect()
}

#[test]
fn every_option_on_a_page_is_one_of_some_command() {
    let options = options();
    let (mut named, mut unknown) = (0, Vec::new());
    for page in pages() {
        for code in code(&fs::read_to_string(&page).expect("a page can be read")) {
            let Some(option) = code.split([' ', '=']).next().filter(|word| is_option(word)) else { continue };
            // The changes name what went.
            let went = page.ends_with("CHANGELOG.md") && habits::old_names().any(|old| old == option);
            if !options.contains(option) && !OTHERS.contains(&option) && !went {
                unknown.push(format!("{}: {option}", page.display()));
            }
            named += 1;
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(named >= 40, "{named} options");
}

/// Where a library names an option that is not ours, or a call that a record holds.
const NAMES_OPTIONS: [(&str, &str); 6] = [
    ("judge/src/program.rs", "of CMake"),
    ("kit/src/args.rs", "of generators"),
    ("model/src/record/again.rs", "the calls of a record"),
    ("package/src/keys/text.rs", "of generators"),
    ("report/src/remembered.rs", "the calls of a record"),
    ("sandbox/src/linux/launcher_client.rs", "of systemd-run"),
];

/// The libraries say what is meant, and not how the command line says it: others use them, too.
#[test]
fn no_text_of_a_library_names_an_option_or_a_command() {
    let (options, definition) = (options(), definition());
    let commands: BTreeSet<&str> = definition.get_subcommands().map(clap::Command::get_name).collect();
    let names = |line: &str| {
        let mut words = line.split(|c: char| c.is_whitespace() || "`'\"()=,;".contains(c));
        let is_short = |after: &str| after.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut calls = line.split("harness ").skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next());
        words.any(|word| options.contains(word))
            || line.split("`-").skip(1).any(is_short) && !line.contains("`-inf")
            || line.contains("`harness ")
            || line.contains("`harness`")
            || calls.any(|command| command.is_some_and(|command| commands.contains(command)))
    };
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut found = BTreeSet::new();
    for file in WalkDir::new(&crates).into_iter().flatten() {
        let path = file.path().strip_prefix(&crates).expect("a file of a crate").display().to_string();
        let is_code = path.contains("/src/") && [".rs", ".js"].iter().any(|end| path.ends_with(end));
        if !is_code || path.contains("/tests") {
            continue;
        }
        let text = fs::read_to_string(file.path()).expect("a source can be read");
        let code = text.split("mod tests {").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//") && names(line));
        found.extend(lines.map(|line| (path.clone(), line.trim().to_owned())));
    }
    let is_excepted = |path: &str| NAMES_OPTIONS.iter().any(|(own, _)| *own == path);
    let wrong: Vec<_> = found.iter().filter(|(path, _)| !is_excepted(path)).collect();
    let idle = NAMES_OPTIONS.iter().filter(|(own, _)| !found.iter().any(|(path, _)| path == own));
    assert!(wrong.is_empty() && idle.clone().count() == 0, "{wrong:#?}, in vain: {:?}", idle.collect::<Vec<_>>());
}
