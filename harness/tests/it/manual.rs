//! `completions`, asked by a real shell, and `man`.

use crate::scene::Scene;
use std::fs;
use std::process::Command;

/// What bash completes where these words have been typed.
fn completed(scene: &Scene, words: &[&str]) -> Vec<String> {
    let script = scene.path("harness.bash");
    if !script.exists() {
        let told = scene.run(&["completions", "bash"]);
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
        fs::write(&script, told.out).unwrap();
    }
    let typed: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let ask = format!(
        "source {}; COMP_WORDS=(harness {}); COMP_CWORD={}; _harness; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        typed.join(" "),
        words.len()
    );
    let told = Command::new("bash").args(["--norc", "-c", &ask]).current_dir(scene.root()).output().unwrap();
    assert!(told.stderr.is_empty(), "{}", String::from_utf8_lossy(&told.stderr));
    let text = String::from_utf8(told.stdout).unwrap();
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_problems_options_and_their_words() {
    let scene = Scene::twice();
    assert_eq!(completed(&scene, &["exp"]), ["explain"]);
    assert_eq!(completed(&scene, &["tw"]), ["twice"]);
    assert_eq!(completed(&scene, &["explain", "tw"]), ["twice"]);
    assert_eq!(completed(&scene, &["submit", "--pr"]), ["--print"]);
    assert_eq!(completed(&scene, &["new", "--pr"]), [""; 0]);
    assert_eq!(completed(&scene, &["--color", "a"]), ["auto", "always"]);
    assert_eq!(completed(&scene, &["completions", "f"]), ["fish"]);
}

#[test]
fn other_shells_are_written_and_unknown_ones_refused() {
    let scene = Scene::new();
    assert!(scene.run(&["completions", "zsh"]).out.starts_with("#compdef harness\n"));
    assert!(scene.run(&["completions", "fish"]).out.contains("complete -c harness"));
    let told = scene.run(&["completions", "tcsh"]);
    assert!(told.code == Some(2) && told.err.contains("tcsh"), "{told:?}");
}

#[test]
fn the_manual_tells_every_command_with_its_examples() {
    let told = Scene::new().run(&["man"]);
    assert!(told.code == Some(0) && told.out.starts_with(".TH HARNESS 1 "), "{told:?}");
    for words in [".SS submit\n", "\\fB\\-\\-judge\\fR \\fINAME\\fR\n", "harness bless nim \\-\\-yes", "Exit codes:"] {
        assert!(told.out.contains(words), "`{words}` is not in the manual");
    }
}
