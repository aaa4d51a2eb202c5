//! The rule by hand: what is a doubt, what it weighs, and which of two is recommended. Figures are
//! literal, so that no constant of the rule stands on both sides.

use super::*;
use crate::offer::Price;
use crate::placement::Placement;
use crate::published::{assert_near, h100, llama_3_8b, price, scenario};
use crate::quantity::TokensPerSecond;
use crate::rental::rented;
use crate::serving::cost::cost;
use crate::serving::estimate::estimate;
use crate::serving::report::{Candidate, Verdict};
use crate::serving::search::ranked;
use crate::workload::Load;

/// One accelerator that keeps the demands: its bill, dollars an hour, and what there is to doubt.
#[derive(Debug, Clone, Copy)]
struct Kept {
    usd: f64,
    evidence: Evidence,
    headroom: f64,
    chance: Option<f64>,
    expired: bool,
}

/// Nothing to doubt, at 10 dollars.
const SOUND: Kept = Kept {
    usd: 10.0,
    evidence: Evidence::Measured,
    headroom: 0.3,
    chance: Some(0.99),
    expired: false,
};

const UNMEASURED: Kept = Kept {
    evidence: Evidence::Unmeasured,
    ..SOUND
};

const LITTLE: Kept = Kept {
    headroom: 0.049,
    ..SOUND
};

const UNCERTAIN: Kept = Kept {
    chance: Some(0.89),
    ..SOUND
};

/// Both of what makes a margin thin.
const THIN: Kept = Kept {
    headroom: 0.049,
    ..UNCERTAIN
};

const UNMEASURED_AND_THIN: Kept = Kept {
    evidence: Evidence::Unmeasured,
    ..THIN
};

const AGED: Kept = Kept {
    expired: true,
    ..SOUND
};

impl Kept {
    const fn at(self, usd: f64) -> Self {
        Self { usd, ..self }
    }

    fn offer(self) -> Offer {
        Offer {
            accelerator: h100(),
            price: None,
            instances: vec![Price {
                expired: self.expired,
                ..price(1, self.usd)
            }],
            hosts: Vec::new(),
        }
    }

    fn sizing(self, asked: &Scenario) -> Sizing {
        let mut estimate = estimate(asked, &h100(), Placement::SINGLE).unwrap();
        let speed = estimate.performance.as_mut().unwrap();
        speed.tpot.band.evidence = self.evidence;
        let tokens = TokensPerSecond::new(100.0);
        let bill = rented(1, 1, &price(1, self.usd));
        Sizing {
            replicas: 1,
            spare_replicas: 0,
            extra_replicas: 0,
            margin_replicas: 0,
            estimate,
            max_concurrency: 1.0,
            headroom: self.headroom,
            even_headroom: self.headroom,
            chance: self.chance,
            full_output: tokens,
            goodput: None,
            cost: Some(cost(bill, 0, tokens, tokens, tokens)),
            pools: None,
            misses: Vec::new(),
            simulated: None,
        }
    }

    fn doubts(self) -> Vec<Doubt> {
        let asked = asked();
        doubts(&asked, &self.offer(), &self.sizing(&asked))
    }
}

fn asked() -> Scenario {
    scenario(llama_3_8b(), Load::Poisson(1.0))
}

/// Which of two offers is recommended.
fn recommended(both: [Kept; 2]) -> usize {
    let asked = asked();
    let offers = both.map(Kept::offer);
    let candidate = |(offer, kept): (usize, Kept)| Candidate {
        offer,
        verdict: Verdict::Meets,
        best: Some(kept.sizing(&asked)),
        alternatives: Vec::new(),
        score: None,
    };
    let candidates = both.into_iter().enumerate().map(candidate).collect();
    let report = ranked(&asked, &offers, candidates);
    report.recommended().unwrap().offer
}

/// Fails unless `wanted` is recommended and `other` is not, in whichever order they are offered.
#[track_caller]
fn assert_recommended(wanted: Kept, other: Kept) {
    assert_eq!(recommended([wanted, other]), 0, "{wanted:?}, not {other:?}");
    assert_eq!(recommended([other, wanted]), 1, "{wanted:?}, not {other:?}");
}

/// On either side of every limit: 5 % of load to spare, a chance of nine in ten. What was measured
/// in part is in no doubt, and neither is a chance that nobody knows.
#[test]
fn doubts_begin_at_their_limits() {
    use Doubt::{ExpiredPrice, LittleHeadroom, Uncertain, Unmeasured};
    let table: [(Kept, &[Doubt]); 10] = [
        (SOUND, &[]),
        (
            Kept {
                evidence: Evidence::Interpolated,
                ..SOUND
            },
            &[],
        ),
        (UNMEASURED, &[Unmeasured]),
        (
            Kept {
                headroom: 0.051,
                ..SOUND
            },
            &[],
        ),
        (LITTLE, &[LittleHeadroom]),
        (
            Kept {
                chance: Some(0.91),
                ..SOUND
            },
            &[],
        ),
        (UNCERTAIN, &[Uncertain]),
        (
            Kept {
                chance: None,
                ..SOUND
            },
            &[],
        ),
        (AGED, &[ExpiredPrice]),
        (
            Kept {
                expired: true,
                ..UNMEASURED_AND_THIN
            },
            &[Unmeasured, LittleHeadroom, Uncertain, ExpiredPrice],
        ),
    ];
    for (kept, wanted) in table {
        assert_eq!(kept.doubts(), wanted, "{kept:?}");
    }
}

/// A batch that is kept full has nothing to spare, and is in no doubt for that.
#[test]
fn a_full_batch_needs_no_headroom() {
    let full = scenario(llama_3_8b(), Load::Saturated);
    let kept = Kept {
        headroom: 0.0,
        ..SOUND
    };
    assert_eq!(doubts(&full, &kept.offer(), &kept.sizing(&full)), []);
}

/// Ten dollars weigh 15 in one doubt, and 10 x 1.5 x 1.5 = 22.5 in two; little headroom and an
/// uncertain limit are one. What has no price weighs nothing that could be compared.
#[test]
fn a_doubt_weighs_half_as_much_again() {
    let asked = asked();
    for (kept, usd) in [
        (SOUND, 10.0),
        (UNMEASURED, 15.0),
        (LITTLE, 15.0),
        (UNCERTAIN, 15.0),
        (THIN, 15.0),
        (UNMEASURED_AND_THIN, 22.5),
    ] {
        let (offer, sizing) = (kept.offer(), kept.sizing(&asked));
        assert_near(weighed(&asked, &offer, &sizing).unwrap(), usd);
        assert_near(dearer(&kept.doubts()), usd / 10.0);
        let free = Sizing {
            cost: None,
            ..sizing
        };
        assert!(weighed(&asked, &offer, &free).is_none(), "{kept:?}");
    }
    // How old its price is does not tell how much dearer something sounder is.
    assert_near(dearer(&AGED.doubts()), 1.0);
}

/// Beside 10 dollars without doubts: 10 / 1.49 = 6.711 is not cheap enough for hardware that nobody
/// measured, 6.711 x 1.5 = 10.07; 10 / 1.51 = 6.622 is, 6.622 x 1.5 = 9.93.
#[test]
fn unmeasured_hardware_is_recommended_below_two_thirds() {
    assert_recommended(SOUND, UNMEASURED.at(6.711));
    assert_recommended(UNMEASURED.at(6.622), SOUND);
    let in_part = Kept {
        evidence: Evidence::Interpolated,
        ..SOUND
    };
    assert_recommended(in_part.at(9.99), SOUND);
}

/// The same of a margin that is thin for either reason; for both it weighs once, or 6.622 would
/// come to 14.9.
#[test]
fn a_thin_margin_is_one_doubt() {
    for thin in [LITTLE, UNCERTAIN, THIN] {
        assert_recommended(SOUND, thin.at(6.711));
        assert_recommended(thin.at(6.622), SOUND);
        // Doubts of either kind weigh alike.
        assert_recommended(thin.at(9.99), UNMEASURED);
        assert_recommended(UNMEASURED.at(9.99), thin);
    }
    // At the limits, on the sound side, they weigh nothing.
    let enough = Kept {
        headroom: 0.051,
        chance: Some(0.91),
        ..SOUND
    };
    assert_recommended(enough.at(9.99), SOUND);
}

/// Unmeasured and thin are two doubts, 2.25 in all: 4.464 x 2.25 = 10.04 is too dear beside 10
/// dollars, 4.425 x 2.25 = 9.96 is not; and beside 10 dollars in one doubt, 15, the limit is two
/// thirds again: 6.711 x 2.25 = 15.1, 6.622 x 2.25 = 14.9.
#[test]
fn unmeasured_and_thin_are_two_doubts() {
    assert_recommended(SOUND, UNMEASURED_AND_THIN.at(4.464));
    assert_recommended(UNMEASURED_AND_THIN.at(4.425), SOUND);
    for one in [UNMEASURED, LITTLE, UNCERTAIN, THIN] {
        assert_recommended(one, UNMEASURED_AND_THIN.at(6.711));
        assert_recommended(UNMEASURED_AND_THIN.at(6.622), one);
    }
}

/// A price of more than a year ago is recommended beside no newer one, a thousand times as dear and
/// in every other doubt as that may be. Among such prices the rule is the same.
#[test]
fn an_expired_price_is_the_last_resort() {
    assert_recommended(UNMEASURED_AND_THIN.at(1000.0), AGED.at(1.0));
    let unmeasured = Kept {
        expired: true,
        ..UNMEASURED
    };
    assert_recommended(AGED, unmeasured.at(6.711));
    assert_recommended(unmeasured.at(6.622), AGED);
}

/// Three accelerators at 2 dollars cost 6, at the least; 9 on hardware that nobody measured, beyond
/// every newer one at an expired price, and most where nobody sells them.
#[test]
fn the_least_that_a_number_of_replicas_weighs() {
    let asked = asked();
    let least = |offer: &Offer, evidence| least_weighed(&asked, offer, (3, 1), evidence);
    let sold = SOUND.at(2.0).offer();
    assert_near(least(&sold, Evidence::Measured), 6.0);
    assert_near(least(&sold, Evidence::Interpolated), 6.0);
    assert_near(least(&sold, Evidence::Unmeasured), 9.0);
    let expired = AGED.at(2.0).offer();
    assert_near(least(&expired, Evidence::Measured), 6e6);
    assert_near(least(&expired, Evidence::Unmeasured), 9e6);
    let unsold = Offer {
        instances: Vec::new(),
        ..sold
    };
    assert_near(least(&unsold, Evidence::Measured), 1e15);
}
