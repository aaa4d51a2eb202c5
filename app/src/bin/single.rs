//! Every page in one program, for the file that opens from disk (`cargo xtask
//! single-file`): what the pages share is there once.

use wasm_bindgen::prelude::*;

#[path = "../worker/mod.rs"]
mod worker;

/// In a worker, the worker; a page waits for [`begin`].
fn main() {
    if web_sys::window().is_none() {
        worker::start();
    }
}

/// Starts the page of a folder of the site; the calculator's has no name.
#[wasm_bindgen]
pub fn begin(folder: &str) {
    rightsize_pages::start_named(folder);
}
