//! The simulation of [`estimator::serving::queue`] held against published measurements of open
//! arrivals, `data/measured/open_arrivals.csv`: [`file`] reads them as [`row`]s,
//! [`lengths`] and [`load`] make the requests again as the benchmarks did, [`replay`]
//! runs the replica on them, and [`judge`] says how far off it is.

pub mod file;
pub mod judge;
pub mod lengths;
pub mod load;
pub mod replay;
pub mod row;
