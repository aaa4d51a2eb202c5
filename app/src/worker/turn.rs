//! Turns of the worker. Timers that follow each other wait four milliseconds each; a message to
//! oneself is the next thing that is heard.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

/// Ends the turn: what the page said meanwhile is heard before the next one.
pub(super) async fn next() {
    let Ok(channel) = MessageChannel::new() else {
        return;
    };
    let (here, there) = (channel.port1(), channel.port2());
    let heard = Promise::new(&mut |resolve, _| {
        here.set_onmessage(Some(&resolve));
        // Nothing is taken along that could not be.
        let _ = there.post_message(&JsValue::NULL);
    });
    // It is never refused.
    let _ = JsFuture::from(heard).await;
    here.close();
}

/// Milliseconds, by the clock of the worker.
pub(super) fn now() -> f64 {
    js_sys::Date::now()
}

/// How work in turns is done: its clock, what ends a turn, what else is wanted meanwhile.
pub(super) struct Pace<N, C, O> {
    /// Ends a turn.
    pub(super) next: N,
    /// Milliseconds.
    pub(super) clock: C,
    /// Whether something else was asked for.
    pub(super) is_overtaken: O,
    /// How long a turn is, in milliseconds.
    pub(super) turn: f64,
    /// Milliseconds between two reports while the work goes on.
    pub(super) between: f64,
}

impl<N: AsyncFn(), C: Fn() -> f64, O: Fn() -> bool> Pace<N, C, O> {
    /// Takes steps of some work until one says that it was the last, and reports it from time to time
    /// and at its end; whether it came to that. Once something else is asked for, no step is taken and
    /// nothing is reported any more.
    pub(super) async fn work<W>(
        &self,
        work: &mut W,
        step: impl Fn(&mut W) -> bool,
        report: impl Fn(&W),
    ) -> bool {
        let mut said = (self.clock)();
        let mut over = false;
        while !over {
            (self.next)().await;
            if (self.is_overtaken)() {
                return false;
            }
            let began = (self.clock)();
            while !over && (self.clock)() - began < self.turn {
                over = step(work);
            }
            if over || (self.clock)() - said > self.between {
                report(work);
                said = (self.clock)();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::cell::{Cell, RefCell};

    /// Work of a hundred steps of a millisecond each, of which the turn after `asked` finds that
    /// something else is wanted: steps taken, what was reported, and whether it came to its end.
    fn worked(asked: u32) -> (u32, Vec<u32>, bool) {
        let (time, turns) = (Cell::new(0.0), Cell::new(0));
        let reports = RefCell::new(Vec::new());
        let pace = Pace {
            next: async || turns.set(turns.get() + 1),
            clock: || time.get(),
            is_overtaken: || turns.get() > asked,
            turn: 10.0,
            between: 25.0,
        };
        let mut steps = 0_u32;
        let step = |steps: &mut u32| {
            time.set(time.get() + 1.0);
            *steps += 1;
            *steps == 100
        };
        let report = |steps: &u32| reports.borrow_mut().push(*steps);
        let done = pace.work(&mut steps, step, report).now_or_never();
        (steps, reports.into_inner(), done == Some(true))
    }

    /// A turn is ten steps: the search ends with the turn in which a setting changed, takes no step
    /// afterwards and reports nothing more.
    #[test]
    fn work_ends_where_something_else_is_wanted() {
        assert_eq!(worked(0), (0, Vec::new(), false));
        assert_eq!(worked(1), (10, Vec::new(), false));
        assert_eq!(worked(4), (40, vec![30], false));
        assert_eq!(worked(9), (90, vec![30, 60, 90], false));
    }

    /// Left alone it comes to its end, which is reported whenever the last report was.
    #[test]
    fn work_left_alone_is_reported_at_its_end() {
        assert_eq!(worked(100), (100, vec![30, 60, 90, 100], true));
    }
}
