//! What the symbols of the formulas stand for.

use crate::i18n::Msg;

/// The meaning of a symbol; `None` for one that has no name yet.
pub(super) fn meaning(symbol: &str) -> Option<Msg> {
    NAMES
        .iter()
        .find(|(known, _)| *known == symbol)
        .map(|(_, message)| *message)
}

/// Every symbol the estimator's derivations use.
const NAMES: &[(&str, Msg)] = &[
    ("P", Msg::SymParameters),
    ("P_attn", Msg::SymParametersAttention),
    ("P_ffn", Msg::SymParametersFfn),
    ("P_exp", Msg::SymParametersExperts),
    ("P_emb + P_head", Msg::SymParametersEnds),
    ("tp", Msg::SymTensor),
    ("pp", Msg::SymPipeline),
    ("n", Msg::SymRanks),
    ("b", Msg::SymBits),
    ("b₁₆", Msg::SymBitsWide),
    ("w", Msg::SymWeights),
    ("L", Msg::SymLayers),
    ("kv_layer", Msg::SymKvLayer),
    ("min(tp, n_kv)", Msg::SymKvShards),
    ("kv", Msg::SymKv),
    ("M", Msg::SymMemory),
    ("activations", Msg::SymActivations),
    ("runtime", Msg::SymRuntime),
    ("pool", Msg::SymPool),
    ("u", Msg::SymUtilization),
    ("s", Msg::SymInput),
    ("o", Msg::SymOutput),
    ("B_max", Msg::SymMostRequests),
    ("B", Msg::SymRequests),
    ("BW", Msg::SymBandwidth),
    ("P₁₆", Msg::SymPeak),
    ("t_attn", Msg::SymTimeAttention),
    ("t_ffn", Msg::SymTimeFfn),
    ("t_exp", Msg::SymTimeExperts),
    ("t_head", Msg::SymTimeHead),
    ("t_act", Msg::SymTimeActivations),
    ("t_kv", Msg::SymTimeKv),
    ("t_ar", Msg::SymTimeAllReduce),
    ("t_a2a", Msg::SymTimeAllToAll),
    ("t_pp", Msg::SymTimePipeline),
    ("t_layers", Msg::SymTimeLayers),
    ("t_host", Msg::SymTimeHost),
    ("e_m", Msg::SymShareRead),
    ("e_kv", Msg::SymShareKv),
    ("η₁₆", Msg::SymShareGemm),
    ("η₈", Msg::SymShareGemmEight),
    ("t_step", Msg::SymStep),
    ("t_m", Msg::SymPromptCost),
    ("a", Msg::SymAccepted),
    ("ρ", Msg::SymInterference),
    ("TPOT", Msg::SymTpot),
    ("TPOT_p", Msg::SymTpotPercentile),
    ("q", Msg::SymRequestCost),
    ("t_1", Msg::SymPromptTime),
    ("t_att", Msg::SymPromptAttention),
    ("t_queue", Msg::SymQueue),
    ("TTFT", Msg::SymTtft),
    ("TTFT_p", Msg::SymTtftPercentile),
    ("R", Msg::SymReplicas),
    ("X", Msg::SymThroughput),
    ("X_max", Msg::SymMostThroughput),
    ("λ", Msg::SymLoad),
    ("λ_max", Msg::SymMostLoad),
    ("spares", Msg::SymSpares),
    ("GPUs", Msg::SymGpus),
    ("price", Msg::SymPrice),
    ("C", Msg::SymCost),
];

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::explain::explain;
    use estimator::question::Question;
    use estimator::search::search;

    /// The default question and a mixture of experts, on everything offered.
    #[test]
    fn every_symbol_has_a_name() {
        let mixture = Question {
            model: estimator::question::ModelChoice::Catalog("deepseek-ai/DeepSeek-V3".to_owned()),
            ..Question::default()
        };
        for question in [Question::default(), mixture] {
            let (scenario, offers) = catalog::resolve(&question).unwrap();
            let report = search(&scenario, &offers);
            for candidate in &report.candidates {
                let Some(sizing) = &candidate.best else {
                    continue;
                };
                for derivation in explain(&scenario, &offers[candidate.offer], sizing) {
                    let constants = derivation.constants.iter().map(|constant| constant.term);
                    for term in derivation.terms.iter().copied().chain(constants) {
                        assert!(meaning(term.symbol).is_some(), "{}", term.symbol);
                    }
                }
            }
        }
    }
}
