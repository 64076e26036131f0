//! No two modules of a crate depend on each other, directly or indirectly, each with all that it
//! contains.

use crate::layers::{crates, files, folder};
use std::collections::{BTreeMap, BTreeSet};

/// Expands `a::{b, c::{d, e as f}}` into the paths it stands for.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(brace) = tree.find('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let (head, inner) = (&tree[..brace], &tree[brace + 1..tree.rfind('}').unwrap()]);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in inner.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(letter);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(part).into_iter().map(|path| format!("{head}{path}"))).collect()
}

type Module = Vec<String>;

/// The module of the crate that `path` names, seen from `module`. `None` if one contains the other.
fn target(path: &str, module: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut segments = path.split("::").map(str::trim).peekable();
    let mut at = if segments.peek() == Some(&"crate") { Module::new() } else { module.clone() };
    for segment in segments {
        match segment {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => at.push(name.to_owned()),
        }
    }
    while !at.is_empty() && !modules.contains(&at) {
        at.pop();
    }
    // A module and one that contains it count as one.
    let apart = !at.is_empty() && !module.starts_with(&at) && !at.starts_with(module);
    apart.then_some(at)
}

/// The other modules that each module of a crate uses.
fn uses(name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let folder = folder(name);
    let sources: Vec<(Module, String)> = files(name)
        .into_iter()
        .map(|(path, code)| {
            let path = path.strip_prefix(&folder).unwrap().with_extension("");
            let mut module: Module = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
                module.pop();
            }
            (module, code)
        })
        .collect();
    let modules: BTreeSet<Module> = sources.iter().map(|(module, _)| module.clone()).collect();
    let mut uses: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, code) in &sources {
        let statements = code.split(';').filter_map(|part| part.rsplit_once("use ")).map(|(_, tree)| tree);
        let imports = statements.filter(|tree| ["crate", "super", "self"].iter().any(|start| tree.starts_with(start)));
        let mut paths: Vec<String> = imports.flat_map(expand).collect();
        for start in ["crate::", "super::"] {
            let ends =
                |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            paths.extend(
                code.match_indices(start)
                    .map(|(at, _)| code[at..at + ends(&code[at..])].trim_end_matches(':').to_owned()),
            );
        }
        for target in paths.iter().filter_map(|path| target(path, module, &modules)) {
            let (from, to) = siblings(module, &target);
            uses.entry(from).or_default().insert(to);
        }
    }
    uses
}

/// The modules beside each other that contain `one` and `other`: `folder::pairs` that uses
/// `native::walk` is `folder` that uses `native`.
fn siblings(one: &Module, other: &Module) -> (Module, Module) {
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    (one[..=alike].to_vec(), other[..=alike].to_vec())
}

/// Whether `to` can be reached from `from`.
fn reaches(uses: &BTreeMap<Module, BTreeSet<Module>>, from: &Module, to: &Module) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        for used in uses.get(module).into_iter().flatten() {
            if used == to {
                return true;
            }
            if seen.insert(used) {
                next.push(used);
            }
        }
    }
    false
}

#[test]
fn no_two_modules_of_a_crate_need_each_other() {
    for name in crates() {
        let uses = uses(&name);
        let circle = uses.keys().filter(|module| reaches(&uses, module, module)).map(|module| module.join("::"));
        let circle: Vec<String> = circle.collect();
        assert!(circle.is_empty(), "modules of {name} go round in a circle: {}", circle.join(", "));
    }
}

#[test]
fn paths_of_an_import_are_told_apart() {
    assert_eq!(expand("crate::a::{b, c::{d, e as f}}"), ["crate::a::b", "crate::a::c::d", "crate::a::c::e"]);
}

#[test]
fn a_module_counts_with_all_that_it_contains() {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
    let pair = siblings(&module("folder::pairs"), &module("native"));
    assert_eq!(pair, (module("folder"), module("native")));
    let pair = siblings(&module("a::b::c"), &module("a::d"));
    assert_eq!(pair, (module("a::b"), module("a::d")));
}

#[test]
fn a_circle_is_found_directly_and_around() {
    let module = |name: &str| vec![name.to_owned()];
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (from, to) in pairs {
            uses.entry(module(from)).or_default().insert(module(to));
        }
        uses
    };
    let around = uses(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]);
    assert!(reaches(&around, &module("a"), &module("a")) && !reaches(&around, &module("d"), &module("d")));
    assert!(!reaches(&uses(&[("a", "b"), ("b", "c"), ("a", "c")]), &module("a"), &module("a")));
}
