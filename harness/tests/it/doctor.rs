//! `harness doctor`, on whatever machine this is.

use crate::command;
use crate::scene::{Printed, Scene, printed};

#[test]
fn a_machine_is_described_with_its_noise() {
    if command::left_to_long("it measures for seconds") {
        return;
    }
    let scene = Scene::twice();
    let printed = scene.run(&["doctor"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
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
fn what_is_missing_and_needed_is_told_with_a_next_step_and_an_exit_code() {
    let scene = Scene::twice();
    let mut command = scene.command(&["doctor", "--quick"]);
    command.env("PATH", "/nonexistent");
    let without_tools = printed(&mut command, "");
    assert_eq!(without_tools.code, Some(3), "{without_tools:?}");
    // Either to install it or, where a usual folder has it, to add that folder.
    let words = "  !! Rust        no Rust here: `rustc` is not in PATH, or not executable\n     hint: ";
    assert!(without_tools.out.contains(words), "{}", without_tools.out);
    // The workspace has no solution in this language.
    assert!(without_tools.out.contains("  -- Python"), "{}", without_tools.out);

    let mut command = scene.command(&["doctor", "--quick"]);
    command.env("HARNESS_CACHE_DIR", scene.path("problems/twice/problem.toml"));
    let without_cache = printed(&mut command, "");
    assert_eq!(without_cache.code, Some(3), "{without_cache:?}");
    assert!(without_cache.out.contains("  !! cannot write "), "{}", without_cache.out);
}

#[test]
fn a_cache_that_cannot_be_written_is_named_with_the_way_round_it() {
    let scene = Scene::twice();
    // A file where the folder would be, because root may write everywhere else.
    scene.write("builds", "");
    let place = scene.path("builds/harness");
    let mut command = scene.command(&["doctor", "--quick"]);
    command.env("HARNESS_CACHE_DIR", &place).env("PATH", "/nonexistent").env("COLUMNS", "200");
    let printed = printed(&mut command, "");
    assert_eq!(printed.code, Some(3), "{printed:?}");
    assert!(printed.out.contains(&format!("  !! cannot write {}", place.display())), "{}", printed.out);
    assert!(
        printed.out.contains("hint: name a folder that you may write to with HARNESS_CACHE_DIR"),
        "{}",
        printed.out
    );
}

#[test]
fn a_folder_without_a_workspace_and_a_broken_configuration_are_no_reason_to_say_nothing() {
    let scene = Scene::empty();
    let doctor = |scene: &Scene| {
        let mut command = scene.command(&["doctor", "--quick"]);
        // No tools, because asking all of them for their versions takes seconds.
        printed(command.env("PATH", "/nonexistent").env("XDG_CONFIG_HOME", scene.path("config")), "")
    };
    let nowhere = doctor(&scene);
    assert!(nowhere.out.contains("  -- Rust ") && nowhere.out.contains("\ncache  "), "{nowhere:?}");
    assert_eq!((nowhere.code, nowhere.err.as_str()), (Some(0), ""), "nothing here needs a tool: {nowhere:?}");
    scene.write("config/harness/config.toml", "langage = \"cpp\"\n");
    let broken = doctor(&scene);
    assert!(broken.err.contains("config.toml:1:1") && broken.err.contains("did you mean `language`?"), "{broken:?}");
    // How busy the machine is and how large the cache is differ from one call to the next.
    let tools = |printed: &Printed| printed.out.split("\ntimes").next().map(str::to_owned);
    assert_eq!((broken.code, tools(&broken)), (Some(2), tools(&nowhere)), "{broken:?}");
    assert!(broken.out.contains("\ncache  "), "{broken:?}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let scene = Scene::twice();
    let mut command = scene.command(&["doctor", "--quick"]);
    // One tool that exists and many that do not: asking all of them for their versions takes
    // seconds.
    let path = std::env::var_os("PATH").unwrap();
    let with_rust = std::env::split_paths(&path).find(|folder| folder.join("rustc").is_file()).unwrap();
    let printed = printed(command.env("PATH", with_rust).env("COLUMNS", "60"), "");
    assert!(printed.out.contains("  ok Rust ") && printed.out.contains("  -- "), "{}", printed.out);
    for line in printed.out.lines() {
        assert!(line.chars().count() <= 60, "{line}");
    }
}

#[test]
fn help_is_as_wide_as_the_terminal() {
    for command in ["merge", "doctor", "grade", "export"] {
        let printed = printed(command::harness().args([command, "--help"]).env("COLUMNS", "60"), "");
        assert!(printed.out.lines().all(|line| line.chars().count() <= 60), "{}", printed.out);
    }
}

#[test]
fn help_gives_examples_and_exit_codes() {
    let printed = printed(command::harness().args(["doctor", "--help"]), "");
    assert_eq!(printed.code, Some(0));
    assert!(
        printed.out.contains("harness doctor --quick") && printed.out.contains("Exit codes:\n    0  "),
        "{}",
        printed.out
    );
}
