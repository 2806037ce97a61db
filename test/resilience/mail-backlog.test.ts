/** MAIL-1: sign-in links do not wait behind thousands of waiting mails. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookOne } from "../fixtures/bookings.ts";
import { askForLink } from "../fixtures/links.ts";
import { note, times, worst } from "../fixtures/long.ts";
import { openTestServices, type TestServices } from "../fixtures/services.ts";
import { type MailSink, openMailSink } from "../fixtures/smtp.ts";

let sink: MailSink;
let opened: TestServices;
beforeAll(async () => {
  // Each mail takes 100 ms, about as long as with a remote mail server.
  sink = await openMailSink(100);
  opened = await openTestServices({ smtpUrl: sink.url, limitsFactor: 1000 });
});
afterAll(async () => {
  await opened?.close();
  await sink?.close();
});

/** Queues this many mail jobs, as if as many bookings had been made at once. */
async function makeBacklog(count: number): Promise<void> {
  await bookOne(opened);
  await opened.services.db.execute(sql`
    insert into pgboss.job select copy.* from (select * from pgboss.job where name = 'mail' limit 1) one,
      generate_series(1, ${count}::int) n,
      jsonb_populate_record(null::pgboss.job, to_jsonb(one) || jsonb_build_object('id', md5(n || now()::text)::uuid, 'state', 'created', 'retry_count', 0,
        'started_on', null, 'completed_on', null)) copy`);
}

test(
  "a link goes out within 3 s whatever waits, and every mail goes out once",
  { timeout: 170_000 },
  async () => {
    const count = times(1500, 10_000);
    await makeBacklog(count);
    const begun = performance.now();
    await expect.poll(() => sink.received.length, { timeout: 20_000 }).toBeGreaterThan(50);
    const took: number[] = [];
    for (let n = 0; n < 5; n++) {
      const asked = performance.now();
      const email = `waiting${n}@example.com`;
      await askForLink(opened, { email });
      const arrived = () => sink.received.find(({ to }) => to === email);
      await expect.poll(arrived, { timeout: 10_000, interval: 20 }).toBeDefined();
      took.push((arrived()?.at ?? Infinity) - asked);
    }
    const before = sink.received.length;
    expect(before).toBeLessThan(count);
    expect(worst(took)).toBeLessThan(3000);
    const all = count + 1 + took.length;
    await expect.poll(() => sink.received.length, { timeout: 120_000, interval: 100 }).toBe(all);
    expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(all);
    note("f. A link while mails wait", {
      "mails that wait": count,
      "slowest link, ms": worst(took),
      "mails a second": Math.round((count / (performance.now() - begun)) * 1000),
    });
  },
);
