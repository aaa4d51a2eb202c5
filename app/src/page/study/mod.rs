//! A task of the calculator: a question that is typed, its link, its answer. A task says what is
//! its own as one [`Study`]; the state of its page, its history, link, files and work in turns
//! are [`Studied`]'s.

mod address;
mod answering;
mod later;
pub(crate) mod levers;
mod state;
#[cfg(all(test, target_arch = "wasm32"))]
pub(crate) mod tests;
pub(crate) mod typed;

pub(crate) use later::{a_frame_later, once_lasting};
pub(crate) use state::Studied;

use crate::i18n::Marks;
use crate::page::frame::Frame;
use crate::page::work::Work;
use estimator::export::Format;
use estimator::link::{Notice, View};
use leptos::prelude::Callback;
use std::sync::Arc;

/// A task, as a handle of whatever its page has beside the draft.
pub(crate) trait Study: Copy + Send + Sync + 'static {
    /// The question as typed.
    type Draft: Send + Sync + 'static;
    /// A question that can be asked.
    type Question: Send + Sync + 'static;
    /// All that was found out about it.
    type Answer: Send + Sync + 'static;
    /// Something wrong with a question, beside one of its fields.
    type Error: Clone + PartialEq + Send + Sync + 'static;
    /// The name of such a field.
    type Field: PartialEq;
    /// The way from a question to its answer.
    type Work: Work;

    /// Whether its link holds the amounts of the page about costs; others carry them unread.
    const ABOUT_MONEY: bool = false;
    /// Whether its answer is the last word of the page: the time of its work, and that the page
    /// rests, are left where tests and developers read them.
    const RESTS: bool = true;
    /// Whether an earlier answer stays on the page in the place of one with errors of its own.
    const REFUSES: bool = false;

    /// Reads a link into a draft. What stands beside the draft is set here.
    fn read(self, fragment: &str) -> Opened<Self::Draft>;
    /// The link of a question.
    fn write(self, question: &Self::Question, view: View) -> String;
    /// The link of a page that nobody has touched.
    fn fresh() -> String;

    /// Makes what a question is asked of, before the first, and goes on to `then`.
    fn prepare(self, then: impl FnOnce() + 'static) {
        then();
    }
    /// The question of a draft. Reactive: another is asked when anything read here changes.
    ///
    /// # Errors
    /// One entry a field that cannot be read; empty where there is nothing to ask yet.
    fn question(
        self,
        draft: &Self::Draft,
        marks: Marks,
        frame: Frame,
    ) -> Result<Self::Question, Vec<Self::Error>>;
    /// Writes typed numbers as another language does.
    fn rewrite(self, draft: &mut Self::Draft, old: Marks, new: Marks);
    /// Whether something that is typed beside the draft cannot be read; reactive.
    fn is_unread(self) -> bool {
        false
    }
    /// Whether another answer than the one on screen is still on its way; reactive.
    fn is_awaited(self) -> bool {
        false
    }

    /// Begins to answer a question.
    ///
    /// # Errors
    /// The parts that cannot be answered, field by field, in the units of the fields.
    fn begin(question: Arc<Self::Question>) -> Result<Self::Work, Vec<Self::Error>>;
    /// The answer, once its work is done.
    fn finish(work: Self::Work) -> Self::Answer;
    /// The errors that only the answer shows.
    fn found(_: &Self::Answer) -> Vec<Self::Error> {
        Vec::new()
    }

    /// The field that an error stands beside.
    fn field(error: &Self::Error) -> Self::Field;
    /// Offers the answer as a file; `fragment` is its link, and `failed` is told where there is
    /// none.
    fn save(state: Studied<Self>, format: Format, fragment: String, failed: Callback<()>);
}

/// A link that was read.
pub(crate) struct Opened<D> {
    /// Its question.
    pub(crate) draft: D,
    /// How it is looked at.
    pub(crate) view: View,
    /// Its parts that were not understood.
    pub(crate) notices: Vec<Notice>,
}
