//! Any text as a link with a question about money: one that survives being written and
//! read again.

#![no_main]

use estimator::money::link;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (link, _) = link::read(text);
    let (again, _) = link::read(&link::write(&link));
    assert_eq!(link::write(&link), link::write(&again));
});
