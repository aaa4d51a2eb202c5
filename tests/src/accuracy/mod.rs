//! The estimator held against published measurements: [`row`] reads latencies, [`memory`] logs of
//! engines, [`throughput`] other published figures; [`residual`] estimates the latencies,
//! [`estimator::serving::summary`] says how well, [`fit`] finds the constants, [`left_out`] their
//! worth on rows they have not seen, [`bands`] the error bands that this asks for, and [`page`]
//! puts it all into tables.

pub mod bands;
pub mod beside;
pub mod calibration;
mod cells;
pub mod choice;
pub mod fit;
pub mod fresh;
mod least_squares;
pub mod left_out;
pub mod memory;
mod names;
pub mod page;
pub mod parameter;
pub mod report;
pub mod residual;
pub mod row;
pub mod throughput;
pub mod training_memory;
pub mod training_speed;
