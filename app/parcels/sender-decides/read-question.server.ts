/** CHOICE-3: the question to the sender about a parcel that nobody accepted, or that its receiver does not want. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { SENDER_DECIDES_HOURS } from "../../domain/choices.ts";
import type { ExceptionKind } from "../../domain/exception-kinds.ts";
import { returnPriceOf } from "../../money/prices/return-fee.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, exceptions, receiverChoices } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { isWithSender, piecesLeft } from "./carry-out.server.ts";

/** The exceptions that the sender's decision closes. */
export const ASKING = ["refused", "refused_ahead", "attempts_used"] as const satisfies ExceptionKind[];
const HOUR_MS = 3_600_000;

export type Question = {
  /** `unwanted`: the receiver refused it on their page, before it came. */
  why: "unwanted" | "refused" | "attempts_used";
  words: string | null;
  at: Date;
};

/** The open question of a booking, the receiver's refusal first; null without one. */
export async function questionOf(db: Pick<Db, "select">, bookingId: string): Promise<Question | null> {
  const [choice] = await db
    .select({ words: receiverChoices.words, at: receiverChoices.madeAt })
    .from(receiverChoices)
    .where(
      and(
        eq(receiverChoices.bookingId, bookingId),
        eq(receiverChoices.kind, "refuse"),
        isNull(receiverChoices.endedAt),
      ),
    );
  if (choice) return { why: "unwanted", ...choice };
  const [open] = await db
    .select({ kind: exceptions.kind, at: exceptions.openedAt })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.bookingId, bookingId),
        isNull(exceptions.closedAt),
        inArray(exceptions.kind, [...ASKING]),
      ),
    )
    .orderBy(asc(exceptions.openedAt))
    .limit(1);
  return open
    ? { why: open.kind === "attempts_used" ? "attempts_used" : "refused", words: null, at: open.at }
    : null;
}

export type SendersQuestion = Question & {
  /** The time until which the sender may decide before the desk asks. */
  until: Date;
  /** No piece was picked up yet: the booking can be cancelled, but neither held nor returned. */
  withSender: boolean;
  /** The price of a return, in kobo. */
  returnKobo: number;
  formKey: string;
};

/** For the page of an own booking. `code` comes from an address or a browser that only the sender has. */
export async function sendersQuestion(services: Services, code: string): Promise<SendersQuestion | null> {
  const { db } = services;
  const [booking] = await db
    .select({ id: bookings.id, status: bookings.status, createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.trackingCode, code));
  const question = booking && (await questionOf(db, booking.id));
  if (!question) return null;
  const [left, returnKobo] = await Promise.all([
    piecesLeft(db, booking.id),
    returnPriceOf(services, booking),
  ]);
  const until = new Date(question.at.getTime() + SENDER_DECIDES_HOURS * HOUR_MS);
  return {
    ...question,
    until,
    withSender: isWithSender(booking.status, left),
    returnKobo,
    formKey: newIdempotencyKey(),
  };
}
