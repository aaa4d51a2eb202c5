//! The question of the calculator that a file fills in: only what the file says, the rest as on a
//! fresh page.

use super::course::board_of;
use super::state::State;
use super::unit::Unit;
use crate::browser;
use crate::i18n::{Msg, dollars, integer, say, text};
use crate::serving::solve;
use catalog::ModelEntry;
use estimator::calibration::gguf;
use estimator::choice::ModelChoice;
use estimator::decimal;
use estimator::profile::Group;
use estimator::serving::link;
use estimator::serving::question::{Question, Traffic};

/// What a file fills in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Filled {
    /// The question.
    pub(super) question: Question,
    /// What was filled in: names and values.
    pub(super) says: Vec<(Msg, String)>,
    /// The parts of the load that the file does not say, with the calculator's own values: names
    /// and values.
    pub(super) assumed: Vec<(Msg, String)>,
}

impl Filled {
    /// Whether the file named the model.
    pub(super) fn names_model(&self) -> bool {
        self.says
            .iter()
            .any(|(name, _)| *name == Msg::ProfileOfModel)
    }

    /// What the calculator puts in the place of a load that the file does not hold, in a sentence;
    /// `None` where the file says rate and lengths.
    pub(super) fn unsaid(&self) -> Option<String> {
        let load = words(&self.assumed).join(text(Msg::ListComma));
        (!self.assumed.is_empty()).then(|| say::profile_size_assumed(&load))
    }

    /// The least for the load of the file, in a sentence; `None` where it holds none.
    pub(super) fn least(&self) -> Option<String> {
        self.assumed
            .is_empty()
            .then(|| least(self.question.clone()))?
    }
}

/// Findings that a change of the question answers.
const SIZING: [&str; 4] = ["idle", "memory-unused", "out-of-memory", "queue"];

/// What a file fills in; `None` where it says nothing of a load or a model, nor finds that the
/// board is of the wrong size.
pub(super) fn filled(facts: &Group) -> Option<Filled> {
    let mut question = Question::default();
    let mut says = Vec::new();
    if let Some(entry) = facts.words("model").and_then(known) {
        question.model = ModelChoice::Catalog(entry.id.to_owned());
        catalog::fit_weights(&mut question);
        says.push((Msg::ProfileOfModel, entry.name.to_owned()));
    }
    let mut assumed = Vec::new();
    let positive = |path: &str| facts.at(path).filter(|value| *value > 0.0);
    let rate = positive("throughput.requests_per_s");
    if let Some(rate) = rate {
        question.traffic = Traffic::Rate(decimal::round(rate, 3));
    }
    if let Traffic::Rate(own) = question.traffic {
        let shown = Unit::Requests.shown(rate.unwrap_or(own));
        let list = if rate.is_some() {
            &mut says
        } else {
            &mut assumed
        };
        list.push((Msg::ProfileRequestRate, shown));
    }
    let length = |load: &str, latency: &str| {
        let tokens = positive(load).or_else(|| positive(latency))?;
        Some(tokens.round().max(1.0))
    };
    let lengths = [
        (
            Msg::ProfilePrompt,
            length("load.input_tokens", "latency.input_tokens.mean"),
            &mut question.input_tokens,
        ),
        (
            Msg::ProfileAnswer,
            length("load.output_tokens", "latency.output_tokens.mean"),
            &mut question.output_tokens,
        ),
    ];
    for (name, tokens, own) in lengths {
        let list = if tokens.is_some() {
            &mut says
        } else {
            &mut assumed
        };
        *own = tokens.unwrap_or(*own);
        list.push((name, Unit::Count.shown(*own)));
    }
    let sizing = facts.groups("findings").any(|finding| {
        let id = finding.words("id");
        id.is_some_and(|id| SIZING.contains(&id))
    });
    let board = board_of(facts).map(|record| &record.accelerator);
    let worth = !says.is_empty() || sizing && board.is_some();
    if let Some(board) = board {
        question.fleet.accelerators = vec![board.id.clone()];
        says.push((Msg::ProfileDevice, board.name.clone()));
    }
    worth.then_some(Filled {
        question,
        says,
        assumed,
    })
}

/// The model of the catalogue that a name means: the name itself, that of a folder of the hub's
/// cache (`models--Qwen--Qwen3-32B`), or the last two parts of a path.
pub(super) fn known(name: &str) -> Option<&'static ModelEntry> {
    let mut parts = name.split('/');
    let cached = parts.find_map(|part| part.strip_prefix("models--"));
    let cached = cached.map(|cached| cached.replacen("--", "/", 1));
    let end: Vec<&str> = name.trim_end_matches('/').rsplit('/').take(2).collect();
    let path = match end.as_slice() {
        [last, owner] => Some(format!("{owner}/{last}")),
        _ => None,
    };
    let found = [Some(name.to_owned()), cached, path];
    found
        .into_iter()
        .flatten()
        .find_map(|id| catalog::entry(&id))
}

/// Parameters of a file over a model's, either way, up to which a model of the same name is it.
const SAME: f64 = 1.1;

/// The model of the catalogue that a name means, as [`known`], or of `llama.cpp`'s words for a file of
/// so many parameters: `qwen3 8B Q4_K - Medium` is Qwen3-8B.
pub(super) fn meant(name: &str, parameters: Option<f64>) -> Option<&'static ModelEntry> {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let of_file = || {
        let (wanted, parameters) = (plain(&gguf(name)?.0), parameters?);
        catalog::models().iter().find(|entry| {
            let mut names = std::iter::once(entry.id).chain(entry.aliases.iter().copied());
            let times = (parameters / entry.parameters).max(entry.parameters / parameters);
            let last = |id: &str| plain(id.rsplit('/').next().unwrap_or(id));
            times <= SAME && names.any(|id| last(id) == wanted)
        })
    };
    known(name).or_else(of_file)
}

/// The least that the closed form finds for a question, in a sentence that says so: the calculator
/// simulates what may be the least, and may come to another. `None` where nothing does, or it has no
/// price.
fn least(question: Question) -> Option<String> {
    let answer = solve::beside(question)?;
    let (offer, sizing) = answer.recommended()?;
    let cost = dollars(sizing.cost.as_ref()?.per_hour.get());
    let boards = integer(f64::from(sizing.accelerators()));
    let boards = say::gpus_of(&boards, &offer.accelerator.name);
    Some(say::profile_size_least(&boards, &cost))
}

/// The address of the calculator with a question filled in; reactive to how the page is looked at.
pub(super) fn address(state: State, question: Question) -> String {
    let view = state.frame.view();
    let fragment = link::write(&link::Link {
        question,
        view,
        frame: None,
    });
    browser::page_at("", &fragment)
}

/// What was filled in, as words: `Model: Qwen3 32B`.
pub(super) fn words(says: &[(Msg, String)]) -> Vec<String> {
    let said = says
        .iter()
        .map(|(name, value)| format!("{}: {value}", text(*name)));
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(json: &str) -> Option<Filled> {
        filled(&Group::from_json(json).expect("facts"))
    }

    /// A benchmark fills in its model, its rate and its lengths; a device that the catalogue knows
    /// goes along.
    #[test]
    fn a_benchmark_fills_in_the_question() {
        let filled = of(
            r#"{"model":"Qwen/Qwen3-32B","devices":[{"name":"NVIDIA H100 80GB HBM3"}],
            "throughput":{"requests_per_s":3.21987},"load":{"input_tokens":511.6,"output_tokens":128}}"#,
        );
        let filled = filled.expect("a question");
        let question = filled.question;
        assert_eq!(
            question.model,
            ModelChoice::Catalog("Qwen/Qwen3-32B".to_owned())
        );
        assert_eq!(question.traffic, Traffic::Rate(3.22));
        assert!((question.input_tokens - 512.0).abs() < 1e-9);
        assert!((question.output_tokens - 128.0).abs() < 1e-9);
        assert_eq!(question.fleet.accelerators, ["nvidia-h100-sxm-80gb"]);
        assert_eq!(filled.says.len(), 5);
        assert!(filled.assumed.is_empty());
    }

    /// A model is known by its name, by a folder of the hub's cache and by the end of a path.
    #[test]
    fn models_are_known_by_their_paths() {
        let id = |name: &str| known(name).map(|entry| entry.id);
        let qwen = Some("Qwen/Qwen3-32B");
        assert_eq!(id("Qwen/Qwen3-32B"), qwen);
        assert_eq!(id("/hub/models--Qwen--Qwen3-32B/snapshots/b5c9/"), qwen);
        assert_eq!(id("/data/models/Qwen/Qwen3-32B"), qwen);
        assert_eq!(id("/models/mine"), None);
        assert_eq!(id(""), None);
    }

    /// A file of `llama.cpp` names its model by family, size and parameters; those of another size are
    /// none, and neither is a family of which there are many.
    #[test]
    fn models_are_known_by_their_size() {
        let id = |name: &str, parameters: f64| meant(name, Some(parameters)).map(|entry| entry.id);
        assert_eq!(
            id("qwen3 8B Q4_K - Medium", 8_190_735_360.0),
            Some("Qwen/Qwen3-8B")
        );
        assert_eq!(id("qwen3 8B Q4_K - Medium", 0.8e9), None);
        assert_eq!(id("llama 8B Q4_K - Medium", 8.03e9), None);
        assert_eq!(meant("qwen3 8B Q4_K - Medium", None), None);
    }

    /// Nothing is made up: an unknown model is left out, and a device alone asks nothing unless it
    /// is of the wrong size.
    #[test]
    fn what_is_not_there_is_not_filled_in() {
        assert_eq!(of(r#"{"model":"/models/mine"}"#), None);
        let device = r#""devices":[{"name":"NVIDIA H100 80GB HBM3"}]"#;
        assert_eq!(of(&format!("{{{device}}}")), None);
        let unused = format!(r#"{{{device},"findings":[{{"id":"memory-unused","gain":0.6}}]}}"#);
        let filled = of(&unused).expect("a question");
        assert_eq!(filled.says.len(), 1);
        // Rate and both lengths are the calculator's own, and nothing is the least for them.
        assert_eq!(filled.assumed.len(), 3);
        assert_eq!(filled.least(), None);
        assert_eq!(filled.question.model, Question::default().model);
        assert_eq!(of(r#"{"findings":[{"id":"queue"}]}"#), None);
    }
}
