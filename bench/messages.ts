/**
 * The SMS to the receivers of 300 parcels that leave the hub at once: the time until the provider has accepted all
 * messages, and the response times of other pages meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ask, signIn } from "../test/fixtures/product.ts";
import { askBeside, PAGE_EVERY_MS } from "./ask-beside.ts";
import { codeOf, load } from "./load.ts";
import { addRiders, analyseRoad, sendOut } from "./load-upload.ts";
import { loadRoad } from "./load-road.ts";
import { type Machine, startHelper } from "./machine.ts";
import { ms, quantile, round, type Say, type Section } from "./report.ts";

const RIDERS = 10;
const PARCELS = 30;
const WARMING = 3;
const ALL = RIDERS * PARCELS;
const MOST_SECONDS = 60;
const MOST_P99_MS = 100;
/** The provider's response time in the second measurement. A real provider is much faster. */
const SLOW_MS = 3000;
const GIVE_UP_MS = 300_000;
const ALONE_MS = 4000;

type Seen = number[][];
type Sent = { seconds: number; server: number; postgres: number; seen: Seen; alone: Seen };

/**
 * Chooses SMS as the only channel for messages to receivers. There are no quiet hours, because the benchmark may run at
 * night.
 */
async function chooseMessages(origin: string, office: string): Promise<void> {
  const path = "/admin/messages/settings";
  const page = await ask(origin, path, { cookie: office });
  const [, version = ""] = /name="version" value="(\d+)"/.exec(page.text) ?? [];
  const time = "00:00";
  const form = {
    ...{ intent: "messages", version, messageOrder: "sms", messageCeilingKobo: "" },
    ...{ messageSmsKobo: "5", messageWhatsappKobo: "12", messageWaitMinutes: "240", messageWords: "english" },
    ...{ messageQuietFrom: time, messageQuietTo: time, messageTodayFrom: time },
    ...{ messageLanguage: "en", messageCodeKobo: "", idempotencyKey: crypto.randomUUID() },
  };
  const { location, status } = await ask(origin, path, { cookie: office, form });
  if (location !== path) throw new Error(`the settings answered ${status}`);
}

/** Sets one run after the other to 'out', and waits until the provider has accepted every message. */
async function sendAll(machine: Machine, lateMs: number, say: Say): Promise<Sent> {
  const sink = await startHelper("bench/termii-sink.ts", {}, [String(lateMs)]);
  const provider = { TERMII_API_KEY: "TLbench0123456789", TERMII_SENDER_ID: "OnaBench" };
  const place = await machine.openSecond({
    ...provider,
    TERMII_SECRET_KEY: "tsk_bench0123456789",
    TERMII_URL: sink.first,
  });
  const { origin, child } = place.product;
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  try {
    await load(place.databaseUrl, 10_000, say);
    await loadRoad(place.databaseUrl, say);
    const office = await signIn(origin);
    await chooseMessages(origin, office);
    const riders = await addRiders(client, RIDERS);
    const accepted = async () => ((await (await fetch(sink.first)).json()) as { taken: number }).taken;
    const sent = async () => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from receiver_messages where state = 'sent'",
      );
      return rows[0]!.n;
    };
    const leave = async (parcels: number) => {
      const runs = await sendOut(client, riders, parcels, "loaded");
      await analyseRoad(place.databaseUrl);
      return async () => {
        const had = await sent();
        const out = { intent: "out", version: "1" };
        for (const { id } of runs) {
          const form = { ...out, run: id, idempotencyKey: crypto.randomUUID() };
          const { status } = await ask(origin, `/admin/runs/${id}`, { cookie: office, form });
          if (status !== 302) throw new Error(`'Out' answered ${status}`);
        }
        const until = Date.now() + GIVE_UP_MS;
        while ((await sent()) < had + riders.length * parcels && Date.now() < until) await sleep(50);
      };
    };
    await (
      await leave(WARMING)
    )();
    const leaveAll = await leave(PARCELS);
    const pages = [{ path: `/track?code=${codeOf(1)}` }, { path: "/admin/bookings", cookie: office }];
    await askBeside(origin, pages, sleep(1000));
    const alone = await askBeside(origin, pages, sleep(ALONE_MS));
    const before = machine.used(child.pid!);
    const begun = performance.now();
    let seconds = 0;
    const seen = await askBeside(
      origin,
      pages,
      leaveAll().then(() => void (seconds = (performance.now() - begun) / 1000)),
    );
    const after = machine.used(child.pid!);
    const wanted = RIDERS * (WARMING + PARCELS);
    if ((await accepted()) !== wanted) throw new Error(`the provider has ${await accepted()} of ${wanted}`);
    const used = { server: after.server - before.server, postgres: after.postgres - before.postgres };
    return { seconds, ...used, seen, alone };
  } finally {
    await client.end();
    await place.end();
    await sink.end();
  }
}

export async function messagesSuite(machine: Machine, say: Say): Promise<Section> {
  const fast = await sendAll(machine, 0, say);
  const slow = await sendAll(machine, SLOW_MS, say);
  const at = (all: number[]) => `${ms(quantile(all, 0.5))} / ${ms(quantile(all, 0.99))}`;
  const row = (name: string, { seconds, seen, alone }: Sent) => [
    name,
    `${seconds.toFixed(1)} s`,
    ...[0, 1].map((page) => `${at(seen[page]!)} (alone ${at(alone[page]!)})`),
  ];
  const p99 = Math.max(...[fast, slow].flatMap(({ seen }) => seen.map((all) => quantile(all, 0.99))));
  const most = Math.max(fast.seconds, slow.seconds);
  return {
    title: `Messages to the receivers of ${ALL} parcels that leave at once`,
    text: `'Out' is pressed on ${RIDERS} loaded runs of ${PARCELS} parcels, one as soon as the other answered, among 10,000 bookings. Each receiver gets an SMS with a new PIN; the provider is a process of its own on the same cores, made from Termii's documentation. It has a message once its answer is stored. The pages are asked every ${PAGE_EVERY_MS} ms meanwhile, and for ${ALONE_MS / 1000} s before. With the pages' own cost, a message at once took ${round((fast.server * 1e6) / ALL)} µs of the server's CPU and ${round((fast.postgres * 1e6) / ALL)} of PostgreSQL's.`,
    head: ["", "until the provider has all", "the track page, p50 / p99", "the list of bookings, p50 / p99"],
    rows: [
      row("A provider that answers at once", fast),
      row(`A provider that takes ${SLOW_MS / 1000} s for each`, slow),
    ],
    targets: [
      {
        what: `until all ${ALL} are accepted`,
        target: `≤ ${MOST_SECONDS} s`,
        is: `${most.toFixed(1)} s`,
        met: most <= MOST_SECONDS,
      },
      {
        what: "p99 of other pages meanwhile",
        target: `≤ ${MOST_P99_MS} ms`,
        is: `${round(p99)} ms`,
        met: p99 <= MOST_P99_MS,
      },
    ],
  };
}
