/**
 * The uploads of 60 riders' phones at the end of a shift, all at once, compared with bare statements that write the
 * same rows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { NO_PROOF_GIVEN } from "../app/road/deeds/no-proof.ts";
import { PROTOCOL, MOST_DEEDS, type Deed, type DeedsAnswer } from "../app/road/deeds/protocol.ts";
import { ask, signIn } from "../test/fixtures/product.ts";
import { askBeside, PAGE_EVERY_MS } from "./ask-beside.ts";
import { bareDeeds } from "./bare-deeds.ts";
import { codeOf } from "./load.ts";
import { addRiders, analyseRoad, sendOut, type FullRun } from "./load-upload.ts";
import { loadRoad } from "./load-road.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, round, type Say, type Section, times } from "./report.ts";

const RIDERS = 60;
const DEEDS = 80;
const WARMING = 8;
const SHIFT_MS = 10 * 3_600_000;
/** When the phones were switched on: 20 hours ago, so before the shift. */
const BOOTED = Date.now() - 2 * SHIFT_MS;
const MOST_TIMES = 2;
const MOST_P99_MS = 100;

/** `last`: the time of the phone's last deed. The next deed must not have an earlier time (DEED-16). */
type Phone = { cookie: string; device: string; sent: number; last: number };
type Cost = { seconds: number; server: number; postgres: number };

/** Enrols a phone for a rider, as the office and the rider do. Returns the cookies of the phone. */
async function enrol(origin: string, office: string, riderId: string): Promise<string> {
  const path = `/admin/riders/${riderId}`;
  const shown = await ask(origin, path, { cookie: office, form: { intent: "enrol" } });
  const number = />(\d{4} \d{4})</.exec(shown.text)?.[1];
  if (!number) throw new Error(`${path} shows no number: ${shown.status}`);
  const reply = await ask(origin, "/rider/enrol", { form: { number } });
  if (reply.location !== "/rider") throw new Error(`enrolment answered ${reply.status}`);
  return reply.cookies.join("; ");
}

async function enrolAll(client: pg.Client, origin: string, office: string, riderIds: string[]) {
  const phones = new Map<string, Phone>();
  for (const riderId of riderIds) {
    const cookie = await enrol(origin, office, riderId);
    const { rows } = await client.query<{ id: string }>("select id from rider_devices where rider_id = $1", [
      riderId,
    ]);
    phones.set(riderId, { cookie, device: rows[0]!.id, sent: 0, last: Date.now() - SHIFT_MS });
  }
  // No deed may be older than the phone's enrolment. So the enrolment is dated back by a day, to before the shift.
  await client.query(
    "update rider_devices set enrolled_at = enrolled_at - interval '1 day' where rider_id = any($1)",
    [riderIds],
  );
  return phones;
}

/**
 * Returns deeds at equal intervals from the phone's last deed up to now. Each deed delivers a parcel, with the
 * recipient's name and a photo.
 */
function deedsOf({ id, parcels }: FullRun, phone: Phone): Deed[] {
  const now = Date.now();
  const since = now - phone.last;
  phone.last = now;
  return parcels.map(({ pieceId }, n) => {
    const before = Math.round((since * (parcels.length - n - 1)) / parcels.length);
    return {
      id: crypto.randomUUID(),
      seq: ++phone.sent,
      v: PROTOCOL,
      device: phone.device,
      run: { id, version: 1 },
      clock: { at: now - before, mono: now - before - BOOTED, boot: "bench" },
      known: null,
      did: {
        kind: "delivered",
        pieces: [pieceId],
        refused: [],
        took: [],
        proof: { ...NO_PROOF_GIVEN, name: "Ada Obi", pictures: [{ number: 1, kind: "photo" }] },
        note: "",
      },
    };
  });
}

/**
 * Sends deeds as the phone does: one request after the other, with up to MOST_DEEDS deeds each. A request that is
 * refused with 503 is sent again. Returns the number of refused requests.
 */
async function send(origin: string, { cookie }: Phone, deeds: readonly Deed[]): Promise<number> {
  let refused = 0;
  for (let from = 0; from < deeds.length;) {
    const report = { build: "bench", unsent: 0, pictures: 0, storageLeft: null, persisted: null };
    const now = Date.now();
    const clock = { at: now, mono: now - BOOTED, boot: "bench" };
    const sent = deeds.slice(from, from + MOST_DEEDS);
    const response = await fetch(new URL("/rider/deeds", origin), {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie, Origin: origin },
      body: JSON.stringify({ protocol: PROTOCOL, phone: { ...report, clock }, deeds: sent }),
    });
    if (response.status === 503) {
      refused++;
      await response.text();
      await sleep(1000 * Number(response.headers.get("Retry-After")));
      continue;
    }
    if (response.status !== 200) throw new Error(`/rider/deeds answered ${response.status}`);
    const { answers } = (await response.json()) as DeedsAnswer;
    const other = answers.find(({ answer }) => answer !== "taken" && answer !== "seen");
    if (other) throw new Error(`a deed was ${other.answer} ${other.why.join(" ")}`);
    from += sent.length;
  }
  return refused;
}

/** Runs `work`; returns its duration and its CPU time, both in seconds. */
async function costOf(used: () => Omit<Cost, "seconds">, work: () => Promise<unknown>): Promise<Cost> {
  const before = used();
  const begun = performance.now();
  await work();
  const after = used();
  return {
    seconds: (performance.now() - begun) / 1000,
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
  };
}

type Upload = { machine: Machine; client: pg.Client; office: string };

async function measureAll({ machine, client, office }: Upload) {
  const { databaseUrl, product } = machine;
  const { origin } = product;
  const riders = await addRiders(client, RIDERS);
  const phones = await enrolAll(client, origin, office, riders);
  const full = async (parcels: number) => {
    const runs = await sendOut(client, riders, parcels);
    await analyseRoad(databaseUrl);
    return runs;
  };
  let refused = 0;
  const upload = async (runs: readonly FullRun[]) => {
    const all = runs.map((run) => ({ phone: phones.get(run.riderId)!, run }));
    const each = await Promise.all(all.map(({ phone, run }) => send(origin, phone, deedsOf(run, phone))));
    refused += each.reduce((sum, one) => sum + one, 0);
  };
  const bare = async (runs: readonly FullRun[]) => {
    const all = runs.map((run) => {
      const phone = phones.get(run.riderId)!;
      return { ...run, device: phone.device, deeds: deedsOf(run, phone) };
    });
    return bareDeeds(databaseUrl, all, MOST_DEEDS);
  };
  const ofBench = () => ({
    server: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    postgres: machine.used(product.child.pid!).postgres,
  });
  await upload(await full(WARMING));
  await bare(await full(WARMING));
  const toUpload = await full(DEEDS);
  const uploaded = await costOf(
    () => machine.used(product.child.pid!),
    () => upload(toUpload),
  );
  const toInsert = await full(DEEDS);
  const inserted = await costOf(ofBench, () => bare(toInsert));
  const beside = await full(DEEDS);
  const pages = [{ path: `/track?code=${codeOf(1)}` }, { path: "/admin/bookings", cookie: office }];
  await askBeside(origin, pages, sleep(2000));
  const seen = await askBeside(origin, pages, upload(beside));
  return { uploaded, inserted, seen, refused };
}

const whole = ({ server, postgres }: Cost) => server + (postgres || 0);
const each = (seconds: number) => round((seconds * 1e6) / (RIDERS * DEEDS));

export async function uploadSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  await loadRoad(machine.databaseUrl, say);
  const client = new pg.Client({ connectionString: machine.databaseUrl });
  await client.connect();
  const office = await signIn(machine.product.origin);
  const { uploaded, inserted, seen, refused } = await measureAll({ machine, client, office }).finally(() =>
    client.end(),
  );
  const row = (name: string, cost: Cost) => [
    name,
    round((RIDERS * DEEDS) / cost.seconds),
    each(cost.server),
    each(cost.postgres),
    "",
  ];
  const pageRow = (name: string, all: number[]) => [
    name,
    "",
    "",
    "",
    `${ms(quantile(all, 0.5))} / ${ms(quantile(all, 0.99))}`,
  ];
  const ratio = whole(uploaded) / whole(inserted);
  const p99 = Math.max(...seen.map((all) => quantile(all, 0.99)));
  return {
    title: `A shift's upload of ${RIDERS} riders among ${total.toLocaleString("en")} bookings`,
    text: `${DEEDS} deeds each, all at once over \`POST /rider/deeds\`, ${MOST_DEEDS} in a request; each delivers a parcel with a name and a photo. The bare statements are prepared, one for each table with the rows of one deed, on as many connections and in transactions of as many deeds. The pages are asked every ${PAGE_EVERY_MS} ms during a second such upload. ${refused} requests found no turn and were sent again.`,
    head: ["", "deeds a second", "CPU µs of a deed", "of PostgreSQL", "p50 / p99"],
    rows: [
      row("The same rows by bare statements", inserted),
      row("The upload", uploaded),
      pageRow("The track page meanwhile", seen[0]!),
      pageRow("The list of bookings meanwhile", seen[1]!),
    ],
    targets: [
      {
        what: "of CPU for a deed beside its bare statements, server and PostgreSQL together",
        target: `≤ ${MOST_TIMES} ×`,
        is: times(ratio),
        met: ratio <= MOST_TIMES,
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
