//! The worker: a program of its own, without anything of a page in it.

#[path = "../worker/mod.rs"]
mod worker;

fn main() {
    worker::start();
}
