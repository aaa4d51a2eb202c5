//! The findings that a user should know beside the numbers.

use super::resource::shortfall;
use super::verdict::bound;
use super::words::compute_name;
use crate::browser::kept_filled;
use crate::element::Element;
use crate::i18n::{Msg, gb, gib, integer, number, percent, say, t, text};
use crate::serving::embedded::shows;
use crate::serving::state::State;
use estimator::link::Section;
use estimator::quantity::Bytes;
use estimator::serving::finding::{Finding, sold_whole};
use estimator::serving::report::Sizing;
use leptos::prelude::*;

/// The card; nothing where there is nothing to say.
#[component]
pub(super) fn Findings() -> impl IntoView {
    let state = State::of_page();
    let items = Memo::new(move |_| {
        let told = shows(Section::Verdict);
        state.details.with(|answer| {
            let findings = answer.iter().flat_map(|answer| &answer.report.findings);
            let others = findings.filter(|finding| !(told && is_sold(finding)));
            others.map(item).collect::<Vec<Element>>()
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

/// The part that a sizing leaves unused of the machines paid for; `None` where nothing.
pub(super) fn sold(sizing: &Sizing) -> Option<String> {
    sold_whole(sizing).as_ref().map(words)
}

const fn is_sold(finding: &Finding) -> bool {
    matches!(finding, Finding::SoldWhole { .. })
}

fn item(finding: &Finding) -> Element {
    Element::words("li", weight(finding), words(finding))
}

/// The finding that matters most.
pub(super) fn gravest(findings: &[Finding]) -> Option<&Finding> {
    let rank = |finding: &&Finding| match weight(finding) {
        "grave" => 0,
        "mind" => 1,
        _ => 2,
    };
    findings.iter().min_by_key(rank)
}

/// How much it matters.
const fn weight(finding: &Finding) -> &'static str {
    match finding {
        Finding::Undersized | Finding::BeyondContext { .. } => "grave",
        Finding::PcieTensorParallelism { .. }
        | Finding::UnmeasuredHardware
        | Finding::SoldWhole { .. }
        | Finding::RareFleet { .. }
        | Finding::UnverifiedPrice
        | Finding::UnplacedPrice
        | Finding::ExpiredPrice
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
        Finding::SoldWhole { instance, stranded } => {
            say::finding_sold(f64::from(*stranded), &integer(f64::from(*instance)))
        }
        Finding::RareFleet {
            accelerators,
            largest,
        } => say::finding_rare(
            &integer(f64::from(*accelerators)),
            &integer(f64::from(*largest)),
        ),
        Finding::UnverifiedPrice => text(Msg::FindingPrice).to_owned(),
        Finding::UnplacedPrice => text(Msg::UnplacedHint).to_owned(),
        Finding::ExpiredPrice => text(Msg::FindingExpired).to_owned(),
        Finding::HostShort {
            resource,
            needed,
            available,
            suffices,
        } => shortfall(*resource, *needed, *available, *suffices),
    }
}
