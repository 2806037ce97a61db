/** CASH-12: cash for a parcel that nobody booked yet: in the rider's account from the deed on, and a payment once it is booked. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Rider } from "../../access/actor.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { endAbout } from "../../notifications/open-exception.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries, exceptions } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { addCash, reverseCash, type CashWork } from "../cash-ledger/cash-ledger.server.ts";
import { accountOf } from "../prices/booking-account.server.ts";
import { by } from "../prices/money-events.server.ts";
import { recordCollected } from "./record-collected.server.ts";

type Unbooked = { riderId: string; deedId: string; kobo: number; occurredAt: Date; runId: string | null };

/** Records the cash of a deed whose parcel has no booking, in kobo, in the caller's transaction. */
export async function takeUnbookedCash(
  work: CashWork,
  { riderId, deedId, ...taken }: Unbooked,
): Promise<void> {
  const holder = { kind: "rider" as const, id: riderId };
  await addCash(work, [{ ...taken, holder, kind: "collected", part: "unbooked", act: deedId }]);
}

/** The cash of a deed that is not a booking's yet; null if there is none, or it was booked or taken back. */
async function unbookedOf(tx: Tx, deedId: string) {
  const [entry] = await tx
    .select()
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.act, deedId),
        eq(cashEntries.part, "unbooked"),
        sql`not exists (select from ${cashEntries} r where r.reverses = ${cashEntries.id})`,
      ),
    );
  return entry ?? null;
}

/** Takes back the cash of an undone deed. False if it is a booking's already. */
export async function giveUnbookedBack(
  work: CashWork & { actor: Rider },
  deedId: string,
  reason: string,
): Promise<boolean> {
  const entry = await unbookedOf(work.tx, deedId);
  if (!entry) return (await work.tx.$count(cashEntries, eq(cashEntries.act, deedId))) === 0;
  return reverseCash(work, entry, reason);
}

/**
 * A sticker was put on a booking: the cash that was taken with it is the booking's payment, in the caller's transaction, which has locked the
 * booking, and 'Booking to complete' ends. Nothing happens for a sticker of no such pickup; without a price it waits, and linking the sticker
 * again does it.
 */
export async function bookUnbooked(
  work: Pick<Work<Admin>, "services" | "tx" | "actor" | "at">,
  { id: bookingId, code, sticker }: { id: string; code: string; sticker: string },
): Promise<boolean> {
  const { tx, actor, at } = work;
  const [asked] = await tx
    .select({ id: exceptions.id, subject: exceptions.subject, closedAt: exceptions.closedAt })
    .from(exceptions)
    .where(and(eq(exceptions.kind, "to_complete"), sql`${exceptions.details} ->> 'sticker' = ${sticker}`))
    .orderBy(desc(exceptions.openedAt))
    .limit(1);
  if (!asked) return false;
  const entry = await unbookedOf(tx, asked.subject.replace("deed ", ""));
  if (entry) {
    const account = await accountOf(tx, code);
    if (!account || account.priceKobo === null) return false;
    await reverseCash(work, entry, `Booked as ${code}`);
    await recordCollected(work, {
      holder: { kind: entry.holderKind, id: entry.holderId },
      bookingId,
      amountKobo: entry.kobo,
      occurredAt: entry.occurredAt,
      method: "cash",
      runId: entry.runId,
      at: "pickup",
    });
  }
  if (asked.closedAt === null) {
    await endAbout({ tx, at, ...by(actor) }, "to_complete", asked.subject, `Booked as ${code}`);
    await recordActivity(tx, actor, at, {
      action: "close_exception",
      description: `${code}, ${EXCEPTION_FACTS.to_complete.label}: closed: solved`,
      entityType: "exception",
      entityId: asked.id,
    });
  }
  return true;
}
