//! Where latencies cross the demands, to a cell of an interval whose logarithm is halved so
//! often.

use crate::serving::replica::Point;

/// Halvings of the logarithmic interval: to 1 % of it over four decades.
const HALVINGS: u32 = 10;
/// Cells that makes.
const CELLS: f64 = (1 << HALVINGS) as f64;
/// Steps after which where the crossing lies must be halved.
const PATIENCE: u32 = 2;

/// A replica at a load, and over the demands by which factor it is: where that is above 1,
/// maybe as its mean request alone meets it.
#[derive(Clone, Copy)]
pub(super) struct Loaded {
    pub(super) point: Point,
    pub(super) excess: f64,
}

/// An interval of populations, from one above zero to one that is no less.
pub(super) struct Cells(pub(super) f64, pub(super) f64);

impl Cells {
    /// Where the last cell begins that keeps the demands: `low` does, and `high` does not,
    /// which lie in the interval. Latencies grow nearly as the population does, so that a line
    /// through two of them says where to look; by halves where that leads nowhere.
    pub(super) fn last(&self, low: Loaded, high: Loaded, at: impl Fn(f64) -> Loaded) -> Loaded {
        let (mut low, mut high) = (low, high);
        let (mut first, mut end) = (self.of(low.point.users), self.of(high.point.users) + 1.0);
        let (mut last, mut now) = (low, high);
        let (mut width, mut patience) = (end - first, PATIENCE);
        while end - first > 1.0 {
            let mut line = through(last, now);
            if !(low.point.users < line && line < high.point.users) {
                line = through(low, high);
            }
            let cell = if line.is_finite() && patience > 0 {
                // An end that is known is not asked again.
                self.of(line).clamp(first + 1.0, end - 1.0)
            } else {
                f64::midpoint(first, end).floor()
            };
            (last, now) = (now, at(self.place(cell)));
            if now.excess <= 1.0 {
                (first, low) = (cell, now);
            } else {
                (end, high) = (cell, now);
            }
            if end - first <= width / 2.0 {
                (width, patience) = (end - first, PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
        }
        let place = self.place(first);
        if low.point.users.total_cmp(&place).is_eq() {
            low
        } else {
            at(place)
        }
    }

    /// The cell that a place lies in.
    fn of(&self, place: f64) -> f64 {
        let share = (place / self.0).ln() / (self.1 / self.0).ln();
        let cell = (CELLS * share).floor();
        // An interval of nothing has one cell, and no share.
        if cell > 0.0 {
            cell.min(CELLS - 1.0)
        } else {
            0.0
        }
    }

    /// Where a cell begins.
    fn place(&self, cell: f64) -> f64 {
        let (mut low, mut high) = (self.0, self.1);
        let (mut first, mut cells) = (0.0, CELLS);
        while first < cell {
            let middle = (low * high).sqrt();
            cells /= 2.0;
            if first + cells <= cell {
                (low, first) = (middle, first + cells);
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The population at which the line through two others is at the limit.
fn through(one: Loaded, other: Loaded) -> f64 {
    let run = other.point.users - one.point.users;
    other.point.users + (1.0 - other.excess) * run / (other.excess - one.excess)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters;
    use crate::placement::Placement;
    use crate::published::{h100, llama_3_8b, scenario};
    use crate::serving::replica::Replica;
    use crate::workload::Load;
    use proptest::prelude::*;
    use std::cell::Cell;

    fn point() -> Point {
        let scenario = scenario(llama_3_8b(), Load::Steady(1.0));
        let counted = parameters::count(&scenario.model);
        let replica = Replica::new(&scenario, &counted, &h100(), Placement::SINGLE);
        replica.expect("it runs").at(1.0, false)
    }

    /// The place that halving the logarithm leaves, asked ten times.
    fn halved(cells: &Cells, keeps: impl Fn(f64) -> bool) -> f64 {
        let (mut low, mut high) = (cells.0, cells.1);
        for _ in 0..HALVINGS {
            let middle = (low * high).sqrt();
            if keeps(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// From 1 to 1024 a cell is a thousandth of the way to a thousand: cell 512 begins at the
    /// square root, 32.
    #[test]
    fn cells_halve_the_logarithm() {
        let cells = Cells(1.0, 1024.0);
        assert_eq!(cells.place(0.0).to_bits(), 1.0f64.to_bits());
        assert!((cells.place(512.0) - 32.0).abs() < 1e-12);
        assert!((cells.place(768.0) - 32.0 * 32.0f64.sqrt()).abs() < 1e-9);
        for cell in [0.0, 1.0, 511.0, 777.0, 1023.0] {
            let within = cells.place(cell) * 1.001;
            assert_eq!(cells.of(within).to_bits(), cell.to_bits());
        }
        // Of nothing there is one.
        assert_eq!(Cells(2.0, 2.0).of(2.0).to_bits(), 0.0f64.to_bits());
    }

    proptest! {
        /// It is the place that halving finds, to the bit, in fewer questions: of latencies that
        /// grow by a power over a floor, wherever the ends were known.
        #[test]
        fn the_last_cell_is_that_of_halving(
            least in 0.05..2.0f64,
            span in 1.0..1e5f64,
            crossing in 0.0..1.0f64,
            power in 0.5..3.0f64,
            alone in 0.0..0.9f64,
            nearer in (0.0..1.0f64, 0.0..1.0f64),
        ) {
            let cells = Cells(least, least * span);
            let limit = least * span.powf(crossing);
            let point = point();
            let asked = Cell::new(0);
            let of = |users: f64| Loaded {
                point: Point { users, ..point },
                excess: alone + (1.0 - alone) * (users / limit).powf(power),
            };
            let at = |users: f64| {
                asked.set(asked.get() + 1);
                of(users)
            };
            let low = of(least * span.powf(crossing * nearer.0));
            let high = of(limit * (cells.1 / limit).powf(nearer.1) * 1.000_001);
            let found = cells.last(low, high, at).point.users;
            let wanted = halved(&cells, |users| of(users).excess <= 1.0);
            prop_assert_eq!(found.to_bits(), wanted.to_bits());
            prop_assert!(asked.get() <= 2 * HALVINGS, "{}", asked.get());
        }
    }
}
