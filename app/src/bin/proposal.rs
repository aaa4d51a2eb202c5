//! Proposal: the answer about costs as a report for a customer.

fn main() {
    rightsize_pages::start_proposal();
}
