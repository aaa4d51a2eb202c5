//! The guide's address: `#a=chat&b=small&c=10&d=fluent&e=price&q=5`. A letter a question
//! with the id of its answer, `q` the question that is shown, and how the page is looked at.
//! Total, and bounded by [`MOST_BYTES`].

use catalog::guide::{Answers, QUESTIONS};
use estimator::link::{Theme, View};

/// Keys of the questions, in their order.
const KEYS: [&str; QUESTIONS] = ["a", "b", "c", "d", "e"];
/// The longest address that is read; one that is written takes less than a quarter of it.
const MOST_BYTES: usize = 512;
/// Notices beyond these help nobody.
const MOST_SKIPPED: usize = 4;
/// Letters that are shown of a part that was not understood.
const SHOWN: usize = 40;

/// Everything an address holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Asked {
    /// The answers.
    pub(super) answers: Answers,
    /// The question that is shown, from 0; [`QUESTIONS`] is the page after the last.
    /// Never beyond the first without an answer.
    pub(super) at: usize,
    /// Language of the page, where it was chosen.
    pub(super) language: Option<String>,
    /// Colours of the page, where they are fixed.
    pub(super) theme: Option<Theme>,
}

impl Asked {
    /// How the page is looked at.
    pub(super) fn view(&self) -> View {
        View {
            language: self.language.clone(),
            theme: self.theme,
            selected: None,
        }
    }
}

/// Reads a fragment without its `#`; with it, the parts left out because they are no answer
/// that is offered.
pub(super) fn read(fragment: &str) -> (Asked, Vec<String>) {
    let end = fragment.floor_char_boundary(MOST_BYTES.min(fragment.len()));
    let body = fragment.get(..end).unwrap_or_default();
    let mut asked = Asked::default();
    let mut at = None;
    let mut skipped = Vec::new();
    let mut chosen = [None; QUESTIONS];
    for pair in body.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let question = KEYS.iter().position(|known| *known == key);
        let place = question.and_then(|question| chosen.get_mut(question));
        let read = match (key, place) {
            (_, Some(place)) => {
                *place = Some((value, pair));
                true
            }
            ("q", _) => {
                at = value.parse::<usize>().ok().filter(|at| *at > 0);
                at.is_some()
            }
            ("lang", _) => {
                asked.language = Some(value.to_owned());
                true
            }
            ("theme", _) => {
                asked.theme = Theme::from_id(value);
                asked.theme.is_some()
            }
            _ => false,
        };
        if !read {
            skipped.push(pair);
        }
    }
    // The answers offered depend on the answers before.
    for (question, answer) in chosen.into_iter().enumerate() {
        if let Some((id, pair)) = answer
            && !asked.answers.choose(question, id)
        {
            skipped.push(pair);
        }
    }
    let open = asked.answers.open();
    asked.at = at.map_or(open, |at| (at - 1).min(open));
    skipped.truncate(MOST_SKIPPED);
    let shown = |pair: &str| pair.chars().take(SHOWN).collect();
    (asked, skipped.into_iter().map(shown).collect())
}

/// The fragment of `asked`, without a `#`; empty where nothing is asked yet.
pub(super) fn write(asked: &Asked) -> String {
    let mut pairs: Vec<String> = Vec::new();
    for (question, key) in KEYS.iter().enumerate() {
        if let Some(id) = asked.answers.id(question) {
            pairs.push(format!("{key}={id}"));
        }
    }
    if asked.at != asked.answers.open() {
        pairs.push(format!("q={}", asked.at + 1));
    }
    if let Some(language) = &asked.language {
        pairs.push(format!("lang={language}"));
    }
    if let Some(theme) = asked.theme {
        pairs.push(format!("theme={}", theme.id()));
    }
    pairs.join("&")
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_asked() -> impl Strategy<Value = Asked> {
        let picks = proptest::array::uniform5(proptest::option::weighted(0.8, 0..8_usize));
        let languages = proptest::option::of(proptest::sample::select(vec!["de", "uk"]));
        let themes =
            proptest::option::of(proptest::sample::select(vec![Theme::Light, Theme::Dark]));
        (picks, 0..=QUESTIONS, languages, themes).prop_map(|(picks, at, language, theme)| {
            let mut answers = Answers::default();
            for (question, pick) in picks.into_iter().enumerate() {
                let offered = answers.offered(question);
                let pick = pick.and_then(|pick| offered.get(pick % offered.len().max(1)));
                if let Some(pick) = pick {
                    assert!(answers.choose(question, pick));
                }
            }
            Asked {
                answers,
                at: at.min(answers.open()),
                language: language.map(str::to_owned),
                theme,
            }
        })
    }

    proptest! {
        /// Every state of the page comes back from its address.
        #[test]
        fn what_is_written_is_read(asked in any_asked()) {
            let text = write(&asked);
            prop_assert!(text.len() < MOST_BYTES / 4);
            prop_assert_eq!(read(&text), (asked, vec![]));
        }

        /// Any text is read as something that can be written, in few words.
        #[test]
        fn any_text_is_read(text in "([abcdeqx]=[a-z0-9&=%é]{0,9}&?){0,12}|\\PC{0,900}") {
            let (asked, skipped) = read(&text);
            prop_assert!(asked.at <= asked.answers.open());
            prop_assert!(skipped.len() <= MOST_SKIPPED);
            prop_assert!(skipped.iter().all(|one| one.chars().count() <= SHOWN));
            let plain = Asked { language: None, ..asked };
            prop_assert_eq!(read(&write(&plain)), (plain, vec![]));
        }
    }

    /// An answer that is not offered is named and left out, and costs nothing else.
    #[test]
    fn unknown_answers_are_left_out() {
        let (asked, skipped) = read("b=small&a=chat&c=1M&flavour=x&q=9&theme=pink");
        assert_eq!(skipped, ["flavour=x", "theme=pink", "c=1M"]);
        assert_eq!(write(&asked), "a=chat&b=small");
        assert_eq!(asked.at, 2);
    }
}
