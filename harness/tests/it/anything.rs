//! Programs that are not one source file in a known language: executables in every role, commands,
//! what a build command makes, several files, folders with a Makefile, modules of Python.

use crate::scene::{Printed, Scene, has};
use std::os::unix::fs::PermissionsExt as _;

/// A folder with a test: print the sum of two numbers.
fn sum() -> Scene {
    let scene = Scene::empty();
    scene.write("1.in", "2 3\n");
    scene.write("1.out", "5\n");
    scene
}

fn script(scene: &Scene, name: &str, text: &str) {
    scene.write(name, text);
    std::fs::set_permissions(scene.path(name), std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[track_caller]
fn check(scene: &Scene, args: &[&str], code: i32, words: &str) -> Printed {
    let printed = scene.run(args);
    let has_words = printed.out.contains(words) || printed.err.contains(words);
    assert!(printed.code == Some(code) && has_words, "{args:?}: {printed:?}");
    printed
}

const ADD: &str = "#!/bin/sh\nread a b\n. ./lib\n";

#[test]
fn an_executable_is_judged_with_the_files_of_its_folder_and_anew_when_one_changes() {
    let scene = sum();
    script(&scene, "add", ADD);
    scene.write("lib", "echo $((a + b))\n");
    check(&scene, &["./add"], 0, "PASS");
    check(&scene, &["./add"], 0, "(1 from cache)");
    check(&scene, &["-c", "./add"], 0, "PASS");
    scene.write("lib", "echo $((a - b))\n");
    check(&scene, &["./add"], 1, "expected 5, got -1");
    check(&scene, &["-c", "./add"], 1, "got -1");
    // What it was started with before is the same as before.
    scene.write("lib", "echo $((a + b))\n");
    check(&scene, &["./add"], 0, "(1 from cache)");
}

#[test]
fn every_role_that_takes_a_program_takes_an_executable() {
    let scene = sum();
    scene.write("a.sh", "read a b\necho $((a + b))\n");
    script(&scene, "chk", "#!/bin/sh\nread out\n[ \"$out\" = 5 ] && exit 42\necho odd\nexit 43\n");
    check(&scene, &["a.sh", "--checker", "./chk"], 0, "PASS");
    script(&scene, "chk", "#!/bin/sh\nexit 43\n");
    check(&scene, &["a.sh", "--checker", "./chk"], 1, "WA");
    let talk = "#!/bin/sh\necho 2 3\nread out\n[ \"$out\" = 5 ] && exit 42\nexit 43\n";
    script(&scene, "judge", talk);
    check(&scene, &["a.sh", "--interactor", "judge"], 0, "PASS");
    script(&scene, "brute", ADD);
    scene.write("lib", "echo $((a + b))\n");
    script(&scene, "gen", "#!/bin/sh\necho 1 $1\n");
    scene.write("odd.sh", "read a b\necho $((a - b))\n");
    let few = ["--against", "./brute", "--input", "./gen", "-n", "9", "--", "{1..3}"];
    check(&scene, &[&["stress", "odd.sh"], &few[..]].concat(), 1, "odd.sh");
    check(&scene, &[&["stress", "a.sh"], &few[..]].concat(), 0, "nothing found: 9 inputs");
}

#[test]
fn a_build_command_runs_each_time_on_what_lies_there_now() {
    if !has("make") || !has("gcc") {
        return;
    }
    let scene = sum();
    let main = "#include <stdio.h>\nint f(int, int);\nint main() { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", f(a, b)); }\n";
    scene.write("main.c", main);
    scene.write("f.c", "int f(int a, int b) { return a + b; }\n");
    scene.write("Makefile", "prog: main.o f.o\n\tgcc -o $@ $^\n");
    assert!(std::process::Command::new("make").arg("-s").current_dir(scene.root()).status().unwrap().success());
    let build = ["--build", "make prog", "-c", "./prog"];
    check(&scene, &build, 0, "PASS");
    // The program and the objects that lie there are older than the source, and are not taken.
    scene.write("f.c", "int f(int a, int b) { return a - b; }\n");
    check(&scene, &build, 1, "expected 5, got -1");
    // A folder that only its Makefile makes a program is one.
    let folder = scene.root().file_name().unwrap().to_str().unwrap();
    check(&scene, &["."], 1, "got -1");
    check(&scene, &[], 1, "got -1");
    scene.write("f.c", "int f(int a, int b) { return a + b; }\n");
    let above = scene.root().parent().unwrap();
    let printed = crate::scene::printed(crate::command::harness().current_dir(above).arg(folder), "");
    assert_eq!(printed.code, Some(0), "{printed:?}");
    check(&scene, &["main.c", "--with", "f.c"], 0, "PASS");
    scene.write("f.c", "int f(int a, int b) { return a * b; }\n");
    check(&scene, &["main.c", "--with", "f.c"], 1, "got 6");
    // What cannot be built says which command failed.
    check(&scene, &["--build", "make none", "-c", "./prog"], 1, "No rule to make target");
    check(&scene, &["--build", "true", "-c", "./prog"], 1, "`true` made no ./prog");
    check(&scene, &["--build", "true"], 1, "`true` made no program");
}

#[test]
fn a_program_and_its_build_see_their_folder_and_nothing_else_and_change_nothing() {
    let scene = Scene::empty();
    scene.write("own/1.in", "2 3\n");
    scene.write("own/1.out", "SECRET\n");
    scene.write("secret", "SECRET\n");
    scene.write("own/.hidden", "SECRET\n");
    std::os::unix::fs::symlink("../secret", scene.path("own/link")).unwrap();
    std::os::unix::fs::symlink("..", scene.path("own/up")).unwrap();
    let place = scene.root().display();
    let thief = format!(
        "#!/bin/sh\ncat link up/secret ../secret {place}/secret {place}/own/1.out 1.out .hidden 2>/dev/null\n\
         echo x > made; echo x > {place}/own/made; echo x > /tmp/made-by-anything\necho done\n"
    );
    script(&scene, "own/steal", &thief);
    let here = scene.path("own");
    let run = |args: &[&str]| crate::scene::printed(crate::command::harness().current_dir(&here).args(args), "");
    let safe = |args: &[&str]| {
        let printed = run(args);
        assert!(printed.code == Some(1) && printed.out.contains("got       done"), "{args:?}: {printed:?}");
    };
    safe(&["./steal"]);
    safe(&["-c", "./steal"]);
    // The build copies whatever it gets hold of into the program.
    let build = format!(
        "(echo '#!/bin/sh'; echo 'cat <<E'; cat link ../secret {place}/secret {place}/own/1.out .hidden; echo done; echo E) > x; \
         chmod +x x; echo x > {place}/own/made; rm -f {place}/own/steal"
    );
    safe(&["--build", &build, "-c", "./x"]);
    // A link that the build leaves is not followed.
    let printed = run(&["--build", &format!("ln -s {place}/secret x"), "-c", "./x"]);
    assert!(printed.code == Some(1) && !printed.out.contains("got       SECRET"), "{printed:?}");
    let files = ["own/.hidden", "own/1.in", "own/1.out", "own/steal", "secret"];
    assert_eq!(scene.files(), files);
    assert!(!std::path::Path::new("/tmp/made-by-anything").exists());
}

/// Whoever wrote a script chose its first line, and with it whose folders it might see.
#[test]
fn no_first_line_of_a_script_shows_what_lies_beside_a_program() {
    let scene = sum();
    let others = Scene::empty();
    script(&others, "own/bin/tool", "#!/bin/sh\nexec /bin/sh \"$@\"\n");
    others.write("own/keys/id", "SECRET\n");
    let tool = others.path("own/bin/tool");
    let (tool, keys) = (tool.display(), others.path("own/keys/id"));
    let steal = format!("cat {} 2>/dev/null || echo 5\n", keys.display());
    let first_lines = [
        format!("{tool}"),
        format!("/usr/bin/env {tool}"),
        format!("/usr/bin/env -S -u {tool} sh"),
        format!("/usr/bin/env -S A=1 -C {tool} sh"),
        format!("/usr/bin/env -S '{tool}' sh"),
        "/usr/bin/env tool".to_owned(),
        "/usr/bin/env -S -u tool sh".to_owned(),
    ];
    for line in first_lines {
        script(&scene, "steal", &format!("#!{line}\n{steal}"));
        // A tool of the person's own is started, and only what it installed beside it is shown.
        for path in ["/usr/bin:/bin".to_owned(), format!("{}:/usr/bin:/bin", others.path("own/bin").display())] {
            let is_started = path.contains("own") && !line.contains("-S");
            for args in [&["./steal"][..], &["-c", "./steal"]] {
                let printed = crate::scene::printed(scene.command(args).env("PATH", &path), "");
                assert!(!printed.out.contains("SECRET"), "{line}: {printed:?}");
                assert_eq!(printed.code == Some(0), is_started, "{line} {path}: {printed:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_started_is_said_exactly() {
    let scene = sum();
    script(&scene, "windows", "#!/bin/sh\r\necho 5\r\n");
    script(&scene, "missing", "#!/opt/none/python\n");
    scene.write("modeless", "#!/bin/sh\necho 5\n");
    std::fs::create_dir(scene.path("folder")).unwrap();
    check(&scene, &["./windows"], 2, "its first line ends with a carriage return");
    check(&scene, &["./missing"], 2, "its interpreter `/opt/none/python` is not on this machine");
    check(&scene, &["./modeless"], 2, "modeless cannot be started: it is not executable\n  hint: `chmod +x modeless`");
    check(&scene, &["-c", "./modeless"], 2, "hint: `chmod +x ./modeless`");
    check(&scene, &["-c", "./folder"], 2, "./folder is a folder, not a file");
    check(&scene, &["-c", "./none"], 4, "there is no file ./none");
    check(&scene, &["-c", "modeless"], 4, "one in this folder is `./modeless`");
    check(&scene, &["modeless", "--checker", "./windows"], 2, "windows cannot be started");
    script(&scene, "bare", "echo 5\n");
    let bare = "bare cannot be started: its first line does not say what reads it\n  hint: begin it with a line such as `#!/bin/sh`";
    check(&scene, &["./bare"], 2, bare);
    scene.write("text", "no program\n");
    scene.write("a.sh", "echo 5\n");
    check(&scene, &["a.sh", "--checker", "text"], 2, "neither a native program nor a script");
}

#[test]
fn a_module_of_python_beside_a_program_is_found_in_every_role_and_judged_anew_when_it_changes() {
    if !has("python3") {
        return;
    }
    let scene = sum();
    scene.write("a.py", "from lib.add import add\nimport queue\nprint(add(*map(int, input().split())))\n");
    scene.write("lib/add.py", "from . import two\ndef add(a, b):\n    return two.plus(a, b)\n");
    scene.write("lib/two.py", "def plus(a, b):\n    return a + b\n");
    // It does not take the place of Python's own.
    scene.write("queue.py", "raise ValueError\n");
    scene.write("judging.py", "import accept\naccept.all()\n");
    scene.write("accept.py", "import sys\ndef all():\n    sys.exit(42)\n");
    check(&scene, &["a.py", "--checker", "judging.py"], 0, "PASS");
    scene.write("accept.py", "import sys\ndef all():\n    sys.exit(43)\n");
    check(&scene, &["a.py", "--checker", "judging.py"], 1, "WA");
    check(&scene, &["a.py"], 0, "PASS");
    check(&scene, &["-c", "python3 -u a.py"], 1, "ValueError");
    scene.write("lib/two.py", "def plus(a, b):\n    return a * b\n");
    check(&scene, &["a.py"], 1, "expected 5, got 6");
    scene.write("lib/two.py", "def plus(a, b:\n");
    check(&scene, &["a.py"], 1, "lib/two.py");
}

#[test]
fn a_solution_that_needs_a_module_is_not_submitted_as_one_file() {
    if !has("python3") {
        return;
    }
    let scene = Scene::twice();
    scene.write("solutions/python/twice.py", "import tools\nprint(tools.twice(int(input())))\n");
    scene.write("solutions/python/tools.py", "def twice(n):\n    return 2 * n\n");
    check(&scene, &["twice/twice.py"], 0, "PASS");
    let refused =
        check(&scene, &["submit", "twice/twice.py", "--print"], 2, "imports tools.py, and a judge gets one file");
    assert_eq!(refused.out, "");
}

#[test]
fn what_is_not_a_source_file_is_not_submitted() {
    let scene = sum();
    script(&scene, "add", "#!/bin/sh\nread a b\necho $((a + b))\n");
    check(&scene, &["./add"], 0, "PASS");
    let refused = check(&scene, &["submit", "./add", "--print"], 2, "add is not a source file");
    assert_eq!(refused.out, "");
}

#[test]
fn a_build_command_is_the_persons_own_words_whatever_the_judge() {
    let scene = sum();
    // Five letters stand between the quotes.
    let build = "printf '#!/bin/sh\\nx=\"{out}\"; echo ${#x}\\n' > prog && chmod +x prog # ONLINE_JUDGE";
    check(&scene, &["--build", build, "-c", "./prog"], 0, "PASS");
    check(&scene, &["--build", build, "-c", "./prog", "--judge", "kattis"], 0, "PASS");
}
