//! Settings of a package that have no effect here, because they refer to nothing that exists or ask
//! for more than can be given. Each kind is reported once.

use crate::codes;
use crate::diagnostics::Report;
use crate::kattis::expectations::test_ids;
use crate::kattis::scores::required;
use crate::kattis::submissions::of_folder;
use crate::kattis::{FILE, Package};
use model::{Diagnostic, Language, Languages, Solution};
use std::sync::Arc;

/// What is reported for `package`, whose submissions became `solutions`.
pub fn diagnose(package: &Package, solutions: &[Arc<Solution>], languages: &dyn Languages) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let place = |name: &str| package.root.join(name);
    let language = |code: &str| -> Option<Language> { languages.of_extension(codes::extension(code)?) };
    let codes = package.include.iter().map(|(code, _)| code.as_str()).filter(|code| *code != "default");
    let title = "put beside no submission, no language has this ending";
    let hint = "name the folder by a language's code, or `default`";
    diagnostics.list(&place("include"), title, hint, codes.filter(|code| language(code).is_none()));

    let graders = package.graders.iter().skip(1).map(|program| &program.name);
    diagnostics.list(&place("graders"), "only the first grader is called, not", "put them together", graders);

    let folders = package.data.folder("secret").into_iter().chain(package.data.groups());
    for folder in folders.filter(|_| package.metadata.scoring) {
        for name in required(&package.data, folder).1 {
            let title = format!("`require_pass: {name}` names no group that comes before this one, so it is not read");
            let file = place(&format!("data/{}/test_group.yaml", folder.name));
            diagnostics.error(&file, title).hint =
                Some("groups are named like `secret/group1`, and come in the order of their names".to_owned());
        }
    }

    let yaml = place("submissions/submissions.yaml");
    let entries = || package.entries.iter();
    let of_none = entries().filter(|entry| {
        let is_default = of_folder(entry.pattern.trim_end_matches('/'), package.metadata.version).is_some();
        !is_default && !package.submissions.iter().any(|program| entry.submissions.matches(&program.name))
    });
    let hint = "a pattern names files and folders below submissions/";
    diagnostics.list(&yaml, "patterns that match no submission", hint, of_none.map(|entry| &entry.pattern));
    let ids = test_ids(package);
    let patterns = entries().flat_map(|entry| &entry.requirements).filter_map(|requirement| requirement.tests.as_ref());
    let of_none = patterns.filter(|(_, globs)| !ids.iter().any(|id| globs.matches(id))).map(|(text, _)| text);
    diagnostics.list(&yaml, "patterns that match no test", "tests are named like `secret/01`", of_none);
    let words = entries().filter_map(|entry| entry.language.as_deref());
    let words = words.filter(|code| language(code).is_none() && !codes::is_old(code));
    let hint = "leave `language` out where the file's name says it";
    diagnostics.list(&yaml, "languages that are not known", hint, words);

    let yaml = place(FILE);
    let limits = &package.metadata.limits;
    let most = limits.code.map(|code| code * 1024);
    let large = solutions.iter().filter(|solution| most.is_some_and(|most| solution.size.0 > most));
    let title = "submissions larger than `limits.code`, judged all the same";
    diagnostics.list(&yaml, title, "raise the limit, or shorten them", large.map(|solution| &solution.id));
    let allowed: Option<Vec<_>> =
        package.metadata.languages.as_ref().map(|codes| codes.iter().map(|code| language(code)).collect());
    let others = solutions
        .iter()
        .filter(|solution| allowed.as_ref().is_some_and(|allowed| !allowed.contains(&Some(solution.language.clone()))));
    let title = "submissions in languages that `languages` does not name, judged all the same";
    diagnostics.list(&yaml, title, "add the languages, or remove the submissions", others.map(|solution| &solution.id));
    diagnostics
}
