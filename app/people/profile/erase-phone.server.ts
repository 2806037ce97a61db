/**
 * RECEIVER-11: erases a person who is known only from a parcel without a booking. The person's data is in the deed of
 * the rider's pickup, and in the exception about that deed. No booking has this person, so the operator enters the
 * phone number.
 */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import * as z from "zod";
import { operatorCommand } from "../../access/operator-command.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { forgetSavedReceivers, phoneDigits, recordErasure } from "./erasures.server.ts";

/**
 * Empties the deeds and the exceptions that contain the phone number, and removes the number from all address books.
 * Records the erasure, so that it is repeated after a restore. `secret` is the setting APP_SECRET. Returns the number
 * of emptied rows. A parcel with an open exception is left out, because its booking must still be made.
 */
export const erasePhone = operatorCommand({
  name: "people.erase_phone",
  input: z.object({
    phone: phoneField("--phone is missing", "--phone must be a phone number"),
    secret: z.string(),
  }),
  run: async ({ tx, actor, at }, { phone, secret }) => {
    const { rows } = await tx.execute<{ texts: number }>(sql`select erase_phone(${phone}) as texts`);
    const { texts } = rows[0]!;
    await forgetSavedReceivers(tx, phone);
    await recordErasure(tx, { secret }, { id: randomUUID(), email: phoneDigits(phone) }, at);
    await recordActivity(tx, actor, at, {
      action: "erase_phone",
      description: `${texts} ${texts === 1 ? "text" : "texts"} of riders erased by phone, at the command line`,
    });
    return { ok: true, texts };
  },
});
