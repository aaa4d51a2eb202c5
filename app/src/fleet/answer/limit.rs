//! What a limit, or the GPUs that are there, hold and what not; what a little more would bring; the
//! growth that breaks the packing.

use super::named;
use crate::element::Element;
use crate::fleet::state::Shown;
use crate::i18n::{dollars, integer, number, percent, say};
use estimator::fleet::asked::{Hardware, Kept, Within};

/// The sentences.
pub(super) fn sentences(shown: &Shown) -> Vec<Element> {
    let Shown { question, report } = shown;
    let mut said = Vec::new();
    let plain = |words: String| Element::words("p", "aside", words);
    if let Some(kept) = &report.kept {
        said.extend(used(shown, kept).map(plain));
        if !kept.left.is_empty() {
            let left = named(question, &kept.left);
            said.push(Element::words("p", "problem", say::pack_left(&left)));
            let more = match question.within {
                Within::Money(_) => say::pack_more_money(&dollars(kept.gained_by)),
                Within::Power(_) => say::pack_more_power(&number(kept.gained_by)),
                Within::Gpus(_) | Within::Everything => say::pack_more_gpus(kept.gained_by),
            };
            let free = !matches!(question.hardware, Hardware::Owned(_));
            let gains = free && question.within != Within::Everything && kept.gained_by > 0.0;
            if gains && kept.gained.is_empty() {
                said.push(plain(say::pack_gains_nothing(&more)));
            } else if gains {
                said.push(plain(say::pack_gains(
                    &more,
                    &named(question, &kept.gained),
                )));
            }
        }
    }
    if let Some(growing) = &report.growing {
        let rate = percent(question.growth);
        let months = integer(f64::from(growing.months));
        said.push(plain(
            match (growing.breaks, growing.gpus, growing.per_hour) {
                (Some(month), Some(gpus), Some(price)) => say::pack_breaks(
                    f64::from(gpus),
                    &dollars(price.get()),
                    &integer(f64::from(month)),
                    &rate,
                ),
                (Some(month), ..) => say::pack_breaks_plain(&integer(f64::from(month)), &rate),
                (None, ..) => say::pack_lasts(&months, &rate),
            },
        ));
        let moves = growing.moves.map(|month| integer(f64::from(month)));
        said.extend(moves.map(|month| plain(say::pack_moves(&month))));
    }
    said
}

/// The used part of a limit.
fn used(shown: &Shown, kept: &Kept) -> Option<String> {
    Some(match shown.question.within {
        Within::Everything => return None,
        Within::Money(limit) => say::pack_used_money(&dollars(limit), &dollars(kept.used)),
        Within::Power(limit) => say::pack_used_power(&number(limit), &number(kept.used)),
        Within::Gpus(limit) => say::pack_used_gpus(&integer(f64::from(limit)), &integer(kept.used)),
    })
}
