//! The page's WebAssembly module: a worker holds a [`runner`], the page a [`study`]; [`names`] has everything with a name.
#![no_main]

mod names;
mod runner;
mod study;
