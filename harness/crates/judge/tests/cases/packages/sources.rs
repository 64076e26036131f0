//! Static validators: programs of a package that read a submission's files.

use super::SUM;
use crate::scene::{Scene, has};

tests![
    the_files_of_a_submission_are_put_before_the_static_validator,
    a_static_validator_gives_a_part_of_a_groups_points,
];

/// A validator that refuses a word, and gives the share of the points it is told to give.
const READS: &str = "import os, sys
language, begins, feedback = sys.argv[1:4]
assert feedback.endswith('/')
text = open(begins).read()
with open(feedback + 'judgemessage.txt', 'w') as message:
    message.write(language + ' ' + begins + '\\n')
if 'unwrap' in text and '--strict' in sys.argv[4:]:
    sys.exit(43)
for share in sys.argv[4:]:
    if share != '--strict':
        open(feedback + 'score_multiplier.txt', 'w').write(share)
sys.exit(42)
";

fn the_files_of_a_submission_are_put_before_the_static_validator() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    scene.write("reads/problem.yaml", "problem_format_version: 2025-09\nname: R\nuuid: 00000000-0000-4000-8000-000000000001\nlimits: {time_limit: 2}\n");
    scene.sums("reads/data/sample", &[("1", 1, 2)]);
    scene.sums("reads/data/secret", &[("1", 3, 4)]);
    scene.write(
        "reads/data/secret/test_group.yaml",
        "static_validation_score: pass-fail\nstatic_validator_args: [--strict]\n",
    );
    scene.write("reads/static_validator/validate.py", READS);
    scene.write("reads/submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
    scene.write("reads/submissions/rejected/sum.rs", SUM);
    let files = scene.files();
    let ran = scene.judge("reads");
    assert!(ran.is_good(), "{ran}");
    assert_eq!(ran.line("accepted/sum"), "met: AC AC AC", "{ran}");
    assert_eq!(ran.line("rejected/sum"), "met: AC WA AC", "{ran}");
    assert!(ran.to_string().contains("rust sum.rs"), "{ran}");
    assert_eq!(scene.files(), files, "nothing is written into a package");

    // With another argument it is another test.
    scene.write("reads/data/secret/test_group.yaml", "static_validation_score: pass-fail\n");
    assert_eq!(scene.judge("reads").line("rejected/sum"), "unmet: AC AC AC");
    // A crash is not a verdict.
    scene.write("reads/static_validator/validate.py", "import sys\nsys.exit(1)\n");
    let ran = scene.judge("reads");
    assert_eq!((ran.report.summary.faults, &*ran.line("accepted/sum")), (2, "undecided: AC - AC"), "{ran}");
}

fn a_static_validator_gives_a_part_of_a_groups_points() {
    if !has("python3") {
        return;
    }
    let scene = Scene::empty();
    scene.write(
        "parts/problem.yaml",
        "problem_format_version: 2025-09\nname: P\nuuid: 00000000-0000-4000-8000-000000000001\ntype: scoring\nlimits: {time_limit: 2}\n",
    );
    scene.sums("parts/data/sample", &[("1", 1, 2)]);
    scene.sums("parts/data/secret/g", &[("1", 3, 4), ("2", 3, 0)]);
    scene.write(
        "parts/data/secret/g/test_group.yaml",
        "max_score: 100\nscore_aggregation: sum\nstatic_validation_score: 20\nstatic_validator_args: ['0.5']\n",
    );
    scene.write("parts/static_validator/validate.py", READS);
    scene.write("parts/submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
    let ran = scene.judge("parts");
    assert!(ran.score("accepted/sum").starts_with("90 of 100"), "{ran}");

    // Without the program, nothing reads the setting.
    std::fs::remove_dir_all(scene.path("parts/static_validator")).unwrap();
    let ran = scene.judge("parts");
    assert!(ran.finds("`static_validation_score`, and there is no static_validator/"), "{ran}");
}
