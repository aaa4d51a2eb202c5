//! Any text as a link of a training question: one that survives being written and read
//! again.

#![no_main]

use estimator::training::link;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (link, _) = link::read(text);
    let (again, _) = link::read(&link::write(&link));
    assert_eq!(link::write(&link), link::write(&again));
});
