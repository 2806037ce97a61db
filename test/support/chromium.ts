/** The browser on this machine, and how it is started: without asking the world for anything. */
export const CHROMIUM = process.env["CHROMIUM_PATH"] || "/usr/bin/chromium";
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
