//! The conversation with the worker that sizes sessions: what it found of a question, as it comes.
//! It works on one question at a time; the next one ends the one before. What is asked beside the
//! page's answer never ends the page's own question: its answer is another, beside which all of
//! that is asked anew.

use crate::browser::{self, Heard, Simulator};
use crate::page::work::Bell;
use estimator::session::sizing::Question;
use estimator::session::sizing::chosen::{Chosen, heard};
use estimator::session::sizing::link::{self, Link};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// What the worker says of a question.
#[derive(Clone, Default)]
pub(super) struct Sought(Rc<Said>);

#[derive(Default)]
struct Said {
    /// What nobody has taken yet, by the places of offers.
    news: RefCell<VecDeque<(usize, Option<Chosen>)>>,
    /// Whether nothing more comes.
    over: Cell<bool>,
    bell: Bell,
}

/// The worker of the page, the question that it works on, and the page's own.
struct Sizer {
    worker: Simulator,
    asked: Rc<RefCell<Sought>>,
    own: Sought,
}

thread_local! {
    /// The worker of the page that is shown; `Err` where it cannot be had.
    static SIZER: RefCell<Option<Result<Sizer, ()>>> = const { RefCell::new(None) };
}

impl Sought {
    /// Asks the worker, which gives up what it worked on; `beside` the page's answer only where that
    /// is known.
    pub(super) fn begin(question: &Question, among: &[String], beside: bool) -> Self {
        let sought = Self::default();
        SIZER.with_borrow_mut(|sizer| match sizer.get_or_insert_with(start) {
            // Nobody waits for it: it is given up with the answer that it stands beside.
            Ok(Sizer { own, .. }) if beside && !own.is_over() => sought.0.bell.silence(),
            Ok(Sizer { worker, asked, own }) => {
                if !beside {
                    *own = sought.clone();
                }
                asked.replace(sought.clone()).0.bell.silence();
                let link = Link {
                    question: question.clone(),
                    ..Link::default()
                };
                worker.size_sessions(link::write(&link), among);
            }
            Err(()) => sought.0.over.set(true),
        });
        sought
    }

    /// What was found of an offer, of those that nobody has taken.
    pub(super) fn next(&self) -> Option<(usize, Option<Chosen>)> {
        self.0.news.borrow_mut().pop_front()
    }

    /// Whether nothing more comes.
    pub(super) fn is_over(&self) -> bool {
        self.0.over.get()
    }

    /// What rings at the next news, where there are none.
    pub(super) fn waits(&self) -> Option<Bell> {
        let rests = !self.is_over() && self.0.news.borrow().is_empty();
        rests.then(|| self.0.bell.clone())
    }

    fn hear(&self, said: Heard) {
        match said {
            Heard::SessionsSized(parcel) => {
                let news = heard(&parcel).unwrap_or_default();
                self.0.news.borrow_mut().extend(news);
            }
            Heard::End => self.0.over.set(true),
            // Asked by other pages.
            Heard::Settled(_)
            | Heard::Simulated(_)
            | Heard::Turned(_)
            | Heard::Lever(_)
            | Heard::Packed(_)
            | Heard::Tried(_) => return,
        }
        self.0.bell.ring();
    }
}

/// Starts the worker, for as long as the page is shown.
fn start() -> Result<Sizer, ()> {
    browser::at_end(|| {
        if let Some(Ok(Sizer { asked, .. })) = SIZER.take() {
            asked.borrow().0.bell.silence();
        }
    });
    let asked = Rc::new(RefCell::new(Sought::default()));
    let of = |asked: &Rc<RefCell<Sought>>| {
        let asked = Rc::clone(asked);
        move || asked.borrow().clone()
    };
    let (listening, last) = (of(&asked), of(&asked));
    let failed = move || {
        SIZER.set(Some(Err(())));
        let sought = last();
        sought.0.over.set(true);
        sought.0.bell.ring();
    };
    let worker = Simulator::start(move |said| listening().hear(said), failed).ok_or(())?;
    let own = Sought::default();
    // Before the first question nothing is under way.
    own.0.over.set(true);
    Ok(Sizer { worker, asked, own })
}
