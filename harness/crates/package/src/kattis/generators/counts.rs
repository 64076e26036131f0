//! `count:` of a test: how many tests it stands for, and how each is called.

use crate::yaml::{Node, texts};

/// Like BAPCtools, we refuse a rule that stands for more tests.
const MOST: usize = 100;

/// The values that replace `{count}`, and what each adds to the test's name.
///
/// # Errors
/// A message, when it is neither a number, a list of numbers nor a range.
pub(super) fn counts(node: Option<&Node>) -> Result<Vec<(i64, String)>, String> {
    let Some(node) = node else { return Ok(vec![(1, String::new())]) };
    let words = texts(node).unwrap_or_default();
    let wrong = || format!("`count` is {}", node.kind());
    let is_list = matches!(node.value, crate::yaml::YamlValue::List(_));
    let values: Vec<i64> = match &words[..] {
        [one] if !is_list => match one.split_once("..=") {
            Some((first, last)) => {
                let (first, last): (i64, i64) = (number(first).ok_or_else(wrong)?, number(last).ok_or_else(wrong)?);
                if last.checked_sub(first).is_none_or(|steps| steps < 0 || steps >= MOST as i64) {
                    return Err(format!("`count: {one}` is not a range of 1 to {MOST} numbers"));
                }
                (first..=last).collect()
            }
            None => (1..=number(one).ok_or_else(wrong)?.min(MOST as i64 + 1)).collect(),
        },
        many => many.iter().map(|word| number(word).ok_or_else(wrong)).collect::<Result<_, _>>()?,
    };
    if values.is_empty() || values.len() > MOST {
        return Err(format!("`count` stands for {} tests: 1 to {MOST} are expected", values.len()));
    }
    let (least, most) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
    // Numbers without a gap are all padded to one width.
    let dense = most.abs_diff(least) == values.len() as u64 - 1;
    let width = if dense { values.iter().map(|value| value.to_string().len()).max().unwrap_or(0) } else { 0 };
    Ok(values.into_iter().map(|value| (value, format!("-{value:0width$}"))).collect())
}

fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}
