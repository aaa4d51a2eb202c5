//! A model of one's own: a file that is chosen or dropped, what was counted in it, and the way back.

use crate::browser;
use crate::control::DropTarget;
use crate::i18n::{Msg, integer, number, percent, say, t, text};
use crate::vision::own::{self, Phase};
use crate::vision::state::State;
use estimator::import::network::{Note, Refused};
use estimator::quantity::{Bytes, Flops};
use estimator::vision::counted::{Counted, Pipeline};
use estimator::vision::sizing::Question;
use leptos::prelude::*;

/// The control.
#[component]
pub(super) fn OwnModel() -> impl IntoView {
    let state = State::of_page();
    let phase = state.study.own.phase;
    let share = Memo::new(move |_| match phase.get() {
        Phase::Reading(share) => Some(share),
        _ => None,
    });
    let waits = Memo::new(move |_| match phase.get() {
        Phase::Waiting(names) => Some(names),
        _ => None,
    });
    let missing = move || waits.get().map(|names| say::vision_own_parts(&names));
    let progress = move || say::vision_own_reading(&percent(share.get().unwrap_or(0.0)));
    let stop = move |_| {
        own::cancel(state);
        browser::focus("own-file");
    };
    // Undo, links and the catalogue change it as well as files do.
    let asked = Memo::new(move |_| {
        state.draft.with(|draft| {
            let own = draft.chosen.own?;
            let side = state.asked().and_then(|asked| asked.side);
            Some((draft.chosen.model.clone(), own, side))
        })
    });
    let counted = move || asked.get().map(|asked| counted(state, &asked));
    view! {
        <DropTarget says=Msg::VisionOwnDrop take=move |file| own::take(state, file) several=true/>
        <div class="own" role="group" aria-label=t(Msg::VisionOwn)>
            <label class="plain file">
                <span>{t(Msg::VisionOwnChoose)}</span>
                <input
                    id="own-file"
                    type="file"
                    accept=".onnx,.json,.safetensors"
                    multiple
                    aria-describedby="own-hint own-problem"
                    on:change:target=move |event| {
                        for file in browser::picked_files(&event.target()) {
                            own::take(state, file);
                        }
                    }
                />
            </label>
            <p class="aside" id="own-hint">{t(Msg::VisionOwnHint)}</p>
            <div class="progress" hidden=move || share.get().is_none()>
                <p>{progress}</p>
                <progress max="1" prop:value=move || share.get().unwrap_or(0.0) aria-label=progress>
                </progress>
                <button type="button" class="tool" on:click=stop>{t(Msg::VisionOwnCancel)}</button>
            </div>
            <div role="status" class="waiting" hidden=move || waits.with(Option::is_none)>
                <p>{missing}</p>
                <button type="button" class="tool" on:click=stop>{t(Msg::VisionOwnCancel)}</button>
            </div>
            <p class="problem" id="own-problem" role="alert">{move || problem(&phase.get())}</p>
            <div role="status">{counted}</div>
        </div>
    }
    .into_any()
}

/// Why a file has no counts, as a sentence.
fn problem(phase: &Phase) -> String {
    let Phase::Failed(file, refused) = phase else {
        return String::new();
    };
    let Some(refused) = refused else {
        return text(Msg::VisionOwnNoReader).to_owned();
    };
    match refused {
        Refused::Unread => say::vision_own_unread(file),
        Refused::Unknown => say::vision_own_unknown(file),
        Refused::Cut => say::vision_own_cut(file),
        Refused::Damaged => say::vision_own_damaged(file),
        Refused::TooLarge => say::vision_own_large(file),
        Refused::NoInput => say::vision_own_no_input(file),
        Refused::Input { name, sizes } => say::vision_own_input(file, name, sizes),
        Refused::Sizes { name, sizes } => say::vision_own_sizes(file, name, sizes),
        Refused::NoWork => say::vision_own_no_work(file),
        Refused::Json => say::vision_own_json(file),
        Refused::Tensors => say::vision_own_tensors(file),
        Refused::Parts { names } => say::vision_own_parts(names),
        Refused::Family { name } => say::vision_own_family(file, name),
        Refused::Field { name } => say::vision_own_field(file, name),
    }
}

/// The counts, what was noted while they were counted, and the way back.
fn counted(state: State, (name, own, side): &(String, Counted, Option<u32>)) -> AnyView {
    let row = |(label, value): (String, String)| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="figure">{value}</td>
            </tr>
        }
    };
    // Notes are of the file that was read last, and of no other.
    let notes = match state.study.own.phase.get() {
        Phase::Done(read, notes) if *read == *own => notes.iter().map(note).collect(),
        _ => Vec::new(),
    };
    let notes = notes.into_iter().map(|note| view! { <li>{note}</li> });
    let remove = move |_| {
        own::remove(state);
        browser::focus("own-file");
    };
    let usual = Question::of(own.kind()).model;
    view! {
        <p>{say::vision_own_counted(name)}</p>
        <table class="facts">
            <tbody>{figures(own, *side).into_iter().map(row).collect_view()}</tbody>
        </table>
        <ul class="notes">{notes.collect_view()}</ul>
        <button type="button" class="chip action" on:click=remove>
            {say::vision_own_remove(&super::words::model(&usual))}
        </button>
    }
    .into_any()
}

/// The figures by their names: of an image at the side asked, or of a token.
fn figures(own: &Counted, side: Option<u32>) -> Vec<(String, String)> {
    let named = |name: Msg, value: String| (text(name).to_owned(), value);
    let parameters = number(own.parameters() / 1e6);
    let parameters = named(
        Msg::VisionOwnParameters,
        say::vision_parameters(&parameters),
    );
    let (work, moved, alive, kernels) = match own {
        Counted::Pipeline(pipeline) => return parts(pipeline, parameters),
        Counted::Listener(listener) => {
            let heard = &listener.encoder;
            let work = say::vision_own_window(&integer(heard.seconds));
            return vec![
                parameters,
                (work, operations(heard.products + heard.attention)),
                named(Msg::VisionOwnMoved, megabytes(heard.traffic)),
                named(Msg::VisionOwnAlive, megabytes(heard.alive)),
            ];
        }
        Counted::Network(network) => {
            let network = network.at(side.unwrap_or(network.resolution));
            let side = integer(f64::from(network.resolution));
            let work = (say::vision_own_image(&side), operations(network.work()));
            let moved = network.moved().total();
            (work, moved, network.most_alive(), network.kernels)
        }
        Counted::Encoder(encoder) => {
            let work = named(Msg::VisionOwnToken, operations(encoder.linear));
            (work, encoder.traffic, encoder.alive, encoder.kernels)
        }
    };
    vec![
        parameters,
        work,
        named(Msg::VisionOwnMoved, megabytes(moved)),
        named(Msg::VisionOwnAlive, megabytes(alive)),
        named(Msg::VisionOwnKernels, integer(f64::from(kernels))),
    ]
}

/// The figures of a pipeline, part by part.
fn parts(pipeline: &Pipeline, denoiser: (String, String)) -> Vec<(String, String)> {
    let size = |name: Msg, parameters: f64| {
        let millions = number(parameters / 1e6);
        (text(name).to_owned(), say::vision_parameters(&millions))
    };
    let read = pipeline.encoders.iter().flatten();
    let read = read.map(|one| one.parameters).sum();
    let step = Flops::new(pipeline.denoiser.linear.image);
    vec![
        (text(Msg::VisionPartDenoiser).to_owned(), denoiser.1),
        size(Msg::VisionPartEncoders, read),
        size(Msg::VisionPartDecoder, pipeline.decoder.parameters),
        (text(Msg::VisionOwnPatch).to_owned(), operations(step)),
    ]
}

fn operations(work: Flops) -> String {
    if work.get() < 1e9 {
        say::vision_own_mflop(&number(work.get() / 1e6))
    } else {
        say::vision_own_gflop(&number(work.get() / 1e9))
    }
}

fn megabytes(bytes: Bytes) -> String {
    say::vision_own_mb(&number(bytes.get() / 1e6))
}

/// A note as a sentence.
fn note(note: &Note) -> String {
    let whole = |count: u64| integer(count as f64);
    match note {
        Note::Sides(height, width) => say::vision_own_sides(&whole(*height), &whole(*width)),
        Note::AssumedSide(side) => say::vision_own_assumed(&whole(*side)),
        Note::Tokens(tokens) => say::vision_own_tokens(&whole(*tokens)),
        Note::Seconds(seconds) => say::vision_own_seconds(&whole(*seconds)),
        Note::Sought(tokens) => say::vision_own_sought(&whole(*tokens)),
        Note::Batch(many) => say::vision_own_batch(&whole(*many)),
        Note::Unknown { op, count, of } => {
            let share = f64::from(*count) / f64::from((*of).max(1));
            say::vision_own_strange(&whole(u64::from(*count)), op, &percent(share))
        }
        Note::Unshaped(many) => say::vision_own_unshaped(&whole(u64::from(*many))),
        Note::External => text(Msg::VisionOwnExternal).to_owned(),
        Note::Shape => text(Msg::VisionOwnShape).to_owned(),
        Note::Plain => text(Msg::VisionOwnPlain).to_owned(),
        Note::Language => text(Msg::VisionOwnLanguage).to_owned(),
        Note::Catalogue => text(Msg::VisionOwnCatalogue).to_owned(),
        Note::Released => text(Msg::VisionOwnReleased).to_owned(),
    }
}
