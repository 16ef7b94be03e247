//! The page's second WebAssembly module, for what not every visit needs: runs looked into, links, files, batches, and the
//! pictures of the gallery.
#![no_main]

mod batch;
mod run;
