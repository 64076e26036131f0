use super::*;
use std::collections::BTreeSet;

/// An input as its validator reads it: `None` where it is not valid.
type Reader = fn(&str) -> Option<Seen>;

/// What a test asks of an input: the lists that it has, and how long they may be.
struct Seen {
    lists: Vec<Vec<i64>>,
    lengths: (usize, usize),
    values: (i64, i64),
}

/// Splits into lines of words, each with one space between and an end.
fn split(text: &str) -> Option<Vec<Vec<&str>>> {
    text.strip_suffix('\n').map(|text| text.split('\n').map(|line| line.split(' ').collect()).collect())
}

fn int(word: &str, low: i64, high: i64) -> Option<i64> {
    let value: i64 = word.parse().ok()?;
    (value.to_string() == word && (low..=high).contains(&value)).then_some(value)
}

fn ints(line: &[&str], count: i64, low: i64, high: i64) -> Option<Vec<i64>> {
    (line.len() as i64 == count).then(|| line.iter().map(|word| int(word, low, high)).collect())?
}

fn seen(lists: Vec<Vec<i64>>, lengths: (usize, usize), values: (i64, i64)) -> Option<Seen> {
    Some(Seen { lists, lengths, values })
}

fn list(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let [[count], values] = [lines.first()?.as_slice(), lines.get(1)?.as_slice()] else { return None };
    let values = ints(values, int(count, 1, 50)?, 1, 100)?;
    (lines.len() == 2).then(|| seen(vec![values], (1, 50), (1, 100)))?
}

fn ascending_pairs(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let count = ints(lines.first()?, 1, 1, 30)?[0];
    let pairs = lines[1..].iter().map(|line| ints(line, 2, -1000, 1000)).collect::<Option<Vec<_>>>()?;
    let ascend = pairs.len() as i64 == count && pairs.iter().all(|pair| pair[0] < pair[1]);
    ascend.then(|| seen(vec![pairs.iter().map(|pair| pair[0]).collect()], (1, 30), (-1000, 999)))?
}

fn cases(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let count = ints(lines.first()?, 1, 1, 10)?[0];
    let mut lists = Vec::new();
    for case in lines[1..].chunks(2) {
        lists.push(ints(case.get(1)?, ints(&case[0], 1, 1, 20)?[0], 0, 9)?);
    }
    (lists.len() as i64 == count).then(|| seen(lists, (1, 20), (0, 9)))?
}

fn word(text: &str) -> Option<Seen> {
    let word = text.strip_suffix('\n')?;
    let letters: Vec<i64> = word.bytes().map(i64::from).collect();
    let valid = (1..=50).contains(&letters.len()) && letters.iter().all(|letter| (97..=99).contains(letter));
    valid.then(|| seen(vec![letters], (1, 50), (97, 99)))?
}

fn permutation(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let count = ints(lines.first()?, 1, 1, 40)?[0];
    let values = ints(lines.get(1)?, count, 1, count)?;
    let distinct = lines.len() == 2 && values.iter().collect::<BTreeSet<_>>().len() == values.len();
    distinct.then(|| seen(vec![values], (1, 40), (1, 40)))?
}

fn edges(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let [nodes, count] = ints(lines.first()?, 2, 1, 100)?[..] else { return None };
    let edges = lines[1..].iter().map(|line| ints(line, 2, 1, nodes)).collect::<Option<Vec<_>>>()?;
    let pairs: BTreeSet<_> = edges.iter().map(|edge| (edge[0].min(edge[1]), edge[0].max(edge[1]))).collect();
    let simple = nodes >= 2 && edges.len() as i64 == count && pairs.len() == edges.len();
    let simple = simple && pairs.iter().all(|(one, other)| one != other);
    simple.then(|| seen(vec![edges.iter().map(|edge| edge[0]).collect()], (1, 100), (1, 100)))?
}

fn grid(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let [rows, columns] = ints(lines.first()?, 2, 1, 12)?[..] else { return None };
    let row = |line: &Vec<&str>| {
        let full = line.len() == 1 && line[0].len() as i64 == columns;
        (full && line[0].bytes().all(|cell| b".#".contains(&cell))).then_some(columns)
    };
    let widths = lines[1..].iter().map(row).collect::<Option<Vec<_>>>()?;
    (widths.len() as i64 == rows).then(|| seen(vec![widths], (1, 12), (1, 12)))?
}

fn two_lists(text: &str) -> Option<Seen> {
    let lines = split(text)?;
    let [one, other] = ints(lines.first()?, 2, 1, 20)?[..] else { return None };
    let lists = vec![ints(lines.get(1)?, one, 0, 50)?, ints(lines.get(2)?, other, -50, 50)?];
    (lines.len() == 3).then(|| seen(lists, (1, 20), (-50, 50)))?
}

fn examples(texts: &[&str]) -> Vec<Arc<[u8]>> {
    texts.iter().map(|text| text.as_bytes().into()).collect()
}

/// Asks a validator in rounds, and returns the inputs of each with its answers.
fn ask(editor: &mut Editor, rounds: usize, read: Reader) -> Vec<Vec<(Vec<u8>, Option<Seen>)>> {
    let round = |_| {
        let proposals = editor.propose(64);
        let inputs: Vec<Vec<u8>> = proposals.iter().map(|proposal| proposal.input.clone()).collect();
        let answers: Vec<Option<Seen>> =
            inputs.iter().map(|input| std::str::from_utf8(input).ok().and_then(read)).collect();
        let valid: Vec<Option<bool>> = answers.iter().map(|answer| Some(answer.is_some())).collect();
        editor.learn(proposals, &valid);
        inputs.into_iter().zip(answers).collect()
    };
    (0..rounds).map(round).collect()
}

/// What validators accept of simple shapes, and which of it is always reached.
fn check(name: &str, texts: &[&str], read: Reader, least_share: f64, shapes: bool) {
    // More of them, if asked for.
    for seed in 1..if std::env::var_os("HARNESS_TEST_LONG").is_some() { 6 } else { 2 } {
        let mut editor = Editor::new(&examples(texts), &[], Validity::Checked, seed);
        let rounds = ask(&mut editor, 60, read);
        let last: Vec<bool> = rounds[50..].iter().flatten().map(|(_, answer)| answer.is_some()).collect();
        let share = last.iter().filter(|valid| **valid).count() as f64 / last.len() as f64;
        assert!(share >= least_share, "{name}, seed {seed}: {share}");
        let seen: Vec<Seen> = rounds.into_iter().flatten().filter_map(|(_, answer)| answer).collect();
        let lists = || seen.iter().flat_map(|seen| &seen.lists);
        let (least, most) = seen[0].lengths;
        for length in (least..least + 5).chain([most]) {
            assert!(lists().any(|list| list.len() == length), "{name}, seed {seed}: no list of {length}");
        }
        for value in [seen[0].values.0, seen[0].values.1] {
            assert!(lists().flatten().any(|seen| *seen == value), "{name}, seed {seed}: no {value}");
        }
        let long = || lists().filter(|list| list.len() > 4);
        let equal = long().any(|list| list.iter().all(|value| *value == list[0]));
        assert!(equal || !shapes, "{name}, seed {seed}: no list of equal values");
        assert!(long().any(|list| list.is_sorted()), "{name}, seed {seed}: no sorted list");
    }
}

#[test]
fn what_toy_validators_accept_is_reached() {
    check("list", &["3\n5 1 7\n", "5\n9 9 2 4 8\n"], list, 0.8, true);
    check("pairs", &["2\n1 3\n-4 8\n", "3\n2 4\n5 6\n0 1\n"], ascending_pairs, 0.8, true);
    check("cases", &["2\n3\n1 2 3\n1\n7\n"], cases, 0.8, true);
    check("word", &["abacab\n", "ca\n"], word, 0.8, true);
    check("permutation", &["4\n2 1 4 3\n", "6\n6 5 4 3 2 1\n"], permutation, 0.6, false);
    check("edges", &["4 3\n1 2\n2 3\n4 1\n", "5 2\n5 1\n2 3\n"], edges, 0.6, false);
    check("grid", &["2 3\n.#.\n##.\n", "3 4\n....\n.#.#\n####\n"], grid, 0.8, true);
    check("two lists", &["2 3\n4 1\n7 -8 9\n"], two_lists, 0.7, true);
}

/// Few problems have traps where numbers are far apart.
#[test]
fn some_lists_are_of_small_numbers() {
    let wide = |text: &str| {
        let lines = split(text)?;
        let count = ints(lines.first()?, 1, 1, 50)?[0];
        seen(vec![ints(lines.get(1)?, count, -1_000_000_000, 1_000_000_000)?], (1, 50), (0, 0))
    };
    let mut editor = Editor::new(&examples(&["3\n1000000000 -1000000000 777\n"]), &[], Validity::Checked, 1);
    let seen: Vec<Seen> = ask(&mut editor, 30, wide).into_iter().flatten().filter_map(|(_, answer)| answer).collect();
    let mut long = seen.iter().map(|seen| &seen.lists[0]).filter(|list| list.len() > 4 && list[0] != list[1]);
    assert!(long.any(|list| list.iter().all(|value| value.abs() <= 5)), "no list is of small numbers");
}

/// Words mean something together.
#[test]
fn phrases_come_again_in_other_places() {
    const PHRASES: [&str; 4] = ["pea soup", "thin pancakes with jam", "fish", "salad of the day"];
    let menu = |text: &str| {
        let lines = split(text)?;
        let count = ints(lines.first()?, 1, 1, 9)?[0];
        let is_word = |word: &&str| !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase());
        let valid = lines.len() as i64 == count + 1 && lines[1..].iter().flatten().all(is_word);
        let phrases = lines[1..].iter().filter(|line| PHRASES.contains(&line.join(" ").as_str())).count();
        valid.then(|| seen(vec![vec![phrases as i64, count]], (0, 0), (0, 0)))?
    };
    let samples = ["2\npea soup\nthin pancakes with jam\n", "2\nfish\nsalad of the day\n"];
    let mut editor = Editor::new(&examples(&samples), &[], Validity::Checked, 1);
    let seen: Vec<Seen> = ask(&mut editor, 20, menu).into_iter().flatten().filter_map(|(_, seen)| seen).collect();
    let again = seen.iter().filter(|seen| seen.lists[0][0] > 3 && 2 * seen.lists[0][0] > seen.lists[0][1]);
    assert!(again.count() > 25, "of {} inputs", seen.len());
}

#[test]
fn the_same_answers_give_the_same_proposals_and_none_comes_twice() {
    let inputs = || {
        let mut editor = Editor::new(&examples(&["3\n5 1 7\n"]), &["42".to_owned()], Validity::Checked, 7);
        ask(&mut editor, 20, list).into_iter().flatten().map(|(input, _)| input).collect::<Vec<_>>()
    };
    let first = inputs();
    assert_eq!(first, inputs());
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), first.len());
    assert!(first.len() > 1000);
}

#[test]
fn any_bytes_are_edited_whatever_is_accepted() {
    let large = b"12345 67890\n".repeat(1 << 18);
    let odd: [&[u8]; 8] = [
        b"",
        b"\n",
        b"\xff\0\n\n  \n",
        b"1  2\r\n",
        b"-0 007 1e9",
        b"99999999999999999999 0.000001\n",
        b"3\n\n\n\n",
        &large,
    ];
    for accepts in [|_: &str| seen(Vec::new(), (0, 0), (0, 0)), |_: &str| None] {
        for bytes in odd {
            let words = ["-99999999999999999999".to_owned(), String::new()];
            let mut editor = Editor::new(&[bytes.into()], &words, Validity::Checked, 3);
            ask(&mut editor, 8, accepts);
        }
        ask(&mut Editor::new(&odd.map(Arc::from), &[], Validity::Checked, 3), 8, accepts);
    }
}

#[test]
fn a_known_input_comes_first_and_is_never_edited_once_it_is_refused() {
    let mut editor = Editor::new(&examples(&["3\n1 2 3\n", "no input\n"]), &[], Validity::Checked, 1);
    let rounds = ask(&mut editor, 5, list);
    assert_eq!(rounds[0][0].0, b"3\n1 2 3\n");
    assert_eq!(rounds[0][1].0, b"no input\n");
    assert!(rounds[1..].iter().flatten().all(|(input, _)| !input.starts_with(b"no")));
}

/// Nobody says what is valid: lengths vary, all else is as in the known inputs.
#[test]
fn without_a_validator_inputs_are_as_the_known_ones() {
    for (samples, valid) in [
        (vec!["3\n5 1 7\n", "4\n1 2 1 7\n"], list as Reader),
        (vec!["2\n2\n5 9\n3\n0 1 0\n", "1\n4\n3 1 0 2\n"], cases),
        (vec!["3\n1 2\n-5 7\n3 9\n"], ascending_pairs),
        (vec!["abcab\n"], word),
    ] {
        let mut editor = Editor::new(&examples(&samples), &[], Validity::Unchecked, 1);
        let proposals = editor.propose(200);
        let texts: BTreeSet<String> =
            proposals.iter().map(|proposal| String::from_utf8(proposal.input.clone()).unwrap()).collect();
        assert!(texts.len() >= 100, "{texts:?}");
        let odd: Vec<&String> = texts.iter().filter(|text| valid(text).is_none()).collect();
        assert!(odd.is_empty(), "{odd:?}");
        let sizes = |texts: &mut dyn Iterator<Item = usize>| {
            let sizes: Vec<usize> = texts.collect();
            (*sizes.iter().min().unwrap(), *sizes.iter().max().unwrap())
        };
        let (least, most) = sizes(&mut samples.iter().map(|text| text.len()));
        let (smallest, largest) = sizes(&mut texts.iter().map(String::len));
        assert!(smallest < least && largest > most, "{texts:?}");
    }
}
