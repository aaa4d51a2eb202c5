//! The locale files are complete, and numbers are read as each language writes them.

use super::number::{parse, plain};
use super::table::put;
use super::{FILES, Language, MESSAGES};
use std::path::Path;

#[path = "../../build/check.rs"]
mod check;
#[path = "../../build/locale.rs"]
mod locale;
