//! Problems that a browser posts.

use crate::scene::Scene;
use judge::receive::{Arrival, Beginning, Inbox, PostedProblem};

tests![
    a_title_of_which_a_letter_is_left_has_its_contest_in_front,
    a_backslash_does_not_take_the_next_line_into_its_comment,
    a_problem_that_is_here_has_its_samples_brought_up_to_date,
    in_a_plain_folder_a_later_post_overwrites_no_test_of_ones_own,
    in_a_plain_folder_no_post_becomes_a_program_that_judges_others,
    a_contest_is_judged_in_the_order_of_its_page,
    a_package_is_not_a_place_for_problems,
];

fn post(name: &str, address: &str) -> PostedProblem {
    post_of(name, address, r#""batch":{"id":"b","size":1}"#)
}

/// The same, with further facts.
fn post_of(name: &str, address: &str, facts: &str) -> PostedProblem {
    let json = format!(
        r#"{{"name":"{name}","group":"Codeforces - Round 4","url":"{address}","memoryLimit":64,"timeLimit":1500,
        "tests":[{{"input":"8\n","output":"8\n"}},{{"input":"5\n","output":"5\n"}}],{facts}}}"#
    );
    PostedProblem::parse(json.as_bytes()).unwrap()
}

/// What becomes of a post in the scene's workspace, with solutions in this language.
fn arrives(scene: &Scene, posted: &PostedProblem, language: &str) -> Arrival {
    let here = scene.path("");
    let inbox = Inbox::of(None, &here).unwrap();
    let begin = Beginning::of(inbox.folder(), None, Some(language), &here).unwrap();
    inbox.write(posted, &begin).unwrap()
}

fn a_title_of_which_a_letter_is_left_has_its_contest_in_front() {
    let scene = Scene::twice();
    let arrived = arrives(&scene, &post("C. 石子", "https://a.example/1"), "python");
    let Arrival::Problem { slug, solution } = arrived else { panic!("{arrived:?}") };
    assert_eq!((slug.as_str(), solution.as_str()), ("round-4-c", "solutions/python/round-4-c.py"));
    assert!(scene.read("problems/round-4-c/problem.toml").contains("title = \"C. 石子\""));
}

fn a_backslash_does_not_take_the_next_line_into_its_comment() {
    let scene = Scene::twice();
    arrives(&scene, &post(r"Slash \\", "https://a.example/1"), "cpp");
    let begun = scene.read("solutions/cpp/slash.cpp");
    assert!(begun.starts_with("// Slash\n#include"), "{begun}");
}

fn a_problem_that_is_here_has_its_samples_brought_up_to_date() {
    let scene = Scene::twice();
    let mut posted = post("Same", "https://a.example/1");
    assert!(matches!(arrives(&scene, &posted, "python"), Arrival::Problem { .. }));
    let again = |samples| Arrival::Again { place: "problems/same".to_owned(), samples };
    assert_eq!(arrives(&scene, &posted, "python"), again(0));
    posted.samples[1].1 = "6\n".to_owned();
    assert_eq!(arrives(&scene, &posted, "python"), again(1));
    assert_eq!(scene.read("testdata/same/sample/02.ans"), "6\n");
    // Another address is another problem.
    let other = arrives(&scene, &post("Same", "https://a.example/2"), "python");
    assert!(matches!(&other, Arrival::Problem { slug, .. } if slug.as_str() == "round-4-same"), "{other:?}");
}

fn in_a_plain_folder_no_post_becomes_a_program_that_judges_others() {
    let titles = ["Checker", "check", "CHK", "Interactor", "Validator", "val", "Generator", "gen"];
    for (number, title) in titles.into_iter().enumerate() {
        let scene = Scene::empty();
        let posted = post(title, &format!("https://a.example/{number}"));
        let arrived = arrives(&scene, &posted, "python");
        let name = format!("{}-2.py", title.to_lowercase());
        assert!(matches!(&arrived, Arrival::Program { file } if *file == name), "{title}: {arrived:?}");
        let again = arrives(&scene, &posted, "python");
        assert!(matches!(&again, Arrival::Again { place, samples: 0, .. } if *place == name), "{title}: {again:?}");
    }
}

fn in_a_plain_folder_a_later_post_overwrites_no_test_of_ones_own() {
    let scene = Scene::empty();
    let sample = |input: &str, output: &str| (input.to_owned(), output.to_owned());
    let mut posted = post("Same", "https://a.example/1");
    posted.samples = vec![sample("4\n", "8\n")];
    assert!(matches!(arrives(&scene, &posted, "python"), Arrival::Program { file } if file == "same.py"));
    scene.write("same2.in", "my own\n");
    scene.write("same2.out", "mine\n");
    let again = |samples| Arrival::Again { place: "same.py".to_owned(), samples };
    posted.samples = vec![sample("4\n", "9\n"), sample("5\n", "5\n")];
    assert_eq!(arrives(&scene, &posted, "python"), again(2));
    posted.samples.pop();
    assert_eq!(arrives(&scene, &posted, "python"), again(0));
    let texts = ["same1.out", "same2.in", "same2.out", "same3.in", "same3.out"].map(|name| scene.read(name));
    assert_eq!(texts, ["9\n", "my own\n", "mine\n", "5\n", "5\n"]);
    // A page is known by its address, whatever became of its samples.
    let mut changed = post("Same", "https://a.example/1");
    changed.samples = vec![sample("70\n", "70\n")];
    assert!(matches!(arrives(&scene, &changed, "python"), Arrival::Again { place, .. } if place == "same.py"));
    // Another problem of that name, which is found again, too.
    let mut other = post("Same", "https://a.example/7");
    other.samples = vec![sample("7\n", "7\n")];
    assert!(matches!(arrives(&scene, &other, "python"), Arrival::Program { file } if file == "same-2.py"));
    let place = "same-2.py".to_owned();
    assert_eq!(arrives(&scene, &other, "python"), Arrival::Again { place, samples: 0 });
}

/// The problems of a plan of everything, once each, in its order.
fn problems(scene: &Scene) -> Vec<String> {
    let plan = scene.open().whole_plan().unwrap();
    let mut problems: Vec<String> = plan.solutions.iter().map(|planned| planned.problem.id.to_string()).collect();
    problems.dedup();
    problems
}

fn a_contest_is_judged_in_the_order_of_its_page() {
    let titles = ["Zebra", "Ant", "Mouse"];
    let facts = r#""batch":{"id":"round","size":3},"languages":{"java":{"mainClass":"Main"}}"#;
    let contest = titles.map(|title| post_of(title, &format!("https://a.example/{title}"), facts));
    let (plain, workspace) = (Scene::empty(), Scene::twice());
    for scene in [&plain, &workspace] {
        contest.iter().for_each(|posted| drop(arrives(scene, posted, "python")));
        let facts: serde_json::Value = serde_json::from_str(&scene.read(".harness/ant.json")).unwrap();
        assert_eq!((&facts["order"], &facts["languages"]["java"]["mainClass"]), (&2.into(), &"Main".into()));
        // Posted again alone, a problem stays where it was.
        let again = arrives(scene, &post("Zebra", "https://a.example/Zebra"), "python");
        assert!(matches!(&again, Arrival::Again { samples: 0, .. }), "{again:?}");
    }
    assert_eq!(problems(&plain), ["zebra", "ant", "mouse"]);
    assert_eq!(problems(&workspace), ["zebra", "ant", "mouse", "twice"], "a contest stands where its first name does");
}

fn a_package_is_not_a_place_for_problems() {
    let scene = Scene::twice();
    scene.write("package/problem.yaml", "name: Sum\n");
    scene.write("package/data/secret/1.in", "1\n");
    scene.write("package/data/secret/1.ans", "1\n");
    let package = scene.path("package");
    assert!(Inbox::of(Some(&package), &scene.path("")).is_err());
}
