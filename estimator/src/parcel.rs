//! What a worker and its page send each other: numbers one after another, and texts, so that neither
//! needs a reader of a format.
//!
//! Written and read by the same lists of fields ([`fields`], [`choices`]); a parcel that was cut is
//! none.

use crate::quantity::{Bytes, Seconds, UsdPerHour};

/// Entries of a list at most: far more than a report has.
const MOST: f64 = 100_000.0;

/// Numbers and texts, one after another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parcel {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The texts.
    pub texts: Vec<String>,
}

/// A parcel that is being read.
pub(crate) struct Opened<'a> {
    numbers: std::slice::Iter<'a, f64>,
    texts: std::slice::Iter<'a, String>,
}

impl Parcel {
    /// Something as a parcel.
    pub(crate) fn of(what: &impl Carried) -> Self {
        let mut parcel = Self::default();
        what.put(&mut parcel);
        parcel
    }

    /// What it holds; `None` where that is something else, or less or more than that.
    pub(crate) fn open<T: Carried>(&self) -> Option<T> {
        let mut opened = Opened {
            numbers: self.numbers.iter(),
            texts: self.texts.iter(),
        };
        let held = T::take(&mut opened)?;
        let all = opened.numbers.next().is_none() && opened.texts.next().is_none();
        all.then_some(held)
    }

    /// The numbers of a parcel without texts, as a line.
    pub(crate) fn line(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(f64::to_string).collect();
        numbers.join(" ")
    }

    /// The parcel of a [`Self::line`]; `None` of anything else.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let numbers: Option<Vec<f64>> = line.split(' ').map(|word| word.parse().ok()).collect();
        Some(Self {
            numbers: numbers?,
            texts: Vec::new(),
        })
    }
}

/// What can be put into a parcel.
pub(crate) trait Carried: Sized {
    /// Puts it behind what is there.
    fn put(&self, parcel: &mut Parcel);
    /// Takes it from the front; `None` of anything else.
    fn take(parcel: &mut Opened<'_>) -> Option<Self>;
}

impl Carried for f64 {
    fn put(&self, parcel: &mut Parcel) {
        parcel.numbers.push(*self);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        parcel.numbers.next().copied()
    }
}

/// A whole number that a parcel's number holds exactly.
macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Carried for $kind {
            fn put(&self, parcel: &mut Parcel) {
                parcel.numbers.push(*self as f64);
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                let number = f64::take(parcel)?;
                let fits = number >= 0.0 && number.fract().total_cmp(&0.0).is_eq();
                let number = fits.then(|| crate::quantity::whole(number))?;
                number.try_into().ok()
            }
        }
    )*};
}

whole!(u64, usize);

impl Carried for u32 {
    fn put(&self, parcel: &mut Parcel) {
        u64::from(*self).put(parcel);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        u64::take(parcel)?.try_into().ok()
    }
}

impl Carried for bool {
    fn put(&self, parcel: &mut Parcel) {
        u32::from(*self).put(parcel);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        match u32::take(parcel)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Carried for String {
    fn put(&self, parcel: &mut Parcel) {
        parcel.texts.push(self.clone());
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        parcel.texts.next().cloned()
    }
}

/// A quantity by its number.
macro_rules! quantity {
    ($($kind:ident),*) => {$(
        impl Carried for $kind {
            fn put(&self, parcel: &mut Parcel) {
                self.get().put(parcel);
            }

            fn take(parcel: &mut Opened<'_>) -> Option<Self> {
                f64::take(parcel).map(Self::new)
            }
        }
    )*};
}

quantity!(UsdPerHour, Seconds, Bytes);

impl<T: Carried> Carried for Option<T> {
    fn put(&self, parcel: &mut Parcel) {
        self.is_some().put(parcel);
        if let Some(value) = self {
            value.put(parcel);
        }
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        Some(if bool::take(parcel)? {
            Some(T::take(parcel)?)
        } else {
            None
        })
    }
}

impl<T: Carried> Carried for Vec<T> {
    fn put(&self, parcel: &mut Parcel) {
        self.len().put(parcel);
        for value in self {
            value.put(parcel);
        }
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        let many = f64::take(parcel).filter(|many| *many <= MOST)?;
        let many = crate::quantity::whole(many);
        (0..many).map(|_| T::take(parcel)).collect()
    }
}

/// One behind the other.
impl<A: Carried, B: Carried> Carried for (A, B) {
    fn put(&self, parcel: &mut Parcel) {
        self.0.put(parcel);
        self.1.put(parcel);
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        Some((A::take(parcel)?, B::take(parcel)?))
    }
}

/// As many as there are.
impl<T: Carried, const N: usize> Carried for [T; N] {
    fn put(&self, parcel: &mut Parcel) {
        for value in self {
            value.put(parcel);
        }
    }

    fn take(parcel: &mut Opened<'_>) -> Option<Self> {
        let all: Option<Vec<T>> = (0..N).map(|_| T::take(parcel)).collect();
        all?.try_into().ok()
    }
}

/// Structures, field by field.
macro_rules! fields {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl $crate::parcel::Carried for $name {
            fn put(&self, parcel: &mut $crate::parcel::Parcel) {
                let Self { $($field),* } = self;
                $($crate::parcel::Carried::put($field, parcel);)*
            }

            fn take(parcel: &mut $crate::parcel::Opened<'_>) -> Option<Self> {
                Some(Self { $($field: $crate::parcel::Carried::take(parcel)?),* })
            }
        }
    )*};
}
pub(crate) use fields;

/// Choices: a number for each, then its fields.
macro_rules! choices {
    ($($name:ident { $($number:literal $variant:ident { $($field:tt as $value:ident),* })* })*) => {$(
        impl $crate::parcel::Carried for $name {
            fn put(&self, parcel: &mut $crate::parcel::Parcel) {
                match self {
                    $(Self::$variant { $($field: $value),* } => {
                        $crate::parcel::Carried::put(&f64::from($number), parcel);
                        $($crate::parcel::Carried::put($value, parcel);)*
                    })*
                }
            }

            fn take(parcel: &mut $crate::parcel::Opened<'_>) -> Option<Self> {
                Some(match <u32 as $crate::parcel::Carried>::take(parcel)? {
                    $($number => Self::$variant { $($field: $crate::parcel::Carried::take(parcel)?),* },)*
                    _ => return None,
                })
            }
        }
    )*};
}
pub(crate) use choices;
