//! What a typed number may be: the catalogue's bounds, in the unit of the field.

use super::{Basis, Draft, Pace};
use crate::i18n::{Language, Marks, parse, plain, sign};
use catalog::bounds;
use estimator::currency::Currency;
use estimator::error::{Field, FieldError, Problem};
use estimator::quantity::{Usd, UsdPerHour};

/// Bounds of a number, in the unit its field shows.
pub(crate) struct Bounds {
    range: (f64, f64),
    whole: bool,
    optional: bool,
}

/// A number that must be there.
pub(crate) const fn needed(range: (f64, f64)) -> Bounds {
    Bounds {
        range,
        whole: false,
        optional: false,
    }
}

/// One that may be left out.
pub(crate) const fn optional(range: (f64, f64)) -> Bounds {
    Bounds {
        optional: true,
        ..needed(range)
    }
}

/// A whole number that must be there.
pub(crate) const fn count(range: (f64, f64)) -> Bounds {
    Bounds {
        whole: true,
        ..needed(range)
    }
}

const fn optional_count(range: (f64, f64)) -> Bounds {
    Bounds {
        optional: true,
        ..count(range)
    }
}

/// Bounds in a unit that counts `unit` of the catalogue's.
pub(crate) const fn scaled((least, most): (f64, f64), unit: f64) -> (f64, f64) {
    (least / unit, most / unit)
}

fn bounds_of(field: Field, draft: &Draft) -> Bounds {
    match field {
        Field::Traffic => match draft.basis {
            Basis::Rate => needed(bounds::RATE),
            Basis::Users => count(bounds::USERS),
            Basis::TokensPerDay => needed(bounds::TOKENS_PER_DAY),
        },
        Field::PeakToMean => needed(bounds::PEAK_TO_MEAN),
        Field::InputTokens => needed(bounds::INPUT_TOKENS),
        Field::OutputTokens => needed(bounds::OUTPUT_TOKENS),
        Field::PrefixHitRate => needed(scaled(bounds::PREFIX_HIT_RATE, 0.01)),
        Field::InputP95 => optional((1.0, bounds::INPUT_TOKENS.1)),
        Field::OutputP95 => optional((1.0, bounds::OUTPUT_TOKENS.1)),
        Field::Burstiness => needed(bounds::BURSTINESS),
        Field::Think => needed(bounds::THINK),
        Field::Ttft => optional(bounds::TTFT),
        Field::Tpot => optional(match draft.pace {
            Pace::Millis => scaled(bounds::TPOT, 1e-3),
            Pace::Rate => (1.0 / bounds::TPOT.1, 1.0 / bounds::TPOT.0),
        }),
        Field::MaxPerNode => optional_count(bounds::ACCELERATORS),
        Field::MaxPerReplica | Field::OwnNode => count(bounds::ACCELERATORS),
        Field::Spares => count(bounds::SPARES),
        Field::MemoryUtilization => optional(scaled(bounds::MEMORY_UTILIZATION, 0.01)),
        Field::MaxModelLen => optional_count(bounds::MAX_MODEL_LEN),
        Field::MaxBatchedTokens => optional_count(bounds::MAX_BATCHED_TOKENS),
        Field::MaxNumSeqs => optional_count(bounds::MAX_NUM_SEQS),
        Field::DraftTokens => optional_count(bounds::DRAFT_TOKENS),
        Field::Acceptance => needed(scaled(bounds::ACCEPTANCE, 0.01)),
        Field::Adapters => optional_count(bounds::ADAPTERS),
        Field::AdapterRank => count(bounds::ADAPTER_RANK),
        Field::HostKept => needed(scaled(bounds::HOST_KEPT, 60.0)),
        Field::HostHits => needed(scaled(bounds::HOST_HITS, 0.01)),
        Field::OwnMemory => needed(scaled(bounds::OWN_MEMORY, 1e9)),
        Field::OwnBandwidth => needed(scaled(bounds::OWN_BANDWIDTH, 1e9)),
        Field::OwnCompute => needed(scaled(bounds::OWN_COMPUTE, 1e12)),
        Field::OwnLink => optional(scaled(bounds::OWN_LINK, 1e9)),
        Field::Growth => needed(scaled(bounds::GROWTH, 0.01)),
        Field::Horizon => count(bounds::HORIZON),
        // Chosen from lists, read in their own way, or typed on the page about costs.
        Field::Model
        | Field::Weights
        | Field::KvCache
        | Field::Percentile
        | Field::Fleet
        | Field::OwnPrice
        | Field::PriceList
        | Field::Discount
        | Field::Currency
        | Field::Engine
        | Field::Link
        | Field::Day
        | Field::Weekend
        | Field::LeastReplicas
        | Field::Cooldown
        | Field::Ahead
        | Field::MachineStart
        | Field::Interruptions
        | Field::Confidence => needed((0.0, f64::MAX)),
    }
}

impl Draft {
    /// The number of a field; `None` where it is optional and left empty.
    pub(super) fn number(&self, field: Field, marks: Marks) -> Result<Option<f64>, FieldError> {
        read(self.text(field), &bounds_of(field, self), marks)
            .map_err(|problem| FieldError { field, problem })
    }
}

/// Reads a price by the hour in a currency, `None` for dollars; its sign may stand on
/// either side.
pub(crate) fn price(
    text: &str,
    marks: Marks,
    currency: Option<Currency>,
) -> Result<UsdPerHour, Problem> {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    let text = unsigned(text, currency);
    let range = scaled(bounds::OWN_PRICE, 1.0 / currency.per_usd());
    let amount = read(text, &needed(range), marks)?.ok_or(Problem::Missing)?;
    Ok(currency.dollars_per_hour(amount))
}

/// An amount without the sign of its currency, as any language writes that, on either side.
pub(crate) fn unsigned(text: &str, currency: Currency) -> &str {
    let code = currency.code();
    let text = text.trim();
    let signs = [Language::En, Language::Ja].map(|language| sign(&code, language));
    let bare = |sign: &&str| {
        text.strip_prefix(*sign)
            .or_else(|| text.strip_suffix(*sign))
    };
    signs.iter().find_map(bare).unwrap_or(text).trim()
}

/// A price as its field shows it.
pub(crate) fn typed(price: UsdPerHour, marks: Marks, currency: Option<Currency>) -> String {
    let currency = currency.unwrap_or(Currency::DOLLAR);
    plain(currency.of(Usd::new(price.get())), marks)
}

/// Reads a number; `None` where it is optional and left empty.
pub(crate) fn read(text: &str, bounds: &Bounds, marks: Marks) -> Result<Option<f64>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return if bounds.optional {
            Ok(None)
        } else {
            Err(Problem::Missing)
        };
    }
    let value = parse(text, marks).ok_or_else(|| Problem::NotANumber {
        text: shortened(text),
    })?;
    let (least, most) = bounds.range;
    if value < least {
        Err(Problem::TooSmall { least })
    } else if value > most {
        Err(Problem::TooLarge { most })
    } else if bounds.whole && value.fract() != 0.0 {
        Err(Problem::NotWhole)
    } else {
        Ok(Some(value))
    }
}

/// The beginning of a text, to quote it in a message.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 24;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
