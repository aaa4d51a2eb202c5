//! Facts: accelerators, models, prices, each with its source and date.
