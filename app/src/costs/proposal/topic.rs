//! The topics of a proposal: each stands on the paper, or is left out.

use crate::i18n::Msg;

/// A topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// What is asked for.
    Question,
    /// The options side by side.
    Options,
    /// What is recommended, and why.
    Recommendation,
    /// Other accelerators.
    Alternatives,
    /// Costs by unit and over the years.
    Costs,
    /// Inputs with their sources.
    Assumptions,
    /// Prices with their days.
    Prices,
    /// How certain it is, and what is left out.
    Certainty,
    /// What comes next, and whom to ask.
    Next,
}

impl Topic {
    /// All, as they stand on the paper.
    pub(super) const ALL: [Self; 9] = [
        Self::Question,
        Self::Options,
        Self::Recommendation,
        Self::Alternatives,
        Self::Costs,
        Self::Assumptions,
        Self::Prices,
        Self::Certainty,
        Self::Next,
    ];

    /// Its heading.
    pub(super) const fn name(self) -> Msg {
        match self {
            Self::Question => Msg::Question,
            Self::Options => Msg::ProposalOptions,
            Self::Recommendation => Msg::ProposalRecommendation,
            Self::Alternatives => Msg::ProposalAlternatives,
            Self::Costs => Msg::ModeCosts,
            Self::Assumptions => Msg::ProposalAssumptions,
            Self::Prices => Msg::ProposalPrices,
            Self::Certainty => Msg::ProposalCertainty,
            Self::Next => Msg::ProposalSteps,
        }
    }

    /// How a draft names it.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Options => "options",
            Self::Recommendation => "recommendation",
            Self::Alternatives => "alternatives",
            Self::Costs => "costs",
            Self::Assumptions => "assumptions",
            Self::Prices => "prices",
            Self::Certainty => "certainty",
            Self::Next => "next",
        }
    }
}
