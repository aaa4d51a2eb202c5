//! Whether the GPUs of an answer still hold its questions at other loads: each is sized anew on the
//! accelerators that it stands on, so that a replica's memory, its busy share and the number of
//! replicas are those of the load.

use super::super::{Fit, Served};
use super::{Answer, Planner};
use crate::fleet::hours::broken;
use crate::fleet::question::Question;

impl Planner {
    /// A question a step; `None` while it goes on. It is for a plan that is asked nothing else.
    pub(in crate::fleet) fn holds(&mut self, answer: &Answer) -> Option<bool> {
        let place = self.fits.len();
        if let Some(served) = self.wish.served.get(place).cloned() {
            let fits = self.where_it_stands(answer, place, &served);
            self.fits.push(fits);
            return (!self.spans_as_far(answer, place, &served)).then_some(false);
        }
        let replicas = |place: usize| {
            let item = answer.items.iter().find(|item| item.served == place);
            item.map_or(0, |item| item.replicas)
        };
        let way: Vec<u32> = (0..place).map(replicas).collect();
        let (_, workloads) = self.workloads(&way, &answer.types);
        let question = Question {
            workloads,
            ..answer.question.clone()
        };
        Some(broken(&question, &answer.packing).is_none())
    }

    /// Its sizings on the choices that the answer has it on.
    fn where_it_stands(
        &mut self,
        answer: &Answer,
        place: usize,
        served: &Served,
    ) -> Vec<Option<Fit>> {
        let own = |id: &String| answer.item(id).is_some_and(|item| item.served == place);
        let bins = answer.packing.bins.iter();
        let bins = bins.filter(|bin| bin.workloads.iter().any(own));
        let names: Vec<&String> = bins.map(|bin| &bin.gpu).collect();
        let types = answer.types.iter();
        let types = types.filter(|kind| names.contains(&&kind.name));
        let on: Vec<usize> = types.map(|kind| kind.choice).collect();
        let choices = self.wish.choices.iter().enumerate();
        let fits = choices.map(|(at, choice)| {
            let stands = on.contains(&at);
            stands.then(|| self.known.fit(served, choice)).flatten()
        });
        fits.collect()
    }

    /// Whether one that spans several GPUs needs no more of them.
    fn spans_as_far(&mut self, answer: &Answer, place: usize, served: &Served) -> bool {
        let Some(whole) = answer.whole.iter().find(|one| one.served == place) else {
            return true;
        };
        let offer = self.wish.choices.get(whole.choice);
        let offers = offer.map(|choice| vec![choice.offer.clone()]);
        let sized = served.scenario().zip(offers);
        let sized = sized.and_then(|(scenario, offers)| self.known.spanning(scenario, &offers));
        sized.is_some_and(|(_, sizing)| sizing.accelerators() <= whole.sizing.accelerators())
    }
}
