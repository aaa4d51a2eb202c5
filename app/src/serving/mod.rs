//! Serving, the calculator: typed text becomes a question, the question an answer, the
//! answer views.

pub(crate) mod address;
pub(crate) mod answer;
pub(crate) mod app;
pub(crate) mod baseline;
pub(crate) mod draft;
pub(crate) mod embedded;
mod last;
pub(crate) mod later;
pub(crate) mod presentation;
pub(crate) mod question;
pub(crate) mod sides;
pub(crate) mod simulated;
pub(crate) mod solve;
pub(crate) mod state;
pub(crate) mod surest;
pub(crate) mod weeks;
