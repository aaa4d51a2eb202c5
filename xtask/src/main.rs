//! The two commands: serve and test.
fn main() {}
