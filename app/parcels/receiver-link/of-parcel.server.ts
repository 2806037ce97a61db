/**
 * Shared by the receiver's and the sender's forms about a parcel: the code field, the lock on the parcel's row, the
 * limits, and the entries of the history.
 */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { plainField } from "../../platform/http/fields.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import type { ChoiceEventKind } from "../../domain/event-kinds.ts";
import { SENDER } from "../../access/author.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { RateLimit } from "../../platform/limits/rate-limit.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { refusals } from "../../platform/operations/refusals.ts";
import type { Services } from "../../platform/services.server.ts";

export const refuseRenewal = refusals({
  no_such_parcel: "This parcel is not there.",
  over: "The parcel is not on the way any more.",
  no_code: "A code cannot be sent for this parcel. Call us.",
  code_sent: "A code was sent less than a minute ago. It may take a while.",
  wrong_code: {
    digits: "This is not the code, or it is older than 10 minutes. After five wrong ones ask for another.",
  },
});

export const RECEIVER = { byUserId: null, byName: "Receiver" };
export const AUTHORS = { sender: SENDER, receiver: RECEIVER };

/** The caller must take `code` and `who` from the URL of the receiver or sender, never from a form field. */
export const ofParcel = z.object({ code: plainField().max(40) });
export const ofParcelBy = ofParcel.extend({ who: z.enum(["sender", "receiver"]) });

type OfParcel = z.output<typeof ofParcel>;
export type LinkedParcel = Pick<
  typeof bookings.$inferSelect,
  "id" | "status" | "deliveredAt" | "receiverPhone" | "receiverAddress"
>;

export async function lockParcel({ tx }: { tx: Tx }, { code }: OfParcel): Promise<LinkedParcel | Refusal> {
  const { id, status, deliveredAt, receiverPhone, receiverAddress } = bookings;
  const [row] = await tx
    .select({ id, status, deliveredAt, receiverPhone, receiverAddress })
    .from(bookings)
    .where(eq(bookings.trackingCode, code))
    .for("no key update");
  return row ?? refuseRenewal("not_found", "no_such_parcel");
}

/** Locks a parcel's row for a form of the receiver. Refuses an unknown code and an erased receiver. */
export async function lockReceiver(work: { tx: Tx }, form: OfParcel): Promise<LinkedParcel | Refusal> {
  const parcel = await lockParcel(work, form);
  const isErased = !("ok" in parcel) && parcel.receiverPhone === NOT_STORED;
  return isErased ? refuseRenewal("not_found", "no_such_parcel") : parcel;
}

/**
 * Limits the forms per hour, because anyone with the link could fill the history. `what`, if given, names a separate
 * limit.
 */
export const countForParcel =
  (limit: RateLimit, tooMany: string, what?: string) =>
  async ({ services }: { services: Services }, { code }: OfParcel) => {
    const counted = await services.limits.consume(limit, what ? `${what} ${code}` : code);
    return counted.ok ? ({ ok: true, prepared: null } as const) : refuseTooMany(tooMany, counted);
  };

/** Adds an event that changes no status. Returns the event's id. */
export async function noteEvent(
  work: Acting,
  { id }: Pick<LinkedParcel, "id">,
  kind: ChoiceEventKind | "noted",
  note: string | null,
): Promise<number> {
  const done = await addEvents(work, [{ bookingId: id, kind, note }]);
  return done.get(id)!.eventId;
}
