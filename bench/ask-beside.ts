/** Pages that are requested while something else is measured. */
import { Agent } from "node:http";
import { ask } from "../test/fixtures/product.ts";

/** The interval between two requests. A request does not wait for the response to an earlier one. */
export const PAGE_EVERY_MS = 50;

/** Requests pages until `work` is done. Returns the response times in milliseconds, by page. */
export async function askBeside(
  origin: string,
  pages: { path: string; cookie?: string }[],
  work: Promise<unknown>,
) {
  const agent = new Agent({ keepAlive: true });
  const all = pages.map((): number[] => []);
  const under: Promise<void>[] = [];
  const askOne = async (n: number) => {
    const { path, cookie } = pages[n % pages.length]!;
    const begun = performance.now();
    const { status } = await ask(origin, path, { agent, ...(cookie && { cookie }) });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    all[n % pages.length]!.push(performance.now() - begun);
  };
  const timer = setInterval(() => under.push(askOne(under.length)), PAGE_EVERY_MS);
  await work.finally(() => clearInterval(timer));
  await Promise.all(under).finally(() => agent.destroy());
  return all;
}
