/**
 * Measures how long the deletion of a customer's account takes in a database with many bookings. Indexes find the rows
 * of the account, so the number of bookings must not matter.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { ask } from "../test/fixtures/product.ts";
import type { Machine } from "./machine.ts";
import { ms, quantile, type Section } from "./report.ts";
import { signedIn } from "./signed-in.ts";

const ACCOUNTS = 60;
const WARMING = 10;
const MOST_MS = 200;

/**
 * Gives each customer's account 20 bookings made with the account, 5 that its owner made as a guest, 5 for which the
 * account is recorded as the referrer, 10 changes of status and 10 mails.
 */
const POSSESSIONS = `
  with numbered as (select id, row_number() over (order by id) - 1 as n from (select id from bookings limit ${ACCOUNTS * 30}) d),
    people as (select id, email, row_number() over (order by email) - 1 as n from profiles where email like 'deleted-%'),
    given as (
      update bookings d set
        customer_id = case when x.n % 30 < 20 then p.id end,
        sender_email = case when x.n % 30 < 25 then p.email else d.sender_email end,
        referrer_id = case when x.n % 30 >= 25 then p.id end
      from numbered x join people p on p.n = x.n / 30 where d.id = x.id returning d.id, p.id as person, p.email, x.n
    ),
    changed as (
      insert into booking_events (act_id, booking_id, to_status, by_user_id) select (select min(id) from acts), id, 'pending', person from given where n % 3 = 0
    )
  insert into mails (id, kind, to_address, subject, text, html, sent_at)
  select gen_random_uuid(), 'booking_made', email, 's', 't', 'h', now() from given where n % 3 = 1`;
/** Adds a mail for every booking, so that few of all mails belong to the accounts. Analyses the tables. */
const OTHERS = [
  `insert into mails (id, kind, to_address, subject, text, html, sent_at)
   select gen_random_uuid(), 'booking_made', sender_email, 's', 't', 'h', created_at from bookings`,
  "analyze mails",
  "analyze booking_events",
  "analyze bookings",
];

/** Measures the deletion of customers' accounts, one after the other, by the request that the owner's browser sends. */
export async function accountsSuite(machine: Machine, total: number): Promise<Section> {
  const client = new pg.Client({ connectionString: machine.databaseUrl });
  await client.connect();
  const { origin } = machine.product;
  const all: number[] = [];
  try {
    const people: { email: string; cookie: string }[] = [];
    for (let n = 0; n < ACCOUNTS; n++) {
      const email = `deleted-${n}@example.ng`;
      people.push({ email, cookie: await signedIn(client, email, "customer") });
    }
    await client.query(POSSESSIONS);
    for (const statement of OTHERS) await client.query(statement);
    for (const [n, { email, cookie }] of people.entries()) {
      const form = { idempotencyKey: randomUUID(), intent: "delete", email };
      const begun = performance.now();
      const reply = await ask(origin, "/profile", { cookie, form });
      if (n >= WARMING) all.push(performance.now() - begun);
      if (reply.status !== 302) throw new Error(`/profile answered ${reply.status}`);
    }
    const { rows } = await client.query("select from profiles where email like 'deleted-%'");
    if (rows.length > 0) throw new Error(`${rows.length} accounts are still there`);
  } finally {
    await client.end();
  }
  const worst = Math.max(...all);
  return {
    title: `Deleting an account at ${total.toLocaleString("en")} bookings`,
    text: `Each with 20 bookings, 5 more made as a guest, 5 that others made with its code, 10 changes of status and 10 mails; ${all.length} accounts, one after the other.`,
    head: ["", "p50", "p99", "worst"],
    rows: [["Deletion, whole request", ms(quantile(all, 0.5)), ms(quantile(all, 0.99)), ms(worst)]],
    targets: [
      { what: "the slowest deletion", target: `≤ ${MOST_MS} ms`, is: ms(worst), met: worst <= MOST_MS },
    ],
  };
}
