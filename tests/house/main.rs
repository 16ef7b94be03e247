//! Rules of the repository: its code, its documents, and their references.

mod code;
mod documentation;
mod repository;
mod words;
