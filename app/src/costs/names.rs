//! How the page about costs names things: inputs, units, components, ways, grids.

use crate::i18n::{Msg, say, text};
use crate::serving::question::pricing::{area_name, basis_name};
use catalog::money::Api;
use estimator::choice::{Area, PriceBasis};
use estimator::money::horizon::Way;
use estimator::money::{Component, Input};
use estimator::serving::autoscaling::Controller;

/// Who sets the replicas: an autoscaler, or the plan.
pub(crate) const fn scaled_by(autoscaler: Option<Controller>) -> Msg {
    match autoscaler {
        None => Msg::ScalingByPlan,
        Some(Controller::Hpa) => Msg::ScalingByHpa,
        Some(Controller::Keda) => Msg::ScalingByKeda,
    }
}

/// The name of an autoscaler.
pub(super) fn scaler(by: Controller) -> &'static str {
    text(scaled_by(Some(by)))
}

/// The name of an input.
pub(super) const fn input(input: Input) -> Msg {
    match input {
        Input::Accelerator => Msg::InputAccelerator,
        Input::Chassis => Msg::InputChassis,
        Input::Network => Msg::ComponentNetwork,
        Input::Storage => Msg::ComponentStorage,
        Input::Rack => Msg::ComponentRack,
        Input::Cooling => Msg::ComponentCooling,
        Input::Spares => Msg::ComponentSpares,
        Input::Residual => Msg::InputResidual,
        Input::Years => Msg::InputYears,
        Input::Capital => Msg::ComponentCapital,
        Input::Overhead => Msg::InputOverhead,
        Input::Node => Msg::InputNode,
        Input::LoadDraw => Msg::InputLoadDraw,
        Input::IdleDraw => Msg::InputIdleDraw,
        Input::Colocation => Msg::ComponentColocation,
        Input::Electricity => Msg::InputElectricity,
        Input::Pue => Msg::InputPue,
        Input::Salary => Msg::InputSalary,
        Input::PerPerson => Msg::InputPerPerson,
        Input::Licence => Msg::ComponentLicence,
        Input::Support => Msg::ComponentSupport,
        Input::Utilization => Msg::InputUtilization,
        Input::Carbon => Msg::InputCarbon,
        Input::ApiInput => Msg::InputApiInput,
        Input::ApiCached => Msg::InputApiCached,
        Input::ApiOutput => Msg::InputApiOutput,
        Input::Users => Msg::InputUsers,
        Input::Horizon => Msg::InputHorizon,
        Input::Swing => Msg::InputSwing,
        Input::RunAccelerators => Msg::InputRunGpus,
        Input::RunHours => Msg::InputRunHours,
        Input::RunTokens => Msg::InputRunTokens,
    }
}

/// The unit of its field; `None` for shares.
pub(super) const fn symbol(input: Input) -> Option<Msg> {
    Some(match input {
        Input::Accelerator => Msg::SymbolUsd,
        Input::Storage | Input::Rack => Msg::SymbolUsdNode,
        Input::Cooling => Msg::SymbolUsdKw,
        Input::Colocation => Msg::SymbolUsdKwMonth,
        Input::Electricity => Msg::SymbolUsdKwh,
        Input::Salary => Msg::SymbolUsdYear,
        Input::Licence => Msg::SymbolUsdGpuYear,
        Input::Capital | Input::Support => Msg::SymbolShareYear,
        Input::Years | Input::Horizon => Msg::SymbolYears,
        Input::Node => Msg::SymbolKw,
        Input::Carbon => Msg::SymbolGramsKwh,
        Input::ApiInput | Input::ApiCached | Input::ApiOutput => Msg::SymbolUsdMillion,
        Input::Network | Input::Spares => Msg::SymbolOfServers,
        Input::PerPerson | Input::RunAccelerators => Msg::SymbolGpus,
        Input::RunHours => Msg::SymbolHours,
        Input::RunTokens => Msg::SymbolBillions,
        Input::Users => Msg::SymbolUsers,
        _ => return None,
    })
}

/// The sign of an input whose unit needs no word.
pub(super) const fn sign_of(input: Input) -> Option<&'static str> {
    match input {
        Input::Chassis | Input::Overhead => Some("×"),
        Input::Residual | Input::LoadDraw | Input::IdleDraw | Input::Utilization | Input::Swing => {
            Some("%")
        }
        _ => None,
    }
}

/// The name of a component of owning.
pub(super) const fn component(component: Component) -> Msg {
    match component {
        Component::Servers => Msg::ComponentServers,
        Component::Network => Msg::ComponentNetwork,
        Component::Storage => Msg::ComponentStorage,
        Component::Rack => Msg::ComponentRack,
        Component::Cooling => Msg::ComponentCooling,
        Component::Spares => Msg::ComponentSpares,
        Component::Capital => Msg::ComponentCapital,
        Component::Colocation => Msg::ComponentColocation,
        Component::Energy => Msg::ComponentEnergy,
        Component::Staff => Msg::ComponentStaff,
        Component::Licence => Msg::ComponentLicence,
        Component::Support => Msg::ComponentSupport,
    }
}

/// On which basis something is rented.
pub(super) fn basis(basis: PriceBasis) -> &'static str {
    text(basis_name(basis))
}

/// A way to come by accelerators.
pub(super) fn way(way: Way) -> String {
    match way {
        Way::Rented(on) => say::way_rented(basis(on)),
        Way::Owned => text(Msg::WayOwned).to_owned(),
        Way::Both => text(Msg::WayBoth).to_owned(),
        Way::Api => text(Msg::AgainstApi).to_owned(),
    }
}

/// A model at its host, where that serves it if the price is of one area, and the price's day.
pub(super) fn api(api: &Api) -> String {
    let mut parts = vec![api.name, api.host];
    if api.area != Area::Any {
        parts.push(text(area_name(api.area)));
    }
    format!("{} ({})", parts.join(text(Msg::ListComma)), api.as_of)
}

/// A day of the week by its number from Monday on.
pub(super) const fn weekday(day: usize) -> Msg {
    match day {
        0 => Msg::WeekdayMon,
        1 => Msg::WeekdayTue,
        2 => Msg::WeekdayWed,
        3 => Msg::WeekdayThu,
        4 => Msg::WeekdayFri,
        5 => Msg::WeekdaySat,
        _ => Msg::WeekdaySun,
    }
}

/// The name of a grid; that of the catalogue where there is no other.
pub(super) fn grid(id: &str) -> Option<Msg> {
    let known = GRIDS.iter().find(|(known, _)| *known == id);
    known.map(|(_, name)| *name)
}

/// Grids by id.
const GRIDS: [(&str, Msg); 40] = [
    ("world", Msg::GridWorld),
    ("usa", Msg::GridUsa),
    ("can", Msg::GridCan),
    ("bra", Msg::GridBra),
    ("chl", Msg::GridChl),
    ("mex", Msg::GridMex),
    ("eu", Msg::GridEu),
    ("gbr", Msg::GridGbr),
    ("irl", Msg::GridIrl),
    ("deu", Msg::GridDeu),
    ("fra", Msg::GridFra),
    ("nld", Msg::GridNld),
    ("bel", Msg::GridBel),
    ("swe", Msg::GridSwe),
    ("nor", Msg::GridNor),
    ("fin", Msg::GridFin),
    ("dnk", Msg::GridDnk),
    ("isl", Msg::GridIsl),
    ("pol", Msg::GridPol),
    ("cze", Msg::GridCze),
    ("esp", Msg::GridEsp),
    ("prt", Msg::GridPrt),
    ("ita", Msg::GridIta),
    ("che", Msg::GridChe),
    ("aut", Msg::GridAut),
    ("jpn", Msg::GridJpn),
    ("kor", Msg::GridKor),
    ("sgp", Msg::GridSgp),
    ("ind", Msg::GridInd),
    ("chn", Msg::GridChn),
    ("twn", Msg::GridTwn),
    ("hkg", Msg::GridHkg),
    ("aus", Msg::GridAus),
    ("idn", Msg::GridIdn),
    ("mys", Msg::GridMys),
    ("tha", Msg::GridTha),
    ("are", Msg::GridAre),
    ("sau", Msg::GridSau),
    ("isr", Msg::GridIsr),
    ("zaf", Msg::GridZaf),
];

#[cfg(test)]
mod tests {
    use super::{GRIDS, grid};

    /// Every grid of the catalogue has a name in the reader's language.
    #[test]
    fn every_grid_has_a_name() {
        let grids = catalog::money::grids();
        assert_eq!(grids.len(), GRIDS.len());
        for known in grids {
            assert!(grid(known.id).is_some(), "{}", known.id);
        }
    }
}
