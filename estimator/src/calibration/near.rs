//! Neighbours: what measured loads nearby deviate from the constants, as a Gaussian process says it
//! (Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning", algorithm 2.1, mean 0).
//! Far from every row it fades to nothing.

use super::place::{Place, along};
use super::prior::Prior;
use super::solve::{Triangle, dot, factor, solve};

/// Deviations of measured loads, and what each weighs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Neighbours {
    prior: Prior,
    places: Vec<Place>,
    weights: Vec<f64>,
}

/// Covariances of places with themselves and each other, noise included.
pub(super) fn covariances(places: &[Place], prior: &Prior) -> Triangle {
    let noise = prior.noise.powi(2);
    let row = |(number, place): (usize, &Place)| {
        let others = places.iter().take(number);
        let mut row: Vec<f64> = others.map(|other| place.shared(other, prior)).collect();
        row.push(place.shared(place, prior) + noise);
        row
    };
    places.iter().enumerate().map(row).collect()
}

impl Neighbours {
    /// From deviations: logarithms of measurement over what the constants say.
    pub(super) fn new(prior: Prior, rows: &[(Place, f64)]) -> Self {
        let places: Vec<Place> = rows.iter().map(|(place, _)| *place).collect();
        let most = prior.most;
        let deviations: Vec<f64> = rows
            .iter()
            .map(|(_, deviation)| deviation.clamp(-most, most))
            .collect();
        // Noise on the diagonal keeps the matrix positive; were it not, there is no neighbour.
        let weights = factor(&covariances(&places, &prior)).map_or_else(
            || vec![0.0; places.len()],
            |factor| solve(&factor, &deviations),
        );
        Self {
            prior,
            places,
            weights,
        }
    }

    /// The deviation at a place, within the most that neighbours change.
    pub(super) fn at(&self, place: &Place) -> f64 {
        let shared = self
            .places
            .iter()
            .map(|other| place.shared(other, &self.prior));
        let shared: Vec<f64> = shared.collect();
        let most = self.prior.most;
        dot(&shared, &self.weights).clamp(-most, most)
    }

    /// The deviation over users, all else as at `place`.
    pub(super) fn over_users(&self, place: &Place) -> OverUsers {
        let mut over = OverUsers {
            fixed: 0.0,
            smooth: Vec::with_capacity(self.places.len()),
            most: self.prior.most,
        };
        for (other, weight) in self.places.iter().zip(&self.weights) {
            let (fixed, smooth) = place.shared_apart(other, &self.prior);
            over.fixed += weight * fixed;
            over.smooth.push((other.users, weight * smooth));
        }
        over
    }
}

/// The deviation of a placement over users.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OverUsers {
    fixed: f64,
    /// Users (logarithms) of each neighbour and the factor on what it shares there.
    smooth: Vec<(f64, f64)>,
    most: f64,
}

impl OverUsers {
    /// At so many users (a logarithm to base 2).
    pub(super) fn at(&self, users: f64) -> f64 {
        let smooth = self.smooth.iter();
        let sum: f64 = smooth
            .map(|(other, factor)| factor * along(users, *other))
            .sum();
        (self.fixed + sum).clamp(-self.most, self.most)
    }
}
