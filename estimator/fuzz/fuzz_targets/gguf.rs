//! Any bytes as a GGUF file: an error, or a model that can be counted.

#![no_main]

use estimator::{import::gguf, parameters};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = gguf::read(bytes) {
        assert!(parameters::count(&imported.model).total.is_finite());
    }
});
