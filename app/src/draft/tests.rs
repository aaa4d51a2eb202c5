//! A question survives being typed, in every language.
