//! Judges competitive-programming solutions on your own machine: the verdict you would get, before you submit.
//!
//! # The flow
//!
//! ```text
//! problems/ testdata/ solutions/
//!    │ catalog::load(root)               -> (Catalog, Vec<Diagnostic>)     never fails on content
//!    ▼
//!  plan::make(&catalog, &selection)      -> Plan                           a plain value
//!    ▼ run::execute(&plan, ports, cancel, sink)
//!  build::Builder::build(source)         -> Ready(program) | Rejected(messages), or Fault
//!  sandbox::Cell::run(&exec)             -> Completed: facts, no judgement, or Fault
//!  judge::judge(..)                      -> Judgement, or Fault
//!    ▼ events, in plan order, through one coordinator
//!  report::Reporter                      -> terminal, JSON …               Summary -> exit code
//! ```
//!
//! # Who may know what
//!
//! | module | owns | must not know |
//! |---|---|---|
//! | [`key`] | names made of content | everything else |
//! | [`model`] | ids, limits, outcomes, verdicts, expectations, events | files, processes, serde |
//! | [`store`] | what was found out before: keys of content, logs on disk | what the bytes mean |
//! | [`catalog`] | the layout on disk, TOML, `//@` directives | how anything is run |
//! | [`draft`] | writing content: templates, files all or none | how anything is judged |
//! | [`companion`] | one post from the browser, as plain values | sockets, files |
//! | [`plan`] | which (solution × test) pairs, limits, order | the file system, threads |
//! | [`build`] | languages, staging, compilers, cache | problems, tests, verdicts |
//! | [`submit`] | the judges, and the ways to try a source file out | how anything is shown |
//! | [`sandbox`] | start, limit, measure, kill one program | problems, checkers, the word *verdict* |
//! | [`judge`] | facts + comparison -> judgement; explaining a mismatch | how the program was run or is shown |
//! | [`run`] | pool, phases, cancellation, event order | terminals, formats, TOML |
//! | [`watch`] | which files were saved, what became different | how anything is judged |
//! | [`report`] | events -> text, JSON, HTML, JUnit | everything but model |
//! | [`cli`] | argv, env, tty, exit codes, wiring | judging rules |
//!
//! A test reads the `use crate::…` lines and asserts this table; `ARCHITECTURE.md` gives the reasons.

pub mod cli;
pub mod companion;
pub mod report;
pub mod watch;

pub use harness_core::{build, catalog, draft, judge, key, model, plan, run, sandbox, store, submit};
