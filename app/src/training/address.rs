//! The link of the page about training, and the part of it that other pages ask, too.

use crate::page::carried::{of_every_page, settle, unseen};
use estimator::link::Notice;
use estimator::training::link::{self, Link};
use std::cell::RefCell;

/// The link of an address; of the calculator's question, the part that both ask.
pub(super) fn read(fragment: &str) -> (Link, Vec<Notice>) {
    let (mut link, notices) = if link::is_training(fragment) {
        link::read(fragment)
    } else {
        link::read(&carried(fragment))
    };
    settle(&mut link.question.fleet);
    (link, notices)
}

thread_local! {
    /// The question that the page showed last, as its link.
    static ASKED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The part of the page's own fragment that other pages ask; the page about measurements may ask for
/// the whole of it ([`asked_by`]).
pub(super) fn left(fragment: &str) -> String {
    ASKED.set(fragment.to_owned());
    carried(fragment)
}

/// The question of the page that a reader came from, whole, where `fragment` is the part of it that
/// came along; else `fragment` itself.
pub(crate) fn asked_by(fragment: String) -> String {
    ASKED.with_borrow(|asked| {
        let same = !asked.is_empty() && unseen(&carried(asked)) == fragment;
        if same { unseen(asked) } else { fragment }
    })
}

/// The part of a fragment that both pages ask: model, fleet, nodes, language, colours. A
/// default, which they leave out, is not carried.
pub(crate) fn carried(fragment: &str) -> String {
    of_every_page(fragment, &["model", "shape", "node"])
}

#[cfg(test)]
mod tests {
    use super::{asked_by, carried, left};
    use estimator::choice::{Area, Fleet, ModelChoice, PriceBasis};
    use estimator::currency::{Code, Currency};
    use estimator::link::{Theme, View};
    use estimator::listed::Listed;
    use estimator::quantity::UsdPerHour;
    use estimator::serving::link;
    use estimator::serving::question::Question;
    use estimator::serving::scenario::Limits;
    use estimator::training;
    use std::collections::BTreeMap;

    /// Who comes from the page brings its whole question where only a part could come along, and any
    /// other address stays what it is.
    #[test]
    fn a_question_comes_back_whole() {
        let whole = "v=2&task=train&model=Qwen/Qwen3-32B&sequence=8192&lang=uk";
        let other = || "v=2&model=Qwen/Qwen3-8B".to_owned();
        assert_eq!(asked_by(other()), other());
        let part = left(whole);
        assert_eq!(part, "v=2&model=Qwen/Qwen3-32B&lang=uk");
        let back = asked_by("v=2&model=Qwen/Qwen3-32B".to_owned());
        assert_eq!(back, "v=2&task=train&model=Qwen/Qwen3-32B&sequence=8192");
        assert_eq!(asked_by(other()), other());
    }

    /// Keys that the other page would not understand stay behind.
    #[test]
    fn only_what_both_pages_ask_is_carried() {
        let all = "v=2&model=Qwen/Qwen3-32B&users=50&gpus=a,b&price.a=2.5&lang=uk&pick=a";
        let both = "v=2&model=Qwen/Qwen3-32B&gpus=a,b&price.a=2.5&lang=uk";
        assert_eq!(carried(all), both);
        assert_eq!(carried(""), "");
    }

    /// Whatever both pages ask arrives at the other one, from either: every key of it.
    #[test]
    fn all_that_both_pages_ask_is_carried() {
        let own = catalog::accelerator("amd-mi300x")
            .unwrap()
            .accelerator
            .clone();
        // Without `..`: a part that the fleet gains must be here.
        let fleet = Fleet {
            vendors: vec![own.vendor],
            accelerators: vec![own.id.clone(), "nvidia-h100-sxm-80gb".to_owned()],
            providers: vec!["aws".to_owned()],
            area: Area::Europe,
            basis: PriceBasis::Spot,
            own_prices: BTreeMap::from([(own.id.clone(), UsdPerHour::new(2.5))]),
            own_accelerator: Some(Box::new(own)),
            announced: true,
            by_accelerator: true,
            bought: false,
            listed: vec![Listed {
                provider: "own".to_owned(),
                accelerator: "nvidia-h100-sxm-80gb".to_owned(),
                count: 8,
                prices: [Some(UsdPerHour::new(20.0)), None, None, None],
                ..Listed::default()
            }],
            discounts: vec![("aws".to_owned(), 0.2)],
            currency: Code::new("EUR").map(|code| Currency::new(code, 0.9)),
        };
        let (language, theme) = (Some("uk".to_owned()), Some(Theme::Dark));
        let custom = Box::new(catalog::model("Qwen/Qwen3-32B").unwrap());
        for model in [
            ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned()),
            ModelChoice::Plain(13.0),
            ModelChoice::Custom(custom),
        ] {
            let serving = link::Link {
                question: Question {
                    model: model.clone(),
                    fleet: fleet.clone(),
                    limits: Limits {
                        max_per_node: Some(4),
                        ..link::base().limits
                    },
                    ..link::base()
                },
                view: View {
                    language: language.clone(),
                    theme,
                    selected: None,
                },
                frame: None,
            };
            let fragment = link::write(&serving);
            assert_eq!(carried(&fragment), fragment);
            let (trained, notices) = training::link::read(&fragment);
            assert_eq!(notices, []);
            assert_eq!(trained.question.model, model);
            assert_eq!(trained.question.fleet, fleet);
            assert_eq!(trained.question.limits.max_per_node, Some(4));
            assert_eq!(
                (&trained.view.language, trained.view.theme),
                (&language, theme)
            );
            let back = carried(&training::link::write(&trained));
            assert_eq!(link::read(&back), (serving, Vec::new()));
        }
    }
}
