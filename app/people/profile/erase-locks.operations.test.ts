/** Erasing a person while payments lock the rows of the person's bookings, on a real database. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { accountsOf } from "../../money/prices/booking-account.server.ts";
import { erasePerson } from "./erase-person.server.ts";

const { opened, services, db } = await fileServices();

/** The number of statements that wait for the lock of a booking's row. Inserts of mails about bookings do not count. */
const waiting = async () => {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%"bookings"%' and query not like 'insert%'`);
  return rows[0]?.n;
};

test("[PROFILE-6] an erasure locks bookings in the order in which payments do: neither waits for the other in a ring", async () => {
  const email = "two@parcels.example";
  // The bookings are stored in descending order of their codes, so that the test notices a wrong order of row locks.
  for (const trackingCode of ["OD99999999NG", "OD00000001NG"]) {
    const { id } = await bookOne(opened, { senderEmail: email });
    await db.update(bookings).set({ trackingCode }).where(eq(bookings.id, id));
  }
  let erasing: Promise<unknown> = Promise.resolve();
  await transact(db, async (tx) => {
    await accountsOf(tx, ["OD00000001NG"]);
    erasing = transact(db, (other) => erasePerson(other, services, { id: randomUUID(), email }));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    expect((await accountsOf(tx, ["OD99999999NG"])).size).toBe(1);
  });
  await expect(erasing).resolves.toHaveLength(2);
});
