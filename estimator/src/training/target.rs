//! Which matrices get an adapter: any set of the seven that a layer has.
//!
//! Named as in Llama, without `_proj`. Latent attention's second projections of queries
//! and of keys with values are `q` and `v`, the first ones, which compress, are `k`.
//! Experts have the three of a feed-forward layer. A recurrent layer's own matrices have
//! none of these names: they are adapted with all the others, or not at all.

use crate::precision::formats;
use serde::{Deserialize, Serialize};

formats!(
    /// A matrix of a layer.
    Matrix {
        /// Queries.
        Query = "q",
        /// Keys.
        Key = "k",
        /// Values.
        Value = "v",
        /// Attention's output.
        Output = "o",
        /// The gate of a feed-forward layer.
        Gate = "gate",
        /// Into a feed-forward layer.
        Up = "up",
        /// Out of it.
        Down = "down",
    }
);

/// A set of matrices, never an empty one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Targets(u8);

impl Targets {
    /// Queries and values, as PEFT chooses for Llama.
    pub const QUERY_VALUE: Self = Self(bit(Matrix::Query) | bit(Matrix::Value));
    /// All four of attention.
    pub const ATTENTION: Self = Self(Self::QUERY_VALUE.0 | bit(Matrix::Key) | bit(Matrix::Output));
    /// Every linear layer but router and head.
    pub const LINEAR: Self =
        Self(Self::ATTENTION.0 | bit(Matrix::Gate) | bit(Matrix::Up) | bit(Matrix::Down));

    /// Sets that have a name of their own, with it.
    const NAMED: [(&'static str, Self); 2] =
        [("attention", Self::ATTENTION), ("all-linear", Self::LINEAR)];

    /// Those of `matrices`; `None` of none.
    #[must_use]
    pub fn of(matrices: impl IntoIterator<Item = Matrix>) -> Option<Self> {
        let set = matrices
            .into_iter()
            .fold(0, |set, matrix| set | bit(matrix));
        (set != 0).then_some(Self(set))
    }

    /// Whether `matrix` is one of them.
    #[must_use]
    pub const fn has(self, matrix: Matrix) -> bool {
        self.0 & bit(matrix) != 0
    }

    /// The matrices, in the order of [`Matrix::ALL`].
    pub fn matrices(self) -> impl Iterator<Item = Matrix> {
        Matrix::ALL
            .iter()
            .copied()
            .filter(move |matrix| self.has(*matrix))
    }

    /// How many of `matrices` are among them.
    #[must_use]
    pub fn count(self, matrices: &[Matrix]) -> f64 {
        matrices
            .iter()
            .map(|matrix| if self.has(*matrix) { 1.0 } else { 0.0 })
            .sum()
    }

    /// With `matrix` put in or taken out; `None` where nothing would be left.
    #[must_use]
    pub fn toggled(self, matrix: Matrix) -> Option<Self> {
        let set = self.0 ^ bit(matrix);
        (set != 0).then_some(Self(set))
    }

    /// The name used in links, files and the batch contract: `all-linear`, `attention`,
    /// or the matrices, as in `q,v`.
    #[must_use]
    pub fn id(self) -> String {
        match Self::NAMED.iter().find(|(_, set)| *set == self) {
            Some((name, _)) => (*name).to_owned(),
            None => self
                .matrices()
                .map(Matrix::id)
                .collect::<Vec<_>>()
                .join(","),
        }
    }

    /// Reads the name that [`Self::id`] writes, matrices in any order; `None` for any
    /// other text.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        if let Some((_, set)) = Self::NAMED.iter().find(|(name, _)| *name == id) {
            return Some(*set);
        }
        let matrices: Option<Vec<Matrix>> = id.split(',').map(Matrix::from_id).collect();
        Self::of(matrices?)
    }
}

const fn bit(matrix: Matrix) -> u8 {
    1 << matrix as u8
}

impl From<Targets> for String {
    fn from(targets: Targets) -> Self {
        targets.id()
    }
}

impl TryFrom<String> for Targets {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        Self::from_id(&id).ok_or("no set of matrices")
    }
}

#[cfg(test)]
mod tests {
    use super::{Matrix, Targets};

    /// Every set but the empty one has a name, and is read from it and from serde's form.
    #[test]
    fn every_set_is_read_as_written() {
        for set in 1..=Targets::LINEAR.0 {
            let targets = Targets(set);
            assert_eq!(Targets::from_id(&targets.id()), Some(targets));
            let text = serde_json::to_string(&targets).unwrap();
            assert_eq!(serde_json::from_str::<Targets>(&text).unwrap(), targets);
            assert_eq!(Targets::of(targets.matrices()), Some(targets));
        }
        assert_eq!(Targets::QUERY_VALUE.id(), "q,v");
        assert_eq!(Targets::from_id("v,q"), Some(Targets::QUERY_VALUE));
        for wrong in ["", "q,", "q,router", "all"] {
            assert_eq!(Targets::from_id(wrong), None, "{wrong}");
        }
    }

    /// The last matrix stays.
    #[test]
    fn a_set_is_never_empty() {
        let one = Targets::of([Matrix::Down]).unwrap();
        assert_eq!(one.toggled(Matrix::Down), None);
        let both = one.toggled(Matrix::Up).unwrap();
        assert_eq!(both.id(), "up,down");
        assert_eq!(Targets::of([]), None);
    }
}
