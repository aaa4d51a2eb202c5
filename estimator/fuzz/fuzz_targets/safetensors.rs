//! Any bytes as a safetensors header: an error, or a model that can be counted.

#![no_main]

use estimator::{import::safetensors, parameters};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = safetensors::read(bytes) {
        assert!(parameters::count(&imported.model).total.is_finite());
    }
});
