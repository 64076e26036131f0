//! What another format cannot say, as `export` and `import` list it before they write.

use crate::error::CliError;
use crate::screen::{Screen, say};
use judge::formats::{Loss, Weight};

/// Lists what is lost of `name`, whose files are to be `there`. Returns whether they may be
/// written: not if nobody could judge them, and if something is judged otherwise only with
/// `--lossy`.
pub(crate) fn agreed_to(
    name: &str,
    there: &str,
    losses: &[Loss],
    lossy: bool,
    screen: &Screen,
) -> Result<bool, CliError> {
    let weighing = |weights: &[Weight]| losses.iter().filter(|loss| weights.contains(&loss.weight)).collect::<Vec<_>>();
    let judging = weighing(&[Weight::Judging]);
    if !weighing(&[Weight::Unjudgeable]).is_empty() {
        let missing = weighing(&[Weight::Unjudgeable, Weight::Judging]);
        say!("{}", listed(&format!("{name}: nobody could judge it"), &missing))?;
        screen.complain(&format!("{name} was not written"), None);
        return Ok(false);
    }
    for text in listed("", &weighing(&[Weight::Note])).lines() {
        screen.note(&format!("{name}: {}", text.trim()));
    }
    if judging.is_empty() {
        return Ok(true);
    }
    let mut text = listed(&format!("{name}: {there} cannot say"), &judging);
    if !lossy {
        text.push_str("nothing was written: --lossy writes it all the same\n");
    }
    say!("{}", screen.callable(&text))?;
    Ok(lossy)
}

/// `head`, and a line for each reason with what it holds for.
fn listed(head: &str, losses: &[&Loss]) -> String {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for Loss { weight: _, what, why } in losses {
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
