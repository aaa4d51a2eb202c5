//! Scenarios side by side.

fn main() {
    rightsize_pages::start_compare();
}
