/**
 * BULK-5: measures how long it takes to book a table of 500 rows (480 valid ones), and the response times of other
 * pages meanwhile. After each table comes an equally long time in which nothing is booked. The response times in both
 * are compared, so that other load of the machine affects both alike.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ask, signIn } from "../test/fixtures/product.ts";
import { askBeside, PAGE_EVERY_MS } from "./ask-beside.ts";
import { codeOf, load } from "./load.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, round, type Say, type Section, times } from "./report.ts";

/**
 * The number of tables that are booked. Four times 480 rows are within the 2,000 rows that one person may book on a day
 * (BULK-6).
 */
const PAIRS = 4;
const BOOKINGS = 10_000;
const ROWS = 500;
const GOOD = 480;
const MOST_PREVIEW_MS = 3000;
const MOST_SECONDS = 10;
const MOST_TIMES = 2;
const BULK = "/admin/bookings/bulk";
const SENDER = {
  ...{ senderName: "Ada Obi", senderPhone: "08031234567", senderEmail: "" },
  senderAddress: "12 Allen Avenue, Ikeja, Lagos",
};

/** A table whose last rows lack a phone number. */
function table(pair: number): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const phone = n < GOOD ? `0805${1_000_000 + pair * ROWS + n}` : "";
    return [`Receiver ${pair} ${n}`, phone, `${n + 1} Bompai Road, Kano`, "Books", "2"].join("\t");
  });
  return [["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)"].join("\t"), ...rows].join(
    "\n",
  );
}

async function open(origin: string, path: string, cookie: string): Promise<string> {
  const { status, text } = await ask(origin, path, { cookie, timeoutMs: 60_000 });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return text;
}

/** Uploads a table. Returns the path of its preview, and the milliseconds until the preview was loaded. */
async function preview(origin: string, cookie: string, pair: number) {
  const begun = performance.now();
  const read = await ask(origin, BULK, { form: { ...SENDER, csv: table(pair) }, cookie, timeoutMs: 60_000 });
  const page = read.location ?? "";
  if (!page.startsWith(BULK)) throw new Error(`the table answered ${read.status}`);
  const text = await open(origin, page, cookie);
  const took = performance.now() - begun;
  if (!text.includes(`Book ${GOOD}`)) throw new Error(`the preview does not offer to book ${GOOD}`);
  return { page, took, seen: /name="seen" value="([^"]+)"/.exec(text)![1]! };
}

/** Books the good rows of a draft, and waits until its page says that they are booked. */
async function book(origin: string, cookie: string, { page, seen }: { page: string; seen: string }) {
  const form = { intent: "book", seen, idempotencyKey: crypto.randomUUID() };
  const sent = await ask(origin, page, { form, cookie });
  if (sent.status !== 302) throw new Error(`booking answered ${sent.status}`);
  const done = sent.location ?? page;
  while (!(await open(origin, done, cookie)).replaceAll("<!-- -->", "").includes(`${GOOD} labels to print`))
    await sleep(500);
}

export async function bulkSuite(machine: Machine, say: Say): Promise<Section> {
  await load(machine.databaseUrl, BOOKINGS, say);
  const { origin } = machine.product;
  const cookie = await signIn(origin);
  const pages = [
    { path: `/track?code=${codeOf(17)}` },
    { path: "/book" },
    { path: "/admin/bookings", cookie },
    { path: "/admin/customers", cookie },
  ];
  const [previews, seconds]: [number[], number[]] = [[], []];
  const [quiet, busy]: [number[], number[]] = [[], []];
  await askBeside(origin, pages, sleep(3000));
  for (let pair = 0; pair < PAIRS; pair++) {
    const draft = await preview(origin, cookie, pair);
    previews.push(draft.took);
    const begun = performance.now();
    const meanwhile = await askBeside(origin, pages, book(origin, cookie, draft));
    const took = performance.now() - begun;
    seconds.push(took / 1000);
    busy.push(...meanwhile.flat());
    // The time without a table is as long as booking the table took, so that the two have equally many requests.
    quiet.push(...(await askBeside(origin, pages, sleep(took))).flat());
  }
  const [before, during] = [quantile(quiet, 0.99), quantile(busy, 0.99)];
  const [slowest, longest] = [Math.max(...previews), Math.max(...seconds)];
  const row = (name: string, all: number[]) => [
    name,
    round(all.length),
    ms(quantile(all, 0.5)),
    ms(quantile(all, 0.95)),
    ms(quantile(all, 0.99)),
  ];
  return {
    title: `A table of ${ROWS} rows, of which ${GOOD} are booked`,
    text: `${PAIRS} batches, each followed by a quiet spell as long as itself. A page is asked for every ${PAGE_EVERY_MS} ms: a parcel, the booking form, and two lists of the office. Previews took ${previews.map(ms).join(", ")}; batches ${seconds.map((one) => `${one.toFixed(1)} s`).join(", ")}.`,
    head: ["Other pages", "requests", "p50", "p95", "p99"],
    rows: [row("Quiet", quiet), row("During a batch", busy)],
    targets: [
      {
        what: "slowest preview",
        target: `≤ ${MOST_PREVIEW_MS} ms`,
        is: ms(slowest),
        met: slowest <= MOST_PREVIEW_MS,
      },
      {
        what: `longest batch of ${GOOD}`,
        target: `≤ ${MOST_SECONDS} s`,
        is: `${longest.toFixed(1)} s`,
        met: longest <= MOST_SECONDS,
      },
      {
        what: "p99 of the other pages during a batch, of the quiet one",
        target: `≤ ${MOST_TIMES} ×`,
        is: times(during / before),
        met: during / before <= MOST_TIMES,
      },
    ],
  };
}
