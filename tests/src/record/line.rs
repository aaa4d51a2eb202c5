//! Lines of the batch estimator: every field, with values that it may have and some that it
//! may not.

use super::draw::Draw;
use super::edges::Ids;
use super::fields::{Field, LAYOUT, SERVING, SPREAD, TRAINING, quoted};
use super::keys::value_of;
use crate::asked::MODELS;

/// Models that are no ids.
const CONFIGS: [&str; 3] = [
    r#"{"model_type":"llama","architectures":["LlamaForCausalLM"],"hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":128256,"max_position_embeddings":131072}"#,
    r#"{"model_type":"mixtral","architectures":["MixtralForCausalLM"],"hidden_size":4096,"intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,"num_key_value_heads":8,"vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2}"#,
    r#"{"model_type":"llama","hidden_size":4096}"#,
];

/// Fields that cannot be, or not so.
const BAD: [&str; 10] = [
    r#""colour":"red""#,
    r#""accelerator":"nobody-x1""#,
    r#""input_tokens":-1"#,
    r#""accelerators":0"#,
    r#""weights":"fp7""#,
    r#""prefix_hit_rate":2"#,
    r#""ownership":{"none":1}"#,
    r#""task":"drawing""#,
    r#""accelerators":1.5"#,
    r#""micro_batch":"two""#,
];

/// The question of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// An estimate of serving.
    Serving,
    /// A search over all accelerators.
    Search,
    /// An estimate of training.
    Training,
    /// The cheapest run.
    Run,
}

/// A line.
pub(super) fn line(draw: &mut Draw, ids: &Ids, asks: Asks, id: usize) -> String {
    let mut fields = vec![format!("\"id\":{id}")];
    let model = match draw.whole(0, 9) {
        0 => draw.one(&CONFIGS).to_owned(),
        1..=3 => quoted(draw, &ids.models),
        _ => quoted(draw, &MODELS),
    };
    fields.push(format!("\"model\":{model}"));
    let tables: &[&[Field]] = match asks {
        Asks::Serving => &[&SERVING, &SPREAD],
        Asks::Search => &[&SERVING],
        Asks::Training => &[&TRAINING, &LAYOUT],
        Asks::Run => &[&TRAINING],
    };
    if matches!(asks, Asks::Training | Asks::Run) {
        fields.push(r#""task":"training""#.to_owned());
    }
    for (name, often, value) in tables.iter().copied().flatten() {
        if draw.chance(*often) {
            fields.push(format!("\"{name}\":{}", value(draw)));
        }
    }
    if asks == Asks::Search {
        let mut demands = Vec::new();
        if draw.chance(0.7) {
            demands.push(format!("\"ttft_s\":{}", draw.number(0.2, 5.0)));
        }
        if draw.chance(0.7) {
            demands.push(format!("\"tpot_s\":{}", draw.number(0.01, 0.2)));
        }
        if draw.chance(0.5) {
            let percentile = quoted(draw, &["mean", "p90", "p95", "p99"]);
            demands.push(format!("\"percentile\":{percentile}"));
        }
        fields.push(format!("\"sla\":{{{}}}", demands.join(",")));
    } else if draw.chance(0.1) {
        let input = draw.one(&ids.inputs);
        let value = value_of(draw, input);
        fields.push(format!("\"ownership\":{{\"{input}\":{value}}}"));
    }
    if draw.chance(0.03) {
        fields.push(draw.one(&BAD).to_owned());
    }
    let end = if draw.chance(0.002) { "" } else { "}" };
    format!("{{{}{end}", fields.join(","))
}
