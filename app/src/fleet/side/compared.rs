//! Fleets side by side: the one on the page, one that is pinned, and those saved by name, which a worker
//! of their own packs one after another.

use super::table::{row, said, table};
use crate::browser::{self, Heard, Simulator, filled};
use crate::element::Element;
use crate::fleet::fragment;
use crate::fleet::state::{Shown, State};
use crate::i18n::{Msg, t, text};
use crate::page::carried::{readable, view};
use crate::page::saved;
use estimator::fleet::asked::carried;
use estimator::fleet::asked::link;
use estimator::named::Named;
use estimator::parcel::Parcel;
use leptos::prelude::*;
use std::sync::Arc;

/// A saved fleet, and what is known of it.
#[derive(Clone)]
struct Known {
    named: Named,
    answer: Answer,
}

/// The answer of a saved fleet.
#[derive(Clone)]
enum Answer {
    /// It is on its way.
    Awaited,
    /// There is none.
    None,
    /// Its first packing.
    Packed(Shown),
}

/// All that the card knows. Small handle: copy it freely.
#[derive(Clone, Copy)]
struct Compared {
    state: State,
    pinned: RwSignal<Option<Shown>>,
    saved: RwSignal<Vec<Known>>,
    worker: StoredValue<Option<Simulator>, LocalStorage>,
    /// The fragment that the worker packs.
    asked: StoredValue<Option<String>>,
}

/// The card's content.
pub(super) fn compared() -> AnyView {
    let all = Compared {
        state: State::of_page(),
        pinned: RwSignal::new(None),
        saved: RwSignal::new(Vec::new()),
        worker: StoredValue::new_local(None),
        asked: StoredValue::new(None),
    };
    let heard = move |heard| all.hear(heard);
    all.worker
        .set_value(Simulator::start(heard, move || all.fail()));
    Effect::new(move |_| {
        saved::count();
        all.read();
    });
    let rows = Signal::derive(move || all.table());
    let pin = move |_| {
        if !untrack(|| all.state.is_stale()) {
            all.pinned.set(all.state.study.shown.get_untracked());
        }
    };
    let pinned = move || {
        all.pinned.get().map(|shown| {
            let back = move |_| browser::follow(&fragment(&shown.question));
            view! {
                <button type="button" class="chip action" on:click=back>{t(Msg::BaselineBack)}</button>
                <button type="button" class="chip action" on:click=move |_| all.pinned.set(None)>
                    {t(Msg::BaselineDrop)}
                </button>
            }
        })
    };
    view! {
        <div class="chips">
            <button
                type="button"
                class="chip action"
                disabled=move || all.state.study.shown.with(Option::is_none) || all.state.is_stale()
                on:click=pin
            >
                {t(Msg::BaselinePin)}
            </button>
            {pinned}
        </div>
        <div class="scroll wrapping" tabindex="0" role="group" aria-labelledby="pack-compared">
            {move || view! { <div use:filled=vec![rows.get()]></div> }}
        </div>
        <p class="aside">{t(Msg::PackComparedNote)}</p>
    }
    .into_any()
}

impl Known {
    const fn is_awaited(&self) -> bool {
        matches!(self.answer, Answer::Awaited)
    }
}

impl Compared {
    /// Takes over the saved fleets; of those that were there the answer stays.
    fn read(self) {
        let fleets = saved::all().into_iter().map(|saved| saved.named);
        let fleets = fleets.filter(Named::is_fleet);
        self.saved.update(|known| {
            let before = std::mem::take(known);
            known.extend(fleets.map(|named| {
                let mut before = before.iter();
                let same = before.find(|one| one.named.fragment() == named.fragment());
                let answer = same.map_or(Answer::Awaited, |same| same.answer.clone());
                Known { named, answer }
            }));
        });
        self.next();
    }

    /// Has the next one packed; the fleet that is being packed comes first.
    fn next(self) {
        if self.asked.with_value(Option::is_some) {
            return;
        }
        let waiting = self.saved.with_untracked(|saved| {
            let mut waiting = saved.iter().filter(|one| one.is_awaited());
            waiting.next().map(|one| one.named.fragment().to_owned())
        });
        if let Some(fragment) = waiting {
            self.worker.with_value(|worker| {
                if let Some(worker) = worker {
                    worker.pack(&readable(&fragment));
                }
            });
            self.asked.set_value(Some(fragment));
        }
    }

    /// The first packing of one is enough: what would be cheaper is said on the page, once it is there.
    fn hear(self, heard: Heard) {
        match heard {
            Heard::Packed(parcel) => self.answer(Some(&parcel)),
            Heard::End => self.answer(None),
            Heard::Settled(_)
            | Heard::Simulated(_)
            | Heard::Turned(_)
            | Heard::Lever(_)
            | Heard::SessionsSized(_)
            | Heard::Tried(_) => {}
        }
    }

    fn answer(self, parcel: Option<&Parcel>) {
        let Some(asked) = self.asked.try_update_value(Option::take).flatten() else {
            return;
        };
        let report = parcel.and_then(carried::read);
        let shown = report.map(|report| Shown {
            question: Arc::new(link::read(&readable(&asked)).0.question),
            report: Arc::new(report),
        });
        self.saved.update(|known| {
            for one in known.iter_mut().filter(|one| one.named.fragment() == asked) {
                one.answer = shown.clone().map_or(Answer::None, Answer::Packed);
            }
        });
        self.next();
    }

    /// Without a worker there is no answer to wait for.
    fn fail(self) {
        self.saved.update(|known| {
            for one in known.iter_mut().filter(|one| one.is_awaited()) {
                one.answer = Answer::None;
            }
        });
    }

    /// The table; reactive.
    fn table(self) -> Element {
        let here = self.state.study.shown.get();
        let pinned = self.pinned.get();
        let base = pinned.as_ref().or(here.as_ref());
        let base = base.and_then(|shown| shown.report.paid);
        let own = [(Msg::PackHere, &here), (Msg::PackBaseline, &pinned)];
        let own = own.into_iter().filter_map(|(name, shown)| {
            let name = Element::heading("row", text(name));
            Some(row(name, Some(shown.as_ref()?), base))
        });
        let view = view(&browser::fragment());
        let saved = self.saved.get();
        let saved = saved.iter().map(|one| {
            let question = format!("{}&{view}", one.named.fragment());
            let address = browser::page_at("fleet/", question.trim_end_matches('&'));
            let open = Element::new("a").with("href", address);
            let name = Element::heading("row", "").and(open.say(one.named.name()));
            match &one.answer {
                Answer::Awaited => said(name, text(Msg::PackSearching)),
                Answer::None => row(name, None, base),
                Answer::Packed(shown) => row(name, Some(shown), base),
            }
        });
        table(own.chain(saved).collect())
    }
}
