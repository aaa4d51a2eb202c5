//! The catalogue as the lines of these tasks ask.

use super::{board, encoder, listener, network, networks, pipeline};
use crate::instances_on;
use estimator::choice::Fleet;
use estimator::date::Date;
use estimator::offer::Price;
use estimator::vision::lines::Facts;
use estimator::vision::network::Network;
use estimator::vision::speech::Listener;
use estimator::vision::text::Encoder;
use estimator::vision::{Board, denoise};

/// The records, with the prices of a day; without one no price has expired.
#[derive(Debug, Clone, Copy, Default)]
pub struct VisionFacts {
    today: Option<Date>,
}

impl VisionFacts {
    /// With the prices of a day.
    #[must_use]
    pub const fn on(today: Option<Date>) -> Self {
        Self { today }
    }
}

impl Facts for VisionFacts {
    fn is_network(&self, id: &str) -> bool {
        networks::is_known(id)
    }

    fn network(&self, id: &str, resolution: Option<u32>) -> Option<Network> {
        network(id, resolution)
    }

    fn encoder(&self, id: &str) -> Option<(Encoder, Option<u32>)> {
        let longest = crate::model(id).and_then(|model| model.max_context);
        Some((encoder(id)?.encoder, longest))
    }

    fn pipeline(&self, id: &str) -> Option<denoise::Model> {
        Some(pipeline(id)?.pipeline.clone())
    }

    fn listener(&self, id: &str) -> Option<Listener> {
        Some(listener(id)?.listener)
    }

    fn board(&self, id: &str) -> Option<Board> {
        board(id)
    }

    fn price(&self, accelerator: &str) -> Option<Price> {
        let prices = instances_on(accelerator, &Fleet::default(), self.today);
        prices
            .into_iter()
            .filter(|price| !price.expired)
            .min_by(|one, other| {
                let each = |price: &Price| price.per_accelerator.get();
                each(one).total_cmp(&each(other))
            })
    }
}
