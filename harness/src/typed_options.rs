//! The options of a call as they were typed, so that another call can repeat them.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The options of a call, by the ids of their definitions, in the order in which they were typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypedOptions(Vec<(String, Vec<String>)>);

impl TypedOptions {
    /// Those of the command that `matches` name, or of judging.
    pub(crate) fn of(command: &Command, matches: &ArgMatches) -> TypedOptions {
        let (command, matches) = match matches.subcommand() {
            Some((name, matches)) => (command.find_subcommand(name).unwrap_or(command), matches),
            None => (command, matches),
        };
        let words = |argument: &clap::Arg| {
            let (id, name) = (argument.get_id().as_str(), argument.get_long()?);
            let is_typed = matches.value_source(id) == Some(ValueSource::CommandLine);
            let first = matches.indices_of(id).filter(|_| is_typed)?.next();
            let values = matches.get_raw(id).into_iter().flatten();
            let words = match argument.get_action().takes_values() {
                true => values.flat_map(|value| option(name, &value.to_string_lossy())).collect(),
                false => vec![format!("--{name}")],
            };
            Some((first, (id.to_owned(), words)))
        };
        let mut all: Vec<_> = command.get_arguments().filter_map(words).collect();
        all.sort();
        TypedOptions(all.into_iter().map(|(_, option)| option).collect())
    }

    /// Their words, except for those of some.
    pub(crate) fn without(&self, ids: &[&str]) -> Vec<String> {
        let others = self.0.iter().filter(|(id, _)| !ids.contains(&&**id));
        others.flat_map(|(_, words)| words.iter().cloned()).collect()
    }
}

/// No value is taken for another option.
pub(crate) fn option(name: &str, value: &str) -> Vec<String> {
    match value.is_empty() || value.starts_with('-') {
        true => vec![format!("--{name}={value}")],
        false => vec![format!("--{name}"), value.to_owned()],
    }
}
