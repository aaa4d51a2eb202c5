//! See [`bodies::of_gguf`].

#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::of_gguf(bytes));
