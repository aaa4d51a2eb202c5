/// The whole records as one JSON object: `sources`, `accelerators`, `models`,
/// `prices`, `price_indices` and `left_out`, notes and all.
///
/// For whoever builds the page to write beside it, and for the page to load
/// when somebody asks where a figure comes from. A program that never calls
/// this carries none of it.
#[must_use]
pub const fn provenance_json() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/provenance.json"))
}
