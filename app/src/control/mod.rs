//! Inputs.
