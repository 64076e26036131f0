//! What `packaging/` brings beside the program: the module for Python and the action for GitHub.

use crate::command::{harness, repository, shell_of};
use crate::scene::{Printed, Scene, has, printed};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A program with two tests, which it passes and fails.
fn doubling() -> Scene {
    let scene = Scene::empty();
    scene.write("a.py", "print(2 * int(input()))\n");
    for (test, input, answer) in [("1", "1\n", "2\n"), ("2", "3\n", "7\n")] {
        scene.write(&format!("{test}.in"), input);
        scene.write(&format!("{test}.out"), answer);
    }
    scene
}

/// Calls a program in this folder, with the harness in its PATH.
fn call(scene: &Scene, program: &str, args: &[&str], variables: &[(&str, &Path)]) -> Printed {
    let mut command = shell_of("bash", "exec \"$0\" \"$@\"");
    command.arg(program).args(args).current_dir(scene.root()).envs(variables.iter().copied());
    printed(&mut command, "")
}

/// A virtual environment that has this harness. Without it, the module would call one that somebody
/// installed on this machine.
fn environment() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(folder.path()).status();
    assert!(made.unwrap().success());
    symlink(env!("CARGO_BIN_EXE_harness"), folder.path().join("bin/harness")).unwrap();
    folder
}

fn python(environment: &TempDir, scene: &Scene, args: &[&str]) -> Printed {
    let module = repository().join("packaging/python");
    let program = environment.path().join("bin/python3");
    call(scene, program.to_str().unwrap(), &[&["-B"], args].concat(), &[("PYTHONPATH", &module)])
}

#[test]
fn the_types_of_the_python_module_are_those_of_the_schema() {
    if !has("python3") {
        return println!("skipped: there is no python3 on this machine");
    }
    let folder = repository().join("packaging/python");
    let schema = harness().args(["print", "lines-schema"]).output().unwrap();
    let schema = String::from_utf8(schema.stdout).unwrap();
    let written = printed(Command::new("python3").arg(folder.join("generate.py")), &schema);
    assert_eq!((written.code, written.err.as_str()), (Some(0), ""));
    let there = fs::read_to_string(folder.join("harness/lines.py")).unwrap();
    let advice = "harness print lines-schema | packaging/python/generate.py > packaging/python/harness/lines.py";
    assert!(written.out == there, "the schema has changed: {advice}");
}

#[test]
fn python_judges_a_file_a_folder_and_a_text_and_is_given_each_line_as_it_comes() {
    if !has("python3") {
        return println!("skipped: there is no python3 on this machine");
    }
    let (environment, scene) = (environment(), doubling());
    let show = "
import harness
def show(lines):
    for line in lines:
        if line['type'] == 'test':
            print(line['test']['test'], line['test']['verdict'])
";
    // A run may end after its last line, and its caller may be handling an error of its own.
    let handling = "
open('late', 'w').write('exec >&-; sleep 0.1')
harness.program = lambda: 'sh'
try: 1 / 0
except ArithmeticError: ";
    let both = "1 accepted\n2 wrong-answer\n";
    for (program, expected) in [
        ("show(harness.judge('a.py'))", both),
        ("show(harness.judge('a.py', '1.in'))", "1 accepted\n"),
        ("show(harness.judge('.'))", both),
        ("show(harness.judge_text('print(7)', '.py', [('', '6'), ('', '7')]))", "1 wrong-answer\n2 accepted\n"),
        // Whoever stops listening ends the run.
        ("print(next(harness.judge('a.py'))['type'])", "header\n"),
        (&format!("{handling}print([*harness.judge('late')])"), "[]\n"),
    ] {
        let printed = python(&environment, &scene, &["-c", &format!("{show}{program}")]);
        let mut lines: Vec<&str> = printed.out.lines().collect();
        lines.sort_unstable();
        assert_eq!((lines.join("\n") + "\n", printed.code), (expected.to_owned(), Some(0)), "{program}: {printed:?}");
    }
    let page = fs::read_to_string(repository().join("docs/embedding.md")).unwrap();
    let program = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let judged = python(&environment, &scene, &["-c", program, "a.py"]);
    assert!(judged.out.contains("2 wrong-answer ") && judged.out.ends_with("\nnot as expected\n"), "{judged:?}");

    for (program, expected) in [
        ("harness.judge('b.py')", "FileNotFoundError: there is no file or folder b.py"),
        ("list(harness.judge('.', 'b'))", "HarnessError: exit code 4: error: "),
        ("list(harness.judge('a.py', '--no-such'))", "HarnessError: exit code 2: error: unexpected argument"),
    ] {
        let printed = python(&environment, &scene, &["-c", &format!("{show}{program}")]);
        assert!(printed.code == Some(1) && printed.err.contains(expected), "{program}: {printed:?}");
    }
}

#[test]
fn python_runs_the_module_as_the_command_and_says_where_it_looked_for_the_binary() {
    if !has("python3") {
        return println!("skipped: there is no python3 on this machine");
    }
    let (environment, scene) = (environment(), doubling());
    let judged = python(&environment, &scene, &["-m", "harness", "a.py"]);
    assert!(judged.code == Some(1) && judged.out.contains("0 of 1 solution as expected"), "{judged:?}");
    let nowhere = "import harness, shutil\nshutil.which = lambda *_, **__: None\nharness.program()";
    let missing = python(&environment, &scene, &["-c", nowhere]);
    assert!(missing.err.contains("FileNotFoundError: no `harness` in /"), "{missing:?}");
    assert!(missing.err.contains("or the PATH: install the wheel again"), "{missing:?}");
}

/// The commands of a step of the action.
fn step(name: &str) -> String {
    let text = fs::read_to_string(repository().join("packaging/action/action.yml")).unwrap();
    let (_, step) = text.split_once(&format!("- name: {name}\n")).unwrap();
    let step = step.split("\n    - ").next().unwrap();
    let (_, commands) = step.split_once("      run: ").unwrap();
    commands.trim_start_matches("|\n").to_owned()
}

#[test]
fn the_action_installs_a_release_whose_sum_is_right_and_judges_with_annotations_and_a_summary() {
    for tool in ["curl", "sha256sum", "tar", "python3"] {
        if !has(tool) {
            return println!("skipped: there is no {tool} on this machine");
        }
    }
    let (scene, release, temp) = (doubling(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (paths, summary) = (temp.path().join("paths"), temp.path().join("summary"));
    // A release whose file is a link to this harness.
    let pack = "name=harness-$(uname -m); mkdir -p $name/bin; ln -s \"$0\" $name/bin/harness; tar czf $name.tar.gz $name; \
                sha256sum $name.tar.gz > SHA256SUMS";
    let packed = Command::new("bash").args(["-ec", pack, env!("CARGO_BIN_EXE_harness")]).current_dir(&release).status();
    assert!(packed.unwrap().success());
    let address = format!("file://{}", release.path().display());
    let run = |script: &str, release: &str| {
        let variables = [
            ("RELEASE", Path::new(release)),
            ("RUNNER_TEMP", temp.path()),
            ("GITHUB_PATH", &paths),
            ("GITHUB_ACTIONS", Path::new("true")),
            ("GITHUB_STEP_SUMMARY", &summary),
            ("ARGUMENTS", Path::new("a.py '1.in' 2.in")),
        ];
        // The machine's settings stay.
        let script = script.replace("sudo -n sysctl", "true");
        call(&scene, "bash", &["-eo", "pipefail", "-c", &script], &variables)
    };
    let absent = run(&step("install"), "file:///nowhere");
    assert!(absent.code == Some(2) && absent.out.contains("::error::no harness-"), "{absent:?}");
    let installed = run(&step("install"), &address);
    assert_eq!(installed.code, Some(0), "{installed:?}");
    let folder = fs::read_to_string(&paths).unwrap();
    assert!(Path::new(folder.trim_end()).join("harness").exists(), "{folder}");

    let judged = run(&step("judge"), &address);
    assert!(judged.code == Some(1) && judged.out.contains("::error "), "{judged:?}");
    assert!(fs::read_to_string(&summary).unwrap().contains("a.py"));

    let sums = release.path().join("SHA256SUMS");
    let right = fs::read_to_string(&sums).unwrap();
    fs::write(&sums, "0".repeat(64) + &right[64..]).unwrap();
    let forged = run(&step("install"), &address);
    assert!(forged.code == Some(1) && forged.out.contains("FAILED"), "{forged:?}");

    // A release that has no file for this processor.
    fs::remove_file(release.path().join(format!("harness-{}.tar.gz", std::env::consts::ARCH))).unwrap();
    let other = run(&step("install"), &address);
    assert!(other.code == Some(2) && other.out.contains("::error::no harness-"), "{other:?}");
}
