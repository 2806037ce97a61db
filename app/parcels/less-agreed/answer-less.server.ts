/** CASH-15: the sender answers whether they agreed to a smaller amount. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { asSystem } from "../../access/actors.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { everybody } from "../../access/by.server.ts";
import { lessUntil } from "../../domain/less-agreed.ts";
import { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refusals } from "../../platform/operations/refusals.ts";
import type { Services } from "../../platform/services.server.ts";
import { endExceptions } from "../custody/end-exceptions.server.ts";
import { CHOICES } from "../receiver-link/parcel-limits.ts";
import { countForParcel, lockParcel, ofParcel } from "../receiver-link/of-parcel.server.ts";
import { openLess, settleAgreed, settleNotAgreed, type OpenLess } from "./settle-less.server.ts";

const refuse = refusals({
  nothing_asked: "This was answered already, or the time to answer is over. Call us about it.",
});

const SENDER = asSystem("Sender");

/**
 * Records the sender's answer and closes the question. If the sender agreed, the receiver pays no more. If not, the
 * missing amount becomes a cash difference for a cashier. Refuses an answered or expired question, and a booking with
 * nothing to collect. A question expires at the end of the Lagos day after it was asked. The caller must take `code`
 * from a mailed URL or from the sender's own browser.
 */
export const senderAnswersLess = operation({
  name: "senders.answer_less",
  by: everybody,
  act: { kind: "sender_decided", source: "sender", by: shownAuthor(SENDER) },
  input: ofParcel.extend({ agreed: z.enum(["yes", "no"], "Choose an answer") }),
  prepare: countForParcel(CHOICES, "This was sent too often for this parcel.", "less"),
  on: lockParcel,
  run: async (work, { agreed }, parcel) => {
    const { tx, at } = work;
    const less = await openLess(tx, parcel.id);
    if (!less || lessUntil(less.askedAt) < at) return refuse("conflict", "nothing_asked");
    const reason = agreed === "yes" ? "sender_agreed" : "sender_denied";
    const end = { reason, words: "The sender answered on the page of the booking." } as const;
    await endExceptions({ tx, at, actor: SENDER }, "less_agreed", { bookingIds: [parcel.id] }, end);
    if (agreed === "yes") await settleAgreed(work, parcel, less);
    else await settleNotAgreed(work, parcel, less, "The sender does not agree");
    return { ok: true };
  },
  publish: (_, { code }) => ["exceptions", "money", `booking:${code}`],
});

export type LessView = OpenLess & { until: Date; formKey: string };

/**
 * Reads the unanswered question for the sender's page. Null without a question, or if it is too late to answer. The
 * caller must take `code` from a mailed URL or from the sender's own browser.
 */
export async function readLess(services: Services, code: string): Promise<LessView | null> {
  const [booking] = await services.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  const less = booking ? await openLess(services.db, booking.id) : null;
  const until = less && lessUntil(less.askedAt);
  return less && until && until >= services.now() ? { ...less, until, formKey: newIdempotencyKey() } : null;
}
