//! Named, portable random streams and distributions (SEMANTICS section 1).
