//! Describes each peer: its tool, its layout, its fastest command line, and how it says that a test
//! was accepted.
//!
//! A new peer is one more entry. Nothing here measures.

use crate::{Scene, jobs};
use std::path::Path;
use std::process::{Command, Output};

/// Another judge, or this one.
pub struct Peer {
    pub name: &'static str,
    /// The command that must be in PATH.
    pub tool: &'static str,
    pub install: &'static str,
    /// The command with which the tool, given by its path, prints its version.
    pub version: fn(&Path) -> Command,
    /// Writes the problem, the tests and the program as this judge wants them.
    pub lay: fn(&Scene),
    /// Judges the scene as fast as it can: as many workers as there are cores if it has workers,
    /// all tests, no saved results.
    pub judge: fn(&Scene, printed: bool) -> Command,
    /// How many tests were accepted, from what it prints when `printed` is true.
    pub accepted: fn(&str) -> usize,
    /// Whether it says, in its fastest form, that this many tests were accepted.
    pub passed: fn(&Output, usize) -> bool,
}

/// This harness, as contained as the machine allows, with its build cached but no results.
pub const OURS: Peer = Peer {
    name: "harness",
    tool: "",
    install: "",
    version: says_version,
    lay: |scene| {
        scene.write("w/problems/twice/problem.toml", "title = \"Twice\"\n");
        scene.write("w/problems/twice/statement.md", "# Twice\n");
        scene.write("w/solutions/c/twice.c", &scene.source);
        scene.tests("w/testdata/twice/secret/{n}.in", "w/testdata/twice/secret/{n}.ans");
    },
    judge: |scene, printed| {
        let mut harness = Command::new(env!("CARGO_BIN_EXE_harness"));
        harness.env("HARNESS_CACHE_DIR", scene.root.join("cache"));
        harness.arg("--root").arg(scene.root.join("w")).arg("--no-cache");
        harness.args(if printed { &[][..] } else { &["-q"] });
        harness
    },
    accepted: |output| output.split_whitespace().find_map(|word| word.split_once('/')?.0.parse().ok()).unwrap_or(0),
    passed: succeeded,
};

pub const PEERS: [Peer; 6] = [SHELL, VRUN, OJ, PROBLEMTOOLS, DMOJ, BAPCTOOLS];

/// Not a judge but the floor: what a line of shell costs that starts the program and `cmp`, without
/// limits or measuring.
const SHELL: Peer = Peer {
    name: "sh, xargs, cmp",
    tool: "xargs",
    install: "part of any system",
    version: says_version,
    lay: |scene| {
        scene.program("program");
        scene.tests("tests/{n}.in", "tests/{n}.ans");
    },
    judge: |scene, _| {
        let (jobs, share) = (jobs(), scene.tests.div_ceil(jobs().parse().unwrap()));
        let each = "for n; do ../program < $n.in | cmp -s - $n.ans && echo AC; done";
        let line = format!("for f in *.in; do echo ${{f%.in}}; done | xargs -P {jobs} -n {share} sh -c '{each}' sh");
        in_folder("sh", &scene.root.join("tests"), &["-c", &line])
    },
    accepted: |output| output.lines().filter(|line| *line == "AC").count(),
    passed: |ran, tests| (SHELL.accepted)(&crate::text(ran)) == tests,
};

/// One run after the other.
const VRUN: Peer = Peer {
    name: "vrun",
    tool: "vrun",
    install: "cargo install vrun",
    version: says_version,
    lay: |scene| {
        scene.write("twice.cpp", &scene.source);
        // `--nc` looks here for a program that is already compiled.
        scene.program("temp/main");
        scene.tests("testcases/twice_input{n}.txt", "testcases/twice_output{n}.txt");
    },
    judge: |scene, _| in_folder("vrun", &scene.root, &["run", "--nc", "twice.cpp"]),
    accepted: |output| output.matches(" PASSED").count(),
    passed: |ran, tests| ran.status.success() && (VRUN.accepted)(&crate::text(ran)) == tests,
};

/// Without GNU time, which it uses for memory and which makes it slower.
const OJ: Peer = Peer {
    name: "oj",
    tool: "oj",
    install: "pip install online-judge-tools",
    version: says_version,
    lay: |scene| {
        scene.program("program");
        scene.tests("test/{n}.in", "test/{n}.out");
    },
    judge: |scene, _| {
        in_folder("oj", &scene.root, &["test", "-j", &jobs(), "-c", "./program", "--gnu-time", "no-such-command"])
    },
    accepted: |output| {
        let count = output.split("test success: ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        count.unwrap_or(0)
    },
    passed: |ran, tests| ran.status.success() && (OJ.accepted)(&crate::text(ran)) == tests,
};

/// It compiles at every start. Only the submissions of the package are looked at.
const PROBLEMTOOLS: Peer = Peer {
    name: "problemtools",
    tool: "verifyproblem",
    install: "pip install problemtools",
    version: says_version,
    lay: |scene| {
        package(scene, "twice/problem_statement/problem.en.tex", "name: Twice\nlicense: unknown\n");
        scene.tests("twice/data/secret/{n}.in", "twice/data/secret/{n}.ans");
    },
    judge: |scene, printed| {
        let mut args = vec!["-p", "submissions", "-t", "1", "-j"];
        let jobs = jobs();
        args.extend([jobs.as_str(), "-l", if printed { "debug" } else { "warning" }, "twice"]);
        in_folder("verifyproblem", &scene.root, &args)
    },
    // It does not name accepted tests, so count the comparisons if the whole was accepted.
    accepted: |output| if output.contains("OK: AC") { output.matches("default_validator ").count() } else { 0 },
    passed: succeeded,
};

/// A resident judge behind a command line. One run after the other, and it compiles at every start.
const DMOJ: Peer = Peer {
    name: "dmoj",
    tool: "dmoj-cli",
    install: "pip install dmoj, with libseccomp's headers",
    version: |tool| {
        // It does not print its version, but the Python it is started with knows.
        let script = std::fs::read_to_string(tool).unwrap_or_default();
        let mut python = Command::new(script.lines().next().unwrap_or_default().trim_start_matches("#!"));
        python.args(["-c", "import importlib.metadata as m; print(m.version('dmoj'))"]);
        python
    },
    lay: |scene| {
        let compiler = crate::find("gcc").unwrap();
        let root = scene.root.display();
        scene.write(
            "judge.yml",
            &format!("problem_storage_globs: [\"{root}/problems/*\"]\nruntime: {{gcc: \"{}\"}}\n", compiler.display()),
        );
        let tests = (0..scene.tests).map(|n| format!("- {{in: {n}.in, out: {n}.out, points: 1}}\n"));
        scene.write("problems/twice/init.yml", &format!("test_cases:\n{}", tests.collect::<String>()));
        scene.write("twice.c", &scene.source);
        scene.tests("problems/twice/{n}.in", "problems/twice/{n}.out");
    },
    judge: |scene, _| {
        let judge = ["--no-ansi", "--skip-self-test", "--history", "history", "-e", "C", "-c", "judge.yml", "--"];
        let submit = ["submit", "-tl", "1", "-ml", "65536", "twice", "C", "twice.c"];
        in_folder("dmoj-cli", &scene.root, &[&judge[..], &submit].concat())
    },
    accepted: |output| output.matches(" AC [").count(),
    passed: |ran, tests| (DMOJ.accepted)(&crate::text(ran)) == tests,
};

/// It keeps its builds, including the program that compares.
const BAPCTOOLS: Peer = Peer {
    name: "BAPCtools",
    tool: "bt",
    install: "pip install bapctools",
    version: says_version,
    lay: |scene| {
        // No uuid: it writes one of its own, and would complain about two problems with the same
        // one.
        let about = "problem_format_version: 2025-09\nname: Twice\nlicense: unknown\nlimits:\n  time_limit: 1\n";
        package(scene, "twice/statement/problem.en.tex", about);
        scene.tests("twice/data/secret/{n}.in", "twice/data/secret/{n}.ans");
    },
    judge: |scene, printed| {
        let mut args = vec!["run", "-G", "-S", "--no-bar", "-j"];
        let jobs = jobs();
        args.push(&jobs);
        args.extend(printed.then_some("-v"));
        in_folder("bt", &scene.root.join("twice"), &args)
    },
    accepted: |output| output.lines().filter(|line| line.contains(" AC ") && line.ends_with(": ok")).count(),
    passed: |ran, _| succeeded(ran, 0) && crate::text(ran).contains(" AC "),
};

/// Writes a Kattis package, except its tests.
fn package(scene: &Scene, statement: &str, about: &str) {
    scene.write("twice/problem.yaml", about);
    scene.write(statement, "\\problemname{Twice}\n");
    scene.write("twice/submissions/accepted/twice.c", &scene.source);
}

fn in_folder(tool: &str, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(tool);
    command.current_dir(folder).args(args);
    command
}

fn says_version(tool: &Path) -> Command {
    let mut command = Command::new(tool);
    command.arg("--version");
    command
}

fn succeeded(ran: &Output, _: usize) -> bool {
    ran.status.success()
}
