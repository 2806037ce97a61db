/** STAFF-9: the customer summaries that triggers maintain. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings } from "../../platform/db/schema.ts";

const { opened } = await fileServices({});

test("a customer's number of bookings and name follow the bookings when their sender is corrected", async () => {
  const { db } = opened.services;
  const [first, second] = [
    await bookOne(opened, { senderEmail: "two@example.com", senderName: "First Name" }),
    await bookOne(opened, { senderEmail: "Two@example.com", senderName: "Second Name" }),
  ];
  const summary = async (email: string) =>
    (
      await db.execute<{ n: number; name: string }>(
        sql`select bookings_count as n, booking_name as name from customer_summaries where email = ${email}`,
      )
    ).rows;
  await db.update(bookings).set({ senderEmail: "new@example.com" }).where(eq(bookings.id, second.id));
  expect(await summary("two@example.com")).toEqual([{ n: 1, name: "First Name" }]);
  expect(await summary("new@example.com")).toEqual([{ n: 1, name: "Second Name" }]);
  await db.update(bookings).set({ senderName: "Corrected Name" }).where(eq(bookings.id, first.id));
  expect(await summary("two@example.com")).toEqual([{ n: 1, name: "Corrected Name" }]);
  await db.update(bookings).set({ senderEmail: "new@example.com" }).where(eq(bookings.id, first.id));
  expect(await summary("two@example.com")).toEqual([]);
  expect((await summary("new@example.com"))[0]!.n).toBe(2);
  const { rows } = await db.execute<{ kept: number; counted: number }>(
    sql`select (select sum(n)::int from counters where name = 'customers') as kept,
          (select count(*)::int from customer_summaries where bookings_count > 0) as counted`,
  );
  expect(rows[0]!.kept).toBe(rows[0]!.counted);
});
