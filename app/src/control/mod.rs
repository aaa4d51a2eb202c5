//! Inputs: each one a label, a control, and its problem.

mod announcer;
mod chips;
mod combobox;
mod disclosure;
mod drop_target;
mod emphasis;
mod figure;
mod finds;
mod gauge;
mod lever;
mod number_field;
mod problem;
mod script;
mod select;
mod table_tools;
mod term;
mod tick;

pub(crate) use announcer::Announcer;
pub(crate) use chips::{Chip, Chips};
pub(crate) use combobox::Combobox;
pub(crate) use disclosure::Disclosure;
pub(crate) use drop_target::DropTarget;
pub(crate) use emphasis::{emphasised, strong, unbroken, unmarked};
pub(crate) use figure::figure;
pub(crate) use finds::Found;
pub(crate) use gauge::gauge;
pub(crate) use lever::lever;
pub(crate) use number_field::{NumberBox, NumberField, id_of};
pub(crate) use problem::{FieldProblem, words, words_unreadable};
pub(crate) use script::{copyable, script};
pub(crate) use select::{Choice, Select};
pub(crate) use table_tools::{table_filter, table_tools};
#[cfg(test)]
pub(crate) use term::TERMS;
pub(crate) use term::{named, word};
pub(crate) use tick::tick;
