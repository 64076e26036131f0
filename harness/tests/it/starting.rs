//! From an empty folder: `init`, problems in other languages, configuration, plain folders,
//! testlib.

use crate::scene::{Printed, Scene, has, printed};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

fn empty() -> Scene {
    let scene = Scene::new();
    for tree in ["problems", "testdata", "solutions"] {
        fs::remove_dir_all(scene.path(tree)).unwrap();
    }
    scene
}

/// Runs the harness with the user's configuration in the scene's folder `config`.
fn run(scene: &Scene, args: &[&str]) -> Printed {
    printed(scene.command(args).env("XDG_CONFIG_HOME", scene.path("config")), "")
}

const TWICE: &str = "read n\necho $((2 * n))\n";

#[test]
fn an_empty_folder_becomes_a_workspace_without_cargo() {
    if !has("python3") {
        return;
    }
    let scene = empty();
    let printed = scene.run(&["nim"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(
        printed.err.contains("there is no file or folder nim") && printed.err.contains("`harness init .`"),
        "{}",
        printed.err
    );
    let printed = scene.run(&["init", "--lang", "Python"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert_eq!(scene.files(), [".gitignore", "harness.toml"]);
    assert!(scene.path("solutions/python").is_dir());
    let printed = scene.run(&["init"]);
    assert!(printed.err.contains(". is a workspace already"), "{}", printed.err);
    let printed = scene.run(&["new", "two-heaps"]);
    assert!(printed.out.contains("solutions/python/two-heaps.py"), "{printed:?}");
    let printed = scene.run(&[]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(
        printed.out.contains("two-heaps.py") && printed.out.contains("1 of 1 solution as expected"),
        "{}",
        printed.out
    );
}

#[test]
fn what_nobody_chose_begins_in_a_language_that_is_here() {
    let check = |tools: &[&str], folder: &str| {
        let scene = empty();
        for tool in tools {
            scene.write(&format!("bin/{tool}"), "");
            fs::set_permissions(scene.path(&format!("bin/{tool}")), Permissions::from_mode(0o755)).unwrap();
        }
        let here = |args: &[&str]| printed(scene.command(args).env("PATH", scene.path("bin")), "");
        let made = here(&["init", "w"]);
        assert!(made.out.contains(&format!("solutions/{folder}")), "{tools:?} {made:?}");
        fs::remove_file(scene.path("w/harness.toml")).unwrap();
        let made = here(&["new", "one", "--root", "w"]);
        assert!(made.out.contains(&format!("solutions/{folder}/one.")), "{tools:?} {made:?}");
    };
    check(&["g++", "python3"], "cpp");
    check(&["python3", "rustc"], "python");
    check(&["rustc"], "rust");
    check(&[], "cpp");
}

#[test]
fn a_template_keeps_its_extension_and_fits_its_own_language_alone() {
    let scene = empty();
    scene.run(&["init", "--lang", "cpp"]);
    scene.write("main.cc", "int main() {}\n");
    let printed = scene.run(&["new", "one", "--template", "main.cc"]);
    assert!(printed.out.contains("solutions/cpp/one.cc"), "{printed:?}");
    let printed = scene.run(&["new", "two", "--template", "main.cc", "--lang", "python"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(
        printed.err.contains("the template has no solution in python\n  hint: leave the language out"),
        "{printed:?}"
    );
    assert!(!scene.path("problems/two").exists());
}

#[test]
fn a_folder_with_nothing_to_judge_is_not_taken_for_a_misspelt_name() {
    let scene = Scene::twice();
    scene.write("notes/a.txt", "");
    let printed = scene.run(&["notes"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(printed.err.contains("in notes there is no package") && printed.err.contains("hint: "), "{printed:?}");
}

#[test]
fn the_next_command_can_be_called_as_it_is_printed() {
    let scene = empty();
    let printed = scene.run(&["init", "my contests", "--lang", "cpp"]);
    assert!(printed.out.contains("next: cd 'my contests' && harness new NAME"), "{}", printed.out);
}

#[test]
fn the_language_and_the_template_of_new_problems_are_asked_for_or_set() {
    let scene = empty();
    assert_eq!(scene.run(&["init"]).code, Some(0));
    scene.write("config/harness/config.toml", "language = \"python\"\ntemplate = \"mine.py\"\n");
    scene.write("config/harness/mine.py", "# {title}\nprint(2)\n");
    fs::remove_file(scene.path("harness.toml")).unwrap();
    assert_eq!(run(&scene, &["new", "one"]).code, Some(0));
    assert_eq!(scene.read("solutions/python/one.py"), "# One\nprint(2)\n");
    let printed = run(&scene, &["explain", "one"]);
    assert!(printed.out.contains("python") && printed.out.contains("config.toml:1"), "{}", printed.out);
    scene.write("harness.toml", "\nlanguage = \"cpp\"\n");
    let printed = run(&scene, &["new", "two", "--template", "checker"]);
    assert!(
        printed.out.contains("problems/two/checker.cpp") && printed.out.contains("solutions/cpp/two--same.cpp"),
        "{printed:?}"
    );
    assert!(scene.read("problems/two/problem.toml").contains("file = \"checker.cpp\""));
    let printed = run(&scene, &["new", "three", "--lang", "pyton"]);
    assert!(
        printed.err.contains("no language is called `pyton`") && printed.err.contains("did you mean `python`?"),
        "{}",
        printed.err
    );
    let printed = run(&scene, &["new", "three", "--lang", "go", "--template", "full"]);
    assert!(printed.err.contains("the template has no solution in go"), "{}", printed.err);
}

#[test]
fn a_misspelt_key_has_a_caret_and_a_workspace_starts_nothing() {
    let scene = Scene::twice();
    scene.write("harness.toml", "langage = \"cpp\"\n");
    let printed = scene.run(&["list"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    for words in ["harness.toml:1:1", "^", "did you mean `language`?", "the configuration has mistakes"] {
        assert!(printed.err.contains(words), "{words}: {}", printed.err);
    }
    scene.write("harness.toml", "[languages.rust]\ntools = [\"sh\"]\n");
    let printed = scene.run(&[]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(
        printed.err.contains("a workspace sets `flags` and `time-factor` of languages, and nothing else"),
        "{}",
        printed.err
    );
}

#[test]
fn flags_reach_the_compiler_and_a_language_of_the_users_own_is_judged() {
    let scene = empty();
    scene.write(
        "a.rs",
        "#[cfg(twice)]\nfn main() { println!(\"2\") }\n#[cfg(not(twice))]\nfn main() { println!(\"1\") }\n",
    );
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    assert_eq!(run(&scene, &["a.rs"]).code, Some(1));
    let language = "[languages.rust]\nflags = [\"--cfg=twice\"]\n\n[languages.shell]\nextensions = [\"shell\"]\ntools = [\"bash\"]\n";
    scene.write("config/harness/config.toml", language);
    let printed = run(&scene, &["a.rs"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    scene.write("b.shell", "read n; echo $((n + n))\n");
    let printed = run(&scene, &["b.shell"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    scene.write("config/harness/config.toml", "[languages.x]\nextensions = [\"x\"]\n");
    let printed = run(&scene, &["a.rs"]);
    let shows = |printed: &Printed, words: [&str; 3]| {
        assert!(words.iter().all(|word| printed.err.contains(word)), "{words:?}: {}", printed.err);
    };
    shows(&printed, ["[languages.x]: a new language needs tools", "config.toml:1:12", "^"]);
    let odd = "[languages.x]\nextensions = [\"x\"]\ntools = [\"sh\"]\nprofile = \"odd\"\n";
    scene.write("config/harness/config.toml", odd);
    shows(&run(&scene, &["a.rs"]), ["[languages.x]: `profile`: ", "config.toml:4:11", "^^^^^"]);
}

#[test]
fn a_plain_folder_is_judged_where_it_lies() {
    let scene = empty();
    for (name, text) in
        [("a.sh", TWICE), ("a1.in", "1\n"), ("a1.out", "2\n"), ("b.sh", TWICE), ("b/1.in", "1\n"), ("b/1.ans", "3\n")]
    {
        scene.write(name, text);
    }
    let before = scene.files();
    // Alone, it judges the program that was saved last.
    let printed = scene.run(&[]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.err.starts_with("note: judging b.sh, the newest of 2 programs here; "), "{}", printed.err);
    assert!(printed.out.contains("WA b/b.sh on b/1") && !printed.out.contains("a.sh"), "{}", printed.out);
    let printed = scene.run(&["."]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(
        printed.out.contains("WA b/b.sh on b/1") && printed.out.contains("1 of 2 solutions as expected"),
        "{}",
        printed.out
    );
    let misspelt = scene.run(&[".", "aa.sh"]);
    let words = "error: there is no file or folder aa.sh";
    assert!(misspelt.code == Some(4) && misspelt.err.starts_with(words), "{misspelt:?}");
    // The file alone is judged by the same limits.
    let tried = scene.run(&["a.sh"]);
    let limit = |out: &str| out.split(" / ").nth(1).and_then(|rest| rest.split_whitespace().next()).map(str::to_owned);
    let judged = scene.run(&[".", "a"]);
    assert!(limit(&tried.out).is_some() && limit(&judged.out) == limit(&tried.out), "{judged:?} {tried:?}");
    assert_eq!(scene.files(), before);
    // From the folder above, by the folder's name.
    for (name, text) in [("a.sh", TWICE), ("a1.in", "1\n"), ("a1.out", "2\n")] {
        scene.write(&format!("inner/{name}"), text);
    }
    let printed = scene.run(&["inner", "a"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    scene.write("odd/a.sh", TWICE);
    for name in ["1.in", "1.out", "1.ans"] {
        scene.write(&format!("odd/{name}"), name);
    }
    let printed = scene.run(&["odd"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("two answers, which differ: 1.out and 1.ans"), "{printed:?}");
}

/// As much of testlib as these programs need.
const TESTLIB: &str =
    "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\nstatic int ok(int right) { return right ? 0 : 1; }\n";

#[test]
fn testlib_is_found_beside_a_program_and_understood_without_a_word() {
    if !has("g++") {
        return;
    }
    let scene = Scene::twice();
    scene.write(
        "problems/twice/checker.cpp",
        "#include \"testlib.h\"\nint main(int, char **v) {\n  long n, out;\n  FILE *i = fopen(v[1], \"r\"), *o = fopen(v[2], \"r\");\n  \
         if (fscanf(i, \"%ld\", &n) != 1 || fscanf(o, \"%ld\", &out) != 1) return 2;\n  return ok(out == 2 * n);\n}\n",
    );
    scene.write(
        "problems/twice/validator.cpp",
        "#include \"testlib.h\"\nint main() { long n; return scanf(\"%ld\", &n) == 1 ? 0 : 3; }\n",
    );
    let printed = scene.run(&[]);
    assert_eq!(printed.code, Some(3), "{printed:?}");
    let all = format!("{}{}", printed.out, printed.err);
    let sentence = "includes testlib.h, which is not on this machine";
    assert!(all.contains(sentence) && all.contains("curl -fsSL -o include/testlib.h"), "{all}");
    scene.write("include/testlib.h", TESTLIB);
    let printed = scene.run(&[]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.contains("2 of 2 solutions as expected"), "{}", printed.out);
    // The header's content is part of the build.
    scene.write("include/testlib.h", &TESTLIB.replace("? 0 : 1", "? 1 : 0"));
    let printed = scene.run(&[]);
    assert_ne!(printed.code, Some(0), "{printed:?}");
}
