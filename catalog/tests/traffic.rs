//! Kinds of traffic and demand over a day, as published traces have them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Files of our own.

use catalog::traffic::{TYPICAL_SPREAD, hours, kinds, profiles};
use estimator::question::Day;
use serde_json::Value;

/// Lengths are those of real requests, percentiles lie above means, shares are shares.
#[test]
fn kinds_are_plausible() {
    let ids: Vec<&str> = kinds().iter().map(|kind| kind.id).collect();
    assert_eq!(ids, ["agents", "batch", "chat", "code", "rag", "summarise"]);
    for kind in kinds() {
        assert!((1.0..1e6).contains(&kind.input) && (1.0..1e5).contains(&kind.output));
        assert!(kind.input_p95.is_none_or(|p95| p95 >= kind.input));
        assert!(kind.output_p95.is_none_or(|p95| p95 >= kind.output));
        assert!(kind.prefix.is_none_or(|share| (0.0..1.0).contains(&share)));
        assert!(kind.burstiness.is_none_or(|scv| (0.1..50.0).contains(&scv)));
        assert!(!kind.source.is_empty());
    }
}

/// The spread that stands where nobody says is the median of the kinds'.
#[test]
fn the_typical_spread_is_the_traces() {
    for ratios in [
        kinds()
            .iter()
            .filter_map(|kind| Some(kind.input_p95? / kind.input))
            .collect::<Vec<_>>(),
        kinds()
            .iter()
            .filter_map(|kind| Some(kind.output_p95? / kind.output))
            .collect(),
    ] {
        let mut ratios = ratios;
        ratios.sort_by(f64::total_cmp);
        let middle = ratios.len() / 2;
        let median = f64::midpoint(ratios[middle - 1], ratios[middle]);
        assert!((median - TYPICAL_SPREAD).abs() < 0.1, "{median}");
    }
}

/// Every profile of a day has 24 hours around a mean of one, and a source.
#[test]
fn profiles_are_of_a_day() {
    let provenance: Value = serde_json::from_str(catalog::provenance_json()).unwrap();
    let profiles = provenance["demand"].as_array().unwrap();
    assert!(profiles.len() >= 2);
    for profile in profiles {
        let hours: Vec<f64> = profile["hours"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hour| hour.as_f64().unwrap())
            .collect();
        assert_eq!(hours.len(), 24);
        assert!((hours.iter().sum::<f64>() / 24.0 - 1.0).abs() < 0.01);
        assert!(
            profile["source"]["url"]
                .as_str()
                .unwrap()
                .starts_with("https://")
        );
    }
}

/// The page has every profile of the records, hour by hour, and finds it by its id.
#[test]
fn profiles_of_the_page_are_those_of_the_records() {
    let provenance: Value = serde_json::from_str(catalog::provenance_json()).unwrap();
    let records = provenance["demand"].as_array().unwrap();
    let ids: Vec<&str> = profiles().iter().map(|profile| profile.id).collect();
    assert_eq!(ids, ["chat", "office", "single-site"]);
    for (profile, record) in profiles().iter().zip(records) {
        assert_eq!(record["id"], profile.id);
        for (hour, load) in profile.hours.iter().enumerate() {
            assert!(*load > 0.0);
            assert_eq!(record["hours"][hour].as_f64(), Some(*load));
        }
        assert_eq!(
            hours(&Day::Like(profile.id.to_owned())),
            Some(profile.hours)
        );
    }
    assert_eq!(hours(&Day::Like("moon".to_owned())), None);
    assert_eq!(hours(&Day::Even), Some([1.0; 24]));
}
