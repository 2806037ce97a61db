/**
 * Money, erasure, retention and mails act on the same bookings at once: no caller sees a deadlock, and every sum is right.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { LONG, times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { bookCollect, makePayee, NAIRA, payOutTo } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { bookings, mails } from "../../platform/db/schema.ts";
import { againAfterConflict, transact } from "../../platform/db/transact.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { accountsOf } from "../prices/booking-account.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { chargesOf } from "../prices/charges.server.ts";
import { deleteAccount } from "../../people/profile/delete-account.server.ts";
import { recordCollection, readCollection, reverseCollection } from "../settlements/collections.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { recordPayment } from "./payments.server.ts";
import { addPayment } from "./add-payment.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
const WRITERS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

type Random = (below: number) => number;
type Booked = { people: Customer[]; codes: string[]; idOf: Map<string, string> };

/** Ten codes, in any order and some of them twice. */
const tenOf = (codes: string[], random: Random) =>
  Array.from({ length: 10 }, () => codes[random(codes.length)]!);

/** Records a transfer for each of these bookings in one transaction, as a bank statement does. */
const payTogether = (codes: string[]) =>
  transact(db, async (tx) => {
    const at = services.now();
    for (const account of (await accountsOf(tx, codes)).values())
      await addPayment(acting({ services, tx, actor: moderator, at }), account, {
        method: "transfer",
        kobo: 1,
        reference: randomUUID(),
        note: "",
      });
  });

/** Reverses a booking's first collection, if there is one. */
async function reverseFirst(code: string, bookingId: string) {
  const entry = (await readCollection(db, bookingId))?.entries[0];
  if (!entry) return;
  const reversal = { code, entryId: entry.id, reversalReason: "Counted twice" };
  await reverseCollection(services, superAdmin, reversal, randomUUID());
}

/** Pays a person out, if anything was collected for them. */
async function payOutIfOwed(person: Customer) {
  const id = (await readOwnPayee(db, person))?.id;
  if (id) await payOutTo(opened, superAdmin, { id, amount: 1 });
}

/** Stores mails in one insert, as a mail worker stores sent mails. The bookings of the mails are in any order. */
const storeMails = (bookingIds: string[]) =>
  db.insert(mails).values(
    bookingIds.map((bookingId) => ({
      id: randomUUID(),
      kind: "booking_made",
      toAddress: "somebody@ona.test",
      subject: "x",
      text: "x",
      html: "x",
      bookingId,
      sentAt: services.now(),
    })),
  );

/** One random write to a booking or for a person. */
async function writeRandomly(random: Random, { people, codes, idOf }: Booked): Promise<unknown> {
  const code = codes[random(codes.length)]!;
  const id = idOf.get(code)!;
  const person = people[random(people.length)]!;
  const payment = { code, method: "cash" as const, reference: "", note: "" };
  switch (random(8)) {
    case 0:
      return recordPayment(services, moderator, { ...payment, amount: 1 + random(100) }, randomUUID());
    case 1:
      return payTogether(tenOf(codes, random));
    case 2:
      return recordCollection(
        services,
        moderator,
        { ...payment, amount: NAIRA, reason: "could_not_pay" },
        randomUUID(),
      );
    case 3:
      return reverseFirst(code, id);
    case 4:
      return payOutIfOwed(person);
    case 5: {
      const seen = (await chargesOf(db, id))[0]?.id ?? 0;
      const input = { code, price: 1_000_000 + random(100), seen, note: "" };
      return setPrice(services, moderator, input, randomUUID());
    }
    case 6:
      return storeMails(tenOf(codes, random).map((one) => idOf.get(one)!));
    default:
      return purgeExpired({ ...services, now: () => new Date(services.now().getTime() + 40 * DAY_MS) });
  }
}

test(
  "[PAY-2] [SETTLE-3] [RUN-6] payments, statements, payouts, erasures, retention and mails at once: no deadlock is told, every sum is right",
  { timeout: LONG ? 900_000 : 120_000 },
  async () => {
    await publishSamples(opened);
    const people: Customer[] = [];
    const codes: string[] = [];
    for (let n = 0; n < WRITERS; n++) {
      const person = await makePayee(opened);
      people.push(person);
      for (let each = 0; each < 4; each++) {
        const { code } = await bookCollect(opened, person, 1000);
        codes.push(code);
      }
    }
    // A different person recommended each booking, so that erasing one person changes bookings of others.
    const all = await db.select().from(bookings);
    for (const [place, { id }] of all.entries())
      await db
        .update(bookings)
        .set({ referrerId: people[place % people.length]!.person.id })
        .where(eq(bookings.id, id));
    const idOf = new Map(all.map(({ id, trackingCode }) => [trackingCode, id]));

    const each = times(20, 2000);
    await Promise.all(
      people.map(async (own, writer) => {
        const random = randomFrom(writer + 1);
        for (let n = 1; n < each; n++) await writeRandomly(random, { people, codes, idOf });
        await deleteAccount(services, own, { email: own.person.email });
      }),
    );
    expect(await deadlocks()).toBe(0);
    expect(await wrongBalances(db)).toEqual([]);
    const { rows: wrong } = await db.execute(sql`
      select p.id from payees p where p.owed_kobo <>
        (select coalesce(sum(gross_kobo - cod_fee_kobo), 0) from settlement_entries e where e.payee_id = p.id)`);
    expect(wrong).toEqual([]);
  },
);

test("[PAY-2] [SETTLE-3] a transaction that the database ends as a deadlock is done again, and is done once", async () => {
  const rows = [await bookOne(opened), await bookOne(opened)];
  const lock = async (order: typeof rows) =>
    transact(db, async (tx) => {
      for (const { id } of order) {
        await tx.execute(sql`update bookings set notes = coalesce(notes, '') || 'x' where id = ${id}`);
        await tx.execute(sql`select pg_sleep(0.3)`);
      }
    });
  await Promise.all([lock(rows), lock(rows.toReversed())]);
  for (const { id } of rows) {
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
    expect(row?.notes).toBe("xx");
  }
});

test("[PAY-2] [SETTLE-3] one that is ended so three times is done, too; one that always is, and any other error, is told", async () => {
  const failing = (times: number, code = "40P01") => {
    let tried = 0;
    const work = () => {
      const error = Object.assign(new pg.DatabaseError("deadlock detected", 0, "error"), { code });
      return ++tried <= times ? Promise.reject(error) : Promise.resolve("done");
    };
    return againAfterConflict(work).then(
      (done) => [done, tried],
      (error: Error) => [error.message, tried],
    );
  };
  expect(await failing(3)).toEqual(["done", 4]);
  expect(await failing(9)).toEqual(["deadlock detected", 4]);
  expect(await failing(9, "23505")).toEqual(["deadlock detected", 1]);
});

/**
 * Counts the deadlocks. All other connections must have ended first, because a connection reports its deadlocks only
 * when it ends.
 */
async function deadlocks(): Promise<number> {
  const client = new pg.Client({ connectionString: opened.connectionString });
  await client.connect();
  const { rows } = await client
    .query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
       select deadlocks::int as count from pg_stat_database where datname = current_database()`,
    )
    .then((answers) => (answers as unknown as pg.QueryResult<{ count: number }>[])[1] ?? { rows: [] })
    .finally(() => client.end());
  return rows[0]?.count ?? 0;
}
