//! The estimator held against published measurements: [`row`] reads them,
//! [`residual`] estimates them, [`summary`] says how well, [`fit`] finds the
//! constants, [`left_out`] what they are worth on what they have not seen, and
//! [`page`] puts it into a table.

pub mod doubt;
pub mod fit;
pub mod left_out;
pub mod page;
pub mod parameter;
pub mod report;
pub mod residual;
pub mod row;
pub mod summary;
