//! `harness completions` and `harness man`: what the command line takes, written down for shells and for `man`.
//!
//! Written from clap's own description, so that they cannot differ from `--help`. Problems are completed from the folder `problems/`,
//! without starting the harness: a completion that takes a second is none.

use crate::args;
use crate::exit::Exit;
use clap::{Arg, ArgMatches, Command};
use std::fmt::Write as _;
use std::io::{self, Write as _};

const EXAMPLES: &str = "\
Examples:
  harness completions bash > ~/.local/share/bash-completion/completions/harness
  harness completions zsh > ~/.zfunc/_harness         with ~/.zfunc in $fpath
  harness completions fish > ~/.config/fish/completions/harness.fish

Exit codes: 0 written, 2 no such shell.";

const MAN_EXAMPLES: &str = "\
Examples:
  harness man > ~/.local/share/man/man1/harness.1
  harness man | man -l -

Exit codes: 0 written.";

pub fn define() -> Command {
    let shells = [
        ("bash", "put it where bash-completion looks, or source it"),
        ("zsh", "put it as `_harness` into a folder of $fpath"),
        ("fish", "put it into fish's completions folder"),
    ];
    Command::new("completions")
        .about("Print the completions for a shell")
        .after_help(EXAMPLES)
        .arg(args::choice("shell", "SHELL", &shells).required(true))
}

pub fn define_man() -> Command {
    Command::new("man").about("Print the manual page").after_help(MAN_EXAMPLES)
}

pub fn run(values: &ArgMatches) -> Result<Exit, Exit> {
    let root = described();
    let shell: String = args::one(values, "shell").unwrap_or_default();
    let script = match shell.as_str() {
        "zsh" => zsh(&root),
        "fish" => fish(&root),
        _ => bash(&root),
    };
    // Nobody is left to be told when standard output is gone.
    let _ = io::stdout().write_all(script.as_bytes());
    Ok(Exit::AsExpected)
}

pub fn run_man(_: &ArgMatches) -> Result<Exit, Exit> {
    let _ = io::stdout().write_all(man(&described()).as_bytes());
    Ok(Exit::AsExpected)
}

/// The command line with everything that clap adds to it by itself.
fn described() -> Command {
    let mut root = crate::cli::define();
    root.build();
    root
}

/// One `--name`.
struct Opt {
    long: String,
    short: Option<char>,
    /// One line.
    help: String,
    /// The value's name; empty for a flag.
    value: String,
    words: Vec<String>,
    folder: bool,
}

fn options(command: &Command) -> Vec<Opt> {
    let option = |arg: &Arg| {
        let takes = arg.get_action().takes_values();
        let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
        let value = if takes { name.unwrap_or_default() } else { String::new() };
        Some(Opt {
            long: format!("--{}", arg.get_long()?),
            short: arg.get_short(),
            help: arg.get_help().map(ToString::to_string).unwrap_or_default().replace('\n', " "),
            folder: value == "DIR",
            words: words(arg),
            value,
        })
    };
    command.get_arguments().filter_map(option).collect()
}

fn words(arg: &Arg) -> Vec<String> {
    if !arg.get_action().takes_values() {
        return Vec::new();
    }
    arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
}

/// What may stand without an option in front, as far as it is one of a few words.
fn positional(command: &Command) -> Vec<String> {
    command.get_positionals().flat_map(words).collect()
}

fn commands(root: &Command) -> Vec<&Command> {
    root.get_subcommands().filter(|command| command.get_name() != "help").collect()
}

fn names(root: &Command) -> Vec<&str> {
    commands(root).iter().map(|command| command.get_name()).collect()
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// Every command with its name; the root has none.
fn all(root: &Command) -> Vec<(&str, &Command)> {
    std::iter::once(("", root)).chain(commands(root).into_iter().map(|command| (command.get_name(), command))).collect()
}

/// Options that take one of a few words or a folder, each once.
fn values(root: &Command) -> Vec<Opt> {
    let mut known: Vec<Opt> = Vec::new();
    for option in all(root).into_iter().flat_map(|(_, command)| options(command)) {
        let told = known.iter().any(|other| other.long == option.long);
        if !told && (option.folder || !option.words.is_empty()) {
            known.push(option);
        }
    }
    known
}

fn bash(root: &Command) -> String {
    let mut script = String::from(PROBLEMS);
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(
        script,
        "_harness() {{\n    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}"
    );
    let _ = writeln!(script, "    local command='' options='' words='' i\n    for ((i = 1; i < COMP_CWORD; i++)); do");
    let _ = writeln!(
        script,
        "        case ${{COMP_WORDS[i]}} in\n        {}) command=${{COMP_WORDS[i]}}; break ;;",
        names(root).join(" | ")
    );
    let _ = writeln!(script, "        esac\n    done\n    case $before in");
    for option in values(root) {
        let from = if option.folder { "-d".to_owned() } else { format!("-W '{}'", option.words.join(" ")) };
        let _ = writeln!(script, "    {}) COMPREPLY=($(compgen {from} -- \"$current\")); return ;;", option.long);
    }
    let _ = writeln!(script, "    esac\n    case $command in");
    for (name, command) in all(root) {
        let options: Vec<String> = options(command).into_iter().map(|option| option.long).collect();
        let words = if name.is_empty() { names(root).join(" ") } else { positional(command).join(" ") };
        let _ = writeln!(script, "    '{name}') options='{}' words='{words}' ;;", options.join(" "));
    }
    script.push_str(
        "    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))
    else
        COMPREPLY=($(compgen -W \"$words $(_harness_problems)\" -- \"$current\"))
    fi
}
complete -o bashdefault -o default -F _harness harness
",
    );
    script
}

fn zsh(root: &Command) -> String {
    let quoted = |text: &str| text.replace('\'', "'\\''");
    // A colon ends the word that is described.
    let described = |word: &str, help: &str| format!("'{}:{}'", word.replace(':', "\\:"), quoted(help));
    let mut script = format!(
        "#compdef harness\n{PROBLEMS}_harness() {{\n    local -a commands options\n    local command='' word\n"
    );
    let _ = writeln!(script, "    for word in ${{words[2,CURRENT-1]}}; do\n        case $word in");
    let _ = writeln!(
        script,
        "        ({}) command=$word; break ;;\n        esac\n    done\n    case $words[CURRENT-1] in",
        names(root).join("|")
    );
    for option in values(root) {
        let from =
            if option.folder { "_files -/".to_owned() } else { format!("compadd -- {}", option.words.join(" ")) };
        let _ = writeln!(script, "    ({}) {from}; return ;;", option.long);
    }
    let _ = writeln!(script, "    esac\n    case $command in");
    for (name, command) in all(root) {
        let options: Vec<String> = options(command).iter().map(|o| described(&o.long, &o.help)).collect();
        let words: Vec<String> = match name {
            "" => commands(root).into_iter().map(|command| described(command.get_name(), &about(command))).collect(),
            _ => positional(command).iter().map(|word| described(word, "")).collect(),
        };
        let _ = writeln!(
            script,
            "    ('{name}')\n        options=({})\n        commands=({}) ;;",
            options.join(" "),
            words.join(" ")
        );
    }
    script.push_str(
        "    esac
    if [[ $words[CURRENT] == -* ]]; then
        _describe option options
    else
        (( $#commands )) && _describe command commands
        compadd -- ${(f)\"$(_harness_problems)\"}
        _files
    fi
}
_harness \"$@\"
",
    );
    script
}

/// The problems of the nearest workspace upwards, one a line; understood by bash and zsh.
const PROBLEMS: &str = "\
_harness_problems() {
    local folder=$PWD
    while [[ -n $folder && ! -d $folder/testdata ]]; do folder=${folder%/*}; done
    [[ -d $folder/problems ]] && command ls -- \"$folder/problems\"
}
";

fn fish(root: &Command) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let mut script = String::from(
        "function __harness_problems
    set folder $PWD
    while test -n \"$folder\" -a ! -d \"$folder/testdata\"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    test -d \"$folder/problems\" && command ls -- \"$folder/problems\"
end
complete -c harness -a '(__harness_problems)' -d problem
",
    );
    for (name, command) in all(root) {
        let when = match name {
            "" => "__fish_use_subcommand".to_owned(),
            name => format!("__fish_seen_subcommand_from {name}"),
        };
        if !name.is_empty() {
            let about = quoted(&about(command));
            let _ = writeln!(script, "complete -c harness -n __fish_use_subcommand -a {name} -d '{about}'");
        }
        for word in positional(command) {
            let _ = writeln!(script, "complete -c harness -n '{when}' -a {word}");
        }
        for option in options(command) {
            let short = option.short.map(|short| format!(" -s {short}")).unwrap_or_default();
            let value = match (option.value.is_empty(), option.folder, option.words.is_empty()) {
                (true, _, _) => String::new(),
                (false, true, _) => " -x -a '(__fish_complete_directories)'".to_owned(),
                (false, false, true) => " -r".to_owned(),
                (false, false, false) => format!(" -x -a '{}'", option.words.join(" ")),
            };
            let (long, help) = (option.long.trim_start_matches('-'), quoted(&option.help));
            let _ = writeln!(script, "complete -c harness -n '{when}' -l {long}{short}{value} -d '{help}'");
        }
    }
    script
}

/// A manual page in the `man` macros of roff.
fn man(root: &Command) -> String {
    let version = root.get_version().unwrap_or_default();
    let mut page = format!(".TH HARNESS 1 \"\" \"harness {version}\"\n.SH NAME\nharness \\- {}\n", roff(&about(root)));
    page.push_str(".SH SYNOPSIS\n.B harness\n[\\fIOPTIONS\\fR] [\\fIFILTER\\fR...]\n.br\n.B harness\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n");
    for (name, command) in all(root) {
        match name {
            "" => page.push_str(".SH OPTIONS\n"),
            name => {
                let usage = command.clone().render_usage().to_string();
                let usage = usage.trim_start_matches("Usage: ").to_owned();
                let _ = writeln!(page, ".SS {name}\n{}.\n.PP\n.B {}", roff(&about(command)), roff(&usage));
            }
        }
        for positional in command.get_positionals() {
            let help = positional.get_help().map(ToString::to_string).unwrap_or_default();
            let value = positional.get_value_names().and_then(|names| names.first());
            let _ = writeln!(page, ".TP\n\\fI{}\\fR\n{}", value.map_or("", |name| name.as_str()), roff(&help));
        }
        for option in options(command) {
            let short = option.short.map(|short| format!("\\-{short}, ")).unwrap_or_default();
            let value = if option.value.is_empty() { String::new() } else { format!(" \\fI{}\\fR", option.value) };
            let _ = writeln!(page, ".TP\n\\fB{short}{}\\fR{value}\n{}", roff(&option.long), roff(&option.help));
        }
        if let Some(more) = command.get_after_help() {
            let _ = writeln!(page, ".PP\n.nf\n{}\n.fi", roff(&more.to_string()));
        }
        if name.is_empty() {
            page.push_str(".SH COMMANDS\n");
        }
    }
    page
}

/// Text that roff takes as it stands: no line is a request, no hyphen becomes another character.
fn roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    let safe = |line: &str| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() };
    escaped.lines().map(safe).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_option_is_in_every_script() {
        let root = described();
        let scripts = [bash(&root), zsh(&root), fish(&root), man(&root).replace("\\-", "-")];
        for (name, command) in all(&root) {
            for script in &scripts {
                assert!(script.contains(name), "{name}");
                for option in options(command) {
                    assert!(script.contains(option.long.trim_start_matches('-')), "{name} {}", option.long);
                }
            }
        }
        assert!(names(&root).len() > 10);
    }

    #[test]
    fn no_word_of_a_help_text_is_a_request_of_roff() {
        assert_eq!(roff(".x\n'y\na - b\\c"), "\\&.x\n\\&'y\na \\- b\\ec");
        let requests = [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi", ".br", ".B"];
        for line in man(&described()).lines().filter(|line| line.starts_with(['.', '\''])) {
            assert!(requests.contains(&line.split(' ').next().unwrap_or_default()), "{line}");
        }
    }
}
