//! The languages of the page.

use super::number::Marks;

/// A language there is a locale file for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// English.
    En,
    /// German.
    De,
    /// Simplified Chinese.
    Zh,
    /// Ukrainian.
    Uk,
    /// Japanese.
    Ja,
}

impl Language {
    /// All of them, in the order of the menu.
    pub(crate) const ALL: [Self; 5] = [Self::En, Self::De, Self::Zh, Self::Uk, Self::Ja];

    /// The code used in file names and links.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Zh => "zh",
            Self::Uk => "uk",
            Self::Ja => "ja",
        }
    }

    /// What the browser calls it: decides fonts for Chinese characters, and
    /// the form of numbers.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-Hans",
            other => other.id(),
        }
    }

    /// Its own name for itself.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::De => "Deutsch",
            Self::Zh => "简体中文",
            Self::Uk => "Українська",
            Self::Ja => "日本語",
        }
    }

    /// The language of a code, or of a tag that begins with one.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let code = tag.split('-').next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.id() == code)
    }

    /// What stands between two sentences.
    pub(crate) const fn gap(self) -> &'static str {
        match self {
            Self::Zh | Self::Ja => "",
            Self::En | Self::De | Self::Uk => " ",
        }
    }

    /// How numbers are written in it.
    pub(crate) const fn marks(self) -> Marks {
        match self {
            Self::De => Marks {
                decimal: ',',
                group: '.',
            },
            Self::Uk => Marks {
                decimal: ',',
                group: '\u{a0}',
            },
            Self::En | Self::Zh | Self::Ja => Marks {
                decimal: '.',
                group: ',',
            },
        }
    }
}
