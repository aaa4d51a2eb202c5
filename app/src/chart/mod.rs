//! A small chart library: scales, axes, marks and labels as plain functions
//! that end in a [`Drawing`](drawing::Drawing), and one component that draws
//! it, makes it answer to pointer and keyboard, and stands it beside a table
//! with the same values.

pub(crate) mod axis;
pub(crate) mod drawing;
pub(crate) mod figure;
pub(crate) mod hue;
pub(crate) mod key;
pub(crate) mod label;
mod place;
mod plot;
pub(crate) mod scale;
pub(crate) mod text;
mod ticks;
mod tooltip;
pub(crate) mod twin;
