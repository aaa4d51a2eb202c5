//! Published quality of models, and what number formats keep of it.
//!
//! One set is common: [`COMMON`] measures all its models with one harness, so that they can be
//! compared, those that reason with those that reason. What publishers say of their own models
//! stands beside it where it lacks a model, and is never ranked with it.

use crate::models::entry;
use estimator::precision::WeightFormat;

/// The measurer of the common set, who asks to be named and linked where a figure is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measurer {
    /// Their name.
    pub name: &'static str,
    /// Where they publish it.
    pub link: &'static str,
    /// The day of the page.
    pub as_of: &'static str,
}

/// A test, or an index of several. Percent, but for the indices, which have points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// An index over reasoning, knowledge, coding and agents.
    Index,
    /// An index of coding.
    Coding,
    /// An index of work with tools.
    Agentic,
    /// Questions of science at the level of graduates.
    Gpqa,
    /// Following instructions.
    Ifbench,
    /// Conversations with tools.
    Tau2,
    /// Reasoning over long contexts.
    LongContext,
    /// Knowledge over 14 subjects.
    MmluPro,
}

impl Test {
    /// All of them, the broadest first.
    pub const ALL: [Self; 8] = [
        Self::Index,
        Self::Coding,
        Self::Agentic,
        Self::Gpqa,
        Self::Ifbench,
        Self::Tau2,
        Self::LongContext,
        Self::MmluPro,
    ];

    /// Its own name, the same in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "Intelligence Index",
            Self::Coding => "Coding Index",
            Self::Agentic => "Agentic Index",
            Self::Gpqa => "GPQA Diamond",
            Self::Ifbench => "IFBench",
            Self::Tau2 => "τ²-Bench",
            Self::LongContext => "AA-LCR",
            Self::MmluPro => "MMLU-Pro",
        }
    }
}

/// A test that was not taken; one may end with no point at all.
const NONE: u16 = u16::MAX;

/// The scores of one way of running a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Id of the model.
    pub model: &'static str,
    /// The way, as the measurer calls it: with or without reasoning, at which effort.
    pub variant: &'static str,
    /// Whether it is of the common set; otherwise its publisher's own.
    pub is_common: bool,
    /// Whether the index was estimated from fewer tests, by the measurer.
    pub is_estimated: bool,
    /// In tenths, in the order of [`Test::ALL`]; [`NONE`] where there is none.
    tenths: [u16; 8],
}

impl Score {
    /// That of a test; `None` where it was not taken.
    #[must_use]
    pub fn of(&self, test: Test) -> Option<f64> {
        let mut all = Test::ALL.iter().zip(self.tenths);
        let (_, tenths) = all.find(|(known, _)| **known == test)?;
        (tenths != NONE).then(|| f64::from(tenths) / 10.0)
    }
}

/// What a number format keeps of a model's scores in 16 bit, percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kept {
    /// Id of the format.
    format: &'static str,
    /// The median.
    pub median: f64,
    /// The least that was found.
    pub lowest: f64,
    /// The most.
    pub highest: f64,
    /// Comparisons.
    pub rows: u16,
    /// Models among them.
    pub models: u16,
}

static SCORES: &[Score] = include!(concat!(env!("OUT_DIR"), "/scores.rs"));
static KEPT: &[Kept] = include!(concat!(env!("OUT_DIR"), "/kept.rs"));

/// The measurer of the common set.
pub const COMMON: Measurer = include!(concat!(env!("OUT_DIR"), "/common.rs"));

/// Every score there is.
#[must_use]
pub fn scores() -> &'static [Score] {
    SCORES
}

/// The scores of a model by its id or an alias: those of the very id first, then those of models of
/// the same shape, the best index first.
#[must_use]
pub fn of_model(id: &str) -> Vec<&'static Score> {
    let entry = entry(id);
    let is_own = |score: &Score| score.model.eq_ignore_ascii_case(id);
    let is_kin = |score: &Score| {
        entry.is_some_and(|entry| entry.id == score.model || entry.aliases.contains(&score.model))
    };
    let mut found: Vec<&Score> = SCORES
        .iter()
        .filter(|score| is_own(score) || is_kin(score))
        .collect();
    found.sort_by_key(|score| {
        (
            !is_own(score),
            !score.is_common,
            std::cmp::Reverse(score.tenths),
        )
    });
    found
}

/// What a format keeps; `None` where nobody published it, and of 16 bit, which is the measure.
#[must_use]
pub fn kept(format: WeightFormat) -> Option<&'static Kept> {
    KEPT.iter().find(|kept| kept.format == format.id())
}
