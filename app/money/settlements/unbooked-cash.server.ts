/** CASH-12: cash for an unbooked parcel becomes a payment once the parcel is booked. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import { endAbout } from "../../notifications/end-about.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts, cashEntries, exceptions } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { reverseCash } from "../cash-ledger/cash-ledger.server.ts";
import { accountOf } from "../prices/booking-account.server.ts";
import { collectMoney } from "./collect-money.server.ts";

const ofDeed = (tx: Pick<Tx, "select">, deedId: string) =>
  inArray(cashEntries.actId, tx.select({ id: acts.id }).from(acts).where(eq(acts.deedId, deedId)));

/** Returns an act's cash entry while the parcel is unbooked. Null without an entry, and after booking or reversal. */
async function unbookedOf(tx: Tx, deedId: string) {
  const [entry] = await tx
    .select()
    .from(cashEntries)
    .where(
      and(
        ofDeed(tx, deedId),
        eq(cashEntries.part, "unbooked"),
        sql`not exists (select from ${cashEntries} r where r.reverses = ${cashEntries.id})`,
      ),
    );
  return entry ?? null;
}

/**
 * Records the cash that a rider took with this sticker as the booking's payment, and closes the exception 'Booking to
 * complete'. Call this after the sticker was linked to the booking, in the same transaction and with the booking's row
 * locked. Returns false if no parcel was picked up with this sticker, or if the booking has no price yet. Once there is
 * a price, staff link the sticker again.
 */
export async function bookUnbooked(
  work: Pick<Work<Admin>, "services" | "tx" | "actor" | "at" | "act">,
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
    await collectMoney(work, {
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
    await endAbout({ tx, at, ...work.act.by }, "to_complete", asked.subject, `Booked as ${code}`);
    await recordActivity(tx, actor, at, {
      action: "close_exception",
      description: `${code}, ${EXCEPTION_FACTS.to_complete.label}: closed: solved`,
      entityType: "exception",
      entityId: asked.id,
    });
  }
  return true;
}
