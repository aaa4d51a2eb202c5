//! A proposal: the answer about costs as a report of one to three pages for a customer, on
//! paper or as Markdown. A program of its own beside the page about costs, with that
//! page's whole question behind its `#`. Who it is for is typed here, and stays here.

mod about;
mod code;
mod content;
mod door;
mod draft;
mod edited;
mod edits;
mod file;
mod logo;
mod logo_field;
mod memory;
mod paper;
mod particulars;
mod topic;

pub(in crate::costs) use door::Door;

use super::address;
use super::state::State;
use crate::browser;
use crate::i18n::{Msg, t, text};
use crate::page::header::{Page, Tools};
use crate::page::memo::shared;
use crate::page::paced::Paced;
use crate::page::shell::Shell;
use about::About;
use content::Given;
use estimator::export::Format;
use leptos::prelude::*;
use paper::Paper;
use particulars::Particulars;

/// Everything below `#app`.
#[component]
pub(crate) fn Proposal() -> impl IntoView {
    let (state, _) = super::opened();
    let about = About::provide();
    about.keep_in_step();
    let given = Given::provide(state, about);
    // A printed page takes its file's name from it.
    browser::title(move || match about.title.get() {
        title if title.trim().is_empty() => text(Msg::ProposalPage).to_owned(),
        title => title,
    });
    let fragment = shared(move || address::whole(state));
    view! {
        <Shell frame=state.frame tools=tools(state, given) page=Page::Proposal fragment>
            <main class="page proposal">
                <h1 class="unseen">{t(Msg::ProposalPage)}</h1>
                <Paced><Particulars/></Paced>
                <Paper/>
            </main>
        </Shell>
    }
    .into_any()
}

/// The buttons of the bar: those of the page about costs, but for the report, which is this
/// one.
fn tools(state: State, given: Given) -> Tools {
    let of_costs = super::tools(state);
    Tools {
        link: Callback::new(move |()| door::calculation(state)),
        save: Callback::new(move |(format, failed): (Format, Callback<()>)| {
            if format == Format::Markdown {
                file::save(given);
            } else {
                of_costs.save.run((format, failed));
            }
        }),
        ..of_costs
    }
}
