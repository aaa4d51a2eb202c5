//! The documents in the order of `kubectl apply`, each with what it does, to copy or download.

use super::Given;
use super::words::{about, finding};
use crate::browser;
use crate::control::copyable;
use crate::i18n::{Msg, say, t, text};
use estimator::kubernetes::manifest::{About, File, Finding, Set};
use leptos::prelude::*;
use std::sync::Arc;

/// The list; nothing where nothing is written.
pub(super) fn documents(set: Signal<Option<Arc<Set>>>, given: Signal<Option<Given>>) -> AnyView {
    let name = move || given.get().map(|given| given.name).unwrap_or_default();
    let content = move || {
        let set = set.get()?;
        let name = name();
        let said = set.findings.iter().map(|one| {
            view! { <li>{text(finding(*one))}</li> }
        });
        let said = said.collect_view();
        let is_said = !set.findings.is_empty();
        let main = |file: &&File| is_main(file);
        let alone = set.files.iter().filter(main).count() == 1;
        let files = set.files.iter().map(|file| document(file, alone));
        let files = files.collect_view();
        Some(view! {
            {downloads(&set, &name)}
            {is_said.then(|| view! { <ul class="findings">{said}</ul> })}
            {files}
        })
    };
    view! { <div>{content}</div> }.into_any()
}

/// Whether `helm` installs it, and nothing is applied.
fn by_helm(set: &Set) -> bool {
    set.findings.contains(&Finding::InstalledByHelm)
}

/// The command and the files.
fn downloads(set: &Arc<Set>, name: &str) -> AnyView {
    let whole = format!("rightsize-{name}-kubernetes.yaml");
    let command = if by_helm(set) {
        let values = set.files.iter().find(|file| file.about == About::Values);
        let values = values.map_or("values.yaml", |file| file.name.as_str());
        format!("helm install vllm vllm/vllm-stack -f {values}")
    } else {
        format!("kubectl apply -f {whole}")
    };
    let count = u32::try_from(set.files.len()).unwrap_or(u32::MAX);
    let one = {
        let (set, whole) = (Arc::clone(set), whole.clone());
        move |_| {
            // A browser that refuses says so itself.
            let _ = browser::save(&whole, "application/yaml", &joined(&set.files));
        }
    };
    let folder = {
        let (set, folder) = (Arc::clone(set), format!("rightsize-{name}-kubernetes"));
        move |_| {
            let bytes = zipped(&set.files, &folder);
            let _ = browser::save_bytes(&format!("{folder}.zip"), "application/zip", &bytes);
        }
    };
    let one = (!by_helm(set)).then(|| {
        view! {
            <button type="button" class="tool" on:click=one>{t(Msg::ClusterOneFile)}</button>
        }
    });
    view! {
        <p class="cluster-head">
            <span role="status">{say::cluster_count(f64::from(count))}</span>
            {one}
            <button type="button" class="tool" on:click=folder>{t(Msg::ClusterFolder)}</button>
        </p>
        <pre class="script" tabindex="0" role="group" aria-label=t(Msg::ClusterCommand)>{command}</pre>
    }
    .into_any()
}

/// Whether it is what the others are for.
const fn is_main(file: &File) -> bool {
    matches!(file.about, About::Workload | About::Values | About::Run)
}

/// A document, open where it is the one that the others are for.
fn document(file: &File, alone: bool) -> AnyView {
    let open = alone && is_main(file);
    view! {
        <details class="disclosure cluster-document" open=open>
            <summary>
                <code>{file.name.clone()}</code>
                " "
                {t(about(file.about))}
            </summary>
            {copyable(file.name.clone(), file.text.clone())}
        </details>
    }
    .into_any()
}

/// All documents as one file.
fn joined(files: &[File]) -> String {
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    texts.join("---\n")
}

/// A folder of them, packed.
fn zipped(files: &[File], folder: &str) -> Vec<u8> {
    let named = files.iter().map(|file| {
        let name = format!("{folder}/{}", file.name);
        (name, file.text.as_str())
    });
    super::archive::zip(named)
}
