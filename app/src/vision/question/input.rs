//! What the model is given, by its kind: resolution, steps, tokens, sound.

use crate::i18n::{Msg, integer, text};
use crate::vision::fields::Number;
use crate::vision::state::State;
use catalog::vision::{listener, network_record, pipeline};
use estimator::vision::counted::Counted;
use estimator::vision::sizing::{Field, Kind, Question};
use leptos::prelude::*;

/// The fields of the kind.
#[component]
pub(super) fn Input() -> impl IntoView {
    let state = State::of_page();
    let kind = state.kind();
    let pixels = move || Signal::derive(move || text(Msg::VisionPixels));
    let tokens = move || Signal::derive(move || text(Msg::SymbolTokens));
    let seconds = move || Signal::derive(move || text(Msg::SymbolS));
    // A step of training has one pass, and no guidance.
    let trains = Memo::new(move |_| state.draft.with(|draft| draft.chosen.trains_denoiser()));
    let fields = move || {
        match kind.get() {
        Kind::Images => view! {
            <Number field=Field::Side label=Msg::VisionSide unit=pixels() empty=own(Field::Side)/>
        }
        .into_any(),
        Kind::Texts => view! {
            <div class="pair">
                <Number field=Field::Tokens label=Msg::VisionTokens unit=tokens()/>
                <Number field=Field::Document label=Msg::VisionDocument unit=tokens()/>
            </div>
            <Number field=Field::Pairs label=Msg::VisionPairs/>
        }
        .into_any(),
        kind @ (Kind::Pictures | Kind::Clips) => view! {
            <div class="pair">
                <Number field=Field::Width label=Msg::VisionWidth unit=pixels() empty=own(Field::Width)/>
                <Number field=Field::Height label=Msg::VisionHeight unit=pixels() empty=own(Field::Height)/>
            </div>
            <div class="pair">
                {(!trains.get()).then(|| view! {
                    <Number field=Field::Steps label=Msg::VisionSteps empty=own(Field::Steps)/>
                })}
                {if kind == Kind::Clips {
                    view! { <Number field=Field::Frames label=Msg::VisionFrames empty=own(Field::Frames)/> }
                        .into_any()
                } else if trains.get() {
                    ().into_any()
                } else {
                    view! { <Number field=Field::Guidance label=Msg::VisionGuidance empty=own(Field::Guidance)/> }
                        .into_any()
                }}
            </div>
        }
        .into_any(),
        Kind::Speech => view! {
            <div class="pair">
                <Number field=Field::Sound label=Msg::VisionSound unit=seconds() empty=own(Field::Sound)/>
                <Number field=Field::Beam label=Msg::VisionBeam/>
            </div>
        }
        .into_any(),
        Kind::Prompts => view! {
            <div class="pair">
                <Number field=Field::Images label=Msg::VisionImagesEach/>
                <Number field=Field::Audio label=Msg::VisionAudio unit=seconds() empty=none()/>
            </div>
            <div class="pair">
                <Number field=Field::Width label=Msg::VisionWidth unit=pixels()/>
                <Number field=Field::Height label=Msg::VisionHeight unit=pixels()/>
            </div>
            <div class="pair">
                <Number field=Field::Prompt label=Msg::VisionPrompt unit=tokens()/>
                <Number field=Field::Answer label=Msg::VisionAnswer unit=tokens()/>
            </div>
        }
        .into_any(),
    }
    };
    view! { {fields} }.into_any()
}

/// Nothing.
fn none() -> Signal<String> {
    Signal::derive(|| text(Msg::VisionNone).to_owned())
}

/// The model's own value of a field, said where nothing is typed.
fn own(field: Field) -> Signal<String> {
    let state = State::of_page();
    Signal::derive(move || {
        let value = state.draft.with(|draft| own_value(field, &draft.chosen));
        value.map_or_else(|| text(Msg::VisionAsReleased).to_owned(), integer)
    })
}

fn own_value(field: Field, question: &Question) -> Option<f64> {
    let id = &question.model;
    match question.own {
        Some(Counted::Pipeline(own)) => return drawn(field, own.resolution, own.frames, own.steps),
        Some(Counted::Listener(own)) => return Some(own.encoder.seconds),
        _ => {}
    }
    let model = pipeline(id).map(|record| &record.pipeline);
    Some(match field {
        Field::Side => f64::from(match question.own {
            Some(Counted::Network(network)) => network.resolution,
            _ => network_record(id)?.network.resolution,
        }),
        Field::Sound => listener(id)?.listener.encoder.seconds,
        other => {
            let model = model?;
            return drawn(other, model.resolution, model.frames, model.steps);
        }
    })
}

/// What a pipeline is released with.
fn drawn(field: Field, [height, width]: [u32; 2], frames: u32, steps: u32) -> Option<f64> {
    Some(f64::from(match field {
        Field::Height => height,
        Field::Width => width,
        Field::Steps => steps,
        Field::Frames => frames,
        _ => return None,
    }))
}
