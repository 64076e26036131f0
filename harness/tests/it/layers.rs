//! The layer table of ARCHITECTURE.md, asserted on the source text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Which modules of the crate a module may name.
const MAY_USE: [(&str, &[&str]); 15] = [
    ("key", &[]),
    ("model", &[]),
    ("store", &["key", "model"]),
    ("catalog", &["model"]),
    ("companion", &[]),
    ("draft", &["model"]),
    ("plan", &["key", "model", "catalog"]),
    ("build", &["model", "sandbox", "store"]),
    ("submit", &["model", "build"]),
    ("sandbox", &["model"]),
    ("judge", &["model"]),
    ("run", &["model", "plan", "build", "sandbox", "judge", "store"]),
    ("watch", &["model"]),
    ("report", &["key", "model"]),
    (
        "cli",
        &[
            "model",
            "catalog",
            "companion",
            "draft",
            "plan",
            "build",
            "sandbox",
            "run",
            "report",
            "store",
            "submit",
            "watch",
        ],
    ),
];

/// The sources of the two crates.
fn sources() -> [PathBuf; 2] {
    ["core/src", "src"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

/// Every source file below a module, without its comments and unit tests.
fn files(module: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let places = sources().into_iter().flat_map(|source| [source.join(module), source.join(format!("{module}.rs"))]);
    let roots: Vec<PathBuf> = places.filter(|place| place.exists()).collect();
    for entry in roots.iter().flat_map(WalkDir::new) {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(entry.path()).unwrap();
            // What a module's own unit tests do is their business.
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let code = text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n");
            files.push((entry.path().to_path_buf(), code));
        }
    }
    assert!(!files.is_empty(), "no source under {module}");
    files
}

fn named_modules(code: &str) -> Vec<&str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    code.split("crate::").skip(1).map(|rest| &rest[..end(rest)]).collect()
}

#[test]
fn modules_name_only_the_layers_below_them() {
    let table: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    for (module, allowed) in &table {
        for (path, code) in files(module) {
            for named in named_modules(&code) {
                let fine = named == *module || allowed.contains(&named) || !table.contains_key(named);
                assert!(fine, "{} names crate::{named}, which {module} must not know", path.display());
            }
        }
    }
}

#[test]
fn every_module_of_the_crate_is_in_the_table() {
    let libraries = sources().map(|source| fs::read_to_string(source.join("lib.rs")).unwrap());
    for line in libraries.iter().flat_map(|library| library.lines()) {
        if let Some(module) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            assert!(MAY_USE.iter().any(|(name, _)| *name == module), "{module} has no row in the layer table");
        }
    }
}

/// `needle` occurs in the code of no module but those in `only`.
fn check_only(needle: &str, only: &[&str]) {
    for (module, _) in MAY_USE {
        if only.contains(&module) {
            continue;
        }
        for (path, code) in files(module) {
            assert!(!code.contains(needle), "{} contains `{needle}`", path.display());
        }
    }
}

#[test]
fn unsafe_lives_in_the_sandbox_only() {
    check_only("unsafe ", &["sandbox"]);
}

#[test]
fn threads_are_started_in_run_only() {
    for needle in ["thread::spawn", "thread::scope", "thread::Builder", "rayon::"] {
        check_only(needle, &["run"]);
    }
}

#[test]
fn only_report_and_cli_print() {
    for needle in ["println!", "eprintln!", "print!"] {
        check_only(needle, &["report", "cli"]);
    }
    // The sandbox's probe writes, too: it is a program that runs in a cell.
    for needle in ["io::stdout", "io::stderr"] {
        check_only(needle, &["report", "cli", "sandbox"]);
    }
}

#[test]
fn only_main_ends_the_process() {
    check_only("process::exit", &[]);
}

#[test]
fn the_model_knows_no_files_processes_or_formats() {
    for (path, code) in files("model") {
        for needle in ["std::fs", "std::process", "std::net", "serde", "std::io"] {
            assert!(!code.contains(needle), "{} contains `{needle}`", path.display());
        }
    }
}

#[test]
fn main_stays_a_table_of_contents() {
    let lines =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join("main.rs")).unwrap().lines().count();
    assert!(lines <= 30, "main.rs has {lines} lines");
}
