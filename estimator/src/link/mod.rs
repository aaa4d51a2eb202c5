//! The grammar of links: a question as the fragment of an address, readable, versioned, with
//! defaults left out.
//!
//! ```text
//! v=2&model=Qwen/Qwen3-32B&weights=bf16&users=50&in=800&ttft=500ms
//! ```
//!
//! Which keys there are is each task's own: [`crate::serving::link`], [`crate::training::link`],
//! [`crate::money::link`]; those of the model, the fleet and the view are shared by all.

mod alone;
pub(crate) mod amount;
mod calibration;
pub(crate) mod fragment;
pub(crate) mod frame;
pub(crate) mod json;
pub(crate) mod listed;
mod own;
pub(crate) mod pairs;
mod record;
mod shape;
pub(crate) mod shared;
pub(crate) mod text;
pub(crate) mod value;

pub(crate) use alone::{read_model, write_model};
pub use frame::{Frame, Section};

use crate::precision::formats;
use serde::{Deserialize, Serialize};

/// The version that every kind of link is written in.
pub const VERSION: u32 = 2;

/// The longest link that is read, in bytes: a question with a price list
/// ([`crate::listed::MOST_TEXT`]) and a model's shape in it.
pub const MOST_BYTES: usize = 256 << 10;

formats!(
    /// Colours of the page, where the link fixes them.
    Theme {
        /// Dark on light.
        Light = "light",
        /// Light on dark.
        Dark = "dark",
    }
);

/// The view of a page: the part every link holds beside its question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// Language of the page, as in `de` or `zh-Hans`.
    pub language: Option<String>,
    /// Colours of the page.
    pub theme: Option<Theme>,
    /// The accelerator whose details are open, by id.
    pub selected: Option<String>,
}

/// Something in a link that was not understood; its default stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Notice {
    /// A key that this version does not know.
    UnknownKey {
        /// The key, shortened.
        name: String,
    },
    /// A value that its key cannot have.
    BadValue {
        /// The key.
        key: String,
        /// The value, shortened.
        text: String,
    },
    /// The link was made by a later version.
    NewerVersion {
        /// Which.
        version: u32,
    },
    /// The link was made when amounts were of the accelerators in use. Now they are of whole
    /// machines as they are sold.
    OlderVersion,
    /// The link is longer than any that is made; the rest is not read.
    TooLong,
}
