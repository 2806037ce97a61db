/** CHOICE-5: the question to the receiver about the last attempt, and the receiver's answer. */
import { and, desc, eq, gt, inArray } from "drizzle-orm";
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import {
  ANSWER_NAMES,
  ATTEMPT_ANSWERS,
  isAsked,
  isDenial,
  MAX_CHOICE_WORDS,
  type AskedReason,
  type AttemptAnswer,
} from "../../domain/choices.ts";
import { ROAD_KINDS, type EventKind } from "../../domain/event-kinds.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { attemptAnswers, bookingEvents } from "../../platform/db/schema.ts";
import { textOrNull } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { notUndone } from "../custody/state-events.server.ts";
import { noteEvent, ofParcel, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { choiceTopics, countChoice, lockChoosing } from "./lock-choosing.server.ts";
import { refuse } from "./messages.ts";

/**
 * The events after which the receiver is no longer asked about an attempt. The parcel's way back to the hub and a new
 * planned day are not among them.
 */
const NEXT_STEPS: EventKind[] = [
  ...ROAD_KINDS.filter((kind) => !["attempted", "arrived_at_hub", "rescheduled"].includes(kind)),
  "status_set",
  "cancelled",
];

export type AttemptQuestion = {
  eventId: number;
  runId: string | null;
  reason: AskedReason;
  at: Date;
  answer: AttemptAnswer | null;
};

/**
 * The question about the last attempt of a booking, with its answer, until the parcel's next step. Null without an
 * attempt, and for reasons about which the receiver is not asked.
 */
export async function attemptQuestion(
  db: Pick<Db, "select" | "$count">,
  bookingId: string,
): Promise<AttemptQuestion | null> {
  const [last] = await db
    .select({
      eventId: bookingEvents.id,
      runId: bookingEvents.runId,
      reason: bookingEvents.reason,
      at: bookingEvents.occurredAt,
      answer: attemptAnswers.answer,
    })
    .from(bookingEvents)
    .leftJoin(attemptAnswers, eq(attemptAnswers.eventId, bookingEvents.id))
    .where(and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.kind, "attempted"), notUndone))
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  if (!last || !isAsked(last.reason)) return null;
  const later = and(
    eq(bookingEvents.bookingId, bookingId),
    gt(bookingEvents.occurredAt, last.at),
    inArray(bookingEvents.kind, NEXT_STEPS),
    notUndone,
  );
  return (await db.$count(bookingEvents, later)) > 0 ? null : { ...last, reason: last.reason };
}

/**
 * Records the receiver's answer about a failed attempt: the rider's report is right, or not. A denial opens an
 * exception for the desk, and stops a return (CHOICE-3). Refuses an attempt that was answered before, and one after
 * which something newer happened.
 */
export const answerAttempt = operation({
  name: "receivers.answer_attempt",
  by: everybody,
  input: ofParcel.extend({
    event: z.coerce.number().int().positive(),
    answer: z.enum(ATTEMPT_ANSWERS, "Choose an answer"),
    words: textOrNull(MAX_CHOICE_WORDS),
  }),
  prepare: countChoice,
  on: lockChoosing,
  run: async (work, { event, answer, words }, { booking }) => {
    const { tx, at } = work;
    const question = await attemptQuestion(tx, booking.id);
    if (!question || question.eventId !== event || question.answer) return refuse("conflict", "no_question");
    await tx
      .insert(attemptAnswers)
      .values({ eventId: event, bookingId: booking.id, answer, words, answeredAt: at });
    const denied = isDenial(answer);
    const said = [ANSWER_NAMES[answer].replace(/^(Yes|No), /, ""), words].filter(Boolean).join(": ");
    const kind = denied ? "attempt_denied" : "attempt_confirmed";
    await noteEvent(work, booking, kind, denied ? said : words);
    const about = { bookingId: booking.id, runId: question.runId };
    if (denied)
      await openExceptions(tx, [{ kind: "attempt_denied", ...about, note: said }], {
        byName: RECEIVER.byName,
        at,
      });
    return { ok: true };
  },
  publish: (done, input, found) => [...choiceTopics(done, input, found), "exceptions"],
});
