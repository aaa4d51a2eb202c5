//! Bytes that accelerators of one generation exchange in a step.
//!
//! ```text
//! A       = sequences N width 2 bytes ; lk = bytes a second of a link
//! ulysses = layers (4 hop + 4 A/sp (u-1)/u/lk)     all to all before and after attention
//! ring    = layers (r hop/2 + A/u/r (r-1)/lk)      keys and values pass round, half hidden
//! tensor  = 2 layers (hop + 2 A (tp-1)/tp/lk)      two sums over ranks a layer
//! pipe    = 2 A/lk + 0.1 of computing              patches down the pipeline, its bubbles
//! guiding = A/lk + hop                             predictions of both branches
//! ```

use super::Question;
use crate::vision::Board;

/// Share of a fast link, of PCI Express, and seconds from rank to rank; fitted.
const LINK: f64 = 0.614;
const PCIE: f64 = 0.387;
const HOP: f64 = 2.65e-5;
/// Share of computing lost as the pipeline fills.
const BUBBLES: f64 = 0.1;

/// Bytes a second between the ranks of one generation.
fn carried(board: &Board, ranks: u32) -> f64 {
    let (fast, rate) = board.link(ranks);
    rate.get() * if fast { LINK } else { PCIE }
}

impl Question {
    /// Seconds of a step that a branch's accelerators exchange, `computing` as long as they
    /// compute.
    pub(super) fn exchanged(&self, tokens: f64, computing: f64) -> f64 {
        let parallel = &self.parallel;
        let layers = self.model.denoiser.attentions();
        let link = carried(&self.board, parallel.ranks());
        let all = self.activations(tokens);
        let [u, r] = [parallel.ulysses, parallel.ring].map(f64::from);
        let [tp, pp] = [parallel.tensor, parallel.pipefusion].map(f64::from);
        let mut seconds = 0.0;
        if u > 1.0 {
            seconds += layers * (4.0 * HOP + 4.0 * all / (u * r) * (u - 1.0) / u / link);
        }
        if r > 1.0 {
            seconds += layers * (r * HOP / 2.0 + all / u / r * (r - 1.0) / link);
        }
        if tp > 1.0 {
            seconds += 2.0 * layers * (HOP + 2.0 * all * (tp - 1.0) / tp / link);
        }
        if pp > 1.0 {
            seconds += 2.0 * all / link + BUBBLES * computing;
        }
        seconds / self.turns()
    }

    /// Seconds of a step in which both branches of guidance meet.
    pub(super) fn met(&self, tokens: f64) -> f64 {
        if self.parallel.guidance > 1 {
            let link = carried(&self.board, self.parallel.ranks());
            self.activations(tokens) / link + HOP
        } else {
            0.0
        }
    }

    /// Bytes of all tokens of a branch.
    fn activations(&self, tokens: f64) -> f64 {
        self.sequences() * tokens * self.model.denoiser.width() * 2.0
    }
}
