//! Rules that cut an image into square tiles of one size.

use super::Image;
use super::cells::{Cells, above, grids, whole};
use super::rule::Canvases;

/// The grid of at most `most` tiles whose aspect is nearest to the image's; of as near ones the
/// larger, while the image has more than half its pixels.
pub(super) fn nearest_aspect(image: Image, tile: u32, most: u32) -> Cells {
    let (h, w) = image.sides();
    let half = 0.5 * f64::from(tile).powi(2);
    let mut best = (f64::INFINITY, Cells::new(1, 1));
    for grid in grids(most) {
        let off = (w / h - grid.columns as f64 / grid.rows as f64).abs();
        let larger = off <= best.0 && image.area() > half * grid.count() as f64;
        if off < best.0 || larger {
            best = (off, grid);
        }
    }
    best.1
}

/// The canvas that an image is fitted into: the least enlargement that fills one, else the
/// least shrinking; of those the smallest.
pub(super) fn fitting(image: Image, tile: u32, most: u32) -> Cells {
    let (h, w) = image.sides();
    let side = f64::from(tile);
    let scale = |grid: Cells| (grid.rows as f64 * side / h).min(grid.columns as f64 * side / w);
    // The fewest tiles come first, so that the first of a scale is the smallest.
    let mut best = (0.0, Cells::new(1, 1));
    for grid in grids(most) {
        let scale = scale(grid);
        let better = match (best.0 >= 1.0, scale >= 1.0) {
            (true, true) => scale < best.0,
            (true, false) => false,
            (false, true) => true,
            (false, false) => scale > best.0,
        };
        if better {
            best = (scale, grid);
        }
    }
    best.1
}

/// Features of the best canvas of a list, `side` a tile, without the padding that the image's
/// aspect leaves, shrunk to `cap` tiles' worth; and the canvas.
pub(super) fn any_resolution(
    image: Image,
    tile: u32,
    side: u32,
    canvases: Canvases,
    cap: Option<u32>,
) -> (Cells, Cells) {
    let (h, w) = image.sides();
    let canvas = best_canvas(image, tile, canvases);
    let side = u64::from(side);
    let (mut rows, mut columns) = (canvas.rows * side, canvas.columns * side);
    let unpadded = |length: f64| whole((length * 1e7).round_ties_even() / 1e7);
    if w / h > columns as f64 / rows as f64 {
        let kept = unpadded(h * (columns as f64 / w));
        rows -= rows.saturating_sub(kept) / 2 * 2;
    } else {
        let kept = unpadded(w * (rows as f64 / h));
        columns -= columns.saturating_sub(kept) / 2 * 2;
    }
    if let Some(cap) = cap {
        let most = u64::from(cap) * side * side;
        let ratio = ((rows * columns) as f64 / most as f64).sqrt();
        if ratio > MUCH {
            rows = whole(rows as f64 / ratio);
            columns = whole(columns as f64 / ratio);
        }
    }
    (Cells::new(rows, columns), canvas)
}

/// How far above the cap features may lie before they are interpolated down.
const MUCH: f64 = 1.1;

/// The canvas that keeps most of the image's pixels, then wastes fewest.
fn best_canvas(image: Image, tile: u32, canvases: Canvases) -> Cells {
    let (h, w) = image.sides();
    let tile = f64::from(tile);
    let mut best = (0, u64::MAX, Cells::new(1, 1));
    for canvas in canvases.list() {
        let (height, width) = (canvas.rows as f64 * tile, canvas.columns as f64 * tile);
        let scale = (width / w).min(height / h);
        let kept = (whole(w * scale) * whole(h * scale)).min(whole(image.area()));
        let wasted = whole(height * width).saturating_sub(kept);
        if kept > best.0 || kept == best.0 && wasted < best.1 {
            best = (kept, wasted, canvas);
        }
    }
    best.2
}

/// Tiles that cover the image; above the most, the grid nearest to its aspect. With them the
/// rows and columns of patches that hold any of the image, fitted to the upper left corner;
/// `None` where fewer than [`THINNEST`] pixels of a side are left.
pub(super) fn crops(image: Image, patch: u32, tile: u32, most: u32) -> Option<(Cells, Cells)> {
    let (h, w) = image.sides();
    let side = f64::from(tile);
    let mut grid = Cells::new(above(h / side), above(w / side));
    if grid.count() > u64::from(most) {
        grid = nearest_aspect(image, tile, most);
    }
    let (height, width) = (grid.rows as f64 * side, grid.columns as f64 * side);
    let (down, across) = (height / h, width / w);
    let patch = u64::from(patch);
    let of = |pixels: f64, padding: f64| (whole(pixels) / patch) - whole(padding) / patch;
    let (kept, filled) = if across < down {
        let kept = (h * across).floor();
        (kept, Cells::new(of(height, height - kept), of(width, 0.0)))
    } else {
        let kept = (w * down).floor();
        (kept, Cells::new(of(height, 0.0), of(width, width - kept)))
    };
    (kept >= THINNEST).then_some((grid, filled))
}

/// Pixels that must be left of a side; Phi-4's processor refuses below.
const THINNEST: f64 = 10.0;

/// The longest side brought to the limit, the other to an even number; tiles that cover it.
pub(super) fn split(image: Image, tile: u32, longest: u32) -> Cells {
    let (h, w) = image.sides();
    let limit = f64::from(longest);
    let aspect = w / h;
    let even = |side: f64| whole(side).next_multiple_of(2).max(1);
    let (height, width) = if w >= h {
        (even(limit / aspect), u64::from(longest))
    } else {
        (u64::from(longest), even(limit * aspect))
    };
    let tile = u64::from(tile.max(1));
    Cells::new(height.div_ceil(tile), width.div_ceil(tile))
}
