//! What the user should know beside the numbers.

use super::resource::shortfall;
use super::verdict::bound;
use super::words::compute_name;
use crate::browser::kept_filled;
use crate::element::Element;
use crate::embedded::shows;
use crate::i18n::{Msg, dollars, gb, gib, integer, number, percent, say, t, text};
use crate::state::State;
use estimator::finding::Finding;
use estimator::link::Section;
use estimator::quantity::Bytes;
use leptos::prelude::*;

/// The card; nothing where there is nothing to say.
#[component]
pub(super) fn Findings() -> impl IntoView {
    let state = State::of_page();
    let items = Memo::new(move |_| {
        state.details.with(|answer| {
            let findings = answer.iter().flat_map(|answer| &answer.report.findings);
            findings.map(item).collect::<Vec<Element>>()
        })
    });
    let any = move || shows(Section::Findings) && items.with(|items| !items.is_empty());
    let items = items.into();
    view! {
        <section class="card findings" hidden=move || !any() aria-labelledby="findings-title">
            <h2 id="findings-title">{t(Msg::FindingsHeading)}</h2>
            <ul use:kept_filled=items></ul>
        </section>
    }
    .into_any()
}

fn item(finding: &Finding) -> Element {
    Element::words("li", weight(finding), words(finding))
}

/// How much it matters.
const fn weight(finding: &Finding) -> &'static str {
    match finding {
        Finding::Undersized | Finding::BeyondContext { .. } => "grave",
        Finding::PcieTensorParallelism { .. }
        | Finding::UnmeasuredHardware
        | Finding::SoldWhole { .. }
        | Finding::UnverifiedPrice
        | Finding::HostShort { .. }
        | Finding::OverProvisioned { .. } => "mind",
        _ => "note",
    }
}

/// A finding as a sentence.
pub(crate) fn words(finding: &Finding) -> String {
    match finding {
        Finding::OverProvisioned { headroom } => say::finding_over_provisioned(&percent(*headroom)),
        Finding::Undersized => text(Msg::FindingUndersized).to_owned(),
        Finding::PcieTensorParallelism { ranks } => say::finding_pcie(&ranks.to_string()),
        Finding::Bound { by } => text(bound(*by)).to_owned(),
        Finding::Widened {
            format,
            computed_as,
        } => say::finding_widened(compute_name(*computed_as), format.id()),
        Finding::SparseHeadline { factor } => say::finding_sparse(&number(*factor)),
        Finding::MemoryBelowLabel {
            usable_gib,
            marketed_gb,
        } => say::finding_memory_label(&gb(Bytes::gb(*marketed_gb)), &gib(Bytes::gib(*usable_gib))),
        Finding::BeyondContext {
            tokens,
            max_context,
        } => say::finding_beyond_context(&integer(f64::from(*max_context)), &integer(*tokens)),
        Finding::UnmeasuredHardware => text(Msg::FindingUnmeasured).to_owned(),
        Finding::SoldWhole {
            instance,
            stranded,
            per_hour,
        } => say::finding_sold(
            &integer(f64::from(*stranded)),
            &dollars(*per_hour),
            &integer(f64::from(*instance)),
        ),
        Finding::UnverifiedPrice => text(Msg::FindingPrice).to_owned(),
        Finding::HostShort {
            resource,
            needed,
            available,
            suffices,
        } => shortfall(*resource, *needed, *available, *suffices),
    }
}
