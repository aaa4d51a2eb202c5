//! Words that the glossary explains, where labels are made. `public/glossary.js` opens the
//! sentence at the word; the meaning of a term stands in `locales/glossary/`.

use crate::element::Element;
use crate::i18n::{Msg, t, text};
use leptos::prelude::*;

/// Labels of the page, and the term that each names or stands for. Each label stands in one
/// place.
pub(crate) const TERMS: [(Msg, &str); 24] = [
    (Msg::Weights, "quantisation"),
    (Msg::KvCache, "kv_cache"),
    (Msg::PeakToMean, "peak_to_mean"),
    (Msg::PrefixHits, "prefix_caching"),
    (Msg::Burstiness, "burstiness"),
    (Msg::Ttft, "ttft"),
    (Msg::Tpot, "tpot"),
    (Msg::Percentile, "percentile"),
    (Msg::Goodput, "goodput"),
    (Msg::PriceBasis, "price_basis"),
    (Msg::Spares, "spare_replica"),
    (Msg::OwnBandwidth, "memory_bandwidth"),
    (Msg::Engine, "engine"),
    (Msg::MaxModelLen, "context"),
    (Msg::MaxNumSeqs, "continuous_batching"),
    (Msg::MaxBatchedTokens, "chunked_prefill"),
    (Msg::DraftTokens, "speculative_decoding"),
    (Msg::Adapters, "lora"),
    (Msg::HostHits, "offloading"),
    (Msg::Phases, "disaggregated"),
    (Msg::Parallelism, "tensor_parallel"),
    (Msg::PartActivations, "activations"),
    (Msg::PartRuntime, "runtime"),
    (Msg::PartDriver, "driver"),
];

/// The term that a label names.
pub(super) fn term_of(label: Msg) -> Option<&'static str> {
    let found = TERMS.iter().find(|(known, _)| *known == label);
    found.map(|(_, term)| *term)
}

/// Words that open the meaning of a term.
pub(crate) fn word(term: &'static str, words: String) -> AnyView {
    view! {
        <button
            type="button"
            class="term"
            data-script="glossary"
            data-term=term
            aria-expanded="false"
        >
            {words}
        </button>
    }
    .into_any()
}

/// The name of a control, above it: a label, or words that open their meaning; those are a
/// button, so that the control needs its name once more.
#[component]
pub(super) fn Name(
    /// The `id` of the control.
    id: String,
    /// Its words.
    label: Signal<Msg>,
    /// A name of its own that it is called by instead.
    #[prop(optional_no_strip)]
    own_name: Option<String>,
) -> impl IntoView {
    move || {
        let label = label.get();
        match (&own_name, term_of(label)) {
            (None, Some(term)) => {
                view! { <span class="label">{word(term, text(label).to_owned())}</span> }.into_any()
            }
            (Some(name), _) => view! { <label for=id.clone()>{name.clone()}</label> }.into_any(),
            (None, None) => view! { <label for=id.clone()>{t(label)}</label> }.into_any(),
        }
    }
}

/// A name in a part of the page that is described as data.
pub(crate) fn named(label: Msg) -> Element {
    let Some(term) = term_of(label) else {
        return Element::new("span").say(text(label));
    };
    let button = Element::words("button", "term", text(label))
        .with("type", "button")
        .with("data-script", "glossary")
        .with("data-term", term)
        .with("aria-expanded", "false");
    Element::of("span", [button])
}
