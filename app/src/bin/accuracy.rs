//! "How accurate is this?"

fn main() {
    rightsize_pages::start_accuracy();
}
