//! How much, in the kind's own units, and the promise.

use super::{check, select};
use crate::i18n::{Msg, t, text};
use crate::page::sheet::Section;
use crate::vision::fields::Number;
use crate::vision::state::State;
use crate::vision::words;
use estimator::error;
use estimator::vision::sizing::{Field, Kind, Load};
use leptos::prelude::*;

/// The load.
#[component]
pub(super) fn LoadSection() -> impl IntoView {
    let state = State::of_page();
    let kind = state.kind();
    let way = Memo::new(move |_| {
        state
            .draft
            .with(|draft| (draft.chosen.kind, draft.chosen.load))
    });
    let days = move || Signal::derive(move || text(Msg::VisionSymbolDays));
    let fields = move || {
        let (kind, load) = way.get();
        match load {
            Load::Cameras => view! {
                <div class="pair">
                    <Number field=Field::Cameras label=Msg::VisionCameras/>
                    <Number field=Field::FrameRate label=Msg::VisionFrameRate/>
                </div>
            }
            .into_any(),
            Load::Library => view! {
                <div class="pair">
                    <Number field=Field::Items label=Msg::VisionItems/>
                    <Number field=Field::Within label=Msg::VisionWithin unit=days()/>
                </div>
            }
            .into_any(),
            Load::Training => training(kind).into_any(),
            Load::Rate => {
                let label = match kind {
                    Kind::Texts => Msg::VisionQueries,
                    Kind::Prompts => Msg::VisionRequests,
                    _ => Msg::VisionImagesRate,
                };
                let documents = (kind == Kind::Texts).then(|| {
                    view! {
                        <div class="pair">
                            <Number field=Field::Items label=Msg::VisionDocuments/>
                            <Number field=Field::Within label=Msg::VisionWithin unit=days()/>
                        </div>
                    }
                });
                view! {
                    <Number field=Field::Rate label/>
                    {documents}
                }
                .into_any()
            }
            Load::Day => {
                let label = match kind {
                    Kind::Clips => Msg::VisionClipsDaily,
                    Kind::Speech => Msg::VisionHoursDaily,
                    _ => Msg::VisionImagesDaily,
                };
                view! {
                    <div class="pair">
                        <Number field=Field::Daily label/>
                        <Number field=Field::Peak label=Msg::PeakToMean/>
                    </div>
                }
                .into_any()
            }
            Load::Streams => {
                view! { <Number field=Field::Streams label=Msg::VisionStreams/> }.into_any()
            }
        }
    };
    let ways = move || match kind.get() {
        kind @ (Kind::Images | Kind::Pictures | Kind::Clips | Kind::Speech) => Some(select(
            (Msg::CountedIn, "field-Load"),
            Load::of(kind),
            Load::id,
            match kind {
                Kind::Pictures => pictures_load,
                Kind::Clips => clips_load,
                _ => load_name,
            },
            |question| question.load,
            |question, load| question.load = load,
        )),
        _ => None,
    };
    view! {
        <Section heading=Msg::VisionLoadHeading>
            {ways}
            {fields}
        </Section>
    }
    .into_any()
}

/// A set of images, how often, and until when.
fn training(kind: Kind) -> impl IntoView {
    let days = Signal::derive(move || text(Msg::VisionSymbolDays));
    let (items, says) = match kind {
        Kind::Images => (Msg::VisionTrainingImages, Msg::VisionTrainingSays),
        Kind::Clips => (Msg::VisionTrainingClips, Msg::VisionTrainingDraws),
        _ => (Msg::VisionTrainingImages, Msg::VisionTrainingDraws),
    };
    let all = Signal::derive(|| text(Msg::VisionRankAll).to_owned());
    let adapted = (kind != Kind::Images).then(|| {
        view! {
            <Number field=Field::Rank label=Msg::VisionRank empty=all/>
            {check(Msg::VisionRecompute, |of| of.recompute, |of, on| of.recompute = on)}
            {check(Msg::VisionSmallStates, |of| of.small_states, |of, on| of.small_states = on)}
        }
    });
    view! {
        <div class="pair">
            <Number field=Field::Items label=items/>
            <Number field=Field::Epochs label=Msg::VisionEpochs/>
        </div>
        {adapted}
        <Number field=Field::Within label=Msg::VisionWithin unit=days/>
        <p class="aside">{t(says)}</p>
    }
}

/// Loads of what draws images.
fn pictures_load(load: Load) -> String {
    match load {
        Load::Day => text(Msg::VisionImagesDaily).to_owned(),
        other => load_name(other),
    }
}

/// Loads of what draws clips.
fn clips_load(load: Load) -> String {
    match load {
        Load::Day => text(Msg::VisionClipsDaily).to_owned(),
        other => load_name(other),
    }
}

fn load_name(load: Load) -> String {
    text(match load {
        Load::Rate => Msg::VisionByRate,
        Load::Cameras => Msg::VisionByCameras,
        Load::Library => Msg::VisionByLibrary,
        Load::Day => Msg::VisionByDay,
        Load::Streams => Msg::VisionByStreams,
        Load::Training => Msg::VisionByTraining,
    })
    .to_owned()
}

/// The promise; a library alone has none but its time.
#[component]
pub(super) fn PromiseSection() -> impl IntoView {
    let state = State::of_page();
    let kind = state.kind();
    let shown = Memo::new(move |_| state.draft.with(|draft| !draft.chosen.load.is_once()));
    let unit = Signal::derive(move || {
        text(match kind.get() {
            Kind::Images | Kind::Texts => Msg::VisionSymbolMs,
            Kind::Clips => Msg::VisionSymbolMinutes,
            _ => Msg::SymbolS,
        })
    });
    let none = Signal::derive(|| text(Msg::NoLimit).to_owned());
    let percent = Signal::derive(|| "%");
    let pace = move || {
        (kind.get() == Kind::Prompts).then(|| {
            view! {
                <Number field=Field::Pace label=Msg::VisionPace unit=Signal::derive(|| text(Msg::VisionSymbolMs)) empty=none/>
            }
        })
    };
    let section = move || {
        view! {
            <Section heading=Msg::SpeedHeading>
                <div class="pair">
                    <Number
                        field=Field::Limit
                        label=Signal::derive(move || words::promised(kind.get()))
                        unit
                        empty=none
                    />
                    <Number
                        field=Field::Shared(error::Field::Percentile)
                        label=Msg::Percentile
                        unit=percent
                    />
                </div>
                {pace}
            </Section>
        }
    };
    (move || shown.get().then(section)).into_any()
}
