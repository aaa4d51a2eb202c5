//! See [`bodies::of_onnx`].

#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::of_onnx(bytes));
