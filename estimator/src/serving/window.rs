//! The question whose prompts fill the model's window:
//!
//! ```text
//! prompt tokens = window - answer tokens
//! hits          = those of the shorter prompt, in tokens: what is added is read anew
//! ```
//!
//! The first token has no limit then: a prompt a hundred times as long is not read in the time of a
//! short one, and what is asked is what holding and reading it costs.

use crate::error::{Field, FieldError, Problem};
use crate::serving::question::{Question, Variety};

/// The question with prompts that fill a window of so many tokens; `None` where they do already,
/// or an answer alone is as long.
#[must_use]
pub fn filled(question: &Question, window: f64) -> Option<Question> {
    let input = window - question.output_tokens;
    if input <= question.input_tokens {
        return None;
    }
    let mut filled = question.clone();
    filled.prefix_hit_rate = question.prefix_hit_rate * question.input_tokens / input;
    filled.input_tokens = input;
    filled.variety = Variety {
        input_p95: None,
        ..question.variety
    };
    filled.sla.ttft = None;
    filled.engine.max_model_len = None;
    Some(filled)
}

/// What is wrong with a question whose prompt and answer are longer than a window of so many
/// tokens, and the most that is not: an engine refuses every such request. `None` where they fit.
#[must_use]
pub fn beyond(question: &Question, window: u32) -> Option<FieldError> {
    let window = f64::from(window);
    let (input, output) = (question.input_tokens, question.output_tokens);
    if input + output <= window {
        return None;
    }
    // A prompt has at least a token.
    let (field, most) = if output < window {
        (Field::InputTokens, window - output)
    } else {
        (Field::OutputTokens, (window - 1.0).max(1.0))
    };
    let problem = Problem::TooLarge { most };
    Some(FieldError { field, problem })
}

#[cfg(test)]
mod tests {
    use super::{beyond, filled};
    use crate::error::{Field, Problem};
    use crate::serving::question::Question;

    /// By hand: 300 tokens of answer leave 7,700 of 8,000; half of 2,000 tokens found are 1,000 of
    /// them.
    #[test]
    fn the_window_is_full() {
        let question = Question {
            prefix_hit_rate: 0.5,
            ..Question::default()
        };
        assert_eq!(
            (question.input_tokens, question.output_tokens),
            (2000.0, 300.0)
        );
        let full = filled(&question, 8000.0).unwrap();
        assert!((full.input_tokens + full.output_tokens - 8000.0).abs() < 1e-9);
        assert!((full.prefix_hit_rate * full.input_tokens - 1000.0).abs() < 1e-9);
        assert_eq!(full.sla.ttft, None);
        assert_eq!(full.sla.tpot, question.sla.tpot);
        assert_eq!(filled(&question, 2300.0), None);
        assert_eq!(filled(&question, 100.0), None);
    }

    /// A window of 2,300 tokens holds 2,000 and 300; of a shorter one the field that is too long is
    /// named with the most that fits.
    #[test]
    fn what_is_longer_than_the_window_is_named() {
        let question = Question::default();
        assert_eq!(beyond(&question, 2300), None);
        let error = beyond(&question, 2048).unwrap();
        assert_eq!(error.field, Field::InputTokens);
        assert_eq!(error.problem, Problem::TooLarge { most: 1748.0 });
        let error = beyond(&question, 200).unwrap();
        assert_eq!(error.field, Field::OutputTokens);
        assert_eq!(error.problem, Problem::TooLarge { most: 199.0 });
    }
}
