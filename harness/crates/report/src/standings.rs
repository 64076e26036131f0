//! A class's results as a table, as a spreadsheet and as pages.

pub mod csv;
pub mod handout;
pub mod page;
pub mod results;
pub mod table;

#[cfg(test)]
mod tests;
