//! Training and fine-tuning.

fn main() {
    rightsize_pages::start_training();
}
