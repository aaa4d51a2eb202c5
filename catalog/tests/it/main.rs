//! The catalogue: its records, what it resolves and how it searches; one program, a module a subject.

mod accelerators;
mod asked;
mod fleet;
mod formats;
mod hosts;
mod list_names;
mod models;
mod nearest;
mod prices;
mod quality;
mod records;
mod regions;
mod reserved;
mod resolve;
mod resolve_money;
mod resolve_training;
mod search;
mod sharing;
mod traffic;
mod vision;
mod vision_sizing;
mod vision_vectors;
