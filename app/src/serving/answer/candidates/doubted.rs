//! Why a row stands lower than its bill: the doubts that weigh in the order of the rows.

use super::row::Row;
use crate::i18n::{self, Msg, number, say, text};
use crate::serving::answer::trust::{About, link};
use estimator::serving::soundness::Doubt;
use leptos::prelude::*;

/// The marks of a row's doubts, which lead to what explains them where the row is `open`.
pub(super) fn marks(row: &Row, open: bool) -> Vec<AnyView> {
    let hint = weight(row);
    let mark = |name| {
        let hint = hint.clone();
        match about(name).filter(|_| open) {
            Some(about) => {
                let words = text(name).to_owned();
                view! { " " {link(about, "doubt".to_owned(), words, hint)} }.into_any()
            }
            None => view! { " " <small class="doubt" title=hint>{text(name)}</small> }.into_any(),
        }
    };
    names(&row.doubts).into_iter().map(mark).collect()
}

/// What a doubt's name is about; `None` where it says all there is.
fn about(name: Msg) -> Option<About> {
    if name == Msg::DoubtUnmeasured {
        Some(About::Estimates)
    } else if name == Msg::DoubtExpired {
        Some(About::Prices)
    } else {
        None
    }
}

/// Doubts in a word or two, each once.
pub(crate) fn names(doubts: &[Doubt]) -> Vec<Msg> {
    let mut names: Vec<Msg> = doubts.iter().map(|doubt| name(*doubt)).collect();
    names.dedup();
    names
}

/// The effect of its doubts on the place of a row; `None` without any.
pub(super) fn weight(row: &Row) -> Option<String> {
    let dearer = (row.dearer > 1.0).then(|| say::doubt_weighs(&number(row.dearer)));
    let expired = row.doubts.contains(&Doubt::ExpiredPrice);
    let last = expired.then(|| text(Msg::DoubtLast).to_owned());
    let said: Vec<String> = dearer.into_iter().chain(last).collect();
    (!said.is_empty()).then(|| said.join(i18n::language().gap()))
}

/// A doubt in a word or two; either sign of a thin margin is one.
const fn name(doubt: Doubt) -> Msg {
    match doubt {
        Doubt::Unmeasured => Msg::DoubtUnmeasured,
        Doubt::LittleHeadroom | Doubt::Uncertain => Msg::DoubtThin,
        Doubt::ExpiredPrice => Msg::DoubtExpired,
    }
}
