//! The worker.

fn main() {
    rightsize_pages::start_worker();
}
