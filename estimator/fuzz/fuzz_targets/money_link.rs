//! See [`bodies::of_money_link`].

#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::of_money_link(text));
