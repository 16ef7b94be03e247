//! Copies that use memory again: look-ahead copies the state of a machine thousands of times a run, always into the same
//! copy.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// Writes `Clone` for a structure from the list of all its fields, with a `clone_from` that goes field by field. (A derived
/// one would make a new copy and throw the old one's memory away.) What never changes stands behind an `Rc`, which costs
/// next to nothing to copy.
macro_rules! clone_by_field {
    ($type:ident $(<$parameter:ident: $bound:path>)? { $($field:ident),+ $(,)? }) => {
        impl $(<$parameter: $bound>)? Clone for $type $(<$parameter>)? {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),+ }
            }

            fn clone_from(&mut self, other: &Self) {
                $(Clone::clone_from(&mut self.$field, &other.$field);)+
            }
        }
    };
}

pub(super) use clone_by_field;

/// Room to compute in, so that searches need no memory of their own. It is not part of the value: `clone_from` leaves it
/// alone.
#[derive(Default)]
pub(super) struct Workspace<T>(RefCell<T>);

impl<T> Workspace<T> {
    pub fn new(room: T) -> Workspace<T> {
        Workspace(RefCell::new(room))
    }
}

impl<T: Clone> Clone for Workspace<T> {
    fn clone(&self) -> Workspace<T> {
        Workspace(self.0.clone())
    }

    fn clone_from(&mut self, _: &Workspace<T>) {}
}

impl<T> Deref for Workspace<T> {
    type Target = RefCell<T>;

    fn deref(&self) -> &RefCell<T> {
        &self.0
    }
}

impl<T> DerefMut for Workspace<T> {
    fn deref_mut(&mut self) -> &mut RefCell<T> {
        &mut self.0
    }
}
