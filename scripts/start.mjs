/**
 * `npm start` and, with --dev, `npm run dev`: installs and builds missing or outdated parts, then runs the product.
 * With --demo, `npm run demo`: the same with the demo's own data folder, which --new deletes first.
 */
import { readFileSync } from "node:fs";
import { demoSettings } from "./demo-settings.mjs";
import { become, ensureBuilt, ensureInstalled, main, root } from "./prepare.mjs";

// The limit of V8's young generation is set to half of the default: the product then needs 90 MB less memory after
// thousands of pages, at equal processor time (docs/decisions/0021).
const flags = JSON.parse(readFileSync(new URL("node-flags.json", import.meta.url), "utf8"));

main(async () => {
  const asked = process.argv.slice(2);
  const demo = asked.includes("--demo");
  const args = asked.filter((arg) => !demo || (arg !== "--demo" && arg !== "--new"));
  const dev = args.includes("--dev");
  process.chdir(root); // Relative settings such as ./data refer to the project's folder, wherever the command is started.
  const env = demo
    ? demoSettings({ folder: "data-demo", isNew: asked.includes("--new"), env: process.env })
    : process.env;
  await ensureInstalled();
  if (!dev) await ensureBuilt();
  become([...flags, "server/main.ts", ...args], {
    ...env,
    NODE_ENV: dev ? "development" : "production",
  });
});
