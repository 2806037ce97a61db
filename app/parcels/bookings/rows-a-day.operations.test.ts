import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { makePerson } from "../../../test/fixtures/businesses.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeStore } from "../../../test/fixtures/stores.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { apiBookings, bookings } from "../../platform/db/schema.ts";
import { NEW_ROWS_A_DAY, ROWS_A_DAY, rowsLeft } from "./rows-a-day.server.ts";

const { opened } = await fileServices();
const { services } = opened;
const { db } = services;

/** Makes a booking with an API key of the owner, at the time `createdAt`. */
async function bookByKeyOf(ownerId: string, createdAt: Date) {
  const { id } = await bookOne(opened);
  await db.insert(apiBookings).values({ bookingId: id, ownerId, createdAt });
  return id;
}

test("[API-4] keys of a person and of the person's stores count together, and those of others do not", async () => {
  const [ada, other] = [await makePerson(services), await makePerson(services)];
  const now = services.now();
  const left = async () =>
    rowsLeft(db, { userId: ada.person.id, businessId: null, isStaff: false }, services.now());
  expect(await left()).toEqual({ most: NEW_ROWS_A_DAY, left: NEW_ROWS_A_DAY });
  const store = await makeStore(services, ada.person.id);
  const id = await bookByKeyOf(ada.person.id, now);
  await bookByKeyOf(store.id, now);
  await bookByKeyOf(other.person.id, now);
  await bookByKeyOf((await makeStore(services, other.person.id)).id, now);
  const justBefore = new Date(startOfLagosDay(now).getTime() - 1);
  await bookByKeyOf(ada.person.id, justBefore);
  expect(await left()).toEqual({ most: NEW_ROWS_A_DAY, left: NEW_ROWS_A_DAY - 2 });
  // A parcel of the person is delivered. The limit rises only once this parcel is also paid.
  await db
    .update(bookings)
    .set({ customerId: ada.person.id, status: "delivered", deliveredAt: now })
    .where(eq(bookings.id, id));
  expect((await left()).most).toBe(NEW_ROWS_A_DAY);
  await db.execute(sql`insert into booking_balances (booking_id, price_kobo, paid_kobo) values (${id}, 100, 100)
    on conflict (booking_id) do update set price_kobo = 100, paid_kobo = 100`);
  expect(await left()).toEqual({ most: ROWS_A_DAY, left: ROWS_A_DAY - 2 });
});
