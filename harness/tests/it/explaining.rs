//! `explain` and `time`.

use crate::command::left_to_long;
use crate::scene::{Scene, printed};

#[test]
fn explain_names_the_origin_of_every_value() {
    let scene = Scene::twice();
    scene.write(
        "problems/twice/problem.toml",
        "title = \"Twice\"\n\n[source]\njudge = \"Luogu\"\n[limits]\nmemory = 64\n[compare]\nmode = \"tokens\"\nfloat-absolute = 1e-6\n",
    );
    scene.write("testdata/twice/secret/big/02.in", "2\n");
    scene.solution("twice--wrong", "// no comment\n//@ expect: wrong-answer\n", "n * 3");
    scene.run(&["explain", "twice"]).is(
        0,
        "twice
  title         Twice                           problems/twice/problem.toml:1
  judge         Luogu                           problems/twice/problem.toml:4

judge
  rules         Luogu                           problems/twice/problem.toml:4
  time          the same for all languages      https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  runtimes      their memory counts             https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  stack         unknown                         no page was read for it: the harness's default holds
  threads       unknown                         no page was read for it: the harness's default holds
  output        unknown                         no page was read for it: the harness's default holds
  python        CPython or PyPy, as submitted   https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  defines       unknown                         no page was read for it: the harness's default holds
  ONLINE_JUDGE  is defined                      https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  flags         c: -std=c99 -O2 [..]; cpp: -std=c++23 -O2 [..]  https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  runtime       java: none; kotlin: none; scala: none  https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  source        unknown                         no page was read for it: the harness's default holds
  compilers     c: GCC 15.1, cpp: GCC 15.1, [..]https://help.luogu.com.cn/manual/luogu/problem/judging (read 2026-11-27)
  machine       unknown                         nobody outside knows how fast it is: times are this machine's
  load          unknown                         nobody outside knows what runs beside a submission there
  submit        Luogu takes Rust, edition 2024  checked 2026-11-27

limits of one run
  time          1 s of CPU                      default
  wall          3 s on the clock                default: 2 x time + 1 s
  memory        64 MiB                          problems/twice/problem.toml:6
  output        16 MiB                          default
  stack         64 MiB                          default: as memory
  processes     64                              default
  open-files    64                              default
  file-size     16 MiB                          default

judging
  compare       tokens                          problems/twice/problem.toml:8
  case          matters                         default
  white space   is ignored                      default
  absolute      1e-6                            problems/twice/problem.toml:9

tests
  sample        1 test                          testdata/twice/sample
  no answer     1 test                          run `harness bless twice`

solutions
  twice.rs      accepted                        solutions/src/bin/twice.rs
  brute.rs      accepted                        solutions/src/bin/twice--brute.rs
  wrong.rs      wrong-answer                    solutions/src/bin/twice--wrong.rs:2

elsewhere
  cache         [..]
",
        "",
    );
}

#[test]
fn explain_keeps_to_a_narrow_screen() {
    let scene = Scene::twice();
    let mut command = scene.command(&["explain", "twice"]);
    let printed = crate::scene::printed(command.env("COLUMNS", "60"), "");
    assert_eq!(printed.code, Some(0));
    assert!(printed.out.lines().all(|line| line.len() <= 60 || line.contains("cache")), "{}", printed.out);
}

#[test]
fn explain_and_time_know_which_problems_there_are() {
    let scene = Scene::twice();
    for command in [&["explain", "twcie"][..], &["check", "twcie", "--time"]] {
        scene.run(command).is(4, "", "error: no problem is called `twcie`\n  hint: did you mean `twice`?\n");
    }
}

#[test]
fn time_measures_afresh_and_proposes_a_limit() {
    if left_to_long("it waits for limits, one after the other") {
        return;
    }
    let scene = Scene::twice();
    scene.solution("twice--slow", "//@ expect: time-limit\n", "{ while std::hint::black_box(true) {} n }");
    scene.solution(
        "twice--waits",
        "//@ expect: time-limit\n",
        "{ std::thread::sleep(std::time::Duration::from_secs(60)); n }",
    );
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 0.2\n");
    // Cached results of this run must not be used.
    scene.run(&["-q"]);
    let printed = scene.run(&["check", "twice", "--time"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    for words in [
        "twice             measured 3 times, one program at a time, without the cache\n",
        "  twice.rs on sample/01\n",
        "  too slow        >1.00 s  slow.rs on sample/01\n",
        "  too slow          waits  waits.rs on sample/01\n",
        "proposed          0.5 s: 5 x the slowest accepted (",
        "rounded up; less would measure the machine\n",
        "fastest too slow  slow.rs, more than 2.0 x the proposed limit\n",
        "to take it        time = 0.5 under [limits] in problems/twice/problem.toml\n",
    ] {
        assert!(printed.out.contains(words), "`{words}` is not in\n{}", printed.out);
    }
}

#[test]
fn time_proposes_nothing_for_a_solution_that_is_wrong() {
    let scene = Scene::twice();
    scene.solution("twice--other", "", "n * 3");
    let printed = scene.run(&["check", "twice", "--time"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(1), ""), "{printed:?}");
    assert!(
        printed.err.contains("twice/other.rs is meant to be accepted, and is not: wrong-answer on sample/01"),
        "{printed:?}"
    );
}

#[test]
fn time_names_what_cannot_be_run_on_this_machine() {
    let scene = Scene::twice();
    let entry = "[languages.nowhere]\nextensions = [\"nowhere\"]\ntools = [\"no-such-tool\"]\n";
    scene.write("config/harness/config.toml", entry);
    scene.write("solutions/nowhere/twice.nowhere", "");
    let time = || {
        let mut command = scene.command(&["check", "twice", "--time"]);
        printed(command.env("XDG_CONFIG_HOME", scene.path("config")), "")
    };
    let with_others = time();
    let words = "  left out        twice.nowhere: its language is not on this machine\n";
    assert!(with_others.code == Some(0) && with_others.out.contains(words), "{with_others:?}");
    std::fs::remove_dir_all(scene.path("solutions/src")).unwrap();
    time().is(
        3,
        "",
        "error: no solution that is meant to be accepted can be run on this machine
  hint: install what runs one of them
",
    );
}

#[test]
fn explain_tells_the_score_that_a_solution_must_get() {
    let root = crate::command::fixture("scores");
    let output = crate::command::harness().args(["explain", "--root"]).arg(root).arg("divisor").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let line = "  itself.rs     60 points                       solutions/src/bin/divisor--itself.rs:2";
    assert!(printed.contains(line), "{printed}");
}

/// What follows `name` on its line below `head`, up to the origin.
fn explained(printed: &str, head: &str, name: &str) -> String {
    let section = printed.split(&format!("\n{head}\n")).nth(1).unwrap_or_else(|| panic!("{printed}"));
    let line = section.lines().find(|line| line.trim_start().starts_with(name));
    let value = line.unwrap_or_else(|| panic!("{name}: {printed}")).trim_start()[name.len()..].trim_start();
    value.split("   ").next().unwrap().trim().to_owned()
}

#[test]
fn explain_says_what_the_run_used() {
    let scene = Scene::twice();
    let limits = [
        "[limits]\ntime = 2\nmemory = 64\ntime-factors = { rust = 2 }\n",
        "[limits]\ntime = 0.5\nwall = 3\noutput = 5\nstack = 32\nprocesses = 3\nopen-files = 30\nfile-size = 7\n",
        "[source]\njudge = \"USACO\"\n[limits]\ntime = 1.5\n",
    ];
    for limits in limits {
        scene.write("problems/twice/problem.toml", &format!("title = \"Twice\"\n{limits}"));
        let report = scene.path("report.json");
        let to_report = format!("json={}", report.display());
        assert_eq!(scene.run(&["-q", "--report", &to_report]).code, Some(0), "{limits}");
        let record: serde_json::Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
        let used = |key: &str| record["solutions"][0]["limits"][key].as_f64().unwrap();
        let printed = scene.run(&["explain", "twice"]).out;
        let value = |name: &str| explained(&printed, "limits of one run", name);
        let of_solution = explained(&printed, "solutions", "twice.rs");
        let factor = of_solution.split_once("time x ").map_or(1.0, |(_, factor)| factor.parse().unwrap());
        for (name, key, unit) in [("time", "cpu_ms", " s of CPU"), ("wall", "wall_ms", " s on the clock")] {
            let seconds: f64 = value(name).strip_suffix(unit).unwrap_or_else(|| panic!("{printed}")).parse().unwrap();
            assert_eq!(seconds * factor * 1e3, used(key), "{name} of {limits}\n{printed}");
        }
        for (name, key) in [("memory", "memory_kib"), ("output", "output_kib"), ("stack", "stack_kib")] {
            let mib: f64 = value(name).strip_suffix(" MiB").unwrap_or_else(|| panic!("{printed}")).parse().unwrap();
            assert_eq!(mib * 1024.0, used(key), "{name} of {limits}\n{printed}");
        }
        for (name, key) in [("processes", "processes"), ("open-files", "open_files")] {
            assert_eq!(value(name).parse::<f64>().unwrap(), used(key), "{name} of {limits}\n{printed}");
        }
    }
}

#[test]
fn explain_lists_every_key_as_a_file_that_can_be_read() {
    let printed = Scene::empty().run(&["explain", "--keys"]);
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""));
    let read: toml::Table = printed.out.parse().unwrap();
    assert_eq!(read["limits"]["memory"].as_integer(), Some(256));
}
