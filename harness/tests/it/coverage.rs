//! What the pages about the four texts claim: each row names words of a statement, a program or a
//! test, and they are there. And the judges that the problems name: a file for each that takes no
//! Rust, numbers and addresses that agree.

use crate::command::repository;
use std::fs;
use std::path::Path;

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The text with every stretch of white space as one blank: words that a line break divides are
/// found all the same.
fn flat(text: &str) -> String {
    text.replace("\n> ", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rows of the tables whose last column has this title, each as its cells.
fn rows(page: &str, last: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        let cells = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
        match cells.map(|cells| cells.split(" | ").map(str::to_owned).collect::<Vec<_>>()) {
            None => is_inside = false,
            Some(cells) if cells.last().is_some_and(|cell| cell == last) => is_inside = true,
            Some(cells) if is_inside && !cells[0].starts_with("---") => rows.push(cells),
            Some(_) => {}
        }
    }
    rows
}

/// Checks what a cell names, and returns how much that is: links with the words quoted after them,
/// programs and tests in code quotes.
fn evidence(cell: &str) -> usize {
    let problems = repository().join("problems");
    let mut found = 0;
    for part in cell.split("](").skip(1) {
        let (link, rest) = part.split_once(')').unwrap();
        let statement = flat(&read(problems.join(link.split('#').next().unwrap())));
        let words = rest.split('"').nth(1).unwrap_or_else(|| panic!("no words are quoted: {cell}"));
        assert!(statement.contains(words), "{link} lacks \"{words}\"");
        found += 1;
    }
    for name in cell.split('`').skip(1).step_by(2) {
        let root = repository();
        let is_there = match name.split_once("--") {
            _ if name.starts_with("testdata/") => root.join(name).is_file(),
            Some(_) => ["src/bin", "cpp"].iter().any(|folder| {
                let extension = if *folder == "cpp" { "cpp" } else { "rs" };
                root.join("solutions").join(folder).join(format!("{name}.{extension}")).is_file()
            }),
            None => continue,
        };
        assert!(is_there, "there is no {name}: {cell}");
        found += 1;
    }
    found
}

#[test]
fn every_erratum_is_held_fast_by_words_a_program_or_a_test() {
    let page = read(repository().join("problems/ERRATA.md"));
    let rows = rows(&page, "held fast by");
    assert!(rows.len() >= 24, "{}", rows.len());
    for row in &rows {
        assert!(row.len() == 3 && evidence(&row[2]) > 0, "{row:?}");
    }
    // The Chinese page has the same rows, held fast by the same programs and tests.
    let chinese = self::rows(&read(repository().join("problems/ERRATA.zh.md")), "由什么守住");
    assert_eq!(chinese.len(), rows.len());
    let names = |row: &[String]| row[2].split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    for (english, chinese) in rows.iter().zip(&chinese) {
        assert_eq!(names(english), names(chinese));
    }
}

#[test]
fn every_item_of_the_texts_is_taught_in_the_words_that_the_table_quotes() {
    let page = read(repository().join("problems/README.md"));
    let rows = rows(&page, "in the words");
    assert!(rows.len() >= 42, "{}", rows.len());
    for row in &rows {
        let [_, texts, place, words] = &row[..] else { panic!("{row:?}") };
        assert!(texts.split(", ").all(|text| ["000", "001", "002", "003"].contains(&text)), "{row:?}");
        assert_eq!(evidence(&format!("{place}, {words}")), 1, "{row:?}");
    }
    for text in ["000", "001", "002", "003"] {
        assert!(rows.iter().filter(|row| row[1].contains(text)).count() >= 8, "{text}");
    }
}

/// The value of a key of `[source]`, or of the title, in a `problem.toml`.
fn value<'t>(manifest: &'t str, key: &str) -> Option<&'t str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")))?;
    line.split('"').next()
}

#[test]
fn numbers_and_addresses_of_judges_agree_and_each_that_takes_no_rust_has_a_file() {
    let root = repository();
    let readme = read(root.join("problems/README.md"));
    let mut judged = 0;
    for entry in fs::read_dir(root.join("problems")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("problem.toml")) else { continue };
        let slug = folder.file_name().unwrap().to_string_lossy().into_owned();
        let statement = read(folder.join("statement.md"));
        let (_, origin) = statement.split_once("## Where it comes from").unwrap();
        let origin = flat(origin);
        let title = value(&manifest, "title").unwrap();
        assert!(statement.starts_with(&format!("# {title}\n")), "{slug}: {title}");
        let link = format!("[{slug}]({slug}/statement.md) |");
        let of_way = readme.lines().find(|line| line.starts_with("| ") && line.contains(&link));
        let of_way = of_way.unwrap_or_else(|| panic!("{slug} is not on the way"));
        if let (Some(judge), Some(id)) = (value(&manifest, "judge"), value(&manifest, "id")) {
            let name = format!("{judge} {id}");
            assert!(origin.contains(&name) && of_way.contains(&name), "{slug}: {name}");
            if let Some(url) = value(&manifest, "url") {
                // AcWing's addresses have numbers of their own.
                assert!(url.contains(id) || judge == "AcWing", "{slug}: {url}");
            }
            judged += 1;
        }
        let without_rust = ["POJ ", "HDU ", "AcWing "];
        if without_rust.iter().any(|judge| of_way.contains(judge)) {
            let name = format!("solutions/cpp/{slug}.cpp");
            assert!(root.join(&name).is_file(), "no {name} to send");
            assert!(statement.contains(&format!("`{name}`")), "{slug}: the statement does not name {name}");
        }
    }
    assert!(judged >= 12, "{judged}");
}
