/** BULK-10: sets one pickup for all parcels of a batch. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { bookingBatches } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bulkBooker, lockBatch } from "./batches.server.ts";
import { bulkPickup } from "./check-row.ts";
import { refuse } from "./messages.ts";

/**
 * Sets one pickup for all unbooked parcels of a batch. An empty day means the first possible day; an empty
 * half means the whole day. Refuses (field errors) an invalid day, and a batch that is being booked.
 */
export const choosePickup = operation({
  name: "bulk.choose_pickup",
  by: bulkBooker,
  keyless: true,
  input: z.intersection(z.object({ id: uuidField }), bulkPickup),
  on: lockBatch,
  run: async ({ tx, at }, pickup, batch) => {
    if (batch.confirmedAt && !batch.finishedAt) return refuse("conflict", "being_booked");
    const { pickupDay, pickupHalf } = pickup;
    await tx
      .update(bookingBatches)
      .set({ sender: { ...batch.sender, pickupDay, pickupHalf }, updatedAt: at })
      .where(eq(bookingBatches.id, batch.id));
    return { ok: true };
  },
});
