/**
 * Programs that tests run beside the page, as `make programs` has built them. (`cargo run` would compile the library anew,
 * without the features that it shares with the Python package.)
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BUILT = fileURLToPath(new URL("../../target/debug/", import.meta.url));

/** The command line. */
export const SUBTORUS = join(BUILT, "subtorus");

/** The output of the command line. @param {string[]} words */
export const subtorus = (...words) => execFileSync(SUBTORUS, words, { maxBuffer: 1e9 });

/** A log like those of the archive. @param {string[]} words of the example that draws it */
export const archiveLike = (...words) => execFileSync(join(BUILT, "examples/archive_like"), words, { maxBuffer: 1e9 });
