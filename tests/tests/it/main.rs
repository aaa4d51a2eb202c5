//! Tests of the estimator with the catalogue: one program, a module a subject. Tests in a browser
//! are in `wasm.rs`.

#![cfg(not(target_arch = "wasm32"))]

mod accuracy;
mod apart;
mod autoscaled;
mod balance;
mod batch;
mod batch_training;
mod bills;
mod confirm;
mod decision;
mod demand;
mod explain;
mod fleet_counts;
mod golden;
mod guide;
mod laws;
mod manifests;
mod money;
mod money_explain;
mod open_arrivals;
mod open_rates;
mod plan;
mod projection;
mod recording;
mod serving;
mod serving_vectors;
mod sessions;
mod training;
mod training_cost;
mod training_levers;
mod training_memory;
mod training_quick;
mod training_search;
mod training_speed_laws;
mod training_start;
mod training_time;
mod ways;
mod within;
mod worked;
