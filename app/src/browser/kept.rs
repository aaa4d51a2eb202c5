//! The site as the browser keeps it for use without a network: the reports of
//! `public/offline.js` on it.

use super::page::said;
use super::program::{on_told, tell};

/// The state of keeping the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Kept {
    /// Whether it opens without a network; `None` where it cannot be kept here, or not yet.
    pub(crate) whole: Option<bool>,
    /// Whether another version is kept and waits to be used.
    pub(crate) waiting: bool,
    /// Whether there is another version that the browser has no room for.
    pub(crate) homeless: bool,
}

/// The state now.
pub(crate) fn kept() -> Kept {
    let update = said("data-update");
    Kept {
        whole: said("data-kept").map(|kept| kept == "whole"),
        waiting: update.as_deref() == Some("waiting"),
        homeless: update.as_deref() == Some("full"),
    }
}

/// Calls back whenever that changes.
pub(crate) fn on_kept(react: impl Fn() + 'static) {
    on_told("rightsize:kept", move |_| react());
}

/// Begins anew with the version that waits.
pub(crate) fn apply_update() {
    tell("rightsize:apply");
}

/// The name of the file that is the whole site, where the site offers one.
pub(crate) fn single_file() -> Option<String> {
    said("data-file").filter(|name| !name.is_empty())
}

/// Whether other pages can hold this one: a file on a disk has no address for them.
pub(crate) fn is_hosted() -> bool {
    said("data-home").as_deref() != Some("?")
}
