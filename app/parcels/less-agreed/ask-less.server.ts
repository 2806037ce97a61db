/** CASH-15: asks the sender whether they agreed to the smaller amount that a rider collected. */
import { and, eq, isNull } from "drizzle-orm";
import type { Rider } from "../../access/actor.ts";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import { lessUntil, type LessTaken } from "../../domain/less-agreed.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { endExceptions } from "../custody/end-exceptions.server.ts";

type Asking = Pick<Work<Rider>, "services" | "tx" | "actor" | "at" | "act">;
type Less = LessTaken & {
  bookingId: string;
  runId: string;
  hubId: string;
  /** The person on the sender's side who agreed, as the rider reports. Null if the rider gave no name. */
  agreedBy: string | null;
};

/** CASH-15: dispatch should call a sender without a working email address within this many hours. */
const CALL_HOURS = 4;
const HOUR_MS = 3_600_000;

/**
 * Opens the question about one booking, as an exception and a mail to the sender, in the caller's
 * transaction. Closes an earlier question. If the sender has no email address, the exception asks dispatch to
 * call the sender. The caller must first lock the booking's row, and publish 'exceptions' after the commit.
 */
export async function askLess(
  work: Asking,
  { bookingId, runId, hubId, agreedBy, ...less }: Less,
): Promise<void> {
  const { services, tx, at, act } = work;
  const [booking] = await tx
    .select({ email: bookings.senderEmail })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const reached = booking !== undefined && booking.email !== "" && booking.email !== DELETED_EMAIL;
  const asked = { bookingIds: [bookingId] };
  await endExceptions(work, "less_agreed", asked, { reason: "solved", words: "Asked anew" });
  const said = `${formatNaira(less.takenKobo)} of ${formatNaira(less.ofKobo)} taken, ${agreedBy ? `${agreedBy} agreed, the rider says` : "and the rider names nobody who agreed"}`;
  const dueAt = reached ? lessUntil(at) : new Date(at.getTime() + CALL_HOURS * HOUR_MS);
  const note = reached ? said : `Call the sender first, no email reaches them. ${said}`;
  await openExceptions(
    tx,
    [{ kind: "less_agreed", bookingId, runId, hubId, note, details: less, dueAt }],
    act,
  );
  if (!reached) return;
  const [open] = await tx
    .select({ id: exceptions.id })
    .from(exceptions)
    .where(
      and(
        eq(exceptions.bookingId, bookingId),
        eq(exceptions.kind, "less_agreed"),
        isNull(exceptions.closedAt),
      ),
    );
  await notify(services, tx, { event: "less_agreed", about: { bookingId, exceptionId: open!.id } });
}
