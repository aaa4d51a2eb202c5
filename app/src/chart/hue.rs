//! Colours of things that stand beside each other, by their places.

/// Classes of the colours.
const HUES: [&str; 8] = [
    "hue-0", "hue-1", "hue-2", "hue-3", "hue-4", "hue-5", "hue-6", "hue-7",
];

/// The class of the colour of a place.
pub(crate) fn hue(place: usize) -> &'static str {
    HUES.get(place % HUES.len()).copied().unwrap_or("hue-0")
}
