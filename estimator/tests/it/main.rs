//! Inputs and outputs of the estimator, and its laws: one program, a module a subject.

mod commands;
mod config_families;
mod config_json;
mod costs;
mod export;
mod fields;
mod fleet_link;
mod fuzz_bodies;
mod gguf;
mod launch;
mod link;
mod manifest;
mod money_export;
mod money_link;
mod named;
mod paper;
mod pools;
mod price_lists;
mod queue;
mod safetensors;
mod sessions;
mod strategy;
mod training_export;
mod training_link;
