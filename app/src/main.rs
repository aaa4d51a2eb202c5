//! The calculator.

fn main() {
    rightsize_pages::start();
}
