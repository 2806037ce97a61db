/**
 * BULK-5: the product is killed at random moments while it books a batch of 500 parcels. No row is lost, none is booked
 * twice, and one mail is sent.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { bookingBatches, bookingBatchRows, bookings } from "../../app/platform/db/schema.ts";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { note, times } from "../fixtures/long.ts";
import { ask, envOn, signIn, startProduct } from "../fixtures/product.ts";
import { randomFrom } from "../fixtures/random.ts";

const KILLS = times(3, 20);
const ROWS = 500;
const HEAD = ["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)"];
const table = Array.from({ length: ROWS }, (_, n) =>
  [`Receiver ${n}`, `0805${1_000_000 + n}`, `${n + 1} Bompai Road, Kano`, "Books", "2"].join("\t"),
);

test(
  "[BULK-5] killed as a whole process while it books 500 rows: each row is booked once",
  { timeout: 120_000 + KILLS * 40_000 },
  async () => {
    const database = await openTestDatabase();
    afterTest(() => database.drop());
    const env = await envOn(database.connectionString, ownDataDir());
    const { db, close } = openDatabase(database.connectionString, () => {}, { max: 2 });
    afterTest(close);
    const random = randomFrom(11);
    let product = await startProduct(env);
    afterTest(() => product.end("SIGKILL"));
    const cookie = await signIn(product.origin);
    const sender = {
      ...{ senderName: "Ada Obi", senderPhone: "08031234567", senderEmail: "" },
      senderAddress: "12 Allen Avenue, Ikeja, Lagos",
    };
    const csv = [HEAD.join("\t"), ...table].join("\n");
    const read = await ask(product.origin, "/admin/bookings/bulk", { form: { ...sender, csv }, cookie });
    expect(read.status).toBe(302);
    const page = read.location!;
    const preview = await ask(product.origin, page, { cookie });
    const seen = /name="seen" value="([^"]+)"/.exec(preview.text)![1]!;
    const sent = { intent: "book", seen, idempotencyKey: crypto.randomUUID() };
    expect((await ask(product.origin, page, { form: sent, cookie })).status).toBe(302);
    const count = () => db.$count(bookings);
    const isOver = async () => (await db.select().from(bookingBatches))[0]!.finishedAt !== null;
    const before: number[] = [];
    for (let kill = 0; kill < KILLS && !(await isOver()); kill++) {
      // Each kill comes a short random time after a further row was booked.
      const booked = await count();
      await expect.poll(count, { timeout: 30_000, interval: 20 }).toBeGreaterThan(booked);
      await sleep(random(120));
      await product.end("SIGKILL");
      before.push(await count());
      // The queue would repeat the job of a killed process only after some minutes. So the test makes the job due now.
      await db.execute(
        sql`update pgboss.job set state = 'retry', start_after = now() where name = 'bulkBooking' and state = 'active'`,
      );
      product = await startProduct(env);
    }
    await expect.poll(isOver, { timeout: 90_000, interval: 200 }).toBe(true);
    note("a batch of 500, killed", { times: before.length, rows: before.join(", ") });
    expect(before.some((rows) => rows > 0 && rows < ROWS)).toBe(true);
    const all = await db.select({ id: bookings.id, phone: bookings.receiverPhone }).from(bookings);
    expect(all).toHaveLength(ROWS);
    expect(new Set(all.map(({ phone }) => phone)).size).toBe(ROWS);
    const rows = await db
      .select()
      .from(bookingBatchRows)
      .where(sql`tracking_code is not null`);
    expect(new Set(rows.map(({ bookingId }) => bookingId))).toEqual(new Set(all.map(({ id }) => id)));
    expect(rows).toHaveLength(ROWS);
    expect(await db.$count(bookingBatchRows, eq(bookingBatchRows.batchId, rows[0]!.batchId))).toBe(ROWS);
    await product.end("SIGTERM");
  },
);
