/**
 * Open pages of the back office without a browser: each holds its stream and asks its data again as a page does
 * (app/live), while bookings are made beside them. Says how late each page was true.
 */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createReloadQueue } from "../../app/live/reload-queue.ts";
import { bookedCode, bookingForm } from "./ledger.ts";
import { ask, signIn } from "./product.ts";
import { openStream, type Stream } from "./stream.ts";

export type LivePagesRun = {
  pages: number;
  bookings: number;
  reloads: number;
  failed: number;
  /** From the answer to a booking until a page showed it or a newer one, ms: of each page its worst, sorted. */
  lateness: number[];
  /** How long others waited for a public page meanwhile, ms, sorted. */
  others: number[];
};

const PAGES_PER_SESSION = 50;
const LIST = "/admin/bookings.data";

/** Opens so many pages, books so many a second for so long, and waits until every page is true. */
export async function runLivePages(
  origin: string,
  { pages, perSecond, seconds }: { pages: number; perSecond: number; seconds: number },
): Promise<LivePagesRun> {
  const sessions = await Promise.all(
    Array.from({ length: Math.ceil(Math.max(pages, 1) / PAGES_PER_SESSION) }, () => signIn(origin)),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answeredAt: number[] = [];
  const placeOf = new Map<string, number>();
  const streams: Stream[] = [];
  const queues: ReturnType<typeof createReloadQueue>[] = [];
  const seen = Array.from({ length: pages }, () => ({ upTo: -1, worst: 0 }));
  let reloads = 0;
  let failed = 0;

  const reload = async (page: (typeof seen)[number], cookie: string) => {
    reloads++;
    const reply = await ask(origin, LIST, { cookie, agent, headers: { "Ona-Background": "1" } });
    if (reply.status !== 200) failed++;
    // Rows are sorted by when they were made, which is not quite the order of the answers.
    const places = [...reply.text.matchAll(/OD\d{8}NG/g)].map(([code]) => placeOf.get(code) ?? -1);
    const newest = Math.max(-1, ...places);
    if (newest <= page.upTo) return;
    // The oldest booking that the page did not show until now waited longest.
    page.worst = Math.max(page.worst, performance.now() - answeredAt[page.upTo + 1]!);
    page.upTo = newest;
  };
  for (const [i, page] of seen.entries()) {
    const cookie = sessions[i % sessions.length]!;
    const queue = createReloadQueue(() => reload(page, cookie).catch(() => void failed++));
    const path = `/live/admin?show=deliveries&since=${Date.now()}`;
    streams.push(await openStream(origin, path, { Cookie: cookie }, () => queue.request()));
    queues.push(queue);
  }

  const others: number[] = [];
  let busy = true;
  const watching = (async () => {
    while (busy) {
      const begun = performance.now();
      if ((await ask(origin, "/about", { agent })).status !== 200) failed++;
      others.push(performance.now() - begun);
      await sleep(100);
    }
  })();
  const book = async () => {
    const code = bookedCode(await ask(origin, "/book", { form: bookingForm(crypto.randomUUID()), agent }));
    if (code === null) return void failed++;
    placeOf.set(code, answeredAt.push(performance.now()) - 1);
  };
  const made: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
    made.push(book());
  }
  await Promise.all(made);
  const allTrue = () => seen.every(({ upTo }) => upTo === answeredAt.length - 1);
  for (const until = Date.now() + 30_000; !allTrue() && Date.now() < until;) await sleep(50);
  if (!allTrue()) failed++;
  busy = false;
  await watching;
  for (const queue of queues) queue.stop();
  for (const stream of streams) stream.close();
  agent.destroy();
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  return {
    pages,
    bookings: answeredAt.length,
    reloads,
    failed,
    lateness: sorted(seen.map(({ worst }) => worst)),
    others: sorted(others),
  };
}
