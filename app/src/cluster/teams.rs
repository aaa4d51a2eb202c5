//! Of teams: Kueue's objects.

use super::form::{line_box, said};
use super::problems::{Place, Problems};
use super::typed::{Line, Typed};
use super::{Given, Outcome, Reasons};
use crate::i18n::Msg;
use crate::module::Teamed;
use estimator::kubernetes::manifest::{NoManifest, write_teams};
use leptos::prelude::*;

const REASONS: Reasons = Reasons {
    nothing: Msg::ClusterTeamsUnknown,
    gap: Msg::ClusterTeamsUnknown,
};

/// Their choices and documents.
pub(super) fn manifests(teams: Signal<Option<Teamed>>) -> AnyView {
    let typed = RwSignal::new(Typed::default());
    let given = Signal::derive(move || {
        teams.with(Option::is_some).then(|| Given {
            name: "teams".to_owned(),
            namespace: "",
            model: String::new(),
        })
    });
    let made = Memo::new_with_compare(
        move |_| {
            let teams = teams.get()?;
            let choices = typed.with(Typed::team_choices);
            let board = teams.board.ok_or(NoManifest::Nothing);
            Some(Outcome::of(
                board.map(|board| write_teams(&teams.question, &board, &choices)),
            ))
        },
        |_, _| true,
    );
    let blocks = Memo::new(move |_| {
        let blocks = |teams: &Teamed| teams.question.rack.and(teams.question.block).is_some();
        teams.with(|teams| teams.as_ref().is_some_and(blocks))
    });
    super::manifests(made.into(), given, REASONS, |problems| {
        form(typed, given, problems, blocks)
    })
}

fn form(
    typed: RwSignal<Typed>,
    given: Signal<Option<Given>>,
    problems: Problems,
    blocks: Memo<bool>,
) -> AnyView {
    let line = move |line: Line| line_box(line, typed, given, problems);
    view! {
        <form class="cluster-choices" on:submit=|event| event.prevent_default()>
            {said(problems, Place::Answer)}
            {line(Line::LocalQueue)}
            {line(Line::Cohort)}
            {line(Line::Rack)}
            {move || blocks.get().then(|| line(Line::Block))}
        </form>
    }
    .into_any()
}
