//! Labels at the marks: each is put where it covers nothing, or left out.

pub(crate) use super::place::{Anchor, Area, Place};
use super::text;

/// Puts labels down one after another and remembers the covered areas.
#[derive(Debug, Clone)]
pub(crate) struct Labels {
    frame: Area,
    /// Areas that no label may cover: other labels, large marks.
    covered: Vec<Area>,
    /// Areas that one covers only where it must: lines, small marks.
    soft: Vec<Area>,
}

impl Labels {
    /// No labels yet, within `frame`.
    pub(crate) fn within(frame: Area) -> Self {
        Self {
            frame,
            covered: Vec::new(),
            soft: Vec::new(),
        }
    }

    /// Keeps labels off `area`.
    pub(crate) fn avoid(&mut self, area: Area) {
        self.covered.push(area);
    }

    /// Keeps labels off `area` where they can be.
    pub(crate) fn avoid_softly(&mut self, area: Area) {
        self.soft.push(area);
    }

    /// Keeps labels off a line where they can be, sampled every few pixels.
    pub(crate) fn avoid_line(&mut self, points: &[(f64, f64)]) {
        for ((x0, y0), (x1, y1)) in points.iter().zip(points.iter().skip(1)) {
            let length = (x1 - x0).hypot(y1 - y0);
            let mut way = 0.0;
            while way <= length {
                let share = if length > 0.0 { way / length } else { 0.0 };
                self.soft.push(Area::around(
                    x0 + share * (x1 - x0),
                    y0 + share * (y1 - y0),
                    1.5,
                ));
                way += 6.0;
            }
        }
    }

    /// The first free place for `label` beside a mark of `radius` at `x`, `y`;
    /// `None` where all are taken.
    pub(crate) fn beside(&mut self, x: f64, y: f64, radius: f64, label: &str) -> Option<Place> {
        self.first(label, around(x, y, radius))
    }

    /// A place for `label` that ends at `x`, on the baseline `y`.
    pub(crate) fn ending(&mut self, x: f64, y: f64, label: &str) -> Option<Place> {
        self.first(
            label,
            [Place {
                x,
                y,
                anchor: Anchor::End,
            }],
        )
    }

    /// The first of `places` where `label` covers nothing.
    pub(crate) fn first(
        &mut self,
        label: &str,
        places: impl IntoIterator<Item = Place>,
    ) -> Option<Place> {
        self.put(label, places, false)
    }

    /// The best of `places`: free where one is, else over the fewest lines and
    /// small marks.
    pub(crate) fn best(
        &mut self,
        label: &str,
        places: impl IntoIterator<Item = Place>,
    ) -> Option<Place> {
        self.put(label, places, true)
    }

    /// The same for a mark that must be named: where nothing is free, the place
    /// that covers the fewest lines and small marks.
    pub(crate) fn beside_surely(
        &mut self,
        mark: (f64, f64),
        radius: f64,
        label: &str,
    ) -> Option<Place> {
        let (x, y) = mark;
        self.beside(x, y, radius, label)
            .or_else(|| self.put(label, around(x, y, radius), true))
            .or_else(|| self.put(label, around(x, y, radius + text::LINE), true))
    }

    fn put(
        &mut self,
        label: &str,
        places: impl IntoIterator<Item = Place>,
        over_soft: bool,
    ) -> Option<Place> {
        let width = text::width(label);
        let covers =
            |taken: &[Area], area: &Area| taken.iter().filter(|taken| taken.overlaps(area)).count();
        let found = places
            .into_iter()
            .filter(|place| {
                let area = place.area(width);
                area.within(&self.frame) && covers(&self.covered, &area) == 0
            })
            .map(|place| (covers(&self.soft, &place.area(width)), place))
            .filter(|(covered, _)| over_soft || *covered == 0)
            // The first of the best.
            .reduce(|best, next| if next.0 < best.0 { next } else { best })?
            .1;
        self.avoid(found.area(width));
        Some(found)
    }
}

/// Places for a label beside a mark: above, to the right, to the left, below,
/// then the corners.
fn around(x: f64, y: f64, radius: f64) -> [Place; 8] {
    let gap = radius + 4.0;
    let (above, middle, below) = (y - gap, y + 4.0, y + gap + 0.7 * text::LINE);
    [
        (x, above, Anchor::Middle),
        (x + gap, middle, Anchor::Start),
        (x - gap, middle, Anchor::End),
        (x, below, Anchor::Middle),
        (x + radius, above, Anchor::Start),
        (x - radius, above, Anchor::End),
        (x + radius, below, Anchor::Start),
        (x - radius, below, Anchor::End),
    ]
    .map(|(x, y, anchor)| Place { x, y, anchor })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Labels {
        Labels::within(Area {
            x: 0.0,
            y: 0.0,
            width: 300.0,
            height: 200.0,
        })
    }

    #[test]
    fn two_labels_of_one_point_stand_apart() {
        let mut labels = labels();
        let first = labels.beside(150.0, 100.0, 4.0, "H200").unwrap();
        let second = labels.beside(150.0, 100.0, 4.0, "H100").unwrap();
        assert_eq!(first.anchor, Anchor::Middle);
        assert!(!first.area(40.0).overlaps(&second.area(40.0)));
    }

    #[test]
    fn labels_at_the_edge_turn_inwards() {
        let place = labels().beside(298.0, 100.0, 4.0, "H200 SXM").unwrap();
        assert_eq!(place.anchor, Anchor::End);
    }

    #[test]
    fn a_crowded_label_is_left_out() {
        let mut labels = labels();
        let placed = (0..40)
            .filter_map(|_| labels.beside(150.0, 100.0, 4.0, "H200 SXM"))
            .count();
        assert!((2..12).contains(&placed));
    }

    #[test]
    fn lines_are_kept_free() {
        let mut labels = labels();
        labels.avoid_line(&[(0.0, 90.0), (300.0, 90.0)]);
        let place = labels.beside(150.0, 100.0, 4.0, "H200").unwrap();
        assert!((place.y - 96.0).abs() > 1.0);
    }
}
