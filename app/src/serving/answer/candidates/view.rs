//! How the table is looked at: filters, columns, order. None of it is part of the question, nor
//! of its link; it stays for as long as the program runs.

use super::column::Column;
use super::order::Order;
use super::row::{Row, Standing};
use crate::i18n::lowered;
use crate::serving::question::folded::makers::vendor_name;
use estimator::hardware::Vendor;
use estimator::serving::backing::Backing;
use leptos::prelude::*;

/// How the table is looked at.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // Independent filters, each a chip.
pub(super) struct View {
    /// The letters that rows are found by.
    pub(super) query: String,
    /// Makers whose rows are shown; none chosen means all.
    pub(super) makers: Vec<Vendor>,
    /// Sellers, by name; none chosen means all.
    pub(super) sellers: Vec<String>,
    /// Only what keeps the demands.
    pub(super) meeting: bool,
    /// Only what can run the model at all.
    pub(super) running: bool,
    /// Only what measurements back.
    pub(super) measured: bool,
    /// Only what has a price that is not stale.
    pub(super) fresh: bool,
    /// Columns beside those that are always shown.
    pub(super) columns: Vec<Column>,
    /// The order.
    pub(super) order: Order,
    /// Whether all rows are shown, however many.
    pub(super) whole: bool,
}

thread_local! {
    static VIEW: ArcRwSignal<View> = ArcRwSignal::new(View {
        query: String::new(),
        makers: Vec::new(),
        sellers: Vec::new(),
        meeting: false,
        running: true,
        measured: false,
        fresh: false,
        columns: Vec::new(),
        order: Order::FIRST,
        whole: false,
    });
}

impl View {
    /// That of the program; the same whenever the card is made.
    pub(super) fn of_program() -> RwSignal<Self> {
        VIEW.with(|view| RwSignal::from(view.clone()))
    }

    /// The columns that are shown.
    pub(super) fn columns(&self) -> Vec<Column> {
        let shown = |column: &Column| !column.is_optional() || self.columns.contains(column);
        Column::ALL.into_iter().filter(shown).collect()
    }

    /// Whether `row` passes every filter but [`Self::running`].
    pub(super) fn finds(&self, row: &Row) -> bool {
        (!self.meeting || row.standing == Standing::Meets)
            && (!self.measured || row.backing == Some(Backing::Measured))
            && (!self.fresh || row.age.is_fresh)
            && (self.makers.is_empty() || self.makers.contains(&row.vendor))
            && (self.sellers.is_empty() || self.sellers.contains(&row.seller))
            && self.names(row)
    }

    /// Whether every word of the query is in its name, its id, its maker or its seller.
    fn names(&self, row: &Row) -> bool {
        if self.query.is_empty() {
            return true;
        }
        let maker = vendor_name(row.vendor);
        let hay = lowered(&format!("{} {} {maker} {}", row.name, row.id, row.seller));
        let mut words = self.query.split_whitespace();
        words.all(|word| hay.contains(&lowered(word)))
    }

    /// Whether it is hidden only because it cannot run the model.
    pub(super) fn hides(&self, row: &Row) -> bool {
        self.running && row.standing == Standing::Cannot && self.finds(row)
    }

    /// Whether `row` is shown.
    pub(super) fn shows(&self, row: &Row) -> bool {
        self.finds(row) && !self.hides(row)
    }
}
