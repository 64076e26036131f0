//! `--report html=PATH`: one page that needs no network. It is the same file for every run, with a
//! style and a script that draws the report's JSON, which it carries. Knows nothing of what a
//! report says.
//!
//! What programs printed stands in a block of data, in which no tag can begin; the script makes
//! text of it, and signs of what cannot be seen. Should that ever fail, the page's own policy
//! refuses every script but the one that carries this report's hash.

use model::Key;
use model::record::Report;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Writes the page of a run.
pub fn render(report: &Report) -> String {
    around(&report.to_json())
}

/// The page that carries this report.
pub(crate) fn around(json: &[u8]) -> String {
    let json = String::from_utf8_lossy(json).replace('<', "\\u003c");
    // A hash of the report, so the author of an output in it cannot predict it.
    let nonce = Key::of_parts([json.as_bytes()]).to_string();
    let parts = [("{nonce}", &*nonce), ("{style}", STYLE), ("{script}", SCRIPT), ("{report}", &*json)];
    // The report comes last: nothing in it is taken for a place to fill.
    parts.into_iter().fold(PAGE.to_owned(), |page, (place, text)| page.replace(place, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, problem, report};

    #[test]
    fn no_output_ends_the_block_of_data_or_fills_a_place() {
        let evil = "</script><!--<script>{nonce}{script}";
        let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |e| e.output = excerpt(evil));
        let page = render(&report(vec![fake]));
        let (_, rest) = page.split_once("id=\"report\">").unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let read = Report::parse(data.as_bytes()).unwrap();
        let evidence = read.solutions[0].tests[1].evidence.as_ref().unwrap();
        assert_eq!(evidence.output.head, evil.as_bytes());
        assert_eq!(page.matches("<script").count(), 2, "the data and the script that draws it");
    }
}
