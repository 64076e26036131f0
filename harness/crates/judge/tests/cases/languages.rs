//! Every language of the table, tested with its tools where they are installed.

use crate::scene::{Scene, has, long};
use engine::run::OnFailure;
use model::record::{Build, SolutionRecord};
use std::path::{Path, PathBuf};
use std::sync::Arc;

tests![
    c_and_cpp,
    python_and_pypy_though_they_share_an_extension,
    a_checker_in_python_is_a_tool_it_writes_renames_removes_and_starts_processes,
    a_rust_file_is_a_program_whatever_it_calls_itself,
    java,
    go,
    languages_that_are_compiled_to_native_programs,
    languages_that_are_interpreted,
    languages_of_a_virtual_machine,
    typescript_where_the_types_of_node_are_installed,
];

/// The workspace with a solution in each language.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("tests/fixtures/workspaces/languages")
}

/// Judges solutions of the fixture that are written in a language. Without `tool`, checks that they
/// are left out.
fn check(tool: &str, solutions: &[&str]) {
    let names: Vec<String> = solutions.iter().map(|name| format!("sum/{name}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ran = Scene::empty().judge_words(&fixture(), &names, OnFailure::Continue);
    assert_eq!(ran.report.solutions.len(), solutions.len(), "{ran}");
    if has(tool) {
        assert!(ran.is_good(), "{ran}");
    } else {
        let is_left_out = |solution: &Arc<SolutionRecord>| matches!(solution.build, Build::NoTool { .. });
        assert!(ran.report.solutions.iter().all(is_left_out), "{ran}");
    }
}

fn c_and_cpp() {
    check("gcc", &["c.c"]);
    check("g++", &["cpp.cpp"]);
}

fn python_and_pypy_though_they_share_an_extension() {
    check("python3", &["python.py"]);
    check("pypy3", &["pypy.py", "pypy-hog.py", "pypy-broken.py"]);
}

fn a_checker_in_python_is_a_tool_it_writes_renames_removes_and_starts_processes() {
    if has("python3") {
        let ran = Scene::empty().judge_words(&fixture(), &["judged-in-python"], OnFailure::Continue);
        assert!(ran.is_good(), "{ran}");
    }
}

fn a_rust_file_is_a_program_whatever_it_calls_itself() {
    let scene = Scene::twice();
    let body = "fn main() {
    let n: i32 = std::io::read_to_string(std::io::stdin()).unwrap().trim().parse().unwrap();
    println!(\"{}\", n * 2);
}
";
    for kind in ["cdylib", "proc-macro"] {
        let file = format!("solutions/src/bin/twice--{kind}.rs");
        scene.write(&file, &format!("#![crate_type = \"{kind}\"]\n{body}"));
    }
    let ran = scene.judge("");
    assert!(ran.is_good(), "{ran}");
}

fn java() {
    check("javac", &["java.java"]);
}

fn go() {
    check("go", &["go.go", "go-panics.go", "go-broken.go", "go-library.go"]);
}

fn languages_that_are_compiled_to_native_programs() {
    check("ghc", &["haskell.hs", "haskell-off.hs"]);
    check("fpc", &["pascal.pas"]);
    check("ocamlopt", &["ocaml.ml", "ocaml-off.ml", "ocaml-str.ml"]);
    check("gdc", &["d.d"]);
    check("gfortran", &["fortran.f90", "fortran-off.f90"]);
    check("gnatmake", &["ada.adb"]);
}

fn languages_that_are_interpreted() {
    check("ruby", &["ruby.rb"]);
    check("php", &["php.php", "php-off.php"]);
    check("perl", &["perl.pl", "perl-broken.pl"]);
    check("lua5.4", &["lua.lua", "lua-off.lua", "lua-broken.lua"]);
    check("bash", &["bash.sh"]);
}

fn languages_of_a_virtual_machine() {
    check("node", &["javascript.js", "javascript-broken.js"]);
    // These compilers take ten seconds.
    if !long() {
        return;
    }
    check("mcs", &["csharp.cs"]);
    check("kotlinc", &["kotlin.kt"]);
    check("scalac", &["scala.scala", "scala-object.scala"]);
}

fn typescript_where_the_types_of_node_are_installed() {
    if !long() {
        return;
    }
    let folders = ["/usr/share/nodejs", "/usr/lib/node_modules", "/usr/local/lib/node_modules"];
    if has("tsc") && !folders.iter().any(|folder| Path::new(folder).join("@types/node").exists()) {
        println!("skipped: there is no @types/node on this machine");
        return;
    }
    check("tsc", &["typescript.ts"]);
}
