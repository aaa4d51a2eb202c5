//! Charts: scales, axes, marks, tooltip, data table.
