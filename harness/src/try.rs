//! `harness try`: the other name of judging, for those who look for a command.

use crate::args::CommonArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::judge;
use crate::judge_args::JudgeArgs;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  harness try a.cpp                on the tests beside it: 1.in + 1.out, in1.txt + out1.txt, tests/01 + 01.a, input/ + output/ …
  harness try a.cpp slow.py        two files on the same tests
  harness try a.cpp samples        on the tests in that folder; `harness try a.cpp 1.in` on this one
  harness try a.cpp -w             again whenever something is saved
  harness try a.cpp -i big.in      one input: its output, time and memory, and the verdict if an answer lies beside it; `-i -` reads it from the terminal
  harness try a.cpp --time 2 --tolerance 1e-6
  harness try a.cpp --in 'data/*.txt' --ans 'data/*.sol'

`harness FILE` is the same. checker.*, interactor.*, validator.* and a grammar (*.ctd) beside the tests are used. Tests that carry another\nprogram's name are that program's; where several programs lie, one with tests of its own name (a1.in, a/1.in)\nhas these alone. Of more than 10, a solution's first failure is the last test that is run (-a: all).\nNothing is written into the folder.";

/// Judge files in any folder on the tests beside them; `harness FILE` is the same
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TryArgs {
    #[command(flatten)]
    judge: JudgeArgs,
}

pub(crate) fn run(args: &TryArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    judge::run(&args.judge, common)
}
