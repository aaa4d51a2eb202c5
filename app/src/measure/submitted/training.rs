//! A result of the benchmark that fine-tunes: sequences a second.

use super::{begun, ends, nearness};
use crate::browser::{self, filled};
use crate::i18n::{self, Msg, number, t, text};
use crate::measure::calibrate::fields::{Asked, System};
use crate::measure::sheet::plain;
use crate::measure::state::State;
use crate::measure::table::table;
use crate::measure::unit::Unit;
use estimator::export::paper::{Heading, Table};
use estimator::profile::Group;
use estimator::training::link;
use estimator::training::submitted::{MODEL, Submitted, submitted};
use leptos::prelude::*;

/// The card; nothing for other files.
pub(super) fn card(state: State, facts: &Group) -> Option<AnyView> {
    let result = submitted(facts)?;
    let model = catalog::model(MODEL)?;
    let typed = RwSignal::new(begun(facts));
    let read = Memo::new(move |_| typed.with(|typed| typed.system(i18n::marks())));
    let asked = Asked {
        typed,
        loads: Signal::stored(Vec::new()),
        wrong: Signal::derive(move || read.with(|read| read.clone().err().unwrap_or_default())),
    };
    let found = Memo::new(move |_| {
        let (chip, count) = read.get().ok()?;
        Some(result.estimated(&model, &chip.accelerator, count))
    });
    let verdict = move || match found.get() {
        None => text(Msg::CalibAsk).to_owned(),
        Some(None) => text(Msg::CalibBadSplit).to_owned(),
        Some(Some((estimated, band))) => nearness((estimated, result.samples), band, shown),
    };
    let rows = move || {
        let (estimated, band) = found.get().flatten()?;
        let label = text(Msg::ProfileBeside);
        let cells = vec![
            text(Msg::ProfileSampleRate).to_owned(),
            shown(result.samples),
            shown(estimated),
            ends(estimated, band, shown),
            number(estimated / result.samples),
        ];
        let inside = table(&plain(Msg::ProfileBeside, of_rows(vec![cells])));
        Some(view! {
            <div class="scroll wrapping" tabindex="0" role="group" aria-label=label>
                <table use:filled=inside></table>
            </div>
        })
    };
    let open = move || {
        let (chip, count) = read.get().ok()?;
        let address = address(state, &result, &chip.accelerator, count);
        Some(view! { <a class="plain" href=address>{text(Msg::ProfileTrainOpen)}</a> })
    };
    let failed = result.succeeded == Some(false);
    Some(
        view! {
            <section class="card calibrate">
                <h2>{t(Msg::ProfileBeside)}</h2>
                <p class="calibrate-says" role="status">{verdict}</p>
                <p class="stale-note" hidden=!failed>{t(Msg::ProfileBesideInvalid)}</p>
                <System of=asked/>
                {rows}
                <p class="aside">{t(Msg::ProfileBesideTraining)}</p>
                {open}
            </section>
        }
        .into_any(),
    )
}

fn shown(samples: f64) -> String {
    Unit::Samples.shown(samples)
}

/// Rows below the headings of a comparison.
pub(super) fn of_rows(rows: Vec<Vec<String>>) -> Table {
    let columns = [
        Msg::ProfileOfResult,
        Msg::ProfileOfEstimate,
        Msg::ProfileBand,
        Msg::ProfileRatio,
    ];
    let heads = columns.map(|name| Heading::figures(text(name)));
    let first = Heading::words(text(Msg::ProfileFigure));
    Table {
        columns: std::iter::once(first).chain(heads).collect(),
        rows,
    }
}

/// The address of the page about training with the same system filled in.
fn address(
    state: State,
    result: &Submitted,
    chip: &estimator::hardware::Accelerator,
    count: u32,
) -> String {
    let fragment = link::write(&link::Link {
        question: result.question(chip, count),
        view: state.frame.view(),
    });
    browser::page_at("training/", &fragment)
}
