//! Reads the path of a submission by a pattern: `{student}/{problem}.{ext}`.
//!
//! Text in, values out; nothing here touches the file system. A path may be read in more than one
//! way (`ana_lopez_nim.cpp` as `{student}_{problem}.{ext}`): the first way that makes sense to the
//! caller counts.

use crate::error::{Error, refused};
use model::nearest;

/// What a part of a path stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Student,
    /// Distinguishes students of the same name.
    Id,
    Problem,
    Attempt,
    Ext,
    /// `*`: anything.
    Any,
}

impl Field {
    const NAMED: [(&'static str, Field); 5] = [
        ("student", Field::Student),
        ("id", Field::Id),
        ("problem", Field::Problem),
        ("attempt", Field::Attempt),
        ("ext", Field::Ext),
    ];
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
    /// `**/`: any folders, or none.
    Folders,
}

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    text: String,
    pieces: Vec<Piece>,
}

/// One way to read a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading<'p> {
    pub student: &'p str,
    pub id: Option<&'p str>,
    pub problem: Option<&'p str>,
    pub attempt: Option<&'p str>,
    pub ext: Option<&'p str>,
}

/// The most steps for reading one path: a hostile name has more readings than anybody would wait
/// for.
const STEPS: usize = 20_000;

impl Shape {
    /// # Errors
    /// The first mistake.
    pub(super) fn parse(text: &str) -> Result<Shape, Error> {
        let mistake = |why: String| refused(format!("the pattern `{text}` is not understood: {why}"));
        let is_odd = |part: &str| part.is_empty() || part == "." || part == "..";
        if text.split('/').any(is_odd) && !text.is_empty() {
            return Err(mistake("it is for paths below the folder".to_owned()));
        }
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let before = &text[..text.len() - rest.len()];
            let (piece, length) = piece(rest, before.is_empty() || before.ends_with('/')).map_err(mistake)?;
            if let Piece::Field(field) = piece
                && field != Field::Any
            {
                if pieces.contains(&piece) {
                    return Err(mistake(format!("`{}` stands in a pattern once", &rest[..length])));
                }
                if matches!(pieces.last(), Some(Piece::Field(last)) if *last != Field::Any) {
                    return Err(mistake(format!("nothing separates `{}` from the field before it", &rest[..length])));
                }
            }
            pieces.push(piece);
            rest = &rest[length..];
        }
        if !pieces.contains(&Piece::Field(Field::Student)) {
            return Err(mistake("it lacks `{student}`".to_owned()));
        }
        Ok(Shape { text: text.to_owned(), pieces })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Reads a path below the folder, with `/`: the first reading that `fits`, else the first one.
    pub(super) fn read<'p>(&self, path: &'p str, fits: impl Fn(&Reading<'p>) -> bool) -> Option<Reading<'p>> {
        let mut search = ShapeSearch { fits, first: None, steps: STEPS };
        let found = search.go(&self.pieces, path, Reading::default(), Beside::Other);
        found.or(search.first)
    }
}

/// What stands in front of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    /// `*`, up to the end of a word.
    Any,
    /// `*`, up to a letter of a word.
    Within,
    Other,
}

struct ShapeSearch<'p, F> {
    fits: F,
    first: Option<Reading<'p>>,
    steps: usize,
}

impl<'p, F: Fn(&Reading<'p>) -> bool> ShapeSearch<'p, F> {
    /// The first fitting reading of all of `rest` by all of `pieces`.
    fn go(&mut self, pieces: &[Piece], rest: &'p str, read: Reading<'p>, before: Beside) -> Option<Reading<'p>> {
        self.steps = self.steps.checked_sub(1)?;
        let Some((piece, pieces)) = pieces.split_first() else {
            if !rest.is_empty() {
                return None;
            }
            self.first.get_or_insert(read);
            return (self.fits)(&read).then_some(read);
        };
        match piece {
            Piece::Text(text) => self.go(pieces, rest.strip_prefix(text.as_str())?, read, Beside::Other),
            Piece::Folders => {
                let deeper = rest.match_indices('/').map(|(at, _)| at + 1);
                [0].into_iter().chain(deeper).find_map(|from| self.go(pieces, &rest[from..], read, Beside::Other))
            }
            Piece::Field(field) => {
                let name = rest.find('/').unwrap_or(rest.len());
                let ends = rest[..name].char_indices().map(|(at, c)| at + c.len_utf8());
                let mut ends: Vec<usize> =
                    ends.filter(|end| *field != Field::Ext || !rest[..*end].contains('.')).collect();
                let after = if pieces.first() == Some(&Piece::Field(Field::Any)) { Beside::Any } else { Beside::Other };
                match field {
                    Field::Any => ends.insert(0, 0),
                    // Beside `*` nothing says where a field ends: it is whole words, and as many as
                    // possible.
                    _ if before != Beside::Other || after == Beside::Any => {
                        ends.retain(|end| is_whole(rest, *end, before, after));
                        ends.reverse();
                    }
                    Field::Student | Field::Id | Field::Problem | Field::Attempt | Field::Ext => {}
                }
                ends.into_iter().find_map(|end| {
                    let (value, rest) = rest.split_at(end);
                    let own = match field {
                        Field::Any if value.ends_with(char::is_alphanumeric) => Beside::Within,
                        Field::Any => Beside::Any,
                        Field::Student | Field::Id | Field::Problem | Field::Attempt | Field::Ext => Beside::Other,
                    };
                    self.go(pieces, rest, with(read, *field, value)?, own)
                })
            }
        }
    }
}

/// Whether a field that ends there is made of whole words.
fn is_whole(rest: &str, end: usize, before: Beside, after: Beside) -> bool {
    let (value, behind) = rest.split_at(end);
    let begins = match before {
        Beside::Any => value.starts_with(char::is_alphanumeric),
        Beside::Within => false,
        Beside::Other => true,
    };
    let ends = value.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
    begins && (after == Beside::Other || ends)
}

/// Sets a field; `None` if this cannot be its value.
fn with<'p>(mut read: Reading<'p>, field: Field, value: &'p str) -> Option<Reading<'p>> {
    if field != Field::Any && value.trim().is_empty() {
        return None;
    }
    match field {
        Field::Student => read.student = value,
        Field::Id => read.id = Some(value),
        Field::Problem => read.problem = Some(value),
        Field::Attempt => read.attempt = Some(value),
        Field::Ext => read.ext = Some(value),
        Field::Any => {}
    }
    Some(read)
}

/// The first piece of a pattern, and its length. `begins`: a folder or a file begins there.
///
/// # Errors
/// What is wrong with it, in words.
fn piece(rest: &str, begins: bool) -> Result<(Piece, usize), String> {
    Ok(match rest.as_bytes()[0] {
        b'{' => {
            let end = rest.find(['}', '/']).filter(|end| rest[*end..].starts_with('}')).ok_or("`{` without `}`")?;
            (Piece::Field(field(&rest[1..end])?), end + 1)
        }
        b'}' => return Err("`}` without `{`".to_owned()),
        b'\\' => return Err("folders are separated by `/`".to_owned()),
        b'*' if begins && rest.starts_with("**/") => (Piece::Folders, 3),
        b'*' if rest.starts_with("**") => return Err("`**/` stands for whole folders".to_owned()),
        b'*' => (Piece::Field(Field::Any), 1),
        _ => {
            let length = rest.find(['{', '}', '*', '\\']).unwrap_or(rest.len());
            (Piece::Text(rest[..length].to_owned()), length)
        }
    })
}

/// The field of this name.
///
/// # Errors
/// In words, when there is none.
fn field(name: &str) -> Result<Field, String> {
    let named = Field::NAMED.into_iter().find(|(other, _)| *other == name);
    named.map(|(_, field)| field).ok_or_else(|| {
        let names = Field::NAMED.map(|(name, _)| name);
        let near = nearest(name, names).map_or_else(|| names.join("}, {"), str::to_owned);
        format!("`{{{name}}}` is not a field; did you mean `{{{near}}}`?")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'p>(pattern: &str, path: &'p str) -> Option<Reading<'p>> {
        let other = |reading: &Reading<'_>| reading.problem.is_none_or(|p| ["nim", "nim-moves", "sum"].contains(&p));
        Shape::parse(pattern).unwrap().read(path, other)
    }

    #[track_caller]
    fn check(pattern: &str, path: &str, student: &str, problem: &str, rest: &[&str]) {
        let got = read(pattern, path).unwrap_or_else(|| panic!("{pattern} does not read {path}"));
        let others: Vec<&str> = [got.id, got.attempt, got.ext].into_iter().flatten().collect();
        assert_eq!(
            (got.student, got.problem.unwrap_or("-"), &others[..]),
            (student, problem, rest),
            "{pattern} {path}"
        );
    }

    #[test]
    fn every_usual_shape_is_read_whatever_the_names() {
        check("{student}/{problem}.{ext}", "Ana López/nim.cpp", "Ana López", "nim", &["cpp"]);
        check("{student}/{problem}.{ext}", "\"O'Neil; rm -rf\"/nim.py", "\"O'Neil; rm -rf\"", "nim", &["py"]);
        check("{student}/{problem}.{ext}", "李雷/nim-moves.rs", "李雷", "nim-moves", &["rs"]);
        check("{student}_{problem}.{ext}", "ana_lopez_nim.cpp", "ana_lopez", "nim", &["cpp"]);
        check("{student}-{problem}.{ext}", "bob-nim-moves.cpp", "bob", "nim-moves", &["cpp"]);
        check("{problem}_{student}.{ext}", "nim_ana_lopez.cpp", "ana_lopez", "nim", &["cpp"]);
        let moodle = "{student}_{id}_assignsubmission_file_/{problem}.{ext}";
        check(moodle, "Ana López_42_assignsubmission_file_/nim.cpp", "Ana López", "nim", &["42", "cpp"]);
        check("hw1-{student}/**/{problem}.{ext}", "hw1-alice-b/src/deep/nim.rs", "alice-b", "nim", &["rs"]);
        check("hw1-{student}/**/{problem}.{ext}", "hw1-alice-b/nim.rs", "alice-b", "nim", &["rs"]);
        check("{student}/{problem}/{attempt}.{ext}", "x/sum/third try.cpp", "x", "sum", &["third try", "cpp"]);
        check("{student}/*.{ext}", "x/what.ever.cpp", "x", "-", &["cpp"]);
        check("{student}/{problem}.{ext}", " x /sum.cpp", " x ", "sum", &["cpp"]);
    }

    #[test]
    fn beside_a_free_part_a_field_is_whole_words() {
        let free = "{student}*{problem}*.{ext}";
        check(free, "erin_nim.py", "erin", "nim", &["py"]);
        check(free, "ana_lopez_nim_v2.py", "ana_lopez", "nim", &["py"]);
        check(free, "bob 123 nim-moves final.py", "bob 123", "nim-moves", &["py"]);
        check("*{problem}*_{student}.{ext}", "hw1-nim-x_ana.py", "ana", "nim", &["py"]);
        check("{student}_*.{ext}", "ana_anything.py", "ana", "-", &["py"]);
        check("{student}/{problem}*.{ext}", "ana/nim (2).py", "ana", "nim", &["py"]);
        check("{student}/**/*{problem}*.{ext}", "ana/x/my nim final.py", "ana", "nim", &["py"]);
        for name in ["ana/mynim.py", "ana/nims.py"] {
            assert_ne!(read("{student}/*{problem}*.{ext}", name).and_then(|read| read.problem), Some("nim"), "{name}");
        }
    }

    #[test]
    fn an_unknown_problem_is_read_too_and_another_shape_is_not() {
        check("{student}_{problem}.{ext}", "a_b_c.cpp", "a", "b_c", &["cpp"]);
        for path in ["nim.cpp", "a/b/nim.cpp", "a/nim", "a/.cpp", " /nim.cpp", ""] {
            assert_eq!(read("{student}/{problem}.{ext}", path), None, "{path}");
        }
    }

    #[test]
    fn a_hostile_name_costs_a_bounded_time() {
        let name = format!("{}/x", "_-_".repeat(1000));
        assert_eq!(read("*_*-*_*-*_{student}_{problem}.{ext}", &name), None);
        assert_eq!(read("*{student}*{problem}*{attempt}*.{ext}", &format!("{}/x", "a-b_".repeat(1000))), None);
    }

    #[test]
    fn a_mistake_in_a_pattern_is_named() {
        let check = |pattern: &str, words: &str| {
            let error = Shape::parse(pattern).expect_err(pattern).to_string();
            assert!(error.contains(words), "{error}");
        };
        check("{studnet}/{problem}.{ext}", "did you mean `{student}`?");
        check("{student}/{x}.{ext}", "`{x}` is not a field; did you mean `{student}, {id}");
        check("{student/{problem}", "`{` without `}`");
        check("student}/x", "`}` without `{`");
        check("{problem}.{ext}", "lacks `{student}`");
        check("{student}{problem}.{ext}", "nothing separates `{problem}`");
        check("{student}/{student}", "`{student}` stands in a pattern once");
        check("/{student}", "below the folder");
        check("../{student}", "below the folder");
        check("{student}/**.cpp", "whole folders");
        check("a\\{student}", "separated by `/`");
        check("", "lacks `{student}`");
    }
}
