use super::{Draft, better};
use crate::parameters::count;
use crate::placement::Placement;
use crate::published::{h100, llama_3_8b, scenario};
use crate::quantity::Seconds;
use crate::serving::replica::Replica;
use crate::serving::scenario::Scenario;
use crate::workload::{Load, Sla};
use proptest::prelude::*;

/// Ranks and stages of a model on up to eight accelerators.
const PLACEMENTS: [(u32, u32); 8] = [
    (1, 1),
    (2, 1),
    (4, 1),
    (8, 1),
    (1, 2),
    (2, 2),
    (1, 4),
    (1, 8),
];

fn replica(scenario: &Scenario, place: usize) -> Replica {
    let counted = count(&scenario.model);
    let (tensor, pipeline) = PLACEMENTS[place];
    let placement = Placement {
        tensor,
        pipeline,
        ..Placement::SINGLE
    };
    Replica::new(scenario, &counted, &h100(), placement).expect("it runs")
}

fn sized(scenario: &Scenario, place: usize, rival: Option<&Draft>) -> Option<Draft> {
    let replica = replica(scenario, place);
    better(&replica, scenario.workload.load, &scenario.sla, rival)
}

/// What of a draft decides: what it holds, how fast, how often.
fn decisive(draft: &Draft) -> (u64, u64, u32) {
    let bits = f64::to_bits;
    (bits(draft.most), bits(draft.at_most.rate), draft.replicas)
}

fn load() -> impl Strategy<Value = Load> {
    prop_oneof![
        (0.05..60.0f64).prop_map(Load::Poisson),
        (1.0..400.0f64).prop_map(|users| Load::Steady(users.floor())),
        Just(Load::Saturated),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// A replica is better than its rival exactly where it is once both are worked out to the end, and
    /// then is what it is without a rival: what is left early is no better.
    #[test]
    fn what_is_left_early_is_no_better(
        load in load(),
        lengths in (50.0..20_000.0f64, 5.0..1_500.0f64),
        ttft in 0.05..5.0f64,
        tpot in 0.004..0.1f64,
        places in (0..PLACEMENTS.len(), 0..PLACEMENTS.len()),
    ) {
        let mut scenario = scenario(llama_3_8b(), load);
        (scenario.workload.input_tokens, scenario.workload.output_tokens) = lengths;
        scenario.sla = Sla {
            ttft: Some(Seconds::new(ttft)),
            tpot: Some(Seconds::new(tpot)),
            ..scenario.sla
        };
        let alone = |place| sized(&scenario, place, None).expect("without a rival it is the best");
        let (rival, one) = (alone(places.0), alone(places.1));
        let found = sized(&scenario, places.1, Some(&rival));
        prop_assert_eq!(found.is_some(), one.beats(&rival), "{:?} {:?}", rival, one);
        if let Some(found) = found {
            prop_assert_eq!(decisive(&found), decisive(&one));
        }
    }
}
