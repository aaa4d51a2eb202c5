//! The page's task: what is its own beside the parts of every task.

use super::draft::Draft;
use super::fields::{id_of, nearest};
use super::words;
use crate::i18n::{self, Marks};
use crate::page::carried::{CURRENCY, unseen, view_of_amounts, without};
use crate::page::frame::Frame;
use crate::page::share;
use crate::page::study::typed::Typed;
use crate::page::study::{Opened, Studied, Study};
use crate::page::work::Work;
use crate::worker::message::Document;
use estimator::export::Format;
use estimator::kubernetes::teams::link::{self, Link};
use estimator::kubernetes::teams::{Field, FieldError, Question, Report, Search};
use estimator::link::View;
use leptos::prelude::*;
use std::sync::Arc;

/// The state of the page. Small handle: copy it freely.
pub(super) type State = Studied<Teams>;

/// The task, and the signals of its page beside the draft.
#[derive(Clone, Copy)]
pub(super) struct Teams {
    /// The row that is open, by its key.
    pub(super) open: RwSignal<Option<u32>>,
    /// The calculator's question that came along, as its fragment.
    pub(super) size: RwSignal<String>,
}

/// A question and its answer.
pub(super) struct Answer {
    pub(super) question: Arc<Question>,
    pub(super) report: Report,
}

/// The way to it.
pub(super) struct Solving {
    question: Arc<Question>,
    search: Search,
}

impl Work for Solving {
    fn advance(&mut self) -> bool {
        self.search.advance(200)
    }
}

impl Teams {
    /// A page that nobody has touched.
    pub(super) fn new() -> Self {
        Self {
            open: RwSignal::new(None),
            size: RwSignal::new(String::new()),
        }
    }
}

impl Study for Teams {
    type Draft = Draft;
    type Question = Question;
    type Answer = Answer;
    type Error = FieldError;
    type Field = Field;
    type Work = Solving;

    /// A question of another page goes along beside a fresh queue, whose amounts are in its currency.
    fn read(self, fragment: &str) -> Opened<Draft> {
        let (link, notices) = if link::is_queue(fragment) {
            link::read(fragment)
        } else {
            let (looked_at, notices) = link::read(&view_of_amounts(fragment));
            let question = Question {
                currency: looked_at.question.currency,
                ..Question::default()
            };
            let link = Link {
                question,
                view: looked_at.view,
                size: without(&unseen(fragment), CURRENCY),
            };
            (link, notices)
        };
        i18n::set_currency(link.question.currency);
        self.open.set(None);
        self.size.set(link.size);
        Opened {
            draft: Draft::new(&link.question, i18n::marks()),
            view: link.view,
            notices,
        }
    }

    fn write(self, question: &Question, view: View) -> String {
        link::write(&Link {
            question: question.clone(),
            view,
            size: self.size.get(),
        })
    }

    fn fresh() -> String {
        link::write(&Link::default())
    }

    fn question(self, draft: &Draft, marks: Marks, _: Frame) -> Result<Question, Vec<FieldError>> {
        draft.question(marks)
    }

    fn rewrite(self, draft: &mut Draft, old: Marks, new: Marks) {
        draft.rewrite(old, new);
    }

    fn begin(question: Arc<Question>) -> Result<Solving, Vec<FieldError>> {
        let search = Search::new(&question)?;
        Ok(Solving { question, search })
    }

    fn finish(solving: Solving) -> Answer {
        Answer {
            question: solving.question,
            report: solving.search.into_report(),
        }
    }

    fn field(error: &FieldError) -> Field {
        error.field
    }

    fn save(_: State, format: Format, fragment: String, failed: Callback<()>) {
        share::write(
            Document::Queue,
            format,
            fragment,
            None,
            vec!["queue".to_owned()],
            failed,
        );
    }
}

impl State {
    /// The fragment that goes over to other pages: the calculator's question as it came, and the
    /// currency; reactive.
    pub(super) fn others(self) -> String {
        let looked_at = link::write(&Link {
            question: Question {
                currency: self.draft.with(|draft| draft.currency),
                ..Question::nothing()
            },
            view: self.frame.view(),
            size: String::new(),
        });
        let parts = [self.study.size.get(), view_of_amounts(&looked_at)];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("&")
    }
}

impl Typed for Teams {
    fn text(draft: &Draft, field: Field) -> &str {
        draft.text(field)
    }

    fn set_text(draft: &mut Draft, field: Field, text: String) {
        draft.set_text(field, text);
    }

    fn id(field: Field) -> String {
        id_of(field)
    }

    fn words(error: &FieldError) -> String {
        words::problem(error)
    }

    fn nearest(error: &FieldError) -> Option<String> {
        nearest(error)
    }
}
