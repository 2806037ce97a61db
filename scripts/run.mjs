/** `node scripts/run.mjs FILE …`: runs a file under the pinned Node, which `npm` itself does not do. */
import { become, ensureInstalled, main } from "./prepare.mjs";

main(async () => {
  await ensureInstalled();
  become(process.argv.slice(2));
});
