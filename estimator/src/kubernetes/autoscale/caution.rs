//! What some settings risk on a day, beside the sums of the day itself.
//!
//! ```text
//! rise  = replicas whose load comes in a minute where the day is steepest
//! lag   = replicas whose load comes within one start there
//! slack = replicas that stand idle then, since targets are below what a replica carries
//! ```

use super::day::{Day, SURGE, Settings};

/// A risk of some settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Caution {
    /// The load rises by this many replicas a minute, and fewer may be added.
    SlowUp(f64),
    /// While a replica starts, the load of this many comes beyond what stands idle: more replicas
    /// must stay, or come by the clock before the morning.
    LongStart(f64),
    /// A replica goes before a new one could have started.
    ShortWindow,
}

impl Day {
    /// The risks of some settings.
    #[must_use]
    pub fn cautions(&self, settings: Settings) -> Vec<Caution> {
        let mut found = Vec::new();
        let (from, rise) = self.steepest();
        let a_minute = rise / self.rate * 60.0 / f64::from(SURGE);
        if a_minute > f64::from(settings.up) {
            found.push(Caution::SlowUp(a_minute));
        }
        let needed = self.at(from) / self.rate;
        let standing = (needed * self.carries / settings.target).max(f64::from(settings.least));
        let beyond = self.lag() - (standing - needed).max(0.0);
        if beyond > 0.0 {
            found.push(Caution::LongStart(beyond));
        }
        if (settings.window as f64) < self.start {
            found.push(Caution::ShortWindow);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kubernetes::autoscale::day::tests::{SETTINGS, office};

    /// The office's morning rises by 1.5 requests a second in ten minutes, 0.15 replicas a minute; a
    /// start of 120 s sees 0.3. At 7:30 one is needed: ten in flight over a target of seven stand at
    /// two replicas by the least, one of them idle.
    #[test]
    fn risks_are_those_of_the_steepest_rise() {
        assert_eq!(office().cautions(SETTINGS), []);
        let steep = Day {
            load: office().load.map(|load| load * 40.0),
            start: 400.0,
            ..office()
        };
        // 40 replicas stand at 1 / 0.7 of that; 60 in ten minutes are six a minute and 40 a start.
        let idle = 40.0 / 0.7 - 40.0;
        let [
            Caution::SlowUp(up),
            Caution::LongStart(beyond),
            Caution::ShortWindow,
        ] = steep.cautions(SETTINGS)[..]
        else {
            panic!("{:?}", steep.cautions(SETTINGS));
        };
        assert!((up - 6.0).abs() < 1e-9);
        assert!((beyond - (40.0 - idle)).abs() < 1e-9);
        let wide = Settings {
            up: 7,
            window: 400,
            least: 90,
            ..SETTINGS
        };
        assert_eq!(steep.cautions(wide), []);
    }
}
