//! `harness doctor`, on whatever machine this is.

use crate::command;
use crate::scene::{Scene, printed};

#[test]
fn a_machine_is_described_with_its_noise() {
    let scene = Scene::twice();
    let printed = scene.run(&["doctor", "--color", "never"]);
    assert!(printed.out.contains("one program of fixed length alone: "), "{}", printed.out);
    let machine = "\
tools
  ok Rust        rustc [..] -O  [..]
...

containment  [..]
  ok measured    limits, deadlines, its processes killed at the end
...

times  [..] worker[..]
...

cache  [..]
  ok builds      [..]
  ok results     [..] (at most 256 MiB)
";
    printed.is(0, machine, "");
}

#[test]
fn a_workspace_that_cannot_be_written_is_named_with_the_way_round_it() {
    let scene = Scene::twice();
    // A file where the folder of builds would lie: root may write everything else.
    scene.write("target", "");
    let mut command = scene.command(&["doctor", "--quick"]);
    command.env_remove("HARNESS_CACHE_DIR").env("PATH", "/nonexistent").env("COLUMNS", "200");
    let printed = printed(&mut command, "");
    assert_eq!(printed.code, Some(3), "{printed:?}");
    let place = scene.path("target/harness");
    assert!(printed.out.contains(&format!("  !! cannot write {}", place.display())), "{}", printed.out);
    assert!(printed.out.contains("hint: make room or name another folder with HARNESS_CACHE_DIR"), "{}", printed.out);
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let scene = Scene::twice();
    let mut command = scene.command(&["doctor", "--quick"]);
    // What is missing has the longest lines, and takes no time to be asked for its version.
    let printed = printed(command.env("PATH", "/nonexistent").env("COLUMNS", "60"), "");
    for line in printed.out.lines() {
        assert!(line.chars().count() <= 60, "{line}");
    }
}

#[test]
fn help_gives_examples_and_exit_codes() {
    let printed = printed(command::harness().args(["doctor", "--help"]), "");
    assert_eq!(printed.code, Some(0));
    assert!(
        printed.out.contains("harness doctor --quick") && printed.out.contains("Exit codes:\n  0  "),
        "{}",
        printed.out
    );
}
