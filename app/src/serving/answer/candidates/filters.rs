//! The tools above the table: letters to find rows by, filters as chips, and the choice of columns.

use super::column::Column;
use super::order::Order;
use super::row::Row;
use super::view::View;
use crate::browser;
use crate::control::{Chip, Chips, table_filter};
use crate::i18n::{Msg, integer, say, t, text};
use crate::serving::draft::Pace;
use crate::serving::question::folded::makers::{toggle, vendor_name};
use estimator::hardware::Vendor;
use estimator::price_age::STALE_AFTER;
use leptos::prelude::*;

/// A list of boxes that a button opens below the tools.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Menu {
    Makers,
    Sellers,
    Columns,
}

/// One box of such a list: its name, whether it is ticked, what ticking it changes.
type Tick = (String, bool, Callback<()>);

impl Menu {
    const fn name(self) -> Msg {
        match self {
            Self::Makers => Msg::Vendors,
            Self::Sellers => Msg::Sellers,
            Self::Columns => Msg::TableColumns,
        }
    }

    /// The `id` of the button that opens it.
    const fn opener(self) -> &'static str {
        match self {
            Self::Makers => "table-makers",
            Self::Sellers => "table-sellers",
            Self::Columns => "table-columns",
        }
    }

    /// What is ticked of it, where that leaves rows out.
    fn chosen(self, view: &View) -> Vec<String> {
        match self {
            Self::Makers => view.makers.iter().map(|maker| maker_name(*maker)).collect(),
            Self::Sellers => view.sellers.clone(),
            Self::Columns => Vec::new(),
        }
    }

    /// Its boxes, for the rows there are; reactive.
    fn ticks(self, view: RwSignal<View>, rows: Memo<Vec<Row>>, pace: Pace) -> Vec<Tick> {
        match self {
            Self::Makers => rows.with(|rows| {
                let made = |maker: &&Vendor| rows.iter().any(|row| row.vendor == **maker);
                let makers = Vendor::ALL.iter().filter(made).copied();
                makers
                    .map(|maker| tick(view, maker_name(maker), maker, |view| &mut view.makers))
                    .collect()
            }),
            Self::Sellers => {
                let mut names: Vec<String> = rows.with(|rows| {
                    let names = rows.iter().map(|row| row.seller.clone());
                    names.filter(|name| !name.is_empty()).collect()
                });
                names.sort_unstable();
                names.dedup();
                let names = names.into_iter();
                names
                    .map(|name| tick(view, name.clone(), name, |view| &mut view.sellers))
                    .collect()
            }
            Self::Columns => {
                let columns = Column::ALL
                    .into_iter()
                    .filter(|column| column.is_optional());
                columns
                    .map(|column| {
                        let name = text(column.title(pace)).to_owned();
                        tick(view, name, column, |view| &mut view.columns)
                    })
                    .collect()
            }
        }
    }
}

fn maker_name(maker: Vendor) -> String {
    vendor_name(maker).to_owned()
}

fn tick<T: PartialEq + Clone + Send + Sync + 'static>(
    view: RwSignal<View>,
    name: String,
    value: T,
    list: fn(&mut View) -> &mut Vec<T>,
) -> Tick {
    let ticked = list(&mut view.get()).contains(&value);
    let change = Callback::new(move |()| view.update(|view| toggle(list(view), value.clone())));
    (name, ticked, change)
}

/// The tools above the rows, with the order they stand in, in words.
pub(super) fn filters(
    view: RwSignal<View>,
    rows: Memo<Vec<Row>>,
    pace: Memo<Pace>,
    sorted: Signal<String>,
) -> AnyView {
    let open = RwSignal::new(None::<Menu>);
    let escape = move |event: leptos::ev::KeyboardEvent| {
        if let Some(menu) = open.get_untracked().filter(|_| event.key() == "Escape") {
            event.prevent_default();
            open.set(None);
            browser::focus(menu.opener());
        }
    };
    let ticks = move || {
        open.get().map(|menu| {
            let boxes: Vec<AnyView> = menu
                .ticks(view, rows, pace.get())
                .into_iter()
                .map(ticked)
                .collect();
            view! {
                <div id="table-choices" class="choices" role="group" aria-label=text(menu.name())>
                    {boxes}
                </div>
            }
        })
    };
    let class = |menu: Menu| {
        if menu == Menu::Columns {
            "plain"
        } else {
            "chip"
        }
    };
    let button = move |menu: Menu| {
        let is_open = move || open.get() == Some(menu);
        let name = move || {
            let chosen = view.with(|view| menu.chosen(view));
            let name = text(menu.name());
            if chosen.is_empty() {
                name.to_owned()
            } else {
                say::filter_chosen(&chosen.join(text(Msg::ListComma)), name)
            }
        };
        view! {
            <button
                type="button"
                id=menu.opener()
                class=class(menu)
                class:on=move || view.with(|view| !menu.chosen(view).is_empty())
                aria-expanded=move || if is_open() { "true" } else { "false" }
                aria-controls=move || is_open().then_some("table-choices")
                on:click=move |_| {
                    open.update(|open| *open = (*open != Some(menu)).then_some(menu));
                }
            >
                {name}
            </button>
        }
        .into_any()
    };
    view! {
        <div on:keydown=escape>
            <div class="table-tools">
            {table_filter(
                Signal::derive(move || view.with(|view| view.query.clone())),
                move |query| view.update(|view| view.query = query),
            )}
            {button(Menu::Makers)}
            {button(Menu::Sellers)}
            <Chips label=Msg::TableFilters chips=chips(view)/>
            </div>
            <div class="table-line">
                <p class="aside sorted">{sorted}</p>
                {sorting(view, pace)}
                {button(Menu::Columns)}
            </div>
            {ticks}
        </div>
    }
    .into_any()
}

/// One box with its name.
fn ticked((name, ticked, change): Tick) -> AnyView {
    view! {
        <label class="table-toggle">
            <input type="checkbox" prop:checked=ticked on:change=move |_| change.run(())/>
            <span>{name}</span>
        </label>
    }
    .into_any()
}

/// A filter of the view that is on or off.
type Of = fn(&mut View) -> &mut bool;

/// The filters that are on or off.
fn chips(view: RwSignal<View>) -> Vec<Chip> {
    let words = |name: Msg| Signal::derive(move || text(name).to_owned());
    let days = || say::filter_fresh(&integer(f64::from(STALE_AFTER)));
    let all: [(Signal<String>, Of); 4] = [
        (words(Msg::FilterCanRun), |view| &mut view.running),
        (words(Msg::TableMeetingOnly), |view| &mut view.meeting),
        (words(Msg::FilterMeasured), |view| &mut view.measured),
        (Signal::derive(days), |view| &mut view.fresh),
    ];
    let chips = all.into_iter().map(|(name, of)| Chip {
        name,
        hint: "",
        on: Signal::derive(move || *of(&mut view.get())),
        press: Callback::new(move |()| {
            view.update(|view| {
                let on = of(view);
                *on = !*on;
            });
        }),
    });
    chips.collect()
}

/// The order where there are no headings to press: on cards.
fn sorting(view: RwSignal<View>, pace: Memo<Pace>) -> AnyView {
    let options = move || {
        let chosen = view.with(|view| view.order.column);
        let columns = view.with(View::columns).into_iter();
        columns
            .map(|column| {
                let place = (column as usize).to_string();
                let name = text(column.title(pace.get()));
                view! { <option value=place selected=column == chosen>{name}</option> }.into_any()
            })
            .collect::<Vec<_>>()
    };
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let mut columns = Column::ALL.into_iter();
        if let Some(column) = columns.find(|column| (*column as usize).to_string() == chosen) {
            view.update(|view| {
                view.order = Order {
                    column,
                    descending: column.is_larger_first(pace.get_untracked()),
                };
            });
        }
    };
    view! {
        <label class="table-sort">
            <span>{t(Msg::TableSort)}</span>
            <select on:change=choose>{options}</select>
        </label>
    }
    .into_any()
}
