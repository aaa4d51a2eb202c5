//! A network inside another: counted by its own family on the image of the whole.

use super::convolved::Residual;
use super::{Input, counted};
use crate::import::network::Refused;
use crate::import::network::fields::{Fields, missing};
use crate::import::network::tally::{Map, Tally};
use crate::vision::counted::Counted;
use serde_json::{Value, json};

/// Where the file of a whole describes its first network.
const BACKBONE: &str = "backbone_config";

/// Counts the network that a whole begins with: what comes out of each of its stages.
pub(super) fn backbone(
    tally: &mut Tally,
    whole: Fields<'_>,
    input: &Input,
) -> Result<Vec<Map>, Refused> {
    let inside = whole.inside(BACKBONE);
    let named = inside.unwrap_or(whole).word("backbone");
    if inside.is_none() || named.is_some() {
        let of = Residual::named(named.unwrap_or("resnet50"));
        return Ok(of
            .ok_or_else(|| missing("backbone"))?
            .count(tally, input.map()));
    }
    let inside = inside.ok_or_else(|| missing(BACKBONE))?;
    match inside.word("model_type") {
        Some("resnet" | "rt_detr_resnet") => {
            return Ok(Residual::read(inside)?.count(tally, input.map()));
        }
        Some("hgnet_v2") => return super::gathered::stages(tally, inside, input),
        _ => {}
    }
    let network = sized(inside, input)?;
    let Counted::Network(network) = counted(Fields(&network))?.counted else {
        return Err(missing(BACKBONE));
    };
    tally.include(&network);
    stages(inside, input)
}

/// Families whose grid is halved from stage to stage, and has no places of its own.
fn staged(inside: Fields<'_>) -> bool {
    let family = inside.word("model_type").unwrap_or_default();
    [
        "swin",
        "maskformer-swin",
        "convnext",
        "segformer",
        "pvt",
        "hiera",
        "dinov3_convnext",
    ]
    .iter()
    .any(|known| family.starts_with(known))
}

/// The same file for another image; places of a plain transformer are a table of its own image.
fn sized(inside: Fields<'_>, input: &Input) -> Result<Value, Refused> {
    let mut own = inside.0.clone();
    if staged(inside) {
        let sides = json!([input.rows, input.columns]);
        own.as_object_mut()
            .ok_or_else(|| missing(BACKBONE))?
            .insert("image_size".to_owned(), sides);
    }
    Ok(own)
}

/// Grids that the stages leave: of a plain transformer one, of others halved from stage to stage.
fn stages(inside: Fields<'_>, input: &Input) -> Result<Vec<Map>, Refused> {
    if !staged(inside) {
        let width = inside.count(&["hidden_size"])?;
        let patch = inside.or("patch_size", 16.0)?;
        let side = |size: f64| (size / patch).floor().max(1.0);
        return Ok(vec![Map::image(
            side(input.rows),
            side(input.columns),
            width,
        )]);
    }
    let depths = inside.list_or("depths", &[2.0, 2.0, 6.0, 2.0])?;
    let widths = if let Some(widths) = inside.list("hidden_sizes")? {
        widths
    } else {
        let mut width = inside.or("embed_dim", 96.0)?;
        let mut widths = Vec::new();
        for _ in &depths {
            widths.push(width);
            width *= 2.0;
        }
        widths
    };
    let mut step = 2.0;
    let halved = widths.iter().map(|width| {
        step *= 2.0;
        let side = |size: f64| (size / step).ceil();
        Map::image(side(input.rows), side(input.columns), *width)
    });
    Ok(halved.collect())
}
