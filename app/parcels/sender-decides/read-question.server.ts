/** CHOICE-3: the question to the sender about a parcel that was not accepted, or that its receiver does not want. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { SENDER_DECIDES_HOURS } from "../../domain/choices.ts";
import type { ExceptionKind } from "../../domain/exception-kinds.ts";
import { returnPriceOf } from "../../money/prices/return-fee.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, exceptions, receiverChoices } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { isWithRider, isWithSender, piecesLeft } from "./carry-out.server.ts";

/** The kinds of exceptions that ask for the sender's decision and are closed by it. */
export const ASKING = ["refused", "refused_ahead", "attempts_used"] as const satisfies ExceptionKind[];
const HOUR_MS = 3_600_000;

export type Question = {
  /**
   * The reason for the question. `unwanted`: the receiver refused the parcel on the receiver's page, before the rider
   * came.
   */
  why: "unwanted" | "refused" | "attempts_used";
  words: string | null;
  at: Date;
};

const refusalOf = (bookingId: string) =>
  and(
    eq(receiverChoices.bookingId, bookingId),
    eq(receiverChoices.kind, "refuse"),
    isNull(receiverChoices.endedAt),
  );
const askingOf = (bookingId: string) =>
  and(
    eq(exceptions.bookingId, bookingId),
    isNull(exceptions.closedAt),
    inArray(exceptions.kind, [...ASKING]),
  );

/** True if a question about a booking is open. Takes one statement, because scans ask it. */
export async function isAsked(db: Pick<Db, "select">, bookingId: string): Promise<boolean> {
  const one = { one: sql<number>`1` };
  const refusals = db.select(one).from(receiverChoices).where(refusalOf(bookingId));
  const rows = await refusals.unionAll(db.select(one).from(exceptions).where(askingOf(bookingId)));
  return rows.length > 0;
}

/**
 * The open question about a booking; null without one. A refusal on the receiver's page takes precedence over
 * exceptions.
 */
export async function questionOf(db: Pick<Db, "select">, bookingId: string): Promise<Question | null> {
  const [choice] = await db
    .select({ words: receiverChoices.words, at: receiverChoices.madeAt })
    .from(receiverChoices)
    .where(refusalOf(bookingId));
  if (choice) return { why: "unwanted", ...choice };
  const [open] = await db
    .select({ kind: exceptions.kind, at: exceptions.openedAt })
    .from(exceptions)
    .where(askingOf(bookingId))
    .orderBy(asc(exceptions.openedAt))
    .limit(1);
  return open
    ? { why: open.kind === "attempts_used" ? "attempts_used" : "refused", words: null, at: open.at }
    : null;
}

export type SendersQuestion = Question & {
  /** The time until which the sender may decide. After it dispatch asks the sender. */
  until: Date;
  /** True if no piece was picked up yet: the booking can then be cancelled, but neither held nor returned. */
  withSender: boolean;
  /** True if a rider has a piece: nothing can be decided until it is back at a hub. */
  withRider: boolean;
  /** The price of a return, in kobo. */
  returnKobo: number;
  formKey: string;
};

/**
 * The question with the sender's three answers, for the sender's page of the booking. The caller must take `code` from
 * a mailed URL or a browser that only the sender has.
 */
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
    withRider: isWithRider(left),
    returnKobo,
    formKey: newIdempotencyKey(),
  };
}
