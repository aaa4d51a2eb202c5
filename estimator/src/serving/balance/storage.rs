//! Local storage: `2 * weights + image`.
//!
//! The files of the weights are whole on every node that serves a part of them, and twice
//! while one version replaces another. An engine's container image takes 28.6 GB unpacked
//! (vllm-project/vllm#22377, of `vllm-openai` 0.12).

use super::node::Node;
use crate::quantity::Bytes;

/// The image of an engine.
const IMAGE: Bytes = Bytes::gb(28.6);

/// Local storage of the node.
pub(super) fn needed(node: &Node<'_, '_>) -> Bytes {
    node.weights * 2.0 + IMAGE
}
