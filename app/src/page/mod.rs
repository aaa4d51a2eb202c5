//! The shell of every page and the parts that pages share: header, footer, notices, history, saved
//! questions, the tabs of a result, work in turns, a task's state.

pub(crate) mod beside;
pub(crate) mod carried;
pub(crate) mod cluster;
pub(crate) mod dropped;
pub(crate) mod footer;
pub(crate) mod form;
pub(crate) mod frame;
pub(crate) mod given;
pub(crate) mod header;
pub(crate) mod history;
pub(crate) mod language_menu;
pub(crate) mod memo;
pub(crate) mod notices;
pub(crate) mod opened;
pub(crate) mod paced;
pub(crate) mod said;
pub(crate) mod saved;
pub(crate) mod saved_menu;
pub(crate) mod share;
pub(crate) mod sheet;
pub(crate) mod shell;
pub(crate) mod steps;
pub(crate) mod study;
pub(crate) mod tabs;
pub(crate) mod turns;
pub(crate) mod undoing;
pub(crate) mod unread;
pub(crate) mod work;
