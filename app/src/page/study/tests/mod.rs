//! A task that is nothing but its trait has a page, a link, a history, a file and a worker: the
//! shared ones, in a browser, as a user has them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod toy;

use crate::{browser, module, worker};
use gloo::timers::future::TimeoutFuture;
use js_sys::Promise;
use leptos::mount::mount_to;
use toy::Toy;
pub(crate) use toy::file;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

/// What a worker of this file does: all that the site's does.
#[wasm_bindgen]
pub fn work_in_test() {
    worker::start(module::whole_worker());
}

/// The worker's script, and a place for the page; files that are saved are kept in `saved`.
const SET_UP: &str = r##"
    const program = new URL("wasm-bindgen-test", location.href).href;
    const script = `import start, { work_in_test } from "${program}.js";
        await start({ module_or_path: "${program}_bg.wasm" });
        work_in_test();`;
    const worker = new Blob([script], { type: "text/javascript" });
    document.documentElement.setAttribute("data-worker", URL.createObjectURL(worker));
    const place = document.createElement("div");
    place.id = "app";
    place.hidden = true;
    document.body.prepend(place);
    const original = URL.createObjectURL;
    window.saved = new Promise((resolve) => {
        URL.createObjectURL = (blob) => {
            if (blob.type.startsWith("text/csv")) resolve(blob.text());
            return original.call(URL, blob);
        };
    });
    history.replaceState(null, "", "#count=3&nonsense=1");
"##;

fn run(script: &str) -> JsValue {
    js_sys::eval(&format!("(() => {{ {script} }})()")).unwrap()
}

/// Types into the field, and leaves it.
fn type_in(text: &str) {
    run(&format!(
        "const field = document.getElementById('count');
        field.value = '{text}';
        field.dispatchEvent(new Event('input', {{ bubbles: true }}));
        field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    ));
}

/// Waits until the page's address, field, sum and state of rest are these.
async fn until(hash: &str, field: &str, sum: &str, rests: &str) {
    let wanted = format!("{hash} {field} {sum} {rests}");
    let mut seen = String::new();
    for _ in 0..500 {
        let now = run("const text = (id) => document.getElementById(id);
            return [location.hash, text('count')?.value, text('sum')?.textContent,
                document.documentElement.dataset.simulated].join(' ');");
        seen = now.as_string().unwrap();
        if seen == wanted {
            return;
        }
        TimeoutFuture::new(20).await;
    }
    assert_eq!(seen, wanted);
}

/// Waits until an element is there, or gone.
async fn until_there(selector: &str, wanted: bool) {
    let found = format!("return !!document.querySelector('{selector}')");
    for _ in 0..500 {
        if run(&found).is_truthy() == wanted {
            return;
        }
        TimeoutFuture::new(20).await;
    }
    assert_eq!(run(&found).is_truthy(), wanted, "{selector}");
}

#[wasm_bindgen_test]
async fn a_task_is_one_trait() {
    run(SET_UP);
    mount_to(browser::root().unwrap(), Toy).forget();
    // The link is read, put into our own words, and what it says beyond is named.
    until("#count=3", "3", "6", "yes").await;
    until_there(".notice:not([hidden])", true).await;
    type_in("4");
    until("#count=4", "4", "10", "yes").await;
    // Unreadable text is marked, the last answer dimmed; it is no step.
    type_in("four");
    until("#count=4", "four", "10", "yes").await;
    until_there("#sum.stale", true).await;
    until_there("#count[aria-invalid=true]", true).await;
    // Long work leaves the page free, and is given up for the next question.
    type_in("4000000000");
    until("#count=4000000000", "4000000000", "10", "no").await;
    until_there("#sum.stale", false).await;
    type_in("5");
    until("#count=5", "5", "15", "yes").await;
    // Back and Forward.
    run("history.go(-2)");
    until("#count=4", "4", "10", "yes").await;
    run("history.forward(); ");
    until("#count=4000000000", "4000000000", "10", "no").await;
    run("history.forward(); ");
    until("#count=5", "5", "15", "yes").await;
    // A worker writes the file, of the same question, leading back to this address.
    run("document.querySelector('#share-menu [value=csv]').click()");
    let saved: Promise = run("return window.saved").unchecked_into();
    let saved = JsFuture::from(saved).await;
    let address = run("return location.href").as_string().unwrap();
    assert_eq!(
        saved.unwrap().as_string().unwrap(),
        format!("5,15,{address}")
    );
    browser::end();
}
