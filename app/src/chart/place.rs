//! Rectangles and the places of texts.

use super::text;

/// A rectangle on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    /// Left edge, in pixels.
    pub(crate) x: f64,
    /// Upper edge, in pixels.
    pub(crate) y: f64,
    /// Width, in pixels.
    pub(crate) width: f64,
    /// Height, in pixels.
    pub(crate) height: f64,
}

impl Area {
    /// The square around a point.
    pub(crate) fn around(x: f64, y: f64, radius: f64) -> Self {
        Self {
            x: x - radius,
            y: y - radius,
            width: 2.0 * radius,
            height: 2.0 * radius,
        }
    }

    /// Whether the point lies in it.
    pub(super) fn holds(&self, x: f64, y: f64) -> bool {
        (self.x..=self.x + self.width).contains(&x) && (self.y..=self.y + self.height).contains(&y)
    }

    /// Whether they share any point.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Whether all of it lies in `outer`.
    pub(super) fn within(&self, outer: &Self) -> bool {
        self.x >= outer.x
            && self.y >= outer.y
            && self.x + self.width <= outer.x + outer.width
            && self.y + self.height <= outer.y + outer.height
    }
}

/// Which end of a text its position names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// As SVG's `text-anchor` says it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A text and where its baseline is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    /// Position in pixels along the line, of the end that `anchor` names.
    pub(crate) x: f64,
    /// Baseline, in pixels.
    pub(crate) y: f64,
    /// Which end.
    pub(crate) anchor: Anchor,
}

impl Place {
    /// The area that a text of `width` covers there.
    pub(super) fn area(&self, width: f64) -> Area {
        let left = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        Area {
            x: left,
            y: self.y - 0.8 * text::LINE,
            width,
            height: text::LINE,
        }
    }
}
