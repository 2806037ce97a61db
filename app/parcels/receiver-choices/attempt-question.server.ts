/** CHOICE-5: the receiver answers the question about the last attempt. */
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { ANSWER_NAMES, ATTEMPT_ANSWERS, isDenial, MAX_CHOICE_WORDS } from "../../domain/choices.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { attemptAnswers } from "../../platform/db/schema.ts";
import { plainField, textOrNull } from "../../platform/http/fields.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { attemptQuestion } from "../receiver-link/link-state.server.ts";
import { lockReceiver, noteEvent, RECEIVER } from "../receiver-link/of-parcel.server.ts";
import { countChoice } from "./lock-choosing.server.ts";
import { refuse } from "./messages.ts";

const THROUGH_OFFICE = "Answered through the office's link";

/**
 * Records the receiver's answer to the question about a failed attempt: the rider's report is right or wrong. If the
 * report is wrong, an exception for dispatch is opened, and the parcel does not go back (CHOICE-3). If the answer comes
 * through the link for staff, the history says so. Refuses an attempt that is already answered or no longer the newest.
 * The caller must take `answerCode` and `through` from a link's URL.
 */
export const answerAttempt = operation({
  name: "receivers.answer_attempt",
  by: everybody,
  act: { kind: "attempt_answered", source: "receiver", by: RECEIVER },
  input: z.object({
    answerCode: plainField().max(40),
    through: z.enum(["receiver", "staff"]),
    event: z.coerce.number().int().positive(),
    answer: z.enum(ATTEMPT_ANSWERS, "Choose an answer"),
    words: textOrNull(MAX_CHOICE_WORDS),
  }),
  prepare: (before, { answerCode: code }) => countChoice(before, { code }),
  on: async (work, { answerCode: code }) => {
    const parcel = await lockReceiver(work, { code });
    return "ok" in parcel ? parcel : { ...parcel, question: await attemptQuestion(work.tx, parcel.id) };
  },
  run: async (work, { event, answer, words, through }, { question, ...parcel }) => {
    const { tx, at } = work;
    if (!question || question.eventId !== event || question.answer) return refuse("conflict", "no_question");
    const asked = { eventId: event, bookingId: parcel.id, attemptedAt: question.at };
    await tx.insert(attemptAnswers).values({ ...asked, answer, words, answeredAt: at });
    const denied = isDenial(answer);
    const said = [
      through === "staff" && THROUGH_OFFICE,
      denied && ANSWER_NAMES[answer].replace(/^No, /, ""),
      words,
    ];
    const note = said.filter(Boolean).join(": ") || null;
    await noteEvent(work, parcel, denied ? "attempt_denied" : "attempt_confirmed", note);
    if (denied) {
      const about = { bookingId: parcel.id, runId: question.runId, note };
      await openExceptions(tx, [{ kind: "attempt_denied", ...about }], work.act);
    }
    return { ok: true };
  },
  publish: (_, { answerCode }, { question }): Topic[] => [
    ...(["bookings", "runs", "exceptions"] as const),
    `booking:${answerCode}`,
    ...(question?.runId ? ([`run:${question.runId}`] as const) : []),
  ],
});
