//! `completions`, called by a real shell, and `man`.

use crate::command;
use crate::scene::Scene;

/// What bash offers after these words have been typed.
fn completed(scene: &Scene, words: &[&str]) -> Vec<String> {
    let typed: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let ask = format!(
        "source <(harness print bash); COMP_TYPE=9; COMP_WORDS=(harness {}); COMP_CWORD={}; \
         _clap_complete_harness harness {}; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        typed.join(" "),
        words.len(),
        typed.last().unwrap()
    );
    let printed = command::shell_of("bash", &ask).current_dir(scene.root()).output().unwrap();
    assert!(printed.stderr.is_empty(), "{}", String::from_utf8_lossy(&printed.stderr));
    let text = String::from_utf8(printed.stdout).unwrap();
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_problems_solutions_options_and_their_words() {
    let scene = Scene::twice();
    assert_eq!(completed(&scene, &["exp"]), ["explain", "export"]);
    assert_eq!(completed(&scene, &["tw"]), ["twice"]);
    assert_eq!(completed(&scene, &["explain", "tw"]), ["twice"]);
    assert_eq!(completed(&scene, &["twice/b"]), ["twice/brute"]);
    assert_eq!(completed(&scene, &["--jobs", "2", "solutions/s"]), ["solutions/src/"]);
    assert_eq!(completed(&scene, &["submit", "--pr"]), ["--print"]);
    assert_eq!(completed(&scene, &["new", "--pr"]), [""; 0]);
    assert_eq!(completed(&scene, &["grade", "--count", "b"]), ["best"]);
    assert_eq!(completed(&scene, &["print", "f"]), ["fish"]);
}

#[test]
fn other_shells_are_written_and_unknown_ones_refused() {
    let scene = Scene::new();
    assert!(scene.run(&["print", "zsh"]).out.contains("compdef _clap_dynamic_completer_harness harness"));
    assert!(scene.run(&["print", "fish"]).out.contains("complete --keep-order --exclusive --command harness"));
    let printed = scene.run(&["print", "tcsh"]);
    assert!(printed.code == Some(2) && printed.err.contains("tcsh"), "{printed:?}");
}

#[test]
fn the_manual_tells_every_command_with_its_examples() {
    let printed = Scene::new().run(&["print", "man"]);
    assert!(printed.code == Some(0) && printed.out.contains("\n.TH harness 1 "), "{printed:?}");
    for words in
        [".TH harness-submit 1 ", "\\fB\\-\\-judge\\fR \\fI<NAME>\\fR\n", "harness bless nim \\-\\-yes", "Exit codes:"]
    {
        assert!(printed.out.contains(words), "`{words}` is not in the manual");
    }
}
