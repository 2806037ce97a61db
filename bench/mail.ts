/** Waiting mails, sent over SMTP to a server on loopback: mails per second, and the cost of each. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { load } from "./load.ts";
import { type Machine, startHelper } from "./machine.ts";
import { round, type Say, type Section } from "./report.ts";

const WARMING = 1000;
const LEAST_PER_SECOND = 500;
const WAITING =
  "select count(*)::int as count from pgboss.job where name = 'mail' and state not in ('completed', 'failed', 'cancelled')";

/** Measures how fast waiting mails are sent: one mail for each of `total` bookings, after some mails to warm up. */
export async function mailSuite(machine: Machine, total: number, say: Say): Promise<Section> {
  const sink = await startHelper("bench/smtp-sink.ts", {});
  const place = await machine.openSecond({ SMTP_URL: `smtp://127.0.0.1:${sink.first}` });
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const boss = new PgBoss({ connectionString: place.databaseUrl, schedule: false, supervise: false });
  try {
    await boss.start();
    await load(place.databaseUrl, total, say);
    const { rows } = await client.query<{ id: string }>("select id from bookings order by id");
    const jobs = rows.map(({ id }) => ({ data: { kind: "booking_made", bookingId: id } }));
    const sent = async () =>
      (await client.query<{ count: number }>("select count(*)::int as count from mails")).rows[0]?.count ?? 0;
    const drain = async (some: typeof jobs) => {
      const had = await sent();
      await boss.insert("mail", some);
      while ((await sent()) === had) await sleep(5);
      const begun = performance.now();
      const before = machine.used(place.product.child.pid!);
      let left = Infinity;
      while (left > 0) {
        await sleep(100);
        left = (await client.query<{ count: number }>(WAITING)).rows[0]?.count ?? 0;
      }
      const after = machine.used(place.product.child.pid!);
      const count = (await sent()) - had;
      if (count !== some.length) throw new Error(`${count} of ${some.length} mails were sent`);
      return { count, seconds: (performance.now() - begun) / 1000, before, after };
    };
    await drain(jobs.slice(0, WARMING));
    const { count, seconds, before, after } = await drain(jobs.slice(WARMING));
    const each = (used: number) => round((used * 1e6) / count);
    const perSecond = count / seconds;
    return {
      title: "Mail over SMTP on loopback",
      text: `${count.toLocaleString("en")} mails of bookings wait; the mail server is a process of its own on the same cores. Each is rendered, sent, kept and completed.`,
      head: ["", "mails a second", "server, CPU µs", "PostgreSQL, CPU µs"],
      rows: [
        [
          "The product",
          round(perSecond),
          each(after.server - before.server),
          each(after.postgres - before.postgres),
        ],
      ],
      targets: [
        {
          what: "mails a second",
          target: `≥ ${LEAST_PER_SECOND}`,
          is: round(perSecond),
          met: perSecond >= LEAST_PER_SECOND,
        },
      ],
    };
  } finally {
    await boss.stop({ graceful: false });
    await client.end();
    await place.end();
    await sink.end();
  }
}
