//! Operators that look at windows of an image: convolutions, pools, resizing.

use super::super::graph::{Node, Setting};
use super::{Inputs, float, size};

/// Settings of a window along one side.
struct Side {
    kernel: u64,
    stride: u64,
    dilation: u64,
    pads: (u64, u64),
}

fn side(node: &Node, at: usize, sides: usize, kernel: u64) -> Option<Side> {
    let one = |name: &str, place: usize, usual: u64| -> Option<u64> {
        match node.wholes(name).and_then(|all| all.get(place)) {
            Some(value) => size(*value),
            None => Some(usual),
        }
    };
    Some(Side {
        kernel,
        stride: one("strides", at, 1)?.max(1),
        dilation: one("dilations", at, 1)?.max(1),
        pads: (one("pads", at, 0)?, one("pads", at + sides, 0)?),
    })
}

impl Side {
    /// Places that a window has along a side.
    fn places(&self, node: &Node, length: u64, up: bool) -> Option<u64> {
        let window = self.dilation.checked_mul(self.kernel.checked_sub(1)?)? + 1;
        let padded = match node.text("auto_pad") {
            "SAME_UPPER" | "SAME_LOWER" => return Some(length.div_ceil(self.stride)),
            "VALID" => length,
            _ => length.checked_add(self.pads.0)?.checked_add(self.pads.1)?,
        };
        let room = padded.checked_sub(window)?;
        let steps = if up {
            room.div_ceil(self.stride)
        } else {
            room / self.stride
        };
        Some(steps + 1)
    }
}

/// Where the weights of a convolution are among its inputs.
pub(in super::super) fn weights_at(op: &str) -> usize {
    if op == "QLinearConv" { 3 } else { 1 }
}

pub(super) fn convolution(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let [batch, _, sides @ ..] = inputs.dims(0)? else {
        return None;
    };
    let [channels, _, kernel @ ..] = inputs.dims(weights_at(&node.op))? else {
        return None;
    };
    let mut dims = vec![*batch, *channels];
    for (at, (length, kernel)) in sides.iter().zip(kernel).enumerate() {
        dims.push(side(node, at, sides.len(), *kernel)?.places(node, *length, false)?);
    }
    (sides.len() == kernel.len()).then_some(dims)
}

pub(super) fn transposed(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let [batch, _, sides @ ..] = inputs.dims(0)? else {
        return None;
    };
    let [_, channels, kernel @ ..] = inputs.dims(1)? else {
        return None;
    };
    let groups = size(node.whole("group").unwrap_or(1))?;
    let mut dims = vec![*batch, channels.checked_mul(groups)?];
    for (at, (length, kernel)) in sides.iter().zip(kernel).enumerate() {
        let shaped = node.wholes("output_shape").and_then(|all| all.get(at));
        if let Some(shaped) = shaped {
            dims.push(size(*shaped)?);
            continue;
        }
        let side = side(node, at, sides.len(), *kernel)?;
        let more = node.wholes("output_padding").and_then(|all| all.get(at));
        let more = size(more.copied().unwrap_or(0))?;
        let window = side.dilation.checked_mul(side.kernel.checked_sub(1)?)? + 1;
        let spread = side.stride.checked_mul(length.checked_sub(1)?)?;
        dims.push(if node.text("auto_pad").starts_with("SAME") {
            length.checked_mul(side.stride)?
        } else {
            let whole = spread.checked_add(more)?.checked_add(window)?;
            whole.checked_sub(side.pads.0.checked_add(side.pads.1)?)?
        });
    }
    Some(dims)
}

pub(super) fn pool(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let [batch, channels, sides @ ..] = inputs.dims(0)? else {
        return None;
    };
    let up = node.whole("ceil_mode").is_some_and(|on| on != 0);
    let mut dims = vec![*batch, *channels];
    for (at, length) in sides.iter().enumerate() {
        let kernel = size(*node.wholes("kernel_shape")?.get(at)?)?;
        dims.push(side(node, at, sides.len(), kernel)?.places(node, *length, up)?);
    }
    Some(dims)
}

pub(super) fn global(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?.iter().enumerate();
    Some(
        dims.map(|(at, size)| if at < 2 { *size } else { 1 })
            .collect(),
    )
}

pub(super) fn resize(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let dims = inputs.dims(0)?;
    let axes: Vec<usize> = match node.wholes("axes") {
        Some(axes) => axes
            .iter()
            .filter_map(|one| super::axis(*one, dims.len()))
            .collect(),
        None => (0..dims.len()).collect(),
    };
    let mut resized = dims.to_vec();
    let own = match node.setting("scales") {
        Some(Setting::Numbers(scales)) => Some(scales.clone()),
        _ => None,
    };
    let of = |at: usize| inputs.at(at).and_then(|value| value.numbers.clone());
    let later = if node.op == "Upsample" { 1 } else { 2 };
    // The first version of Resize has its scales where later ones have a region.
    let short = inputs.0.len() == 2 && node.op == "Resize";
    let scales = own.or_else(|| of(if short { 1 } else { later }));
    let sizes = of(3).filter(|_| node.op == "Resize");
    let scales = scales.filter(|scales| !scales.is_empty());
    let all = sizes.as_ref().or(scales.as_ref())?;
    if all.len() != axes.len() {
        return None;
    }
    for (at, number) in axes.iter().zip(all) {
        let place = resized.get_mut(*at)?;
        let length = if sizes.is_some() {
            *number
        } else {
            (float(*place) * number).floor()
        };
        *place = size(super::whole(length))?;
    }
    Some(resized)
}

pub(super) fn sampled(inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let ([batch, channels, ..], [_, sides @ .., _]) = (inputs.dims(0)?, inputs.dims(1)?) else {
        return None;
    };
    Some([&[*batch, *channels], sides].concat())
}

pub(super) fn regions(node: &Node, inputs: &Inputs<'_>) -> Option<Vec<u64>> {
    let (channels, regions) = (inputs.at(0)?.dim(1)?, inputs.at(1)?.dim(0)?);
    let side = |name: &str, at: usize| {
        let pooled = node
            .wholes("pooled_shape")
            .and_then(|all| all.get(at).copied());
        size(node.whole(name).or(pooled).unwrap_or(1))
    };
    let (height, width) = (side("output_height", 0)?, side("output_width", 1)?);
    Some(vec![regions, channels, height, width])
}

/// Channels to pixels, or back.
pub(super) fn depth(node: &Node, inputs: &Inputs<'_>, out: bool) -> Option<Vec<u64>> {
    let &[batch, channels, height, width] = inputs.dims(0)? else {
        return None;
    };
    let block = size(node.whole("blocksize")?)?.max(1);
    let square = block.checked_mul(block)?;
    Some(if out {
        let sides = (height.checked_mul(block)?, width.checked_mul(block)?);
        vec![batch, channels / square, sides.0, sides.1]
    } else {
        vec![
            batch,
            channels.checked_mul(square)?,
            height / block,
            width / block,
        ]
    })
}
