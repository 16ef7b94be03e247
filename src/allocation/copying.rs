//! Copies that reuse memory. Look-ahead copies the state of a machine thousands of times in a run, always into the same
//! copy.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// Writes `Clone` for a structure from the list of all its fields. Its `clone_from` copies field by field. (A derived
/// one would make a new copy and drop the memory of the old one.) Data that never changes stands behind an `Rc`, which
/// is cheap to copy.
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

/// Working memory, so that searches need no memory of their own. It is not part of the value: `clone_from` does not
/// change it.
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
