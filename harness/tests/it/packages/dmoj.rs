//! DMOJ packages: their tests, their points and their solutions' limits.

use super::Scene;

#[test]
fn what_a_package_without_a_solution_needs_is_named_and_no_errors_that_are_not_there() {
    let scene = Scene::new();
    scene.write("old/init.yml", "test_cases:\n- {in: 1.in, out: 1.out}\n");
    scene.write("old/1.in", "1\n");
    scene.write("old/1.out", "1\n");
    scene.write("old/tests/a/test.yml", "source: a.tur\nlanguage: TUR\ntime: 2\nmemory: 65536\nexpect: AC\n");
    scene.write("old/tests/a/a.tur", "put 1\n");
    let ran = scene.judge("old");
    assert!(ran.printed.contains("in no language that is read here"), "{}", ran.printed);
    assert!(ran.printed.contains("it needs tests, and a submission that is right"), "{}", ran.printed);
}
