//! Findings that the user should know beside the numbers, on the run that is shown.

use crate::browser::kept_filled;
use crate::element::Element;
use crate::i18n::{Msg, dollars, gib, integer, number, percent, say, t, text};
use crate::training::state::State;
use crate::training::words::duration;
use estimator::quantity::BytesPerSecond;
use estimator::training::finding::Finding;
use leptos::prelude::*;

/// The card; nothing where there is nothing to say.
#[component]
pub(super) fn Findings() -> impl IntoView {
    let state = State::of_page();
    let items = Memo::new(move |_| {
        let selected = state.frame.selected.get();
        state.details.with(|answer| {
            let shown = answer.as_ref();
            let findings = shown.map(|answer| answer.findings(selected.as_deref()));
            let item = |finding| Element::words("li", weight(&finding), words(&finding));
            let findings = findings.into_iter().flatten();
            findings.map(item).collect::<Vec<Element>>()
        })
    });
    let any = move || items.with(|items| !items.is_empty());
    let items = items.into();
    view! {
        <section class="card findings" hidden=move || !any() aria-labelledby="findings-title">
            <h2 id="findings-title">{t(Msg::FindingsHeading)}</h2>
            <ul use:kept_filled=items></ul>
        </section>
    }
    .into_any()
}

/// How much it matters.
const fn weight(finding: &Finding) -> &'static str {
    match finding {
        Finding::NothingInTime { .. }
        | Finding::NothingAffordable { .. }
        | Finding::NothingFits => "grave",
        Finding::MemoryNearlyFull { .. }
        | Finding::Offloaded { .. }
        | Finding::Communication { .. }
        | Finding::Interruptions { .. }
        | Finding::UnverifiedPrice
        | Finding::UnplacedPrice
        | Finding::UnmeasuredHardware => "mind",
        _ => "note",
    }
}

/// A finding as a sentence.
fn words(finding: &Finding) -> String {
    match finding {
        Finding::NothingInTime { fastest } => say::finding_late(&duration(*fastest)),
        Finding::NothingAffordable { least } => say::problem_budget(&dollars(least.get())),
        Finding::NothingFits => text(Msg::FindingNothingFits).to_owned(),
        Finding::MemoryNearlyFull { share } => say::finding_full(&percent(*share)),
        Finding::Offloaded { host } => say::finding_offloaded(&gib(*host)),
        Finding::SmallBatch {
            sequences,
            utilization,
        } => say::finding_small_batch(&number(*sequences), &percent(*utilization)),
        Finding::Bubble { share } => say::finding_bubble(&percent(*share)),
        Finding::Communication { share, network } => match network {
            Some(network) => {
                say::finding_network(&say::unit_gbit(&gbit(*network)), &percent(*share))
            }
            None => say::finding_links(&percent(*share)),
        },
        Finding::Padding { packed } => say::finding_padding(&percent(*packed)),
        Finding::Interruptions { share, failures } => {
            say::finding_interruptions(&number(*failures), &percent(*share))
        }
        Finding::Loading { share } => say::finding_loading(&percent(*share)),
        Finding::Stranded { idle, paid } => {
            say::finding_stranded(&integer(f64::from(*idle)), &integer(f64::from(*paid)))
        }
        Finding::UnverifiedPrice => text(Msg::FindingPrice).to_owned(),
        Finding::UnplacedPrice => text(Msg::UnplacedHint).to_owned(),
        Finding::UnmeasuredHardware => text(Msg::FindingUntrained).to_owned(),
    }
}

/// Gigabits a second, as networks are sold.
fn gbit(rate: BytesPerSecond) -> String {
    number(8.0 * rate.to_gb())
}
