//! Laws, golden scenarios and end-to-end checks.
