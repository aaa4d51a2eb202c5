//! Rules that bring an image to whole patches and read it in one piece.

use super::Image;
use super::cells::{Cells, above, nearest, whole};

/// Sides to the nearest whole token, shrunk above the most pixels, enlarged below the fewest:
/// `b = sqrt(frames h w / limit)` divides the sides. `frames` copies of the image count.
pub(super) fn smart(image: Image, cell: f64, frames: u32, fewest: u64, most: u64) -> Cells {
    let (h, w) = image.sides();
    let frames = f64::from(frames);
    let (fewest, most) = (fewest as f64, most as f64);
    let cells = Cells::new(nearest(h / cell), nearest(w / cell));
    let pixels = frames * cells.count() as f64 * cell * cell;
    if pixels > most {
        let b = (frames * image.area() / most).sqrt();
        Cells::new(whole(h / b / cell), whole(w / b / cell)).some()
    } else if pixels < fewest || cells.count() == 0 {
        let b = (fewest / (frames * image.area())).sqrt();
        Cells::new(above(h * b / cell), above(w * b / cell))
    } else {
        cells
    }
}

/// Shrunk to `most` patches and `longest` patches a side, then padded up to whole tokens.
pub(super) fn padded(image: Image, patch: f64, cell: f64, most: u32, longest: u32) -> Cells {
    let (h, w) = image.sides();
    let patches = (h / patch).floor().max(1.0) * (w / patch).floor().max(1.0);
    let side = f64::from(longest) * patch;
    let scale = (f64::from(most) / patches).sqrt();
    let scale = scale.min(side / h).min(side / w).min(1.0);
    let up = |side: f64| above((side * scale).floor().max(1.0) / cell);
    Cells::new(up(h), up(w))
}

/// As many tokens as a budget holds, small images enlarged, sides down to whole tokens. A side
/// that this leaves nothing becomes one token, the other as many as the aspect wants.
pub(super) fn budget(image: Image, cell: f64, most: u32) -> Cells {
    let (h, w) = image.sides();
    let scale = (f64::from(most) * cell * cell / image.area()).sqrt();
    let along = |long: f64, short: f64| whole(long / short).clamp(1, u64::from(most));
    match (whole(h * scale / cell), whole(w * scale / cell)) {
        (0, _) => Cells::new(1, along(w, h)),
        (_, 0) => Cells::new(along(h, w), 1),
        (rows, columns) => Cells::new(rows, columns),
    }
}

/// The sides in tokens, shrunk to the most; of their whole neighbours within it the pair
/// nearest to the image's aspect, the larger on a tie.
pub(super) fn grid(image: Image, cell: f64, most: u32) -> Cells {
    let (h, w) = image.sides();
    let most = f64::from(most);
    let (mut a, mut b) = (h / cell, w / cell);
    if a * b > most {
        let scale = (most / (a * b)).sqrt();
        (a, b) = (a * scale, b * scale);
    }
    let least = Cells::new(whole(a), whole(b)).some();
    let mut best = least;
    for rows in [least.rows, above(a)] {
        for columns in [least.columns, above(b)] {
            let cells = Cells::new(rows, columns).some();
            let off = (cells.ratio() - h / w).abs();
            let nearest = (best.ratio() - h / w).abs();
            let nearer = off < nearest || off <= nearest && cells.count() > best.count();
            if nearer && cells.count() as f64 <= most {
                best = cells;
            }
        }
    }
    best
}

/// The longest side shrunk to the limit, sides up to whole tokens.
pub(super) fn rows(image: Image, cell: f64, longest: u32) -> Cells {
    let (h, w) = image.sides();
    let ratio = (image.longer() / f64::from(longest)).max(1.0);
    let up = |side: f64| above((side / ratio).floor() / cell);
    Cells::new(up(h), up(w)).some()
}
