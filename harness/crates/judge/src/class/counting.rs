//! By which rules a class is counted, and how much of it has a result.

use super::Class;
use crate::error::{Error, ErrorKind, refused};
use model::record::{ClassTable, Report};
use model::standings::Attempt;

/// How a class is to be counted, as far as the caller says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountRequest {
    /// Whether a student's last attempt counts, and not the best one. `None`: as the record says,
    /// and the best one where there is no record.
    pub last: Option<bool>,
    /// A problem without groups gives the share of its tests that are accepted.
    pub per_test: bool,
}

impl CountRequest {
    /// The rules for what is judged now or, if there is a record, for what it holds.
    ///
    /// # Errors
    /// When the record lacks the tests that the rules count.
    pub fn rules(self, record: Option<&Report>) -> Result<ClassTable, Error> {
        let of_call = ClassTable { last: false, per_test: self.per_test };
        let rules = record.map_or(of_call, |record| record.run.class.unwrap_or_default());
        if self.per_test && !rules.per_test {
            return Err(refused("the records hold no test behind a submission's first failed one")
                .with_hint("judge every test for the records, too, or count none by its tests here"));
        }
        Ok(ClassTable { last: self.last.unwrap_or(rules.last), ..rules })
    }
}

impl Class {
    /// Whether every submission has a result, whatever it is, and no student a `?`.
    pub fn is_whole<'a>(&self, mut attempts: impl Iterator<Item = &'a Attempt>) -> bool {
        !self.unread().any(|unread| unread.is_open) && !attempts.any(Attempt::is_unjudged)
    }

    /// The error of a command for which a class without submissions is one.
    ///
    /// # Errors
    /// When there are none. `name`: what the folder is called.
    pub fn must_hold_submissions(&self, name: &str) -> Result<(), Error> {
        if self.roster.rows.iter().any(|row| !row.submissions.is_empty()) {
            return Ok(());
        }
        let how = match &self.patterns[..] {
            [] => String::new(),
            patterns => format!(" as {}", patterns.join(" or ")),
        };
        let pattern = self.rest.as_ref().map_or("{student}/{problem}.{ext}", |(pattern, _)| pattern);
        Err(refused(format!("{name} holds no submission that is read{how}"))
            .with_hint(format!("say how paths are read, such as `{pattern}`"))
            .of_kind(ErrorKind::NothingNamed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_counted_as_it_was_graded_unless_the_call_says_otherwise() {
        let graded = |last, per_test| {
            let mut record = Report::new();
            record.run.class = Some(ClassTable { last, per_test });
            record
        };
        let check = |last, per_test, record: Option<Report>, expected: Option<(bool, bool)>| {
            let rules = CountRequest { last, per_test }.rules(record.as_ref()).ok();
            assert_eq!(rules.map(|rules| (rules.last, rules.per_test)), expected, "{last:?} {per_test}");
        };
        check(None, false, None, Some((false, false)));
        check(Some(true), true, None, Some((true, true)));
        check(None, false, Some(graded(true, true)), Some((true, true)));
        check(Some(false), false, Some(graded(true, true)), Some((false, true)));
        // Such a record ends at a submission's first failed test.
        check(None, true, Some(graded(false, false)), None);
    }
}
