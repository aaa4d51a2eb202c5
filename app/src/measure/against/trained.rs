//! A question of the page about training, read and answered as that page does.

use crate::i18n::{integer, say};
use crate::page::carried;
use crate::training::address;
use crate::training::solve::{Answer, Search};
use estimator::training::link;
use estimator::training::question::Question;
use estimator::training::report::{Candidate, Run};
use std::sync::Arc;

/// The question of a fragment: that page's own, or what it takes of another page's; with the
/// accelerator that is selected.
pub(super) fn read(fragment: &str) -> (Question, Option<String>) {
    let (link, _) = if link::is_training(fragment) {
        link::read(fragment)
    } else {
        link::read(&address::carried(fragment))
    };
    let mut question = link.question;
    carried::prune(&mut question.fleet);
    // As on that page: software that trains the model.
    let _ = catalog::fit_training(&mut question);
    (question, link.view.selected)
}

/// The work for a question; `None` where it is wrong.
pub(super) fn search(question: &Question) -> Option<Search> {
    Search::new(Arc::new(question.clone())).ok()
}

/// The run that the page shows, of whichever accelerator.
pub(super) fn shown<'a>(
    answer: &'a Answer,
    selected: Option<&str>,
) -> Option<(&'a Candidate, &'a Run)> {
    let candidate = answer.shown(selected)?;
    Some((candidate, candidate.best.as_ref()?))
}

/// `8 × H100 SXM`.
pub(super) fn boards(answer: &Answer, candidate: &Candidate, run: &Run) -> String {
    let count = f64::from(run.estimate.layout.accelerators);
    say::gpus_of(&integer(count), answer.name(candidate))
}

#[cfg(test)]
mod tests {
    use super::read;
    use estimator::choice::ModelChoice;
    use estimator::training::link::{self, Link};
    use estimator::training::question::Question;

    /// A link of training is read whole; of the calculator's, what both pages ask.
    #[test]
    fn questions_of_either_page() {
        let qwen = || ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
        let mut asked = Link::default();
        asked.question.model = qwen();
        asked.question.sequence = 8192;
        assert_eq!(read(&link::write(&asked)).0, asked.question);
        let (taken, selected) = read("v=2&model=Qwen/Qwen3-32B&users=50");
        assert_eq!(taken.model, qwen());
        assert_eq!(taken.sequence, Question::default().sequence);
        assert_eq!(selected, None);
    }
}
