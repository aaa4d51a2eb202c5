//! What colours and rings mean: below the plot and in it, so that a picture has it, too.

use super::point::Point;
use crate::chart::drawing::Drawing;
use crate::chart::label::Anchor;
use crate::chart::text;
use crate::i18n::{Msg, text as words};
use crate::serving::question::folded::makers::vendor_name;
use estimator::hardware::Vendor;

/// Height of a line of the key, in pixels.
const LINE: f64 = 20.0;

/// Adds it to the end of `drawing`, in as many lines as it takes.
pub(super) fn key(drawing: &mut Drawing, points: &[&Point]) {
    let made = |maker: &&Vendor| points.iter().any(|point| point.vendor == **maker);
    let makers = Vendor::ALL.iter().filter(made).map(|maker| {
        let class = format!("dot full {}", maker.id());
        (class, vendor_name(*maker))
    });
    let rings = [
        (
            points.iter().any(|point| !point.meets),
            "dot hollow other",
            Msg::ChartMisses,
        ),
        (
            points.iter().any(|point| point.unmeasured),
            "dot hollow dashed other",
            Msg::DoubtUnmeasured,
        ),
    ];
    let rings = rings.into_iter().filter(|(there, ..)| *there);
    let rings = rings.map(|(_, class, name)| (class.to_owned(), words(name)));
    let (mut x, mut y) = (6.0, drawing.height + 12.0);
    for (class, name) in makers.chain(rings) {
        let width = 14.0 + text::width(name);
        if x > 6.0 && x + width > drawing.width {
            (x, y) = (6.0, y + LINE);
        }
        drawing.dot(class, x, y, 4.5);
        drawing.text("tick", x + 10.0, y + 4.0, Anchor::Start, name);
        x += width + 18.0;
    }
    drawing.height = y + 8.0;
}
