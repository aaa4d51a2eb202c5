//! Step's rule: an overview of the whole image, and windows over it where it is large.

use super::Image;
use super::cells::{Cells, whole};

/// The longest side that is read, pixels.
const LONGEST: f64 = 3024.0;
/// Up to this longest side the overview is enough, unless the image is long.
const OVERVIEW: f64 = 728.0;
/// Long over short above which a small image is cut too.
const LONG: f64 = 1.5;
/// The same above which windows of a large one are no larger than its short side.
const VERY_LONG: f64 = 4.0;
/// Below so many pixels the short side of a very long image is padded to a square.
const THIN: f64 = 32.0;
/// Share of a window that is worth one more.
const REST: f64 = 0.2;

/// The windows of an image; `None` where the overview is all.
pub(super) fn windows(image: Image, window: u32) -> Option<Cells> {
    let scale = (LONGEST / image.longer()).min(1.0);
    let (h, w) = squared(image);
    let (h, w) = if scale < 1.0 {
        ((h * scale).floor().max(1.0), (w * scale).floor().max(1.0))
    } else {
        (h, w)
    };
    let (long, short) = (h.max(w), h.min(w));
    let window = f64::from(window);
    let side = if long <= OVERVIEW {
        (long / short > LONG).then_some(short)?
    } else if long / short > VERY_LONG {
        window.min(short)
    } else {
        window
    };
    let along = |length: f64| {
        let windows = (length / side).floor();
        let more = length / side - windows > REST;
        (whole(windows) + u64::from(more)).max(1)
    };
    Some(Cells::new(along(h), along(w)))
}

/// The sides as they are, or a square of the longer one where the other is very thin.
fn squared(image: Image) -> (f64, f64) {
    let (h, w) = image.sides();
    let long = image.longer();
    let thin = h.min(w) < THIN && long > VERY_LONG * h.min(w);
    if thin { (long, long) } else { (h, w) }
}
