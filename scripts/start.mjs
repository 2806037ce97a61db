/** `npm start` and, with --dev, `npm run dev`: installs and builds what is missing or stale, then runs the product. */
import { become, ensureBuilt, ensureInstalled, main, root } from "./prepare.mjs";

main(async () => {
  const args = process.argv.slice(2);
  const dev = args.includes("--dev");
  process.chdir(root); // Relative settings such as ./data refer to the project's folder, from wherever it is started.
  await ensureInstalled();
  if (!dev) await ensureBuilt();
  become(["server/main.ts", ...args], { ...process.env, NODE_ENV: dev ? "development" : "production" });
});
