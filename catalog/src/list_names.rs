//! The meaning of names in a user's price list: accelerators by id, name or usual alias,
//! instances, sellers and regions as the catalogue's own prices have them.

use crate::accelerators::{accelerator, accelerators};
use crate::prices::{prices, sellers};
use estimator::choice::Area;
use estimator::import::prices::Names;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The catalogue, asked for the names of a price list.
#[derive(Debug, Clone, Copy)]
pub struct ListNames;

/// Words that lists put beside an accelerator's name and that tell none apart.
const BESIDE: &str = "nvidia|amd|intel|google|aws|apple|tesla|geforce|instinct|quadro|gpu|gpus|tensor|\
    core|accelerator|card|graphics|memory|vram|ram|hbm2|hbm2e|hbm3|hbm3e|gddr6|mega|\
    nvl72|hgx|dgx|baseboard";

/// Words of an id that a name may leave out: makers, ranges, how it is mounted.
const OPTIONAL: &str = "nvidia|amd|intel|google|aws|apple|rtx|rx|jetson|agx|arc|pro|ai|radeon|blackwell|\
    server|workstation|sxm|pcie|nvl";

/// Sellers by names that are not their own.
const ALIASES: [(&str, &str); 4] = [
    ("aws", "amazon|amazon web services|ec2"),
    ("gcp", "google|google cloud|google cloud platform"),
    ("azure", "microsoft|microsoft azure"),
    ("lambda", "lambda labs"),
];

/// Beginnings of regions' names, dashes left out, by part of the world.
const REGIONS: [(Area, &str); 3] = [
    (
        Area::Americas,
        "us|ca|sa|mx|br|cl|northamerica|southamerica|america|eastus|westus|centralus|\
        northcentralus|southcentralus|westcentralus|canada|brazil|mexico",
    ),
    (
        Area::Europe,
        "eu|de|fr|uk|gb|nl|se|no|fi|pl|es|it|ch|europe|westeurope|northeurope|germany|\
        france|sweden|norway|switzerland|poland|italy|spain|finland",
    ),
    (
        Area::AsiaPacific,
        "ap|asia|jp|kr|sg|cn|hk|tw|au|eastasia|southeastasia|japan|korea|australia|china|\
        india|singapore",
    ),
];

impl Names for ListNames {
    fn accelerator(&self, name: &str) -> Option<String> {
        let short = bare(name);
        let same = |known: &str| bare(known).eq_ignore_ascii_case(short);
        let mut named = accelerators().iter();
        let named = accelerator(name).or_else(|| named.find(|one| same(&one.accelerator.name)));
        if let Some(known) = named {
            return Some(known.accelerator.id.clone());
        }
        let wanted = wanted(name);
        let joined = wanted.concat();
        let known = accelerators().iter().zip(SPELLED.iter());
        let fits = known.filter(|(_, spelled)| spelled.is_meant(&wanted, &joined));
        let fits = fits.map(|(record, _)| record);
        // Of several, the one most often sold, as a search has it.
        let sold = |id: &str| {
            prices()
                .iter()
                .filter(|price| price.accelerator == id)
                .count()
        };
        let best = fits.min_by_key(|record| {
            let id = &record.accelerator.id;
            (Reverse(sold(id)), Reverse(record.year))
        });
        best.map(|record| record.accelerator.id.clone())
    }

    fn instance(&self, seller: &str, instance: &str) -> Option<(String, u32)> {
        // Rows that are sold one by one are called after no instance.
        let named = instance.bytes().any(|byte| byte.is_ascii_digit()) && !instance.contains(' ');
        let mut rows = prices().iter().filter(|price| {
            price.instance.eq_ignore_ascii_case(instance)
                && (seller.is_empty() || price.provider.eq_ignore_ascii_case(seller))
        });
        let row = rows.next().filter(|_| named)?;
        Some((row.accelerator.to_owned(), row.count))
    }

    fn seller(&self, name: &str) -> String {
        let mut known = sellers().iter();
        let known = known
            .find(|(id, shown)| id.eq_ignore_ascii_case(name) || shown.eq_ignore_ascii_case(name));
        let lower = name.to_ascii_lowercase();
        let mut aliases = ALIASES.iter();
        let alias = aliases.find(|(_, names)| one_of(names, &lower));
        known.or(alias).map_or(name, |(id, _)| id).to_owned()
    }

    fn area(&self, region: &str) -> Area {
        let same = |known: &str| known.eq_ignore_ascii_case(region);
        if let Some(row) = prices().iter().find(|price| same(price.region)) {
            return row.area;
        }
        let region = region.to_ascii_lowercase();
        let first: String = region
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect();
        // Where a name goes on without a dash, a whole word begins it: `japaneast`.
        let begins = |part: &str| first == part || (part.len() > 3 && first.starts_with(part));
        let mut areas = REGIONS.iter();
        let found = areas.find(|(_, parts)| parts.split('|').any(begins));
        found.map_or(Area::Any, |(area, _)| *area)
    }
}

/// The words of a name in a list that tell accelerators apart.
fn wanted(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in split(name) {
        let size = matches!(word.as_str(), "gb" | "gib" | "g");
        match words.last_mut().filter(|last| size && is_number(last)) {
            Some(number) => number.push_str("gb"),
            None => words.push(word),
        }
    }
    words.retain(|word| !one_of(BESIDE, word));
    words
}

/// Lower-case runs of letters and digits, variants of one word alike.
fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| {
        let word = word.to_ascii_lowercase();
        // `SXM5` and `PCIe4` tell no more than `SXM` and `PCIe`.
        let unnumbered = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        if unnumbered.ends_with("sxm") || unnumbered.ends_with("pcie") {
            return unnumbered.to_owned();
        }
        let size = word.strip_suffix("gib").or_else(|| word.strip_suffix('g'));
        match size {
            Some(size) if is_number(size) => format!("{size}gb"),
            _ if word == "pci" => "pcie".to_owned(),
            _ => word,
        }
    })
}

/// Whether `word` is one of `names`, which bars part.
fn one_of(names: &str, word: &str) -> bool {
    names.split('|').any(|name| name == word)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name without the brackets behind it.
fn bare(name: &str) -> &str {
    name.split('(').next().unwrap_or_default().trim()
}

/// How each accelerator is spelled, in their order: a list may have many thousand names.
static SPELLED: LazyLock<Vec<Spelled>> = LazyLock::new(|| {
    let all = accelerators().iter();
    all.map(|record| Spelled::new(&record.accelerator.id, &record.accelerator.name))
        .collect()
});

/// How an accelerator is spelled.
struct Spelled {
    /// Words that a name must have.
    needed: Vec<String>,
    /// Words that it may have, and parts of them that are written apart.
    pieces: Vec<String>,
}

impl Spelled {
    fn new(id: &str, name: &str) -> Self {
        let mut pieces: Vec<String> = split(id).chain(split(name)).collect();
        for index in 0..pieces.len() {
            let Some(word) = pieces.get(index).cloned() else {
                continue;
            };
            // `gaudi2` is written `Gaudi 2` as well.
            let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
            if letters > 1 && letters < word.len() {
                let (front, number) = word.split_at(letters);
                pieces.extend([front.to_owned(), number.to_owned()]);
            }
        }
        Self {
            needed: split(id).filter(|word| is_needed(word)).collect(),
            pieces,
        }
    }

    /// Whether the wanted words, and `joined` of them, mean it: each is one of its words,
    /// or several of them written together, and none that it needs is left out.
    fn is_meant(&self, wanted: &[String], joined: &str) -> bool {
        !self.needed.is_empty()
            && self
                .needed
                .iter()
                .all(|word| joined.contains(word.as_str()))
            && wanted.iter().all(|word| is_spelled(word, &self.pieces))
    }
}

/// Whether a word of an id must not be left out: not a maker's, not a size.
fn is_needed(word: &str) -> bool {
    let size = word.strip_suffix("gb").is_some_and(is_number);
    !size && !one_of(OPTIONAL, word)
}

/// Whether `word` is one of `pieces`, or several of them one after another.
fn is_spelled(word: &str, pieces: &[String]) -> bool {
    // Where in the word a piece can begin.
    let mut ends = vec![0];
    let mut next = 0;
    while let Some(at) = ends.get(next).copied() {
        next += 1;
        let rest = word.get(at..).unwrap_or_default();
        for piece in pieces
            .iter()
            .filter(|piece| rest.starts_with(piece.as_str()))
        {
            let end = at + piece.len();
            if end == word.len() {
                return true;
            }
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
    }
    false
}
