//! The charts: the components of owning, payments over time, sensitivity, and the cost of
//! a million tokens at other loads. Each is drawn from the report by
//! [`crate::chart`].

mod bars;
mod line;
mod load;
mod paid;
mod spent;
mod tornado;

pub(in crate::costs) use paid::{paid_by, ways as ways_paid};

use crate::chart::drawing::Drawing;
use crate::chart::figure::Figure;
use crate::chart::twin::Twin;
use crate::costs::solve::{Costs, Found};
use crate::costs::state::State;
use crate::i18n::{Msg, text};
use crate::page::paced::Paced;
use leptos::prelude::*;

/// A kind of chart: its heading, its caption, how it is drawn, its table twin.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) title: Msg,
    pub(super) caption: fn(&Found) -> String,
    pub(super) draw: fn(&Found, f64) -> Drawing,
    pub(super) table: fn(&Found) -> Twin,
}

/// Payments over time, each way, as on the page.
pub(in crate::costs) fn paid_over_time(found: &Found, width: f64) -> Drawing {
    paid::draw(found, width)
}

/// All charts of the answer.
#[component]
pub(super) fn Charts() -> impl IntoView {
    let kinds = [paid::KIND, spent::KIND, load::KIND, tornado::KIND];
    view! { <section class="charts">{kinds.into_iter().map(figure).collect_view()}</section> }
        .into_any()
}

/// A chart with everything that belongs to it.
pub(super) fn figure(kind: Kind) -> AnyView {
    let state = State::of_page();
    let Kind {
        title,
        caption,
        draw,
        table,
    } = kind;
    view! {
        <Paced>
            <Figure
                title=Signal::derive(move || text(title).to_owned())
                caption=Signal::derive(move || of(state, caption))
                draw=Callback::new(move |width| of(state, |found| draw(found, width)))
                table=Callback::new(move |()| of(state, table))
            />
        </Paced>
    }
    .into_any()
}

/// The value that `read` finds in the answer; nothing where there is none.
pub(super) fn of<T: Default>(state: State, read: impl Fn(&Found) -> T) -> T {
    state.answer.with(|costs| {
        let costs: Option<&Costs> = costs.as_deref();
        let found = costs.and_then(|costs| costs.found.as_ref());
        found.map(read).unwrap_or_default()
    })
}
