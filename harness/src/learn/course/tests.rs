//! The problems as a course.

use super::*;
use std::os::unix::fs::symlink;
use tempfile::TempDir;

/// A workspace.
struct Scene(TempDir);

impl Scene {
    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        fs::write(self.path(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn open(&self) -> Workspace {
        Workspace::open(self.0.path()).unwrap()
    }
}

/// Two problems on the way, `twice` and then `half`.
fn scene() -> Scene {
    let scene = Scene(tempfile::tempdir().unwrap());
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n");
    scene.write("testdata/twice/sample/01.in", "1\n");
    scene.write("testdata/twice/sample/01.ans", "2\n");
    scene.write("solutions/python/twice.py", "print(2 * int(input()))\n");
    let statement = "# Twice\n\nPrint $2n$.\n\n## Hints\n\n1. Add it to\n   itself.\n2. `n + n`\n\n\
                     ## Why it works\n\nBy definition.\n";
    scene.write("problems/twice/statement.md", statement);
    scene.write("problems/half/problem.toml", "title = \"Half\"\n");
    scene.write("problems/half/statement.md", "# Half it\n\nPrint half of it.\n");
    scene.write("testdata/half/sample/01.in", "8\n");
    scene.write("testdata/half/sample/01.ans", "4\n");
    scene.write("solutions/python/half.py", "print(int(input()) // 2)\n");
    let table = "| | problem | what it adds |\n|--|--|--|\n| 1 | [twice](twice/statement.md) | a start |\n\
                 | 2 | [half](half/statement.md) | a *way* back |\n";
    scene.write("problems/README.md", table);
    scene
}

#[test]
fn hints_come_one_at_a_time_and_may_be_read_again() {
    let scene = scene();
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let twice = course.begin(None).unwrap();
    let all = ["Add it to\nitself.\n", "`n + n`\n\n"].map(str::to_owned).to_vec();
    assert_eq!(course.hint(&twice).unwrap(), (all.clone(), Some(0)));
    assert_eq!(course.hint(&twice).unwrap(), (all.clone(), Some(1)));
    assert_eq!(course.hint(&twice).unwrap(), (all.clone(), None));
    // They are read by whoever opens the course again.
    assert_eq!(Course::open(&workspace).unwrap().hint(&twice).unwrap(), (all, None));
    let half = course.begin(Some("half")).unwrap();
    assert_eq!(course.hint(&half).unwrap(), (Vec::new(), None));
}

#[test]
fn a_solved_problem_leads_to_the_next_one_and_gives_its_proof() {
    let scene = scene();
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let twice = course.begin(None).unwrap();
    let task = course.task(&twice).unwrap();
    assert_eq!((course.number(&twice), course.is_solved(&twice.id)), (1, false));
    assert!(!task.contains("By definition") && !task.contains("Add it"), "{task}");
    let SolvedProblem { why, solved, next } = course.solve(&twice).unwrap();
    assert!(why.unwrap().contains("By definition."));
    assert_eq!((solved, next.unwrap().problem.as_str()), (1, "half"));
    let mut course = Course::open(&workspace).unwrap();
    let half = course.begin(None).unwrap();
    assert_eq!(half.id.as_str(), "half");
    assert_eq!(course.solve(&half).unwrap(), SolvedProblem { why: None, solved: 2, next: None });
}

#[test]
fn a_program_that_is_there_stays_as_it_is() {
    let scene = scene();
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let twice = course.begin(None).unwrap();
    scene.write("learn/twice.cpp", "mine");
    let program = course.program(&twice, Some("C++")).unwrap();
    assert!(!program.is_new && program.file.ends_with("learn/twice.cpp"), "{program:?}");
    assert_eq!(scene.read("learn/twice.cpp"), "mine");
    // The next problem begins in the same language, and the named one has a file of its own.
    let half = course.begin(Some("half")).unwrap();
    assert!(course.program(&half, None).unwrap().file.ends_with("learn/half.cpp"));
    let python = course.program(&half, Some("py")).unwrap();
    assert!(python.is_new && python.file.ends_with("learn/half.py"), "{python:?}");
    assert_eq!(scene.read("learn/.gitignore"), "*\n");
    let unknown = course.program(&half, Some("pyton")).unwrap_err();
    assert_eq!(unknown.hint().unwrap(), "did you mean `python`?");
}

#[test]
fn a_program_is_judged_alone_on_the_tests_of_its_problem() {
    let scene = scene();
    // It would refuse every test, if it were asked.
    scene.write("problems/half/validator.py", "import sys\nsys.exit(43)\n");
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let half = course.begin(Some("half")).unwrap();
    let program = course.program(&half, Some("py")).unwrap();
    let attempt = course.attempt(&half, &program.file).unwrap();
    let plan = attempt.whole_plan().unwrap();
    let solutions: Vec<&str> = plan.solutions.iter().map(|planned| &*planned.solution.display).collect();
    assert_eq!((solutions, plan.runs()), (vec!["learn/half.py"], 1));
    assert_eq!(plan.solutions[0].problem.validators.len(), 0);
    // The same problem, judged by its setter.
    let named = scene.open();
    assert_eq!(named.problem("half").unwrap().problem.validators.len(), 1);
    let error = course.attempt(&half, &scene.path("learn/half.txt")).err().unwrap();
    assert!(error.to_string().contains("no language has the ending of "), "{error}");
}

#[test]
fn statements_are_read_in_the_learners_language() {
    let scene = scene();
    let chinese = "# 两倍\n\n求 $2n$。\n\n## 提示\n\n1. 加上它自己。\n\n## 为什么成立\n\n由定义。\n";
    scene.write("problems/twice/statement.zh.md", chinese);
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    course.read_in(Tongue::Chinese);
    let (twice, half) = (course.begin(Some("twice")).unwrap(), course.begin(Some("half")).unwrap());
    assert!(course.task(&twice).unwrap().contains("求 $2n$。"));
    assert!(course.task(&half).unwrap().contains("Print half of it."), "it has no other statement");
    course.program(&twice, None).unwrap();
    // The language stays until another one is named.
    let mut course = Course::open(&workspace).unwrap();
    assert_eq!(course.hint(&twice).unwrap(), (vec!["加上它自己。\n\n".to_owned()], Some(0)));
    course.read_in(Tongue::English);
    assert!(course.task(&twice).unwrap().contains("Print $2n$."));
}

#[test]
fn progress_that_is_not_understood_is_not_thrown_away() {
    let scene = scene();
    scene.write("learn/progress.json", "{");
    let workspace = scene.open();
    let error = Course::open(&workspace).err().unwrap();
    assert!(error.hint().unwrap().contains("remove it to begin anew"), "{error}");
    assert_eq!(scene.read("learn/progress.json"), "{");
}

#[test]
fn nothing_is_made_where_a_link_of_the_workspace_leads() {
    let scene = scene();
    let home = tempfile::tempdir().unwrap();
    let is_empty = || fs::read_dir(home.path()).unwrap().next().is_none();
    symlink(home.path(), scene.path("learn")).unwrap();
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let twice = course.begin(None).unwrap();
    let error = course.program(&twice, Some("python")).unwrap_err();
    assert!(error.hint().unwrap().contains("HARNESS_READABLE"), "{error}");
    assert!(is_empty());
    // What is put aside stays in the workspace, too.
    fs::remove_file(scene.path("learn")).unwrap();
    scene.write("learn/twice.py", "their own words");
    symlink(home.path(), scene.path("learn/old")).unwrap();
    assert!(course.reset(&twice).is_err());
    assert!(is_empty() && scene.path("learn/twice.py").exists());
    // A link that leads nowhere yet.
    symlink(home.path().join("new"), scene.path("learn/twice.rs")).unwrap();
    assert!(course.program(&twice, Some("rust")).is_err() && is_empty());
}

/// The file of the progress may have come with the workspace, too.
#[test]
fn a_language_that_is_not_known_names_no_file() {
    let scene = scene();
    scene.write("learn/twice./x", "");
    scene.write("learn/progress.json", "{\"current\":null,\"language\":\"/../../out\",\"problems\":{}}");
    let workspace = scene.open();
    let mut course = Course::open(&workspace).unwrap();
    let twice = course.begin(None).unwrap();
    assert_eq!(course.program(&twice, None).unwrap().file, scene.path("learn/twice.rs"));
    assert!(!scene.path("out").exists());
}
