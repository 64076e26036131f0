//! What another format cannot say, as `export` and `import` list it before they write.

use crate::error::CliError;
use crate::screen::say;
use package::export::Loss;

/// Lists the losses below `head`. Returns whether the files may be written.
pub(crate) fn agreed_to(head: &str, losses: &[Loss], lossy: bool) -> Result<bool, CliError> {
    if losses.is_empty() {
        return Ok(true);
    }
    let mut text = listed(head, losses);
    if !lossy {
        text.push_str("nothing was written: --lossy writes it all the same\n");
    }
    say!("{text}")?;
    Ok(lossy)
}

/// `head`, and a line for each reason with what it holds for.
pub(crate) fn listed(head: &str, losses: &[Loss]) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for Loss { what, why } in losses {
        match kinds.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, all)) => all.push(what),
            None => kinds.push((why, vec![what])),
        }
    }
    let mut text = if head.is_empty() { String::new() } else { format!("{head}\n") };
    for (why, what) in kinds {
        let more = what.len().saturating_sub(3);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let visible = &what[..what.len() - more];
        text.push_str(&format!("  {}{rest}: {why}\n", visible.join(", ")));
    }
    text
}
