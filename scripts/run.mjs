/** `node scripts/run.mjs [--built] FILE …`: runs a file under the pinned Node.js, after building outdated parts. */
import { become, ensureBuilt, ensureInstalled, main } from "./prepare.mjs";

main(async () => {
  await ensureInstalled();
  const args = process.argv.slice(2);
  const built = args[0] === "--built";
  if (built) await ensureBuilt();
  if (args.length > Number(built)) become(args.slice(Number(built)));
});
