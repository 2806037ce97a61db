/** The cost of guests' bookings, each with its mail sent over SMTP, compared with a bare insert of the row. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { bookingForm } from "../test/fixtures/consistency-audit.ts";
import { ask } from "../test/fixtures/product.ts";
import { type Cost, measure, whole } from "./ask.ts";
import { personOf } from "./browser-headers.ts";
import { clear, load } from "./load.ts";
import { BEHIND_PROXY, type Machine, type Place, startHelper } from "./machine.ts";
import { round, type Say, type Section, type Target, times } from "./report.ts";
import { COST_HEAD, costRow, openBare } from "./suites.ts";

const MOST = 10;
/**
 * A mail with a sign-in link must be sent within this time, even while the product gets as many bookings as it can
 * process. Links have a queue of their own, so that they do not wait for the mails of bookings.
 */
const MOST_LINK_SECONDS = 3;
const LINK_EVERY_MS = 1000;
const MOST_BY_SIZE = 1.25;
const UNFINISHED =
  "select 1 from pgboss.job where name = 'mail' and state not in ('completed', 'failed', 'cancelled') limit 1";

type Booking = { insert: Cost; booking: Cost; queueSeconds: number; linkSeconds: number[] };

/** Runs `work` on a separate product. It has the default limits, and sends its mails to a mail server on loopback. */
export async function withMailServer<T>(machine: Machine, work: (place: Place) => Promise<T>): Promise<T> {
  const sink = await startHelper("bench/smtp-sink.ts", {});
  const place = await machine.openSecond({
    ...BEHIND_PROXY,
    MAILBOX: "",
    SMTP_URL: `smtp://127.0.0.1:${sink.first}`,
  });
  return work(place).finally(async () => {
    await place.end();
    await sink.end();
  });
}

/** Asks for sign-in links until `until` is aborted. Returns the seconds until each link's mail was sent. */
async function askForLinks(origin: string, client: pg.Client, until: AbortSignal): Promise<number[]> {
  const all: number[] = [];
  while (!until.aborted) {
    const email = `link-${randomUUID()}@example.ng`;
    const headers = { "X-Forwarded-For": personOf(all.length).address };
    await client.query(
      "insert into profiles (email, first_name, email_verified_at) values ($1, 'Ada', now())",
      [email],
    );
    const begun = performance.now();
    const reply = await ask(origin, "/login", { form: { email, idempotencyKey: randomUUID() }, headers });
    if (reply.status >= 400) throw new Error(`the request for a link answered ${reply.status}`);
    const sent = "select 1 from mails where to_address = $1 limit 1";
    while (!(await client.query(sent, [email])).rowCount) await sleep(10);
    all.push((performance.now() - begun) / 1000);
    await sleep(LINK_EVERY_MS, undefined, { signal: until }).catch(() => {});
  }
  return all;
}

async function measureBooking(machine: Machine, place: Place): Promise<Booking> {
  const { origin, child } = place.product;
  const { idempotencyKey: _key, ...form } = bookingForm("");
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const bare = await openBare(place);
  let queueSeconds = 0;
  const queueEmpty = async () => {
    const begun = performance.now();
    while ((await client.query(UNFINISHED)).rowCount) await sleep(20);
    queueSeconds = (performance.now() - begun) / 1000;
  };
  try {
    const alone = { url: bare.url, origin, paths: ["/insert"], form };
    const booked = { ...alone, url: origin.replace("localhost", "127.0.0.1"), paths: ["/book"] };
    const insert = await measure(machine, bare.child.pid!, alone);
    const booking = await measure(machine, child.pid!, booked, queueEmpty);
    // The links are asked for during a load of their own, because their cost is not that of a booking.
    const over = new AbortController();
    const links = askForLinks(origin, client, over.signal);
    await measure(machine, child.pid!, booked, queueEmpty).finally(() => over.abort());
    return { insert, booking, queueSeconds, linkSeconds: await links };
  } finally {
    await bare.end();
    await client.end();
  }
}

const TEXT =
  "The product checks the form, counts against two limits, writes booking, event and mail job in one transaction, and renders, sends and keeps every mail. The CPU is that of all this until the queue is empty.";
const rowsOf = ({ insert, booking }: Booking, at = "") => [
  costRow(`node:http and one prepared insert of the same row${at}`, insert),
  costRow(`The product, with the mail delivered${at}`, booking),
];

function targetsOf({ insert, booking, linkSeconds }: Booking): Target[] {
  const ratio = whole(booking) / whole(insert);
  const slowest = Math.max(...linkSeconds);
  return [
    { what: "the bare insert", target: `≤ ${MOST} ×`, is: times(ratio), met: ratio <= MOST },
    {
      what: `until the slowest of ${linkSeconds.length} mails with a sign-in link is sent, asked for during another such load`,
      target: `≤ ${MOST_LINK_SECONDS} s`,
      is: `${slowest.toFixed(2)} s`,
      met: slowest <= MOST_LINK_SECONDS,
    },
  ];
}

/**
 * The cost of a guest's booking. Each booking is sent with the fields of the booking form and an idempotency key of its
 * own.
 */
export function bookSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  return withMailServer(machine, async (place) => {
    await load(place.databaseUrl, total, say);
    const booking = await measureBooking(machine, place);
    return {
      title: "Booking (POST)",
      text: `${TEXT} The queue of mails is empty ${booking.queueSeconds.toFixed(1)} s after the load's end.`,
      head: COST_HEAD,
      rows: rowsOf(booking),
      targets: targetsOf(booking),
    };
  });
}

/** The cost of a booking among few and among many existing bookings. */
export function bookAmongManySuite(machine: Machine, sizes: [number, number], say: Say): Promise<Section> {
  return withMailServer(machine, async (place) => {
    const measured: [number, Booking][] = [];
    for (const size of sizes) {
      await clear(place.databaseUrl);
      await load(place.databaseUrl, size, say);
      measured.push([size, await measureBooking(machine, place)]);
    }
    // The bare insert also costs more after the load of many rows, so the product is judged by what it adds to that.
    const growth = (of: "booking" | "insert") => {
      const [few, many] = measured.map(([, all]) => whole(all[of])) as [number, number];
      return many / few;
    };
    const [product, bare] = [growth("booking"), growth("insert")];
    return {
      title: `Booking among ${sizes.map(round).join(" and among ")} bookings`,
      text: TEXT,
      head: COST_HEAD,
      rows: measured.flatMap(([size, booking]) => rowsOf(booking, `, among ${round(size)}`)),
      targets: [
        {
          what: `the booking among few (${times(product)}), beside the same of the bare insert (${times(bare)})`,
          target: `≤ ${MOST_BY_SIZE} ×`,
          is: times(product / bare),
          met: product / bare <= MOST_BY_SIZE,
        },
      ],
    };
  });
}
