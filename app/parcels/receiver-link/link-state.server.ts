/**
 * RECEIVER-1, CHOICE-5: the state of receivers' links: when each link becomes invalid, and the unanswered question
 * about an attempt.
 */
import { eq, sql } from "drizzle-orm";
import { countedEvents } from "../../domain/booking-state.ts";
import type { AskedReason, AttemptAnswer } from "../../domain/choices.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import { allGoBack, askedAttempt } from "../../domain/receiver-question.ts";
import { endOfDelivery, linkEnds } from "../../domain/receiver-link-life.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { acts, attemptAnswers, bookingEvents, bookings } from "../../platform/db/schema.ts";
import { phoneOfAct } from "../../platform/operations/act.server.ts";

export type AttemptQuestion = {
  eventId: number;
  runId: string | null;
  kind: EventKind;
  reason: AskedReason;
  at: Date;
  answer: AttemptAnswer | null;
};

export type LinkState = {
  livesUntil: Date;
  /** True if no more messages go to the receiver: the parcel is delivered, cancelled, or goes back. */
  over: boolean;
  deliveredAt: Date | null;
  /** CHOICE-5: the question about the last attempt, with its answer. Null after the parcel's next step. */
  question: AttemptQuestion | null;
};

export async function linkStatesOf(
  db: Pick<Db, "select">,
  ids: readonly string[],
): Promise<Map<string, LinkState>> {
  if (ids.length === 0) return new Map();
  const { id, status, pieces, deliveredAt, createdAt } = bookings;
  const [found, events] = await Promise.all([
    db
      .select({ id, status, pieces, deliveredAt, createdAt })
      .from(bookings)
      .where(sql`${bookings.id} = any(${sql.param(ids)}::uuid[])`),
    eventsOf(db, ids),
  ]);
  const own = Map.groupBy(events, ({ bookingId }) => bookingId);
  return new Map(found.map((row) => [row.id, stateOf(row, own.get(row.id) ?? [])]));
}

/** Reads the question about a booking's last attempt. Null without a question. */
export const attemptQuestion = async (
  db: Pick<Db, "select">,
  bookingId: string,
): Promise<AttemptQuestion | null> => (await linkStatesOf(db, [bookingId])).get(bookingId)?.question ?? null;

/** Returns the question if it is not answered yet. Otherwise null. */
export const openQuestion = (state: LinkState | undefined): AttemptQuestion | null =>
  state?.question && !state.question.answer ? state.question : null;

const eventsOf = (db: Pick<Db, "select">, ids: readonly string[]) =>
  db
    .select({
      id: bookingEvents.id,
      bookingId: bookingEvents.bookingId,
      kind: bookingEvents.kind,
      occurredAt: bookingEvents.occurredAt,
      toStatus: bookingEvents.toStatus,
      piece: bookingEvents.piece,
      undoes: bookingEvents.undoes,
      reason: bookingEvents.reason,
      runId: bookingEvents.runId,
      answer: attemptAnswers.answer,
      phone: phoneOfAct,
    })
    .from(bookingEvents)
    .innerJoin(acts, eq(acts.id, bookingEvents.actId))
    .leftJoin(attemptAnswers, eq(attemptAnswers.eventId, bookingEvents.id))
    .where(sql`${bookingEvents.bookingId} = any(${sql.param(ids)}::uuid[])`);

type Booking = Pick<typeof bookings.$inferSelect, "status" | "pieces" | "deliveredAt" | "createdAt">;

function stateOf(
  { status, pieces, deliveredAt, createdAt }: Booking,
  told: Awaited<ReturnType<typeof eventsOf>>,
): LinkState {
  const events = countedEvents(pieces, told);
  const delivered = status === DELIVERED;
  const ended = delivered ? deliveredAt : endOfDelivery(pieces, events);
  const last = Math.max(createdAt.getTime(), ...told.map(({ occurredAt }) => occurredAt.getTime()));
  const asked = delivered ? null : askedAttempt(events);
  return {
    livesUntil: linkEnds({ ended, lastAt: new Date(last) }),
    over: delivered || ended !== null || allGoBack(pieces, events),
    deliveredAt: delivered ? deliveredAt : null,
    question: asked && {
      eventId: asked.event.id,
      runId: asked.event.runId,
      kind: asked.event.kind,
      reason: asked.reason,
      at: asked.event.occurredAt,
      answer: asked.event.answer,
    },
  };
}
