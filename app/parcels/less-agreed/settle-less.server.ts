/**
 * CASH-15: books the outcome of the question about a smaller amount: the sender agreed, did not agree or did not
 * answer.
 */
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { actAuthor } from "../../access/author.server.ts";
import { lessOf, lessUntil, silentBefore, type LessTaken } from "../../domain/less-agreed.ts";
import { formatNaira } from "../../domain/money.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { beginAct, type Acting } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { endExceptions } from "../custody/end-exceptions.server.ts";
import { noteEvent, type LinkedParcel } from "../receiver-link/of-parcel.server.ts";

export type OpenLess = LessTaken & { id: string; note: string | null; runId: string | null; askedAt: Date };

/**
 * Finds the open question about a booking. Null if no question is open or nothing is to be collected. A question
 * whose time is over stays open until the automatic end, so the caller must also compare `lessUntil`.
 */
export async function openLess(db: Pick<Db, "select">, bookingId: string): Promise<OpenLess | null> {
  const [row] = await db
    .select()
    .from(exceptions)
    .where(
      and(
        eq(exceptions.bookingId, bookingId),
        eq(exceptions.kind, "less_agreed"),
        isNull(exceptions.closedAt),
      ),
    );
  const less = row && lessOf(row.details);
  if (!less) return null;
  const left = (await doorOf(db, { id: bookingId }))?.door.totalKobo ?? 0;
  return left > 0 ? { ...less, id: row.id, note: row.note, runId: row.runId, askedAt: row.openedAt } : null;
}

type Booking = Pick<LinkedParcel, "id" | "status">;

/**
 * The sender agreed, so the receiver pays no more. The sender then owes the unpaid part of the delivery
 * price. The caller must first lock the booking's row, and close the exception.
 */
export async function settleAgreed({ tx, act }: Acting, booking: Booking, less: LessTaken): Promise<void> {
  if (less.deliveryKobo > 0)
    await tx
      .update(bookings)
      .set({ paysDelivery: "sender_before", version: sql`${bookings.version} + 1`, updatedAt: act.at })
      .where(eq(bookings.id, booking.id));
  await noteEvent({ tx, act }, booking, "noted", `The sender agrees to ${sumText(less)}.`);
}

/**
 * The sender did not agree or did not answer. The missing amount becomes a cash difference that a cashier must clear
 * up. Nobody owes this amount. The caller must first lock the booking's row, and close the exception.
 */
export async function settleNotAgreed(
  { tx, act }: Acting,
  booking: Booking,
  { runId, note, ...less }: OpenLess,
  why: "The sender does not agree" | "The sender did not answer",
): Promise<void> {
  const text = `${why}. ${note ?? sumText(less)}`;
  const about = { bookingId: booking.id, runId };
  const details = { lessKobo: less.ofKobo - less.takenKobo };
  const opened = await openExceptions(tx, [{ kind: "cash_difference", ...about, note: text, details }], act);
  // If the booking already has an open difference, the amount is added to it.
  if (opened === 0)
    await tx
      .update(exceptions)
      .set({
        note: sql`concat_ws('. ', ${exceptions.note}, ${text}::text)`,
        details: sql`coalesce(${exceptions.details}, '{}') || ${JSON.stringify(details)}::jsonb`,
        version: sql`${exceptions.version} + 1`,
      })
      .where(
        and(
          eq(exceptions.kind, "cash_difference"),
          eq(exceptions.bookingId, booking.id),
          isNull(exceptions.closedAt),
        ),
      );
  await noteEvent({ tx, act }, booking, "noted", `${why}: ${sumText(less)}.`);
}

const sumText = ({ takenKobo, ofKobo }: LessTaken) => `${formatNaira(takenKobo)} of ${formatNaira(ofKobo)}`;

const AT_ONCE = 200;
const PROGRAM = asSystem("Automatic check");

/** Ends overdue questions, each in its own transaction. Returns their number. Any process may run this. */
export async function endSilentLess({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const at = now();
  const due = await db
    .select({ bookingId: exceptions.bookingId })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.kind, "less_agreed"),
        isNull(exceptions.closedAt),
        lt(exceptions.openedAt, silentBefore(at)),
        isNotNull(exceptions.bookingId),
      ),
    )
    .limit(AT_ONCE);
  for (const { bookingId } of due) await transact(db, (tx) => endSilent(tx, at, bookingId!));
  return due.length;
}

async function endSilent(tx: Tx, at: Date, bookingId: string): Promise<void> {
  const [booking] = await tx
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .for("no key update");
  const less = booking && (await openLess(tx, bookingId));
  // While this transaction waited for the lock, a new question may have replaced the overdue question.
  if (less && lessUntil(less.askedAt) >= at) return;
  const end = less
    ? { reason: "sender_silent" as const, words: "The sender did not answer in time." }
    : { reason: "solved" as const, words: "Nothing is left to collect." };
  const ended = await endExceptions(
    { tx, at, actor: PROGRAM },
    "less_agreed",
    { bookingIds: [bookingId] },
    end,
  );
  if (!booking || !less || ended === 0) return;
  const act = beginAct(tx, { ...actAuthor(PROGRAM), kind: "exception_decided", at });
  await settleNotAgreed({ tx, act }, booking, less, "The sender did not answer");
}
