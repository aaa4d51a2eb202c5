//! Costs: owning against renting and an API.

fn main() {
    rightsize_pages::start_costs();
}
