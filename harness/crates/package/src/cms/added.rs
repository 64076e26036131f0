//! New tests of a task: at the end of `gen/GEN`, or with the next numbers.

use super::{FILE, input_name, subtasks, task};
use crate::added::{NewTest, replaced};
use crate::draft::Draft;
use crate::mistakes::Mistakes;
use regex_lite::Regex;
use std::path::Path;

/// The files that make these tests of the task, in its last subtask. `None` if `task.yaml` says
/// which tests a subtask has, or `gen/GEN` is made of another file.
pub fn with_tests(root: &Path, tests: &[NewTest<'_>]) -> Option<Draft> {
    let read = |name: &str| beneath::read_to_string(&root.join(name)).ok();
    let mistakes = |name: &str| Mistakes::new(root.join(name), "".into());
    let text = read(FILE)?;
    let list = read("gen/GEN");
    if root.join("gen/cases.gen").is_file() || !task::read(&text, &mut mistakes(FILE)).subtasks.is_empty() {
        return None;
    }
    let mut draft = Draft::default();
    let there = match &list {
        Some(list) => subtasks::read(list, &mut mistakes("gen/GEN")).iter().map(|subtask| subtask.tests.len()).sum(),
        None => (0..).take_while(|number| root.join(input_name(*number)).is_file()).count(),
    };
    let mut rows = String::new();
    for (number, test) in (there..).zip(tests) {
        test.write(&mut draft, root, input_name(number), format!("output/output{number}.txt"));
        if list.is_some() {
            let copied = format!("gen/{}.txt", test.name());
            rows.push_str(&format!("#COPY: {copied}\n"));
            draft.create(root.join(copied), test.input);
        }
    }
    if let Some(list) = list {
        let end = if list.is_empty() || list.ends_with('\n') { "" } else { "\n" };
        draft.replace(root.join("gen/GEN"), format!("{list}{end}{rows}"));
    }
    let count = Regex::new(r"(?m)^n_input:\s*(\d+)").expect("a test reads it");
    if let Some(count) = count.captures(&text).and_then(|found| found.get(1)) {
        let count = (count.range(), (there + tests.len()).to_string());
        draft.replace(root.join(FILE), replaced(&text, vec![count]));
    }
    Some(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::added::tests::{changed, lines};

    #[test]
    fn tests_follow_the_last_one_of_gen_or_the_last_number() {
        let numbered = ["input/input1.txt: 3\n", "input/input2.txt: 4\n"].map(str::to_owned);
        let answers = ["output/output1.txt: 33\n", "output/output2.txt: 44\n"].map(str::to_owned);
        let gen_and_task = [(FILE, "name: sum\nn_input: 1\n"), ("gen/GEN", "#ST: 100\n1 2"), ("input/input0.txt", "")];
        let task = format!("{FILE}: name: sum\nn_input: 3\n");
        let mut expected = vec![
            "gen/3-edit.txt: 3\n".to_owned(),
            "gen/4-random.txt: 4\n".to_owned(),
            "gen/GEN: #ST: 100\n1 2\n#COPY: gen/3-edit.txt\n#COPY: gen/4-random.txt\n".to_owned(),
        ];
        expected.extend(numbered.iter().chain(&answers).chain([&task]).cloned());
        assert_eq!(lines(&gen_and_task, with_tests), expected);
        let plain = [(FILE, "name: sum\n"), ("input/input0.txt", "")];
        assert_eq!(lines(&plain, with_tests), [numbered, answers].concat());
    }

    #[test]
    fn where_the_task_says_which_tests_a_subtask_has_there_is_no_end() {
        let list = ("gen/GEN", "1 2\n");
        let listed = (FILE, "score_type_parameters: [[100, 1]]\n");
        assert_eq!(changed(&[listed], with_tests), None);
        assert_eq!(changed(&[listed, list], with_tests), None);
        assert_eq!(changed(&[(FILE, "name: sum\n"), list, ("gen/cases.gen", "")], with_tests), None);
    }
}
