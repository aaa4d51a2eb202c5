//! What is worth knowing of the packing.

use crate::element::Element;
use crate::fleet::state::Shown;
use crate::fleet::words::{fault, mode, names};
use crate::i18n::{Msg, dollars, gib, integer, percent, say, text};
use estimator::fleet::finding::Finding;
use estimator::fleet::law::Unmeasured;
use estimator::quantity::Bytes;

/// Bytes of a MiB, thousandths of a dollar.
const MIB: f64 = 1_048_576.0;
const MILLI: f64 = 1000.0;

/// The card's content; nothing where there is nothing to say.
pub(super) fn content(shown: &Shown) -> Vec<Element> {
    let found = shown.report.findings.iter();
    let items: Vec<Element> = found
        .map(|finding| Element::words("li", "", words(shown, finding)))
        .collect();
    if items.is_empty() {
        return Vec::new();
    }
    vec![Element::of("ul", items).with("class", "fleet-findings")]
}

fn words(shown: &Shown, finding: &Finding) -> String {
    let board = |bin: usize| {
        let board = shown.report.boards.get(bin);
        board.map_or(String::new(), |board| board.name.clone())
    };
    match finding {
        Finding::FailTogether {
            bin,
            fault: domain,
            workloads,
        } => {
            let all: Vec<&str> = workloads.iter().map(String::as_str).collect();
            say::pack_find_fail(text(fault(*domain)), &board(*bin), &names(&all))
        }
        Finding::TuneFirst { workload, fill } => say::pack_find_tune(&percent(*fill), workload),
        Finding::NearlyASlice {
            workload,
            profile,
            needs_mib,
            holds_mib,
        } => say::pack_find_slice(
            &gib(Bytes::new(holds_mib * MIB)),
            workload,
            &gib(Bytes::new(needs_mib * MIB)),
            profile,
        ),
        Finding::EmptyToRecut { boards } => say::pack_find_recut(*boards as f64),
        Finding::Stranded { units, milli_usd } => {
            say::pack_find_stranded(f64::from(*units), &dollars(*milli_usd as f64 / MILLI))
        }
        Finding::HostMemory { bin, mib } => {
            say::pack_find_host(&gib(Bytes::new(mib * MIB)), &board(*bin))
        }
        Finding::Licences { cards, milli_usd } => {
            say::pack_find_licences(&integer(*cards as f64), &dollars(*milli_usd as f64 / MILLI))
        }
        Finding::Unmeasured { mode: one, what } => {
            say::pack_find_unmeasured(text(mode(*one)), text(unmeasured(*what)))
        }
    }
}

const fn unmeasured(what: Unmeasured) -> Msg {
    match what {
        Unmeasured::ThrottlingBetweenInstances => Msg::PackUnmeasuredThrottling,
        Unmeasured::BlackwellInstances => Msg::PackUnmeasuredBlackwell,
        Unmeasured::TrainingOnInstances => Msg::PackUnmeasuredTraining,
        Unmeasured::FillOfLargeModels => Msg::PackUnmeasuredFill,
        Unmeasured::LimitsUnderPressure => Msg::PackUnmeasuredLimits,
        Unmeasured::LanguageModelsOnVgpu => Msg::PackUnmeasuredVgpu,
        Unmeasured::SwapsOverC2c => Msg::PackUnmeasuredC2c,
    }
}
