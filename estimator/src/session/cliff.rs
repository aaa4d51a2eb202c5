//! The number of sessions at which a deployment falls over: up to it more sessions are answered
//! more turns, beyond it fewer, since each loses its part of the cache.

/// Steps between a fourth and four times the sessions whose contexts fit at once: each a sixth
/// more than the one before.
const STEPS: i32 = 9;
const STEP: f64 = 1.166_529_04;
/// Share of the most turns a second that is left where it fell over.
const FALLEN: f64 = 0.9;
/// Halvings of the last step.
const CLOSELY: u32 = 5;

/// Where it falls over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cliff {
    /// The most sessions at once that it bears.
    pub sessions: f64,
    /// Sessions that begin a second there.
    pub rate: f64,
    /// Hit share there.
    pub hits: f64,
}

impl Cliff {
    /// Sessions that may come to `sessions` before it falls over; negative beyond.
    #[must_use]
    pub fn head_room(&self, sessions: f64) -> f64 {
        self.sessions - sessions
    }
}

/// Looks for it around `hold` sessions, those whose contexts fit at once; `at` tells of so many
/// sessions the rate at which they are answered and their hit share. `None` where nothing can
/// be served, or the rate does not fall.
pub fn cliff(hold: f64, at: impl Fn(f64) -> Option<(f64, f64)>) -> Option<Cliff> {
    let look = |sessions: f64| {
        let sessions = sessions.max(1.0);
        at(sessions).map(|(rate, hits)| Cliff {
            sessions,
            rate,
            hits,
        })
    };
    let mut best: Option<Cliff> = None;
    let mut fell = false;
    for step in -STEPS..=STEPS {
        let Some(now) = look(hold * STEP.powi(step)) else {
            continue;
        };
        if best.is_none_or(|best| now.rate > best.rate) {
            best = Some(now);
        }
        fell = best.is_some_and(|best| now.rate < FALLEN * best.rate);
    }
    let mut best = best.filter(|_| fell)?;
    let mut step = STEP;
    for _ in 0..CLOSELY {
        step = step.sqrt();
        for sessions in [best.sessions / step, best.sessions * step] {
            if let Some(now) = look(sessions).filter(|now| now.rate > best.rate) {
                best = now;
                break;
            }
        }
    }
    Some(best)
}
