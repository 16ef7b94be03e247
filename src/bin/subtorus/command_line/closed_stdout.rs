//! Whether standard output was closed when the program was started (`>&-`).
//!
//! Rust's runtime opens `/dev/null` in the place of a standard stream that is closed, before `main` begins: what is written
//! then is lost without an error. So the check runs before that, in a function that the system calls first. It exists
//! on Linux only.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether there is no standard output.
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn ask() {
    use std::path::Path;
    let missing = |path: &str| !Path::new(path).exists() && Path::new(path).symlink_metadata().is_err();
    CLOSED.store(!missing("/proc/self/fd") && missing("/proc/self/fd/1"), Ordering::Relaxed);
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the only place that is called before the runtime begins; it runs nothing but `ask`")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_THE_RUNTIME: extern "C" fn() = ask;
