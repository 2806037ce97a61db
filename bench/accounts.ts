/** Deleting an account among many bookings: what is looked for is found by an index, whatever else there is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { asCustomer } from "../app/accounts/actor.server.ts";
import { deleteAccount } from "../app/accounts/own-data.server.ts";
import { profiles } from "../app/db/schema.ts";
import { createLog } from "../server/log.ts";
import { createServices } from "../server/services.ts";
import type { Machine } from "./machine.ts";
import { type Section } from "./report.ts";
import { quantile } from "./suites.ts";

const ACCOUNTS = 60;
const WARMING = 10;
const MOST_MS = 200;

/** To each account 20 bookings of its own, 5 as a guest, 5 that it brought, 10 changes of status and 10 mails. */
const POSSESSIONS = `
  with numbered as (select id, row_number() over (order by id) - 1 as n from (select id from deliveries limit ${ACCOUNTS * 30}) d),
    people as (select id, email, row_number() over (order by email) - 1 as n from profiles where email like 'deleted-%'),
    given as (
      update deliveries d set
        customer_id = case when x.n % 30 < 20 then p.id end,
        sender_email = case when x.n % 30 < 25 then p.email else d.sender_email end,
        referrer_id = case when x.n % 30 >= 25 then p.id end
      from numbered x join people p on p.n = x.n / 30 where d.id = x.id returning d.id, p.id as person, p.email, x.n
    ),
    changed as (
      insert into delivery_events (delivery_id, to_status, by_user_id) select id, 'pending', person from given where n % 3 = 0
    )
  insert into mails (id, kind, to_address, subject, text, html, sent_at)
  select gen_random_uuid(), 'booking_made', email, 's', 't', 'h', now() from given where n % 3 = 1`;
/** As many mails and changes by others as a million bookings leave behind. */
const OTHERS = [
  `insert into mails (id, kind, to_address, subject, text, html, sent_at)
   select gen_random_uuid(), 'booking_made', sender_email, 's', 't', 'h', created_at from deliveries`,
  "analyze mails",
  "analyze delivery_events",
  "analyze deliveries",
];

export async function accountsSuite(machine: Machine, total: number): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), "ona-bench-"));
  const client = new pg.Client({ connectionString: machine.databaseUrl });
  await client.connect();
  const config = {
    origin: machine.product.origin,
    secure: false,
    smtpUrl: null,
    mailFrom: null,
    mailbox: true,
    s3Url: null,
    dataDir: folder,
    limitsFactor: 1,
  };
  const running = await createServices(
    config,
    machine.databaseUrl,
    "for-the-bench-only",
    createLog("silent"),
  );
  const all: number[] = [];
  try {
    const { services } = running;
    const people = await services.db
      .insert(profiles)
      .values(Array.from({ length: ACCOUNTS }, (_, n) => ({ email: `deleted-${n}@example.ng` })))
      .returning();
    await client.query(POSSESSIONS);
    for (const statement of OTHERS) await client.query(statement);
    for (const [n, person] of people.entries()) {
      const customer = asCustomer({ ip: "127.0.0.1", sessionHash: null, person, staff: null });
      if (!customer) throw new Error("no customer");
      const begun = performance.now();
      const done = await deleteAccount(services, customer, person.email);
      if (!done.ok) throw new Error(JSON.stringify(done.errors));
      if (n >= WARMING) all.push(performance.now() - begun);
    }
  } finally {
    await running.stop();
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const worst = Math.max(...all);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return {
    title: `Deleting an account at ${total.toLocaleString("en")} bookings`,
    text: `Each with 20 bookings, 5 more made as a guest, 5 that others made with its code, 10 changes of status and 10 mails; ${all.length} accounts, one after the other.`,
    head: ["", "p50", "p99", "worst"],
    rows: [["Deletion, one transaction", ms(quantile(all, 0.5)), ms(quantile(all, 0.99)), ms(worst)]],
    targets: [
      { what: "the slowest deletion", target: `≤ ${MOST_MS} ms`, is: ms(worst), met: worst <= MOST_MS },
    ],
  };
}
