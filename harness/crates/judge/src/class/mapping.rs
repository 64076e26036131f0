//! A table that says whose file is for which problem: lines `file,student,problem`, as a
//! spreadsheet or a learning platform writes them. Text in, values out.

use super::shape::Reading;
use std::collections::BTreeMap;

/// What the lines say, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mapping {
    lines: BTreeMap<String, Line>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    student: String,
    id: Option<String>,
    problem: Option<String>,
    attempt: Option<String>,
}

impl Mapping {
    /// # Errors
    /// What the first mistake is, with its line.
    pub(super) fn parse(bytes: &[u8]) -> Result<Mapping, String> {
        let text = str::from_utf8(beneath::without_mark(bytes)).map_err(|error| format!("not UTF-8: {error}"))?;
        let head = text.lines().next().unwrap_or_default();
        let separator = [',', ';', '\t'].into_iter().max_by_key(|c| head.matches(*c).count()).unwrap_or(',');
        let mut rows = rows(text, separator).into_iter();
        let head = rows.next().map(|(_, fields)| fields).unwrap_or_default();
        let column = |name: &str| head.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
        let (Some(file), Some(student)) = (column("file"), column("student")) else {
            return Err("its first line names the columns: file, student and, of several problems, problem".to_owned());
        };
        let (id, problem, attempt) = (column("id"), column("problem"), column("attempt"));
        let mut mapping = Mapping::default();
        for (number, fields) in rows {
            let field = |at: usize| fields.get(at).map(|field| field.trim()).unwrap_or_default();
            let some = |at: Option<usize>| at.map(field).filter(|text| !text.is_empty()).map(str::to_owned);
            if fields.iter().all(|field| field.trim().is_empty()) {
                continue;
            }
            if field(file).is_empty() || field(student).is_empty() {
                return Err(format!("line {number} names no file or no student"));
            }
            let line = Line {
                student: field(student).to_owned(),
                id: some(id),
                problem: some(problem),
                attempt: some(attempt),
            };
            let name = field(file).replace('\\', "/").trim_start_matches("./").to_owned();
            if mapping.lines.insert(name, line).is_some() {
                return Err(format!("line {number} names {} again", field(file)));
            }
        }
        Ok(mapping)
    }

    pub(super) fn read(&self, file: &str) -> Option<Reading<'_>> {
        let line = self.lines.get(file)?;
        Some(Reading {
            student: &line.student,
            id: line.id.as_deref(),
            problem: line.problem.as_deref(),
            attempt: line.attempt.as_deref(),
            ext: None,
        })
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.lines.keys().map(String::as_str)
    }
}

/// The fields of each line, with the number of the line. Quoted fields may hold anything, as RFC
/// 4180 says.
fn rows(text: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut number, mut begun, mut quoted) = (1, 1, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        number += usize::from(letter == '\n');
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            _ if quoted => field.push(letter),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut field));
                rows.push((begun, std::mem::take(&mut row)));
                begun = number;
            }
            _ if letter == separator => row.push(std::mem::take(&mut field)),
            _ => field.push(letter),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push((begun, row));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_every_usual_form_are_read() {
        for text in [
            "file,student,problem\na/1.py,\"López, Ana\",nim\n",
            "\u{feff}Problem;File;Student\r\nnim;.\\a\\1.py;López, Ana\r\n",
            "student\tproblem\tfile\tid\n\"López, Ana\"\tnim\ta/1.py\t\n\n",
        ] {
            let mapping = Mapping::parse(text.as_bytes()).unwrap_or_else(|why| panic!("{text}: {why}"));
            let reading = mapping.read("a/1.py").unwrap_or_else(|| panic!("{text}: {mapping:?}"));
            assert_eq!((reading.student, reading.problem, reading.id), ("López, Ana", Some("nim"), None), "{text}");
            assert!(mapping.read("b.py").is_none());
        }
        let quoted = Mapping::parse(b"file,student\n\"a \"\"b\"\".py\",\"x\ny\"\n").unwrap();
        assert_eq!(quoted.read("a \"b\".py").map(|reading| reading.student), Some("x\ny"));
    }

    #[test]
    fn a_mistake_has_its_line() {
        let check = |text: &str, words: &str| {
            let why = Mapping::parse(text.as_bytes()).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        };
        check("", "first line names the columns");
        check("name,student\n", "first line names the columns");
        check("file,student\na.py,\n", "line 2 names no file or no student");
        check("file,student\na.py,x\n\na.py,y\n", "line 4 names a.py again");
    }
}
