//! The sizing page.
fn main() {}
