/** EXC-3: finds an exception, locks its row for a change, and closes it. */
import { and, eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatAdminDateTime } from "../../domain/dates.ts";
import {
  CLOSE_REASON_NAMES,
  EXCEPTION_FACTS,
  type CloseReason,
  type ExceptionStep,
} from "../../domain/exception-kinds.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  adminMembers,
  bookings,
  exceptions,
  hubs,
  pieces,
  profiles,
  runs,
} from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { closedColumns } from "../../notifications/open-exception.server.ts";
import { refuse } from "./messages.ts";

type Seen = { id: string; version: number };
type Work = { tx: Tx; actor: Admin; at: Date };
export type LockedException = Exclude<Awaited<ReturnType<typeof lockException>>, Refusal>;

/**
 * Locks the row of an open exception if it still has the version that the form showed. To avoid deadlocks,
 * the row of its booking is locked first, as in all code that moves the booking's pieces. Refuses if another
 * person has closed or changed the exception, and names that person.
 */
export async function lockException({ tx }: { tx: Tx }, { id, version }: Seen) {
  const [seen] = await tx
    .select({ bookingId: exceptions.bookingId })
    .from(exceptions)
    .where(eq(exceptions.id, id));
  if (!seen) return refuse("not_found", "exception_gone");
  const booking = seen.bookingId === null ? null : await lockBookingOf(tx, seen.bookingId);
  const [row] = await tx.select().from(exceptions).where(eq(exceptions.id, id)).for("update");
  if (!row) return refuse("not_found", "exception_gone");
  if (row.closedAt && row.closeReason)
    return refuse("conflict", "closed_meanwhile", {
      who: row.closedByName ?? "A colleague",
      when: formatAdminDateTime(row.closedAt),
      reason: CLOSE_REASON_NAMES[row.closeReason],
    });
  if (row.version !== version)
    return refuse("conflict", "changed_meanwhile", {
      owner: row.ownerId && (await memberName(tx, row.ownerId)),
    });
  return { ...row, booking, subjectText: await subjectText(tx, row, booking) };
}

async function lockBookingOf(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      status: bookings.status,
    })
    .from(bookings)
    .where(eq(bookings.id, id))
    .for("no key update");
  return row ?? null;
}

/** Returns the name of an exception's subject for the activity log: 'OD48210973NG-2' or 'IKJ-D-12'. */
async function subjectText(
  tx: Tx,
  { pieceId, runId }: Pick<typeof exceptions.$inferSelect, "pieceId" | "runId">,
  booking: { code: string; pieces: number } | null,
): Promise<string> {
  if (booking && pieceId) {
    const [piece] = await tx.select({ number: pieces.number }).from(pieces).where(eq(pieces.id, pieceId));
    if (piece) return pieceCode(booking.code, piece.number, booking.pieces);
  }
  if (booking) return booking.code;
  const [run] = runId ? await tx.select({ name: runs.name }).from(runs).where(eq(runs.id, runId)) : [];
  return run?.name ?? "Exception";
}

export async function memberName(tx: Tx, memberId: string): Promise<string | null> {
  const [row] = await tx
    .select({ fullName: profiles.fullName, email: profiles.email })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(eq(adminMembers.id, memberId));
  return row ? (row.fullName ?? row.email) : null;
}

/** Refuses a step that this kind of exception lacks, so that an old page or a forged form has no effect. */
export const unlessStep = ({ kind }: LockedException, step: ExceptionStep): Refusal | null =>
  EXCEPTION_FACTS[kind].steps.includes(step) ? null : refuse("conflict", "other_kind");

export async function activeHub(tx: Tx, id: string): Promise<{ id: string; name: string } | null> {
  const [hub] = await tx
    .select({ id: hubs.id, name: hubs.name })
    .from(hubs)
    .where(and(eq(hubs.id, id), eq(hubs.active, true)));
  return hub ?? null;
}

/** Closes an exception whose row is locked. `words` describes the step. The activity log does not get this text. */
export async function endException(
  { tx, actor, at }: Work,
  exception: LockedException,
  { reason, words }: { reason: CloseReason; words: string | null },
): Promise<{ ok: true; subject: string }> {
  await tx
    .update(exceptions)
    .set(closedColumns({ ...shownAuthor(actor), at }, reason, words))
    .where(eq(exceptions.id, exception.id));
  await logException(
    { tx, actor, at },
    exception,
    "close_exception",
    `closed: ${CLOSE_REASON_NAMES[reason].toLowerCase()}`,
  );
  return { ok: true, subject: exception.subjectText };
}

/** Adds a row about an exception to the log, such as 'OD48210973NG-2, Missing piece: closed: found'. */
export const logException = (
  { tx, actor, at }: Work,
  { id, kind, subjectText: subject }: LockedException,
  action: "update_exception" | "close_exception",
  did: string,
): Promise<void> =>
  recordActivity(tx, actor, at, {
    action,
    description: `${subject}, ${EXCEPTION_FACTS[kind].label}: ${did}`,
    entityType: "exception",
    entityId: id,
  });

/** Joins the program's text about a step and the person's text: 'Found at Ikeja. Behind the shelf.' */
export const stepWithWords = (did: string, words: string | null): string => (words ? `${did} ${words}` : did);

/** Returns the live topics that a change of an exception publishes. */
export const exceptionTopics = (_done: unknown, _input: unknown, { booking }: LockedException): Topic[] => [
  "exceptions",
  ...(booking ? [`booking:${booking.code}` as const] : []),
];

/** Returns the live topics of a step that records a deed. They include the list of bookings. */
export const deedTopicsOf = (done: unknown, input: unknown, exception: LockedException): Topic[] => [
  ...exceptionTopics(done, input, exception),
  "bookings",
];
