//! A day on each GPU: equal ones stand together.

use super::chart;
use crate::chart::figure::Figure;
use crate::fleet::state::{Shown, State};
use crate::i18n::{Msg, say, t};
use estimator::fleet::asked::{Board, Report};
use leptos::prelude::*;

/// GPUs that are drawn; all of them stand in the tables.
const MOST: usize = 24;

/// A GPU and how many are like it.
pub(super) struct Alike<'a> {
    /// The first of them.
    pub(super) board: &'a Board,
    /// How many.
    pub(super) many: usize,
}

/// The GPUs, equal ones together, in order.
pub(super) fn alike(report: &Report) -> Vec<Alike<'_>> {
    let mut all: Vec<Alike<'_>> = Vec::new();
    for board in &report.boards {
        match all.iter_mut().find(|one| is_like(one.board, board)) {
            Some(one) => one.many += 1,
            None => all.push(Alike { board, many: 1 }),
        }
    }
    all
}

/// Whether two GPUs of a type hold replicas of the same workloads in the same way.
fn is_like(one: &Board, other: &Board) -> bool {
    let inside = |board: &Board| -> Vec<(usize, String, u32)> {
        let members = board.members.iter();
        members
            .map(|member| (member.workload, member.profile.clone(), member.place))
            .collect()
    };
    (one.choice, one.price, one.mode) == (other.choice, other.price, other.mode)
        && inside(one) == inside(other)
}

/// All of them.
#[component]
pub(super) fn Boards() -> impl IntoView {
    let state = State::of_page();
    let count = Memo::new(move |_| {
        let shown = state.study.shown.get();
        shown.map_or(0, |shown| alike(&shown.report).len())
    });
    let drawn = Memo::new(move |_| count.get().min(MOST));
    let figures = move || (0..drawn.get()).map(|at| figure(state, at)).collect_view();
    let rest = move || {
        let more = count.get().saturating_sub(MOST);
        (more > 0).then(|| say::pack_more_boards(more as f64))
    };
    view! {
        <section class="boards" aria-labelledby="pack-boards" hidden=move || count.get() == 0>
            <h2 id="pack-boards">{t(Msg::PackDay)}</h2>
            <div class="board-grid">{figures}</div>
            <p class="aside">{rest}</p>
        </section>
    }
    .into_any()
}

fn figure(state: State, at: usize) -> AnyView {
    let title = Signal::derive(move || of(state, at, chart::title));
    let caption = Signal::derive(move || of(state, at, chart::caption));
    view! {
        <Figure
            title
            caption
            draw=Callback::new(move |width| {
                of(state, at, |shown, one| chart::draw(shown, one, width))
            })
            table=Callback::new(move |()| of(state, at, chart::table))
            pick=Callback::new(|_| {})
        />
    }
    .into_any()
}

/// Something of a GPU; nothing of one that is gone.
fn of<T: Default>(state: State, at: usize, read: impl Fn(&Shown, &Alike<'_>) -> T) -> T {
    state
        .study
        .shown
        .with(|shown| {
            let shown = shown.as_ref()?;
            let all = alike(&shown.report);
            Some(read(shown, all.get(at)?))
        })
        .unwrap_or_default()
}
