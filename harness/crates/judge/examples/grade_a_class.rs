//! Grades a folder of submissions for the problems of a contest: `grade_a_class CONTEST CLASS`.
#![allow(clippy::print_stdout)]

use judge::{Caller, Cancel, Quiet, Workspace, class::ClassRequest, record::ClassTable};
use std::{env, error::Error, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    judge::init();
    let folders: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [contest, folder] = &folders[..] else { return Err("grade_a_class CONTEST CLASS".into()) };
    let class = Workspace::open(contest)?.class(&ClassRequest::of(folder))?;
    let graded = class.grade(&mut Caller::new(&Cancel::new()?, &mut Quiet))?;
    for row in class.standings(graded.attempts, ClassTable::default()).rows {
        println!("{} {}", row.student, row.total);
    }
    Ok(())
}
