//! Whether standard output was closed when the program started (`>&-`).
//!
//! Before `main` begins, Rust's runtime opens `/dev/null` in place of a closed standard stream. Output is then lost
//! without an error. So the check runs earlier, in a function that the system calls first. It exists on Linux only.

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
#[allow(unsafe_code, reason = "only this function runs before the runtime begins; it only calls `ask`")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_THE_RUNTIME: extern "C" fn() = ask;
