//! The meanings of the symbols in the formulas.

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
    ("W_attn", Msg::SymParametersAttention),
    ("W_ffn", Msg::SymParametersFfn),
    ("W_exp", Msg::SymParametersExperts),
    ("W_ends", Msg::SymParametersEnds),
    ("W_copied", Msg::SymParametersCopied),
    ("tp", Msg::SymTensor),
    ("dp", Msg::SymData),
    ("σ", Msg::SymStageShare),
    ("n", Msg::SymRanks),
    ("b", Msg::SymBits),
    ("w", Msg::SymWeights),
    ("w_add", Msg::SymAdded),
    ("L", Msg::SymLayers),
    ("K", Msg::SymKvModel),
    ("min(tp, n_kv)", Msg::SymKvShards),
    ("kv", Msg::SymKv),
    ("M", Msg::SymMemory),
    ("activations", Msg::SymActivations),
    ("runtime", Msg::SymRuntime),
    ("pool", Msg::SymPool),
    ("prefix", Msg::SymPrefix),
    ("r", Msg::SymKvRequest),
    ("u", Msg::SymUtilization),
    ("s", Msg::SymInput),
    ("o", Msg::SymOutput),
    ("B_max", Msg::SymMostRequests),
    ("z", Msg::SymQuantile),
    ("B_p", Msg::SymCrowd),
    ("B", Msg::SymRequests),
    ("BW", Msg::SymBandwidth),
    ("P₁₆", Msg::SymPeak),
    ("t_attn", Msg::SymTimeAttention),
    ("t_ffn", Msg::SymTimeFfn),
    ("t_exp", Msg::SymTimeExperts),
    ("t_head", Msg::SymTimeHead),
    ("t_router", Msg::SymTimeRouter),
    ("t_lora", Msg::SymTimeAdapters),
    ("t_act", Msg::SymTimeActivations),
    ("t_kv", Msg::SymTimeKv),
    ("t_ar", Msg::SymTimeAllReduce),
    ("t_a2a", Msg::SymTimeAllToAll),
    ("t_pp", Msg::SymTimePipeline),
    ("t_layers", Msg::SymTimeLayers),
    ("t_draft", Msg::SymTimeDraft),
    ("t_host", Msg::SymTimeHost),
    ("t_cal", Msg::SymCalibration),
    ("e_m", Msg::SymShareRead),
    ("e_kv", Msg::SymShareKv),
    ("η₁₆", Msg::SymShareGemm),
    ("η₈", Msg::SymShareGemmEight),
    ("t_step", Msg::SymStep),
    ("t_m", Msg::SymPromptCost),
    ("a", Msg::SymAccepted),
    ("ρ", Msg::SymInterference),
    ("TPOT_m", Msg::SymTpot),
    ("q", Msg::SymRequestCost),
    ("t_1", Msg::SymPromptTime),
    ("t_att", Msg::SymPromptAttention),
    ("t_wait", Msg::SymWait),
    ("t_late", Msg::SymLate),
    ("v", Msg::SymDispersion),
    ("t_queue", Msg::SymQueue),
    ("t_copy", Msg::SymTimeCopy),
    ("TTFT_m", Msg::SymTtft),
    ("R_w", Msg::SymReplicas),
    ("X", Msg::SymThroughput),
    ("X_max", Msg::SymMostThroughput),
    ("λ", Msg::SymLoad),
    ("λ_max", Msg::SymMostLoad),
    ("λ_p", Msg::SymMostPrefill),
    ("λ_d", Msg::SymMostDecode),
    ("spares", Msg::SymSpares),
    ("f", Msg::SymExtra),
    ("m", Msg::SymMachines),
    ("g", Msg::SymMachine),
    ("price", Msg::SymPrice),
    ("C", Msg::SymCost),
];

#[cfg(test)]
mod tests {
    use super::*;
    use estimator::serving::explain::explain;
    use estimator::serving::options::{Adapters, Serving, Speculation};
    use estimator::serving::question::Question;
    use estimator::serving::search::search;

    /// The default question, a mixture of experts and all ways to serve, on everything
    /// offered.
    #[test]
    fn every_symbol_has_a_name() {
        let mixture = Question {
            model: estimator::choice::ModelChoice::Catalog("deepseek-ai/DeepSeek-V3".to_owned()),
            ..Question::default()
        };
        let served = Serving {
            speculation: Some(Speculation::TYPICAL),
            adapters: Some(Adapters::TYPICAL),
            restored: 0.2,
            disaggregated: true,
            ..Serving::default()
        };
        let served = Question {
            serving: served,
            ..Question::default()
        };
        for question in [Question::default(), mixture, served] {
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
