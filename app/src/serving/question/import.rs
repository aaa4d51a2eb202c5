//! A model from the user's own file: pasted, picked or dropped. Read here, not
//! uploaded.

use crate::browser;
use crate::control::{Disclosure, DropTarget, words_unreadable};
use crate::i18n::{self, Msg, number, say, t, text};
use crate::page::form::{self, Form};
use crate::page::given::{self, Given};
use crate::page::turns::Turns;
use crate::worker::message::Request;
use estimator::error::Unreadable;
use estimator::import::{Imported, Note, wire};
use estimator::parameters;
use leptos::prelude::*;
use leptos::web_sys::File;

/// The most bytes of a file that are read. Headers of published files stay below; the
/// weights behind them are not needed.
const MOST: f64 = 32.0 * 1024.0 * 1024.0;

thread_local! {
    /// Files and texts that were given; reading one may take a while.
    static GIVEN: Turns = const { Turns::new() };
}

/// Takes a reading over into the question.
fn take(form: &'static dyn Form, read: Result<Imported, Unreadable>) {
    let outcome = read.map(|imported| accept(form, imported));
    let outcome = outcome.map_err(|reason| words_unreadable(&reason));
    report(form, outcome);
}

fn report(form: &'static dyn Form, outcome: Result<Vec<String>, String>) {
    form.imported().set(Some(outcome));
}

fn accept(form: &'static dyn Form, imported: Imported) -> Vec<String> {
    let total = say::unit_billion(&number(parameters::count(&imported.model).total / 1e9));
    let mut said = vec![say::import_done(&imported.model.id, &total)];
    said.extend(imported.notes.iter().map(words));
    form.take(imported);
    said
}

/// Has the worker read a model, and takes it over.
fn read(form: &'static dyn Form, given: Given) {
    let request = |name, bytes| Request::ReadModel { name, bytes };
    given::read(&GIVEN, given, MOST, request, move |_, heard| {
        match heard.as_deref().and_then(wire::decode) {
            Some(read) => take(form, read),
            None => report(form, Err(text(Msg::ImportUnreadable).to_owned())),
        }
    });
}

/// Has a file's beginning read.
fn read_file(form: &'static dyn Form, file: File) {
    read(form, Given::File(file));
}

/// The disclosure with the text field and the file button.
#[component]
pub(crate) fn Import() -> impl IntoView {
    let form = form::of_page();
    let pasted = move |typed: String| {
        if typed.trim().is_empty() {
            GIVEN.with(Turns::begin);
            form.imported().set(None);
        } else {
            read(form, Given::Text(None, typed));
        }
    };
    let said = move || match form.imported().get() {
        Some(Ok(said)) => said.join(i18n::language().gap()),
        _ => String::new(),
    };
    let problem = move || match form.imported().get() {
        Some(Err(problem)) => problem,
        _ => String::new(),
    };
    let wrong = move || matches!(form.imported().get(), Some(Err(_)));
    view! {
        <Disclosure title=Signal::derive(|| text(Msg::ImportSummary).to_owned())>
            <div class="field">
                <label for="import-text">{t(Msg::ImportPaste)}</label>
                <div class="box" class:wrong=wrong>
                    <textarea
                        id="import-text"
                        rows="3"
                        spellcheck="false"
                        aria-invalid=move || wrong().then_some("true")
                        aria-describedby="import-problem"
                        on:input:target=move |event| pasted(event.target().value())
                    ></textarea>
                </div>
            </div>
            <label class="plain file">
                <span>{t(Msg::ImportPick)}</span>
                <input
                    type="file"
                    accept=".json,.safetensors,.gguf"
                    on:change:target=move |event| {
                        if let Some(file) = browser::picked_file(&event.target()) {
                            read_file(form, file);
                        }
                    }
                />
            </label>
            <p class="aside">{t(Msg::ImportDrop)}</p>
        </Disclosure>
        <p class="problem" id="import-problem" role="status">{problem}</p>
        <p class="aside" role="status">{said}</p>
    }
    .into_any()
}

/// The whole page takes a model's file.
#[component]
pub(crate) fn DropModel() -> impl IntoView {
    let form = form::of_page();
    view! { <DropTarget says=Msg::ImportDropHere take=move |file| read_file(form, file)/> }
}

fn words(note: &Note) -> String {
    let billions = |count: &u64| say::unit_billion(&number(*count as f64 / 1e9));
    match note {
        Note::Tower { parameters } => say::note_tower(&billions(parameters)),
        Note::TowerUncounted => text(Msg::NoteTowerUncounted).to_owned(),
        Note::PublishedDiffers { published, counted } => {
            say::note_published_differs(&billions(counted), &billions(published))
        }
        Note::UnfamiliarFamily { name } => say::note_unfamiliar_family(name),
        Note::MixedShapes => text(Msg::NoteMixedShapes).to_owned(),
        Note::UnfamiliarWeights { name } => say::note_unfamiliar_weights(name),
        Note::Assumed { field } => say::note_assumed(field),
        Note::CutShort => text(Msg::NoteCutShort).to_owned(),
    }
}
