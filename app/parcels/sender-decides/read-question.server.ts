/** CHOICE-3: reads the question to the sender about a refused or undelivered parcel. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { SENDER_DECIDES_HOURS } from "../../domain/choices.ts";
import type { ExceptionKind } from "../../domain/exception-kinds.ts";
import { returnPriceOf } from "../../money/prices/return-fee.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, exceptions, receiverChoices } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { isWithRider, isNotPickedUp, piecesLeft } from "./carry-out.server.ts";

/** The kinds of exceptions that the sender's decision closes. */
export const ASKING = ["refused", "refused_ahead", "attempts_used"] as const satisfies ExceptionKind[];
const HOUR_MS = 3_600_000;

export type Question = {
  /** `unwanted`: the receiver refused the parcel on the receiver's page, before the rider came. */
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

/** True if the sender is asked about the booking of the row in an SQL statement that reads `bookings`. */
export const waitsForSender = sql<boolean>`(exists (select from ${receiverChoices} c
    where c.booking_id = bookings.id and c.kind = 'refuse' and c.ended_at is null)
  or exists (select from ${exceptions} x where x.booking_id = bookings.id and x.closed_at is null
    and x.kind in (${sql.join(
      ASKING.map((kind) => sql`${kind}`),
      sql`, `,
    )})))`;

/**
 * True if the sender is asked about a booking. Each scan of a piece calls this function, so it uses only one statement.
 */
export async function isQuestionOpen(db: Pick<Db, "select">, bookingId: string): Promise<boolean> {
  const one = { one: sql<number>`1` };
  const refusals = db.select(one).from(receiverChoices).where(refusalOf(bookingId));
  const rows = await refusals.unionAll(db.select(one).from(exceptions).where(askingOf(bookingId)));
  return rows.length > 0;
}

/**
 * Reads a booking's open question. If the receiver refused the parcel on the receiver's page, the question is about
 * that refusal, even if there are exceptions.
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
  /** When the sender's time to decide ends. After that, dispatch contacts the sender. */
  until: Date;
  /** True if no piece was picked up. The booking can then be cancelled, but not held or returned. */
  withSender: boolean;
  /** True if a rider has a piece. The decision then waits until the piece is back in a hub. */
  withRider: boolean;
  /** The price of a return, in kobo. */
  returnKobo: number;
  formKey: string;
};

/**
 * Reads the question with its three answers, for the sender's page. The caller must take `code` from a mailed URL or
 * from the sender's own browser.
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
    withSender: isNotPickedUp(booking.status, left),
    withRider: isWithRider(left),
    returnKobo,
    formKey: newIdempotencyKey(),
  };
}
