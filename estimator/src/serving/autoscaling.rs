//! An autoscaler that a reader has chosen to set the replicas, as links carry it.
//!
//! ```text
//! keda.zero.machines.least-2.target-40.window-600.up-2
//! ```

use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// Who sets the replicas.
    Controller {
        /// Kubernetes' `HorizontalPodAutoscaler`.
        Hpa = "hpa",
        /// KEDA.
        Keda = "keda",
    }
);

/// An autoscaler as it was chosen; what is absent follows the rules of
/// [`crate::kubernetes::manifest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Autoscaling {
    /// Who sets the replicas.
    pub by: Controller,
    /// Whether the last replica may go; by KEDA alone.
    pub to_zero: bool,
    /// Whether machines come when pods wait, so that a replica waits for one.
    pub machines: bool,
    /// Replicas that stay; none only below KEDA, as tried.
    pub least: Option<u32>,
    /// Requests in flight of a replica that are aimed at.
    pub target: Option<u32>,
    /// The pace as it was tried on the day, together with both of the above.
    pub pace: Option<Pace>,
}

/// How fast an autoscaler goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Seconds that the load must be less before a replica goes.
    pub window: u32,
    /// Replicas that may be added in a minute.
    pub up: u32,
}

/// The most replicas, or requests in flight of one.
const MOST: u32 = 1_000_000;
/// The longest window, as the API has it, seconds.
const LONGEST: u32 = 3_600;

impl Autoscaling {
    /// One by the rules.
    #[must_use]
    pub const fn ruled(by: Controller) -> Self {
        Self {
            by,
            to_zero: false,
            machines: false,
            least: None,
            target: None,
            pace: None,
        }
    }

    /// Whether the last replica may go.
    #[must_use]
    pub const fn sleeps(self) -> bool {
        self.to_zero && matches!(self.by, Controller::Keda)
    }

    /// Its text in a link.
    #[must_use]
    pub fn text(self) -> String {
        let mut words = vec![self.by.id().to_owned()];
        let ticked = [(self.to_zero, "zero"), (self.machines, "machines")];
        words.extend(
            ticked
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, word)| word.to_owned()),
        );
        let numbers = [
            ("least", self.least),
            ("target", self.target),
            ("window", self.pace.map(|pace| pace.window)),
            ("up", self.pace.map(|pace| pace.up)),
        ];
        let known = numbers.into_iter();
        words.extend(known.filter_map(|(name, number)| Some(format!("{name}-{}", number?))));
        words.join(".")
    }

    /// The one of a link's text; `None` where that says anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split('.');
        let mut read = Self::ruled(Controller::from_id(words.next()?)?);
        let (mut window, mut up) = (None, None);
        for word in words {
            let Some((name, number)) = word.split_once('-') else {
                match word {
                    "zero" => read.to_zero = true,
                    "machines" => read.machines = true,
                    _ => return None,
                }
                continue;
            };
            let number: u32 = number.parse().ok()?;
            let within = |least, most| (least..=most).contains(&number).then_some(number);
            match name {
                "least" => read.least = Some(within(0, MOST)?),
                "target" => read.target = Some(within(1, MOST)?),
                "window" => window = Some(within(0, LONGEST)?),
                "up" => up = Some(within(1, MOST)?),
                _ => return None,
            }
        }
        read.pace = match (window, up) {
            (Some(window), Some(up)) => Some(Pace { window, up }),
            (None, None) => None,
            _ => return None,
        };
        let may_sleep = read.sleeps() && read.pace.is_some();
        let is_tried = read.least.is_some() && read.target.is_some();
        let stays = read.least != Some(0) || may_sleep;
        (stays && (is_tried || read.pace.is_none())).then_some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What no autoscaler can be is none.
    #[test]
    fn a_text_of_something_else_is_none() {
        for text in [
            "",
            "vpa",
            "hpa.least-0",
            "keda.zero.least-0",
            "hpa.window-300",
            "hpa.window-300.up-2",
            "hpa.target-0",
            "hpa.least-x",
            "keda.zero.least-1.target-9.window-3601.up-1",
            "hpa.fast",
        ] {
            assert_eq!(Autoscaling::read(text), None, "{text}");
        }
    }

    proptest! {
        /// Every one comes back from its text.
        #[test]
        fn texts_read_as_what_they_were(
            keda in any::<bool>(),
            to_zero in any::<bool>(),
            machines in any::<bool>(),
            least in proptest::option::of(1..=MOST),
            target in proptest::option::of(1..=MOST),
            pace in proptest::option::of((0..=LONGEST, 1..=MOST)),
        ) {
            let by = if keda { Controller::Keda } else { Controller::Hpa };
            let pace = pace.map(|(window, up)| Pace { window, up });
            let pace = pace.filter(|_| least.is_some() && target.is_some());
            let chosen = Autoscaling { by, to_zero, machines, least, target, pace };
            prop_assert_eq!(Autoscaling::read(&chosen.text()), Some(chosen));
        }
    }
}
