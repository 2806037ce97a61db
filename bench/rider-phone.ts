/**
 * Measures the rider's page on a slow phone: from the tap that ends a stop until the next stop shows, and, without a
 * network, from the opening of the page until the first stop shows. The phone is simulated by Chromium's CPU
 * throttling. This also makes delays by other programs on the machine six times as long. So the shortest time of
 * several rounds counts, and the table also has the CPU time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { riderBrowser, SCREEN } from "../test/fixtures/rider-browser.ts";
import { riderDay } from "../test/fixtures/rider-days.ts";
import { doneText, notDelivered, typeShiftPin } from "../test/fixtures/rider-page.ts";
import { riderServer } from "../test/fixtures/rider-server.ts";
import type { Machine } from "./machine.ts";
import { quantile, round, type Section } from "./report.ts";
import { connect, slowPage, type Devtools, type Took } from "./slow-phone.ts";

const STOPS = 80;
/**
 * The number of stops that are ended offline before the measurement. The page reads the waiting deeds of these stops
 * each time it opens.
 */
const DONE = 40;
const ROUNDS = 8;
const SLOWER = 6;
const TAP_MS = 150;
const OPEN_MS = 800;
const AT_REST_MS = 1_000;

type Rounds = { open: Took[]; tap: Took[] };

/** Opens the page and ends one stop, in several rounds: by turns at normal speed and slowed down. */
async function measure(devtools: Devtools, url: string): Promise<{ asIs: Rounds; slow: Rounds }> {
  const asIs: Rounds = { open: [], tap: [] };
  const slow: Rounds = { open: [], tap: [] };
  for (let n = 0; n < 2 * ROUNDS; n++) {
    const [into, slower] = n % 2 === 0 ? [asIs, 1] : [slow, SLOWER];
    const page = await slowPage(devtools, slower, SCREEN);
    await sleep(AT_REST_MS);
    into.open.push(
      await page.traced("navigationStart", "opened", async () => {
        await page.navigate(url);
        await sleep(AT_REST_MS);
        await page.until(`performance.getEntriesByName("opened").length > 0`);
      }),
    );
    await sleep(AT_REST_MS);
    await page.tap("Not delivered");
    await sleep(AT_REST_MS);
    await page.tap("Nobody home");
    await sleep(AT_REST_MS);
    into.tap.push(
      await page.traced("tap", "next", async () => {
        await page.tap("Not delivered");
        await sleep(AT_REST_MS);
        await page.until(`performance.getEntriesByName("next").length > 0`);
      }),
    );
    await page.close();
  }
  return { asIs, slow };
}

const median = (all: readonly Took[], of: (took: Took) => number) => quantile(all.map(of), 0.5);

const least = (all: readonly Took[]) => Math.min(...all.map(({ wall }) => wall));

export async function riderPhoneSuite({ product }: Pick<Machine, "product">): Promise<Section> {
  const server = riderServer(riderDay(STOPS));
  const { origin, close } = await server.listen(product.origin);
  const phone = await riderBrowser(origin, { later: 0, wrong: 0 });
  try {
    await phone.open();
    await typeShiftPin(phone.page);
    server.network = "none";
    for (let n = 0; n < DONE; n++) {
      const before = await doneText(phone.page);
      await notDelivered(phone.page, "Nobody home");
      while ((await doneText(phone.page)) === before) await sleep(20);
    }
    await sleep(AT_REST_MS);
    await phone.kill();
    const devtools = await connect(await phone.launch());
    const { asIs, slow } = await measure(devtools, `${origin}/rider`);
    devtools.close();
    return sectionOf(asIs, slow);
  } finally {
    await phone.close();
    close();
  }
}

function sectionOf(asIs: Rounds, slow: Rounds): Section {
  const ms = (value: number) => `${round(value)} ms`;
  const row = (what: string, of: keyof Rounds) => [
    what,
    ms(median(asIs[of], ({ cpu }) => cpu)),
    `${ms(least(asIs[of]))} / ${ms(median(asIs[of], ({ wall }) => wall))}`,
    `${ms(least(slow[of]))} / ${ms(median(slow[of], ({ wall }) => wall))}`,
  ];
  const target = (what: string, is: number, limit: number) => ({
    what,
    target: `≤ ${limit} ms`,
    is: ms(is),
    met: is <= limit,
  });
  return {
    title: "The rider's phone, six times slower",
    text: `A day of ${STOPS} stops, ${DONE} of them done without network. The processor time is that of the page's main thread, as it is (median of ${ROUNDS}). Chromium's slow-down makes whatever else this machine does six times as long, too: the least that passed counts. No real phone was tried.`,
    head: ["", "processor time", "passed: least / median", "passed six times slower: least / median"],
    rows: [row("From the tap to the next stop", "tap"), row("Opening without network", "open")],
    targets: [
      target("from the tap to the next stop, six times slower", least(slow.tap), TAP_MS),
      target("until the day is shown without network, six times slower", least(slow.open), OPEN_MS),
    ],
  };
}
