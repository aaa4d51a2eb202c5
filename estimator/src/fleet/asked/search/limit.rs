//! What a limit of money, power or GPUs holds of a packing, and what one more would bring.

use super::{Search, Stage, Step, WATTS};
use crate::fleet::Packing;
use crate::fleet::asked::packed::packed;
use crate::fleet::asked::question::Within;
use crate::fleet::asked::report::{Kept, Report};
use crate::fleet::asked::why::named;
use crate::fleet::budget::{Affording, Budget};
use crate::fleet::machines::machines;
use crate::fleet::question::Question;
use crate::quantity::{UsdPerHour, whole};
use crate::rental::HOURS_PER_MONTH;

/// GPUs that there are: as many as workloads where a type is without limit.
fn whole_of(question: &Question) -> u64 {
    let all = question.workloads.len() as u64;
    let each = question.gpus.iter().map(|gpu| gpu.count.unwrap_or(all));
    each.fold(0, u64::saturating_add)
}

impl Search {
    /// The limit of the packing, where it is not kept; of one that is not there, the GPUs that
    /// there are.
    pub(super) fn budget(&mut self) -> Option<Budget> {
        let answer = self.answer.as_ref()?;
        let question = &answer.question;
        if answer.packing.price_milli_usd.is_none() {
            let gpus = whole_of(question);
            return (!question.workloads.is_empty()).then_some(Budget::Gpus(gpus));
        }
        let spanning = &self.report.spanning;
        let used = self.used(question, &answer.packing);
        let (limit, beside, budget): (f64, f64, fn(f64) -> Budget) = match self.asked.within {
            Within::Everything => return None,
            Within::Money(limit) => {
                let cost = spanning.iter().filter_map(|one| one.per_hour);
                let cost: f64 = cost.map(UsdPerHour::get).sum();
                (limit, cost * HOURS_PER_MONTH, |usd| {
                    Budget::Money(whole((usd / HOURS_PER_MONTH * 1000.0).max(0.0)))
                })
            }
            Within::Power(limit) => (limit, 0.0, Budget::Power),
            Within::Gpus(limit) => {
                let beside: u32 = spanning.iter().map(|one| one.accelerators).sum();
                (f64::from(limit), f64::from(beside), |gpus| {
                    Budget::Gpus(whole(gpus.max(0.0)))
                })
            }
        };
        if used + beside <= limit {
            let held = (0..self.asked.wish.served.len()).collect();
            self.report.kept = Some(Kept {
                held,
                left: Vec::new(),
                gained: Vec::new(),
                gained_by: 0.0,
                used: used + beside,
                proved: true,
            });
            return None;
        }
        Some(budget((limit - beside).max(0.0)))
    }

    /// The used part of the limit: US dollars a month, kilowatts, or GPUs.
    pub(super) fn used(&self, question: &Question, packing: &Packing) -> f64 {
        let rented = machines(question, packing);
        let gpus = rented.iter().map(|machine| {
            let many = machine.machines * u64::from(machine.lot);
            let gpu = question.gpus.iter().find(|gpu| gpu.name == machine.gpu);
            (many as f64, gpu.and_then(|gpu| gpu.power_w))
        });
        match self.asked.within {
            Within::Money(_) | Within::Everything => {
                let milli = packing.price_milli_usd.unwrap_or_default();
                milli as f64 / 1000.0 * HOURS_PER_MONTH
            }
            Within::Power(_) => gpus
                .map(|(many, watts)| many * watts.unwrap_or(f64::INFINITY) / WATTS)
                .sum(),
            Within::Gpus(_) => gpus.map(|(many, _)| many).sum(),
        }
    }

    pub(super) fn affording(&self, budget: Budget) -> Option<Affording> {
        let answer = self.answer.as_ref()?;
        let mut priority = Vec::new();
        for place in &self.asked.order {
            // A part of its replicas keeps no promise: all of them, or none.
            let own = answer.items.iter().filter(|item| item.served == *place);
            let own: Vec<String> = own.map(|item| item.id.clone()).collect();
            if !own.is_empty() {
                priority.push(own);
            }
        }
        Affording::together(answer.question.clone(), &priority, budget).ok()
    }

    /// What the limit holds is known.
    pub(super) fn kept(&mut self) -> Step {
        let Stage::Keeping(affording) = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Step::Done;
        };
        if let Some(answer) = self.answer.clone() {
            let mut found = affording.answer();
            let ids = answer.items.iter().map(|item| &item.id);
            let missing: Vec<String> = ids.filter(|id| !found.held.contains(id)).cloned().collect();
            // Those that were not looked at yet count as left out.
            found.proved &= missing.len() == found.left.len();
            let mut left = named(&answer, &missing);
            let mut shown = answer.clone();
            found.packing.optimal = false;
            shown.packing = found.packing;
            left.extend(&answer.unserved);
            left.sort_unstable();
            let held: Vec<usize> = (0..self.asked.wish.served.len())
                .filter(|place| !left.contains(place))
                .collect();
            let mut report = Report::default();
            packed(&mut report, &self.asked.wish, &shown, &left);
            report.all = left.is_empty();
            let more = match (found.budget, found.larger) {
                (Budget::Money(now), Budget::Money(then)) => {
                    then.saturating_sub(now) as f64 / 1000.0 * HOURS_PER_MONTH
                }
                (Budget::Power(now), Budget::Power(then)) => then - now,
                (Budget::Gpus(now), Budget::Gpus(then)) => then.saturating_sub(now) as f64,
                _ => 0.0,
            };
            let spanning = report.spanning.iter();
            let beside = match self.asked.within {
                Within::Money(_) => {
                    let cost = spanning.filter_map(|one| one.per_hour);
                    cost.map(UsdPerHour::get).sum::<f64>() * HOURS_PER_MONTH
                }
                Within::Gpus(_) => spanning.map(|one| f64::from(one.accelerators)).sum(),
                Within::Power(_) | Within::Everything => 0.0,
            };
            report.kept = Some(Kept {
                held,
                left,
                gained: named(&answer, &found.gained),
                gained_by: more,
                used: beside + self.used(&answer.question, &shown.packing),
                proved: found.proved,
            });
            self.report = report;
        }
        self.begin_others();
        Step::News
    }
}
