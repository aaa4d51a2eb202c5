//! Sizing physics: what a model needs of an accelerator, and how fast it then runs.
