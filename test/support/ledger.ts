/** Clients that book and write down what they sent and what they were answered; and the check of it against the database. */
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { Agent as TlsAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { BODY } from "./booking-form.ts";
import { ask } from "./product.ts";

export type Entry = { key: string; sent: number; answers: { status: number; code: string | null }[] };
export type Ledger = {
  entries: Entry[];
  /** Answers that were no booking, by what they were: a status, or the error of a connection. */
  troubles: Map<string, number>;
};

export function bookingForm(key: string, more: Record<string, string> = {}): Record<string, string> {
  return { ...BODY, _key: key, ...more };
}

/** The code that a booking's answer promises; null for any other answer. */
export function bookedCode(reply: { status: number; location: string | null }): string | null {
  return reply.status === 302
    ? (/^\/track\?code=(OD\d{8}NG|RX\d+)$/.exec(reply.location ?? "")?.[1] ?? null)
    : null;
}

/** Books without a pause with so many clients until `stop`; each sends the same form again until it has an answer. */
export function startClients(origin: string, count: number) {
  const ledger: Ledger = { entries: [], troubles: new Map() };
  let going = true;
  const trouble = (what: string) => ledger.troubles.set(what, (ledger.troubles.get(what) ?? 0) + 1);
  async function client(): Promise<void> {
    const Connections = origin.startsWith("https:") ? TlsAgent : Agent;
    const agent = new Connections({ keepAlive: true, maxSockets: 1 });
    while (going) {
      const entry: Entry = { key: randomUUID(), sent: 0, answers: [] };
      ledger.entries.push(entry);
      // A person gives up some time; long enough for every fault that is tried here.
      for (const until = Date.now() + 40_000; Date.now() < until;) {
        entry.sent++;
        try {
          const reply = await ask(origin, "/book", {
            form: bookingForm(entry.key),
            agent,
            timeoutMs: 10_000,
          });
          const code = bookedCode(reply);
          entry.answers.push({ status: reply.status, code });
          if (code) break;
          trouble(
            reply.text.includes("One moment, please") ? `${reply.status}, come again` : String(reply.status),
          );
        } catch (error) {
          trouble((error as { code?: string }).code ?? (error as Error).message);
        }
        await sleep(50);
      }
    }
    agent.destroy();
  }
  const clients = Array.from({ length: count }, client);
  return {
    ledger,
    acknowledged: () => ledger.entries.filter((entry) => entry.answers.some(({ code }) => code)).length,
    /** Lets every client finish the form it has in hand. */
    async stop(): Promise<Ledger> {
      going = false;
      await Promise.all(clients);
      return ledger;
    },
  };
}

export type Audit = {
  sent: number;
  acknowledged: number;
  stored: number;
  lost: number;
  double: number;
  jobless: number;
};

/** What the database says about a ledger. `jobless`: bookings without exactly one mail job, or jobs without a booking. */
export async function audit(connectionString: string, { entries }: Ledger): Promise<Audit> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; code: string; jobs: number; events: number }>(
      `with jobs as (select data->>'deliveryId' as id, count(*)::int as n from pgboss.job
           where name = 'mail' and data->>'kind' = 'booking_made' group by 1),
         events as (select delivery_id as id, count(*)::int as n from delivery_events group by 1)
       select d.form_key as key, d.tracking_number as code, coalesce(j.n, 0) as jobs, coalesce(e.n, 0) as events
       from deliveries d left join jobs j on j.id = d.id::text left join events e on e.id = d.id`,
    );
    const stray = await client.query(
      `select from pgboss.job j where j.name = 'mail' and j.data->>'kind' = 'booking_made'
       and not exists (select from deliveries d where d.id::text = j.data->>'deliveryId')`,
    );
    const stored = new Map(rows.map((row) => [row.key, row.code]));
    const codes = new Set(rows.map((row) => row.code));
    const known = entries.filter((entry) => entry.answers.some(({ code }) => code));
    const promised = known.map((entry) => entry.answers.find(({ code }) => code)!.code!);
    return {
      sent: entries.reduce((sum, entry) => sum + entry.sent, 0),
      acknowledged: known.length,
      stored: rows.length,
      lost: known.filter((entry, i) => stored.get(entry.key) !== promised[i]).length,
      double: rows.length - new Set(rows.map((row) => row.key)).size + (rows.length - codes.size),
      jobless: rows.filter((row) => row.jobs !== 1 || row.events !== 1).length + (stray.rowCount ?? 0),
    };
  } finally {
    await client.end();
  }
}

/** Every acknowledged booking is stored under its key, none twice, each with its one mail job and first event. */
export function expectNothingLost(found: Audit, { entries }: Ledger): void {
  expect(found).toMatchObject({ lost: 0, double: 0, jobless: 0 });
  expect(found.stored).toBeGreaterThanOrEqual(found.acknowledged);
  expect(found.stored).toBeLessThanOrEqual(entries.length);
}
