//! The program of the file that opens from disk (`cargo xtask single-file`): every page, with
//! all its parts at once.

use wasm_bindgen::prelude::*;

/// In a worker, the worker; a page waits for [`begin`].
fn main() {
    if web_sys::window().is_none() {
        rightsize_pages::work(rightsize_pages::whole_worker());
    }
}

/// Starts the page of a folder of the site; the calculator's has no name.
#[wasm_bindgen]
pub fn begin(folder: &str) {
    rightsize_pages::begin(folder, rightsize_pages::whole());
}
