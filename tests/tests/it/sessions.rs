//! Laws of sizings for sessions against the whole catalogue: more sessions are never cheaper, a
//! wider choice is never dearer, a larger pool, main memory and affinity never find less.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use catalog::{fit_sessions, resolve_sessions};
use estimator::choice::ModelChoice;
use estimator::engine::Engine;
use estimator::precision::KvFormat;
use estimator::quantity::Seconds;
use estimator::serving::command::Start;
use estimator::serving::report::Verdict;
use estimator::session::export::{Extent, mooncake};
use estimator::session::sizing::Question;
use estimator::session::sizing::choose::choose;
use estimator::session::sizing::chosen::Chosen;
use estimator::session::sizing::launch::{Checkpoint, start};
use estimator::session::sizing::replayed::{MOST, Replayed, replayed};
use estimator::session::sizing::report::{Candidate, Report};
use estimator::session::sizing::search::{made, search};
use estimator::session::{Population, Preset, Routing};
use estimator::trace::{Options, Reader};
use proptest::prelude::*;

/// A question of some accelerators.
fn asked(preset: Preset, population: Population, accelerators: &[&str]) -> Question {
    let mut question = Question {
        load: preset.sessions(1.0),
        ..Question::default()
    };
    question.load.population = population;
    let names = accelerators.iter().map(|name| (*name).to_owned());
    question.asked.fleet.accelerators = names.collect();
    question
}

fn answer(question: &Question) -> Report {
    let (scenario, offers) = resolve_sessions(question, None).unwrap();
    search(&scenario, &offers)
}

/// The weighed bill of the recommended, dollars an hour; infinite where nothing keeps the promise.
fn bill(report: &Report) -> f64 {
    report
        .recommended()
        .map_or(f64::INFINITY, |best| best.weighed)
}

const H200: &str = "nvidia-h200-sxm-141gb";
const B200: &str = "nvidia-b200-sxm";
const MI300X: &str = "amd-mi300x";

/// The question that the page opens with: 40 coding agents on DeepSeek-V3.1 keep their contexts,
/// at 60 as well; both know where they fall over, and what a task costs.
#[test]
fn forty_agents_are_answered() {
    let sized = |many: f64| {
        let report = answer(&Question {
            load: Preset::CodingAgent.sessions(many),
            ..Question::default()
        });
        let best = report.recommended().unwrap().clone();
        assert_eq!(best.verdict, Verdict::Meets);
        best.best.unwrap()
    };
    let (forty, sixty) = (sized(40.0), sized(60.0));
    for (sizing, many) in [(&forty, 40.0), (&sixty, 60.0)] {
        assert!(sizing.bears >= many, "{}", sizing.bears);
        let fall = sizing.fall.unwrap();
        assert!(fall.sessions >= many && fall.sessions < 400.0, "{fall:?}");
        assert!(sizing.found.all() > 0.9 && sizing.found.all() <= sizing.found.limit + 1e-3);
        let bill = sizing.cost.unwrap();
        let cost = sizing.task.cost(bill.per_hour).unwrap().get();
        // By hand: dollars an hour over sessions finished an hour.
        let by_hand = bill.per_hour.get() / (sizing.task.finished * 3600.0);
        assert!((cost / by_hand - 1.0).abs() < 1e-9 && cost > 0.05 && cost < 20.0);
        // 66 turns of some 115,000 tokens.
        let tokens = sizing.task.tokens;
        let input = tokens.fresh + tokens.cached + tokens.restored;
        assert!((6e6..9e6).contains(&input), "{tokens:?}");
        let points = sizing.swept();
        assert!(points.contains(&many) && points.is_sorted());
    }
    assert!(sixty.cost.unwrap().per_hour >= forty.cost.unwrap().per_hour);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// More sessions are never cheaper, at once or begun an hour, with a tier, spread or kept.
    #[test]
    fn more_sessions_are_never_cheaper(
        many in 5.0_f64..400.0,
        more in 1.0_f64..3.0,
        preset in prop::sample::select(vec![Preset::CodingAgent, Preset::ToolAgent, Preset::Chat]),
        hourly in any::<bool>(),
        host in prop::sample::select(vec![0.0, 2000.0]),
    ) {
        let of = |many: f64| {
            let population = if hourly { Population::PerHour(many) } else { Population::AtOnce(many) };
            let question = Question { host, ..asked(preset, population, &[H200, MI300X]) };
            bill(&answer(&question))
        };
        let (few, many) = (of(many), of(many * more));
        prop_assert!(many >= few * (1.0 - 1e-9), "{few} {many}");
    }

    /// One more accelerator on offer is never dearer.
    #[test]
    fn a_wider_choice_is_never_dearer(many in 5.0_f64..300.0, spares in 0_u32..2) {
        let of = |names: &[&str]| {
            let mut question = asked(Preset::CodingAgent, Population::AtOnce(many), names);
            question.asked.limits.spare_replicas = spares;
            bill(&answer(&question))
        };
        prop_assert!(of(&[H200, B200, MI300X]) <= of(&[H200, B200]));
        prop_assert!(of(&[H200, B200]) <= of(&[H200]));
    }

    /// What is said to be borne is borne when it is asked, for the same bill.
    #[test]
    fn what_is_borne_is_borne_when_asked(
        many in 5.0_f64..200.0,
        preset in prop::sample::select(vec![Preset::CodingAgent, Preset::ToolAgent, Preset::Chat]),
        hourly in any::<bool>(),
    ) {
        let of = |many: f64| {
            let population = if hourly { Population::PerHour(many) } else { Population::AtOnce(many) };
            answer(&asked(preset, population, &[H200, MI300X]))
        };
        let report = of(many.round());
        let Some(best) = report.recommended() else {
            return Ok(());
        };
        let sizing = best.best.as_ref().unwrap();
        prop_assert!(sizing.met.is_some_and(|met| met.kept));
        // Whole sessions, and no more than it bears.
        let again = of((sizing.bears * (1.0 + 1e-9)).floor());
        prop_assert!((bill(&again) / best.weighed - 1.0).abs() < 1e-9);
    }

    /// On one placement and so many replicas, a smaller cache of tokens, a tier of main memory and
    /// sessions that keep to their replica never find less.
    #[test]
    fn larger_caches_never_find_less(
        many in 20.0_f64..120.0,
        host in 100.0_f64..4000.0,
        replicas in 1_u32..5,
    ) {
        let base = asked(Preset::CodingAgent, Population::AtOnce(many), &[H200]);
        let found = |question: &Question| {
            let (scenario, offers) = resolve_sessions(question, None).unwrap();
            let report = search(&scenario, &offers);
            let Candidate { best, .. } = report.candidates.first().unwrap().clone();
            let placement = best.unwrap().estimate.placement;
            let chip = &offers.first().unwrap().accelerator;
            let caching = scenario.caching(replicas);
            let load = question.load;
            let served = estimator::session::served::Served::new(
                &scenario.serving, chip, placement, load, caching,
            );
            (served.unwrap().warm().unwrap().shares.found(), placement)
        };
        let (plain, placement) = found(&base);
        let (tier, same) = found(&Question { host, ..base.clone() });
        prop_assert!(same != placement || tier >= plain - 2e-3, "{tier} {plain}");
        let (spread, same) = found(&Question { routing: Routing::None, ..base.clone() });
        prop_assert!(same != placement || spread <= plain + 2e-3, "{spread} {plain}");
        let mut small = base;
        small.asked.kv_cache = KvFormat::Fp8;
        let (eight, same) = found(&small);
        prop_assert!(same != placement || eight >= plain - 2e-3, "{eight} {plain}");
    }
}

/// Eight accelerators are sold together: twenty agents take all of them, since six bear fewer for
/// the same money, and have room for some more.
#[test]
fn what_is_paid_for_works() {
    let report = answer(&asked(
        Preset::CodingAgent,
        Population::AtOnce(20.0),
        &[MI300X],
    ));
    let best = report.recommended().unwrap().best.as_ref().unwrap();
    let bill = best.cost.unwrap().bill;
    assert_eq!((bill.accelerators, bill.stranded), (8, 0));
    assert!(best.bears >= 1.05 * 20.0, "{}", best.bears);
}

/// A promise that nothing keeps names what is missed; a context longer than the model's is a wrong
/// field with the nearest that is not.
#[test]
fn what_cannot_be_is_named() {
    let mut question = asked(Preset::CodingAgent, Population::AtOnce(40.0), &[H200]);
    question.asked.sla.ttft = Some(Seconds::millis(5.0));
    let report = answer(&question);
    let first = report.candidates.first().unwrap();
    assert_eq!((report.best, &first.verdict), (None, &Verdict::Misses));
    assert!(!first.best.as_ref().unwrap().misses.is_empty());
    let mut question = asked(Preset::CodingAgent, Population::AtOnce(40.0), &[H200]);
    question.load.added = 50_000.0;
    let wrong = resolve_sessions(&question, None).unwrap_err();
    let [error] = wrong.as_slice() else {
        panic!("{wrong:?}")
    };
    let estimator::error::Problem::TooLarge { most } = error.problem else {
        panic!("{error:?}")
    };
    question.load.added = most;
    resolve_sessions(&question, None).unwrap();
    // Sessions of another kind fit a model of short contexts; those that fit stay.
    let mut short = Question::default();
    fit_sessions(&mut short);
    assert_eq!(short, Question::default());
    short.asked.model = ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned());
    assert!(resolve_sessions(&short, None).is_err());
    fit_sessions(&mut short);
    assert_eq!(short.load, Preset::ToolAgent.sessions(40.0));
    resolve_sessions(&short, None).unwrap();
}

/// The drawn load of a question, replayed on its own answer, is met: nearly all within the promise,
/// with the hits that the law says. Fifty times as fast it is late.
#[test]
fn a_log_of_the_load_is_met_by_its_answer() {
    let question = Question {
        load: Preset::CodingAgent.sessions(40.0),
        ..asked(Preset::CodingAgent, Population::AtOnce(40.0), &[H200])
    };
    let (scenario, offers) = resolve_sessions(&question, None).unwrap();
    let best = search(&scenario, &offers).recommended().unwrap().clone();
    let (offer, sizing) = (&offers[best.offer], best.best.unwrap());
    let latency = sizing
        .estimate
        .performance
        .as_ref()
        .unwrap()
        .request_latency;
    let log = mooncake(
        &question.load,
        Extent {
            latency: latency.get(),
            ..Extent::default()
        },
    );
    let chosen = Chosen::of(&sizing);
    let replay = |log: &str| -> Replayed {
        let mut reader = Reader::new(&Options::default());
        reader.push(log.as_bytes());
        let trace = reader.finish().unwrap();
        replayed(&scenario, offer, &chosen, &trace)
            .unwrap()
            .unwrap()
    };
    let once = replay(&log);
    let own = once.met;
    println!(
        "{own:?} law {:?} replicas {}",
        sizing.found, sizing.replicas
    );
    assert!(own.steady && own.good > 0.9, "{own:?}");
    assert!(own.turns > 100.0 && own.turns <= MOST as f64);
    assert!(own.answered >= 0.9 * own.turns, "{own:?}");
    // It begins with empty caches.
    let law = sizing.found.all();
    assert!(
        own.shares.found() <= law + 0.03 && own.shares.found() > law - 0.25,
        "{own:?} {law}"
    );
    assert!(own.ttft.p50 <= own.ttft.p95 && own.ttft.p95 <= own.ttft.p99);
    assert_eq!(Replayed::read(&once.write()), Some(once));
    assert_eq!(Replayed::read("1 2"), None);
    assert_eq!(Chosen::read(&chosen.write()), Some(chosen));
    let at = |line: &str| -> String {
        let (head, rest) = line.split_once("\"timestamp\":").unwrap();
        let end = rest.find([',', '}']).unwrap();
        let time: f64 = rest[..end].trim().parse().unwrap();
        format!("{head}\"timestamp\":{}{}", time / 50.0, &rest[end..])
    };
    let fast: Vec<String> = log.lines().map(at).collect();
    let fast = replay(&fast.join("\n"));
    println!("{fast:?}");
    assert!(fast.met.good < own.good - 0.2, "{fast:?}");
    assert!(fast.met.ttft.p95 > own.ttft.p95 && !fast.met.kept);
    // What comes faster takes more replicas, and the fewest are those.
    let needs = |replayed: &Replayed| {
        let chosen = replayed.fewest.unwrap();
        let candidate = made(&scenario, &offers, best.offer, Some(chosen));
        let sizing = candidate.best.unwrap();
        assert!(sizing.met.unwrap().kept, "{sizing:?}");
        sizing.working()
    };
    assert!(needs(&fast) > needs(&once), "{fast:?} {once:?}");
}

/// Turn by turn: what is recommended keeps the promise, its latencies are those that were met, and an
/// offer never costs less than by averages. Averages alone would have taken hardware whose turns are
/// late: coding agents on sixteen H100.
#[test]
fn what_is_recommended_keeps_the_promise_turn_by_turn() {
    const H100: &str = "nvidia-h100-sxm-80gb";
    let loads = [
        (Preset::CodingAgent, Population::AtOnce(40.0), 0.0),
        (Preset::CodingAgent, Population::PerHour(30.0), 0.0),
        (Preset::DeepResearch, Population::AtOnce(20.0), 0.0),
        (Preset::ToolAgent, Population::AtOnce(100.0), 0.0),
        (Preset::Chat, Population::PerHour(30_000.0), 0.0),
        (Preset::CodingAgent, Population::AtOnce(400.0), 2000.0),
    ];
    for (preset, population, host) in loads {
        let question = Question {
            host,
            ..asked(preset, population, &[H100, H200, B200, MI300X])
        };
        let (scenario, offers) = resolve_sessions(&question, None).unwrap();
        let report = search(&scenario, &offers);
        let best = report.recommended().unwrap().best.as_ref().unwrap();
        let met = best.met.unwrap();
        assert!(met.kept && met.steady, "{preset:?} {met:?}");
        let speed = best.estimate.performance.as_ref().unwrap();
        assert!((speed.ttft.at_percentile.get() - met.ttft.p95).abs() < 1e-9);
        assert!((speed.tpot.at_percentile.get() - met.tpot.p95).abs() < 1e-9);
        for candidate in &report.candidates {
            let offer = &offers[candidate.offer];
            let average = made(
                &scenario,
                &offers,
                candidate.offer,
                choose(&scenario, offer),
            );
            assert!(
                candidate.weighed >= average.weighed * (1.0 - 1e-9),
                "{preset:?} {} {} {}",
                offer.accelerator.name,
                candidate.weighed,
                average.weighed
            );
        }
    }
    let question = asked(Preset::CodingAgent, Population::AtOnce(40.0), &[H100]);
    let (scenario, offers) = resolve_sessions(&question, None).unwrap();
    let averages = made(&scenario, &offers, 0, choose(&scenario, &offers[0]));
    let averages = averages.best.unwrap().accelerators();
    let report = search(&scenario, &offers);
    let best = report.recommended().unwrap().best.as_ref().unwrap();
    println!(
        "{averages} by averages, {} turn by turn",
        best.accelerators()
    );
    assert!(best.accelerators() > averages);
}

/// What starts an answer is what it assumed: the tier in parts of each replica, contexts as long as
/// the model and its cache allow, a router where several replicas share the sessions.
#[test]
fn an_answer_starts_as_it_was_sized() {
    let started = |(accelerator, many), engine, routing, host| {
        let population = Population::AtOnce(many);
        let mut question = asked(Preset::CodingAgent, population, &[accelerator]);
        question.asked.engine.engine = engine;
        // So that replicas of a node each are enough.
        question.asked.sla.ttft = Some(Seconds::new(20.0));
        (question.routing, question.host) = (routing, host);
        let (scenario, offers) = resolve_sessions(&question, None).unwrap();
        let report = search(&scenario, &offers);
        let best = report.recommended().unwrap();
        let sizing = best.best.as_ref().unwrap();
        let start = start(
            &scenario,
            &offers[best.offer],
            sizing,
            Checkpoint::default(),
        );
        (sizing.clone(), start)
    };
    let (sizing, plain) = started((MI300X, 150.0), Engine::Vllm, Routing::Session, 0.0);
    assert!(sizing.replicas > 1);
    let names = |start: &Start| start.files.iter().map(|file| file.name).collect::<Vec<_>>();
    assert_eq!(names(&plain), ["serve.sh", "route.sh"]);
    let serve = &plain.files[0].text;
    assert!(serve.contains("--enable-prefix-caching"), "{serve}");
    assert!(!serve.contains("--kv-offloading-size"), "{serve}");
    let longest = serve.split("--max-model-len ").nth(1).unwrap();
    let longest: f64 = longest.split_whitespace().next().unwrap().parse().unwrap();
    // Far longer than a mean context, and no longer than the model's window.
    assert!((140_000.0..=163_840.0).contains(&longest), "{longest}");
    let route = &plain.files[1].text;
    for part in ["vllm-router", "${WORKERS:?}", "--policy consistent_hash"] {
        assert!(route.contains(part), "{route}");
    }
    let (sizing, tier) = started((MI300X, 150.0), Engine::Sglang, Routing::Prefix, 2000.0);
    let each = 2000e9 / f64::from(sizing.working());
    let serve = &tier.files[0].text;
    let size = serve.split("--hicache-size ").nth(1).unwrap();
    let size: f64 = size.split_whitespace().next().unwrap().parse().unwrap();
    // A rank has its part, gigabytes in whole numbers.
    let rank = each / 1e9 / f64::from(sizing.each());
    assert!((size - rank).abs() <= 1.0, "{size} {rank}");
    let route = &tier.files[1].text;
    assert!(route.contains("sglang_router.launch_router") && route.contains("cache_aware"));
    let (_, spread) = started((H200, 300.0), Engine::Vllm, Routing::None, 0.0);
    // A replica over several nodes has a file for the others of them.
    assert_eq!(names(&spread), ["serve.sh", "serve-others.sh", "route.sh"]);
    assert!(spread.files[2].text.contains("--policy round_robin"));
}
