//! What every set must keep, whatever the answer: a second reader finds the same tree, names meet,
//! the same question gives the same bytes, each number of it is in the files, and nothing is
//! written of what cannot be.

mod around;
mod draw;
mod laws;
mod nasty;
mod origins;
mod reread;
mod teams;
