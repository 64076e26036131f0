//! DMOJ packages: their tests, their points and their solutions' limits.

use crate::scene::{Scene, has};
use judge::{Caller, Quiet, Workspace};

tests![
    generators_of_dmoj_print_the_input_and_on_standard_error_the_answer,
    a_trial_of_dmojs_has_limits_of_its_own_and_a_checker_of_pegs_gives_parts,
];

fn generators_of_dmoj_print_the_input_and_on_standard_error_the_answer() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    scene.write(
        "init/init.yml",
        "generator: {source: gen.py, args: [own]}
test_cases:
- {generator_args: [1, 2], points: 1}
- {generator_in: seed, points: 1}
- {in: kept.in, points: 1}
- {in: kept.in, out: kept.out, points: 1}
",
    );
    scene.write(
        "init/gen.py",
        "import sys
words = sys.argv[1:]
if words == ['own']:
    words = (sys.stdin.read() or '2 3').split()
print(*words)
print(sum(map(int, words)), file=sys.stderr)
",
    );
    scene.write("init/seed", "20 22\n");
    scene.write("init/kept.in", "2 3\n");
    scene.write("init/kept.out", "7\n");
    scene.write("init/solutions/sum.py", "print(sum(map(int, input().split())))\n");
    let files = scene.files();
    let judge = scene.with_own_cache(Workspace::open(scene.path("init")).unwrap());
    let report = judge.run(&judge.whole_plan().unwrap(), &mut Caller::new(&scene.cancel, &mut Quiet)).unwrap();
    assert_eq!(report.solutions[0].tests.len(), 4, "the library makes them, too");
    scene.write("init/seed", "20 21\n");
    let ran = scene.judge("init");
    assert_eq!(ran.line("--sum"), "unmet: AC AC AC WA", "{ran}");
    assert_eq!(scene.files(), files, "nothing is written into a package");
    assert_eq!((ran.made, scene.judge("init").made), (1, 0));
    // A file that a generator reads is also a source of the test.
    scene.write("init/seed", "20 23\n");
    let ran = scene.judge("init");
    assert_eq!(ran.made, 1, "{ran}");
    // Tests are made for a solution alone.
    std::fs::rename(scene.path("init/solutions/sum.py"), scene.path("init/solutions/sum.exotic")).unwrap();
    scene.write("init/seed", "20 24\n");
    let init = scene.with_own_cache(Workspace::open(scene.path("init")).unwrap());
    assert_eq!(init.unmade(&judge::Words::default()).len(), 0);
}

fn a_trial_of_dmojs_has_limits_of_its_own_and_a_checker_of_pegs_gives_parts() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    scene.write(
        "parts/init.yml",
        "checker: {name: bridged, args: {files: check.py, type: peg}}
test_cases:
- {in: a, out: a, points: 10}
- {in: a, out: a, points: 10}
",
    );
    scene.write("parts/a", "1\n");
    scene.write("parts/check.py", "import sys\nprint(open(sys.argv[2]).read().strip())\nprint(4)\nsys.exit(1)\n");
    let trial = |name: &str, limits: &str, expect: &str| {
        let text = format!("language: PY3\nsource: a.py\n{limits}\nexpect: {expect}\n");
        scene.write(&format!("parts/tests/{name}/test.yml"), &text);
    };
    trial("right", "time: 5\nmemory: 262144", "AC\nscore: 5");
    scene.write("parts/tests/right/a.py", "print(1)\n");
    trial("slow", "time: 0.4\nmemory: 262144", "TLE");
    scene.write("parts/tests/slow/a.py", "import time\nwhile time.process_time() < 1.2: pass\nprint(4)\n");
    // A runtime gets some memory on top of the limit.
    trial("large", "time: 5\nmemory: 1024", "MLE");
    scene.write("parts/tests/large/a.py", "kept = bytearray(180 << 20)\nprint(4)\n");
    let ran = scene.judge("parts");
    assert_eq!(ran.line("right/a"), "met: AC AC", "{ran}");
    assert!(ran.score("right/a").starts_with("5 of 20"), "{}", ran.score("right/a"));
    assert_eq!(ran.line("slow/a"), "met: TLE TLE", "{ran}");
    assert_eq!(ran.line("large/a"), "met: MLE MLE", "{ran}");
}
