/** CASH-2: the amount that a rider collected, entered by the office with a delivery. */
import { formatNaira } from "../../domain/money.ts";
import type { CollectionReason } from "../../domain/settlement.ts";
import { doorsOf } from "../../money/payments/door.server.ts";
import { recordCollected } from "../../money/settlements/record-collected.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { LockedRun, PieceOfRun } from "./lock-run.server.ts";
import { refuse } from "./messages.ts";
import type { EntryWork } from "./enter-deeds.server.ts";

/** `collected` in kobo: null if nothing was entered, and 'all' for the amount due. `less`: the reason for a lower amount. */
export type MoneyTaken = { collected: number | "all" | null; less: CollectionReason | null };
export const NO_MONEY: MoneyTaken = { collected: null, less: null };

type There = Pick<PieceOfRun, "bookingId" | "code">;

/** The amounts due at the doors of these bookings, in kobo, in order of code. */
async function dueAt({ tx }: EntryWork, there: readonly There[]): Promise<Map<string, number>> {
  const codes = [...new Set(there.map(({ code }) => code))].toSorted();
  const doors = await doorsOf(tx, codes);
  return new Map(codes.map((code) => [code, doors.get(code)?.door.totalKobo ?? 0]));
}

/** Refuses more than the amount due, and less without a reason. It never refuses if nothing was entered. */
export async function unlessMoney(
  work: EntryWork,
  there: readonly There[],
  { collected, less }: MoneyTaken,
): Promise<Refusal | null> {
  if (typeof collected !== "number") return null;
  const due = [...(await dueAt(work, there)).values()].reduce((sum, kobo) => sum + kobo, 0);
  if (collected > due) return refuse("invalid", "more_than_due", { due: formatNaira(due) });
  return collected < due && !less ? refuse("invalid", "less_than_due", { due: formatNaira(due) }) : null;
}

/**
 * Records the amount in the rider's account, in the transaction of the deed. It is allocated to the bookings in order of
 * code, each in full while it lasts.
 */
export async function takeMoney(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt }: { there: readonly There[]; occurredAt: Date },
  { collected, less }: MoneyTaken,
): Promise<void> {
  if (collected === null || run.riderId === null) return;
  const ids = new Map(there.map(({ code, bookingId }) => [code, bookingId]));
  let rest = collected === "all" ? Infinity : collected;
  for (const [code, due] of await dueAt(work, there)) {
    if (due === 0) continue;
    const amountKobo = Math.min(rest, due);
    rest -= amountKobo;
    await recordCollected(work, {
      holder: { kind: "rider", id: run.riderId },
      bookingId: ids.get(code)!,
      ...{ amountKobo, occurredAt, method: "cash", runId: run.id },
      ...(less && { reason: less }),
    });
  }
}
