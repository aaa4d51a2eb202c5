//! Files of `XProf` beside a trace: planes, its overview, its table of kernels.

pub(in crate::profile) mod kernels;
mod message;
pub(in crate::profile) mod overview;
pub(in crate::profile) mod plane;
