import init, { version } from "../subtorus.js";

await init();
/** @type {HTMLOutputElement} */ (document.getElementById("version")).value = version();
