//! Five questions in plain words.

fn main() {
    rightsize_pages::start_guide();
}
