/** The parcel of a receiver's or a sender's form. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const refuseRenewal = refusals({
  no_such_parcel: "This parcel is not there.",
  over: "The parcel is not on the way any more.",
  no_code: "A code cannot be sent for this parcel. Call us.",
  code_sent: "A code was sent less than a minute ago. It may take a while.",
  wrong_code: {
    digits: "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.",
  },
});

/** `who` and `code` come from an address that only the receiver or the sender has, never from a field. */
export const ofParcel = z.object({ code: z.string().max(40), who: z.enum(["sender", "receiver"]) });
export type OfParcel = z.output<typeof ofParcel>;

export type Parcel = Pick<typeof bookings.$inferSelect, "id" | "status">;

export async function lockParcel({ tx }: { tx: Tx }, { code }: OfParcel): Promise<Parcel | Refusal> {
  const [row] = await tx
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .where(eq(bookings.trackingCode, code))
    .for("no key update");
  return row ?? refuseRenewal("not_found", "no_such_parcel");
}
