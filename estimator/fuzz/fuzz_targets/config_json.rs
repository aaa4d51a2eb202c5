//! Any text as a `config.json`: an error, or a model that can be counted.

#![no_main]

use estimator::{import::config_json, parameters};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = config_json::read(bytes) {
        assert!(parameters::count(&imported.model).total.is_finite());
    }
});
