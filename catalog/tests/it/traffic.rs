//! Kinds of traffic and demand over a day, as published traces have them.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Files of our own.

use catalog::traffic::{TYPICAL_SPREAD, hours, kinds, profiles, week};
use estimator::serving::question::{Day, Growth};
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
        // A shape that no trace has says so.
        let source = &profile["source"];
        let traced = source["url"]
            .as_str()
            .is_some_and(|url| url.starts_with("http"));
        assert!(traced || source["name"].as_str().unwrap().starts_with("A shape"));
    }
}

/// The page has every profile of the records, hour by hour, and finds it by its id.
#[test]
fn profiles_of_the_page_are_those_of_the_records() {
    let provenance: Value = serde_json::from_str(catalog::provenance_json()).unwrap();
    let records = provenance["demand"].as_array().unwrap();
    let ids: Vec<&str> = profiles().iter().map(|profile| profile.id).collect();
    assert_eq!(
        ids,
        [
            "chat",
            "evening",
            "night",
            "office",
            "single-site",
            "two-regions"
        ]
    );
    for (profile, record) in profiles().iter().zip(records) {
        assert_eq!(record["id"], profile.id);
        for (hour, load) in profile.hours.iter().enumerate() {
            assert!(*load >= 0.0);
            let offset = record["utc_offset"].as_i64().unwrap_or_default();
            let printed = (i64::try_from(hour).unwrap() - offset).rem_euclid(24);
            let printed = &record["hours"][usize::try_from(printed).unwrap()];
            assert_eq!(printed.as_f64(), Some(*load));
        }
        assert_eq!(
            hours(&Day::Like(profile.id.to_owned())),
            Some(profile.hours)
        );
    }
    assert_eq!(hours(&Day::Like("moon".to_owned())), None);
    assert_eq!(hours(&Day::Even), Some([1.0; 24]));
}

/// A week is seven days, its weekend as the trace has it unless the user says; a drawn week
/// is as it is drawn, and its busiest day stands for it.
#[test]
fn weeks_have_their_weekends() {
    let growth = |day, weekend| Growth {
        day,
        weekend,
        ..Growth::default()
    };
    let office = || Day::Like("office".to_owned());
    let ratio = |growth: &Growth| {
        let week = week(growth).unwrap();
        week[5 * 24 + 15] / week[15]
    };
    assert!((ratio(&growth(office(), None)) - 0.33).abs() < 1e-12);
    assert!((ratio(&growth(office(), Some(2.0))) - 2.0).abs() < 1e-12);
    assert!((ratio(&growth(Day::Even, None)) - 1.0).abs() < 1e-12);
    assert_eq!(week(&growth(Day::Like("moon".to_owned()), None)), None);
    let mut drawn = [1; 168];
    drawn[30] = 9;
    let drawn = Day::Week(Box::new(drawn));
    assert!((hours(&drawn).unwrap()[6] - 9.0).abs() < 1e-12);
    assert!((week(&growth(drawn, Some(5.0))).unwrap()[167] - 1.0).abs() < 1e-12);
}

/// Office hours are those of people at work, in their own time: more than the mean from 8 to
/// 18 o'clock and at no other hour.
#[test]
fn office_hours_are_local() {
    let office = hours(&Day::Like("office".to_owned())).unwrap();
    for (hour, load) in office.iter().enumerate() {
        assert_eq!(*load > 1.0, (8..18).contains(&hour), "{hour}: {load}");
    }
}

/// Two regions are the office day and the same eight hours earlier, as the record says.
#[test]
fn two_regions_are_computed() {
    let of = |id: &str| hours(&Day::Like(id.to_owned())).unwrap();
    let (one, both) = (of("office"), of("two-regions"));
    for (hour, load) in both.iter().enumerate() {
        let mean = f64::midpoint(one[hour], one[(hour + 8) % 24]);
        assert!((load - mean).abs() < 1e-3, "{hour}");
    }
}
