//! The meaning of a column's heading, in any order and by its usual names.
//!
//! A heading falls into words: letters and digits, parted where a capital follows a small
//! letter (`onDemandPrice`) and where Chinese or Japanese begins. Words are looked for in an
//! order that tells `GPU count` from `GPU` and `price date` from `price`.

use super::amount::{self, Money};
use crate::choice::PriceBasis;

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Provider,
    Instance,
    Region,
    Accelerator,
    Count,
    /// A price, of a basis where the heading says so.
    Price(Option<PriceBasis>),
    Basis,
    Date,
    Currency,
    Source,
}

/// The unit of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Per {
    /// One accelerator; or else the whole instance.
    pub(super) accelerator: bool,
    /// For how long.
    pub(super) time: Time,
}

/// How long a price is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Time {
    #[default]
    Hour,
    Month,
    Year,
}

/// A heading that means something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Heading {
    pub(super) column: Column,
    pub(super) per: Per,
    pub(super) money: Option<Money>,
}

/// Headings beside prices: of the machine, or about the price.
const IGNORED: &str = "memory|ram|vram|vcpu|vcpus|cpu|cpus|cores|disk|storage|network|bandwidth|mib|gib|\
    mbps|interruption|discount|savings|exchange|tax|vat|note|notes|comment|verified|\
    estimated|stale|显存|内存|メモリ|пам'ять|speicher";
/// Words before things that a price is said to hold or to leave out, taxes as much as storage:
/// `Price (excl. VAT)` is a price.
const WITH: &str = "excl|excluding|ex|incl|including|inc|before|after|without|with|plus|\
    zzgl|inkl|exkl|ohne|mit|без|з";
const DATE: &str = "date|as of|updated|valid|datum|stand|日期|日付|дата";
const SOURCE: &str = "source|url|link|reference|quelle|来源|出典|джерело";
const CURRENCY: &str = "currency|währung|货币|币种|通貨|валюта";
const PRICE: &str =
    "price|prices|cost|rate|hourly|per hour|preis|kosten|价格|单价|費用|价|価格|料金|ціна|вартість";
const COUNT: &str = "count|gpus|accelerators|qty|quantity|number|num|anzahl|数量|台数|кількість";
const BASIS: &str = "basis|pricing|pricing model|purchase option|price type|term|commitment|billing|\
    laufzeit|计费|課金|тип ціни";
const PROVIDER: &str = "provider|cloud|vendor|seller|csp|supplier|anbieter|供应商|提供商|厂商|プロバイダー|事業者|\
    постачальник|провайдер";
const REGION: &str = "region|location|zone|area|standort|地区|区域|リージョン|регіон";
const INSTANCE: &str =
    "instance|machine|vm|node|sku|flavor|flavour|shape|server|instanz|实例|インスタンス|інстанс";
const ACCELERATOR: &str = "accelerator|gpu|card|chip|hardware|beschleuniger|grafikkarte|加速器|显卡|アクセラレータ|\
    прискорювач";

/// Names of the accelerator of a price.
const EACH: &str = "gpu|accelerator|card|chip";
/// The same where a price is said to be for each, a `/` read as `per`.
const PER_EACH: &str =
    "per gpu|per accelerator|per card|per chip|pro gpu|je gpu|每 gpu|за gpu|на gpu";
const MONTH: &str = "month|monthly|mo|monat|monatlich|月|місяць";
const YEAR: &str = "per year|yearly|annual|annually|pro jahr|每年|年額|на рік";

const BASES: [(PriceBasis, &str); 4] = [
    (
        PriceBasis::Reserved1y,
        "1y|1yr|1 y|1 yr|1 year|1year|one year|12 months|12m|1 jahr|1年|1 年|1 рік|\
        reserved1y|reserved 1",
    ),
    (
        PriceBasis::Reserved3y,
        "3y|3yr|3 y|3 yr|3 year|3year|3 years|three year|36 months|36m|3 jahre|3年|3 年|\
        3 роки|reserved3y|reserved 3",
    ),
    (
        PriceBasis::Spot,
        "spot|preemptible|interruptible|竞价|抢占|スポット|спот",
    ),
    (
        PriceBasis::OnDemand,
        "on demand|ondemand|od|payg|pay as you go|按需|オンデマンド|на вимогу|за вимогою",
    ),
];

#[cfg(test)]
thread_local! {
    /// Headings that were looked at.
    pub(super) static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The meaning of a heading; `None` where it means nothing here.
pub(super) fn heading(text: &str) -> Option<Heading> {
    #[cfg(test)]
    ASKED.set(ASKED.get() + 1);
    let words = words(text);
    let has = |names: &str| contains(&words, names);
    let basis = basis_in(&words);
    let money = amount::money_in(text);
    let price_of_more = before_with(&words).is_some_and(|price| !contains(price, IGNORED));
    let column = if has(IGNORED) && !price_of_more {
        return None;
    } else if has(DATE) {
        Column::Date
    } else if has(SOURCE) {
        Column::Source
    } else if has(CURRENCY) {
        Column::Currency
    } else if has(BASIS) && basis.is_none() {
        Column::Basis
    } else if basis.is_some() || has(PRICE) || money.is_some() {
        Column::Price(basis)
    } else if has(COUNT) {
        Column::Count
    } else if has(PROVIDER) {
        Column::Provider
    } else if has(REGION) {
        Column::Region
    } else if has(INSTANCE) {
        Column::Instance
    } else if has(ACCELERATOR) {
        Column::Accelerator
    } else {
        return None;
    };
    let time = if has(MONTH) {
        Time::Month
    } else if has(YEAR) {
        Time::Year
    } else {
        Time::Hour
    };
    // `GPU instance price` is one of an instance, `Price per GPU of the instance` is not.
    let per_each = contains(&self::words(&text.replace('/', " per ")), PER_EACH);
    let accelerator = per_each || has(EACH) && !has(INSTANCE);
    Some(Heading {
        column,
        per: Per { accelerator, time },
        money,
    })
}

/// The basis that a cell names.
pub(super) fn basis(text: &str) -> Option<PriceBasis> {
    basis_in(&words(text))
}

fn basis_in(words: &str) -> Option<PriceBasis> {
    let mut bases = BASES.iter();
    let (basis, _) = bases.find(|(_, names)| contains(words, names))?;
    Some(*basis)
}

/// The words before the first that begins such an addition, where they name a price.
fn before_with(words: &str) -> Option<&str> {
    let found = WITH.split('|').filter_map(|with| {
        let at = words.find(&format!(" {with} "))?;
        words.get(..=at)
    });
    found
        .min_by_key(|before| before.len())
        .filter(|before| contains(before, PRICE))
}

/// Whether one of `names`, parted by bars, stands among `words`: whole words, or anywhere where the language
/// puts no spaces.
fn contains(words: &str, names: &str) -> bool {
    names.split('|').any(|name| {
        if name.contains(is_unspaced) {
            return words.contains(name);
        }
        words.match_indices(name).any(|(at, _)| {
            let before = words.get(..at).is_some_and(|text| text.ends_with(' '));
            let after = words.get(at + name.len()..);
            before && after.is_some_and(|text| text.starts_with(' '))
        })
    })
}

/// Whether a letter's language puts no spaces between words: Chinese and Japanese.
fn is_unspaced(letter: char) -> bool {
    ('\u{2e80}'..'\u{ff00}').contains(&letter)
}

/// The words of a text in small letters, a space before, between and after them.
fn words(text: &str) -> String {
    let mut words = String::from(" ");
    let mut before = ' ';
    for letter in text.chars() {
        let camel = letter.is_uppercase() && before.is_lowercase();
        let script = is_unspaced(letter) != is_unspaced(before);
        let parts = !letter.is_alphanumeric() || camel || script;
        if parts && !words.ends_with(' ') {
            words.push(' ');
        }
        if letter.is_alphanumeric() {
            words.extend(letter.to_lowercase());
        }
        before = letter;
    }
    if !words.ends_with(' ') {
        words.push(' ');
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str) -> Option<Column> {
        heading(text).map(|heading| heading.column)
    }

    /// The headings of price lists as people and clouds write them.
    #[test]
    fn usual_headings() {
        let price = |basis| Some(Column::Price(Some(basis)));
        for (text, meant) in [
            ("Provider", Some(Column::Provider)),
            ("Cloud provider", Some(Column::Provider)),
            ("InstanceType", Some(Column::Instance)),
            ("Region", Some(Column::Region)),
            ("GPU", Some(Column::Accelerator)),
            ("AcceleratorName", Some(Column::Accelerator)),
            ("AcceleratorCount", Some(Column::Count)),
            ("# GPUs", Some(Column::Count)),
            ("GPU count", Some(Column::Count)),
            ("GPU memory (GiB)", None),
            ("vCPUs", None),
            ("Price", Some(Column::Price(None))),
            ("USD/h", Some(Column::Price(None))),
            ("€/GPU-h", Some(Column::Price(None))),
            ("onDemandPrice", price(PriceBasis::OnDemand)),
            ("SpotPrice", price(PriceBasis::Spot)),
            ("1 yr reserved ($/hr)", price(PriceBasis::Reserved1y)),
            ("3y", price(PriceBasis::Reserved3y)),
            ("reserved_3y.usd", price(PriceBasis::Reserved3y)),
            ("Pricing model", Some(Column::Basis)),
            ("Price date", Some(Column::Date)),
            ("as_of", Some(Column::Date)),
            ("Currency", Some(Column::Currency)),
            ("Quelle", Some(Column::Source)),
            ("Preis pro Stunde", Some(Column::Price(None))),
            ("Anzahl GPUs", Some(Column::Count)),
            ("按需价格（元/小时）", price(PriceBasis::OnDemand)),
            ("GPU数量", Some(Column::Count)),
            ("リージョン", Some(Column::Region)),
            ("Ціна на вимогу", price(PriceBasis::OnDemand)),
            ("Price (excl. VAT)", Some(Column::Price(None))),
            ("Price ex tax", Some(Column::Price(None))),
            (
                "Preis pro Stunde (zzgl. Speicher)",
                Some(Column::Price(None)),
            ),
            ("price incl. storage, 1 year", price(PriceBasis::Reserved1y)),
            ("Storage price", None),
            ("Storage price excl. VAT", None),
            ("VAT", None),
            ("with discount", None),
            ("", None),
            ("Colour", None),
        ] {
            assert_eq!(column(text), meant, "{text}");
        }
    }

    #[test]
    fn units_of_prices() {
        let per = |text| heading(text).unwrap().per;
        assert_eq!(per("Price per instance hour"), Per::default());
        for each in [
            "Price per GPU hour",
            "€/GPU-h",
            "GPU price",
            "Instance price / GPU",
            "价格（元/每GPU小时）",
            "Price per GPU of the instance",
        ] {
            assert!(per(each).accelerator, "{each}");
        }
        for whole in ["GPU instance price", "GPU node, USD/h", "gpu_vm_price"] {
            assert!(!per(whole).accelerator, "{whole}");
        }
        assert_eq!(per("1 year, monthly price").time, Time::Month);
        assert_eq!(per("annual cost per GPU").time, Time::Year);
    }

    #[test]
    fn bases_of_cells() {
        assert_eq!(basis("On-Demand"), Some(PriceBasis::OnDemand));
        assert_eq!(
            basis("1yr standard, no upfront"),
            Some(PriceBasis::Reserved1y)
        );
        assert_eq!(basis("whenever"), None);
    }
}
