//! Questions of the calculator as workloads: the one that came along, saved ones, or a link.

use crate::fleet::side::Beside;
use crate::i18n::Msg;
use leptos::prelude::*;

/// What can be taken over, once somebody asks.
#[component]
pub(super) fn Taken() -> impl IntoView {
    Beside::details(Msg::PackTake, |side| (side.taken)())
}
