/** API-1, API-9, HOOK-5: the data of the API key page of a person, a store or a business. */
import { asc, desc, inArray } from "drizzle-orm";
import { pickColumns } from "../../platform/db/client.server.ts";
import { bookings, bookingEvents } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { findApiBookings } from "../endpoints/api-booking.server.ts";
import { publicTextOf } from "../endpoints/words-of-event.ts";
import { readOwnWebhooks } from "../webhooks/own-webhooks.server.ts";
import { keyOwnerOf, type KeyMaker } from "../../access/key-owner.server.ts";
import { listApiKeys } from "./keys.server.ts";
import type { TestBooking } from "./test-bookings.tsx";

const SHOWN = 20;

export async function readDevelopers(services: Services, maker: KeyMaker, request: Request, storeId = "") {
  const keys = await listApiKeys(services, maker, storeId);
  const tests = keys.some(({ mode }) => mode === "test");
  const shown = new URL(request.url).searchParams.get("webhook") ?? "";
  return {
    keys,
    formKey: newIdempotencyKey(),
    testMode: services.sandbox !== null,
    webhooks: await readOwnWebhooks(services, maker, { storeId, tests, shown }),
    testBookings:
      tests && services.sandbox ? await readTests(await services.sandbox.open(), maker, storeId) : null,
  };
}

/** Reads the owner's newest sandbox bookings. */
async function readTests({ db }: Services, maker: KeyMaker, storeId: string): Promise<TestBooking[]> {
  const owner = keyOwnerOf(maker, storeId);
  const orderBy = [desc(bookings.createdAt), desc(bookings.id)];
  const rows = await findApiBookings(db, { owner }, { where: undefined, orderBy, limit: SHOWN });
  if (rows.length === 0) return [];
  const events = await db
    .select(pickColumns(bookingEvents, "bookingId", "kind", "reason", "toStatus"))
    .from(bookingEvents)
    .where(
      inArray(
        bookingEvents.bookingId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(bookingEvents.id));
  const of = Map.groupBy(events, ({ bookingId }) => bookingId);
  return rows.map(({ id, code, reference, status, createdAt }) => ({
    ...{ code, reference, status, createdAt },
    events: (of.get(id) ?? []).map(publicTextOf),
  }));
}
