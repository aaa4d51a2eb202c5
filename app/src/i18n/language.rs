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

    /// The browser's name for it: decides fonts for Chinese characters, and
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

    /// The gap between two sentences.
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

    /// The sign behind a number of percent.
    pub(super) const fn percent(self) -> &'static str {
        match self {
            Self::De => "\u{a0}%",
            Self::En | Self::Uk | Self::Zh | Self::Ja => "%",
        }
    }

    /// An amount of the currency with this sign. Letters keep off a number behind them.
    pub(super) fn money(self, amount: &str, sign: &str) -> String {
        match self {
            Self::De | Self::Uk => format!("{amount}\u{a0}{sign}"),
            _ if sign.ends_with(char::is_alphabetic) => format!("{sign}\u{a0}{amount}"),
            _ => format!("{sign}{amount}"),
        }
    }

    /// Powers of ten and the words that stand for them in tight places, upwards.
    pub(super) const fn scales(self) -> &'static [(f64, &'static str)] {
        match self {
            Self::En => &[(1e3, "K"), (1e6, "M"), (1e9, "B"), (1e12, "T")],
            Self::De => &[
                (1e6, "\u{a0}Mio."),
                (1e9, "\u{a0}Mrd."),
                (1e12, "\u{a0}Bio."),
            ],
            Self::Uk => &[
                (1e3, "\u{a0}тис."),
                (1e6, "\u{a0}млн"),
                (1e9, "\u{a0}млрд"),
                (1e12, "\u{a0}трлн"),
            ],
            Self::Zh => &[(1e4, "万"), (1e8, "亿"), (1e12, "万亿")],
            Self::Ja => &[(1e4, "万"), (1e8, "億"), (1e12, "兆")],
        }
    }
}
