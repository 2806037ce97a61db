/** CASH-2: records the amount that a rider collected, as the office entered it. */
import { formatNaira } from "../../domain/money.ts";
import type { CollectionReason } from "../../domain/settlement.ts";
import { doorsOf } from "../../money/payments/door.server.ts";
import { collectMoney } from "../../money/settlements/collect-money.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { refuse } from "../runs/messages.ts";
import type { EntryWork } from "./enter-deeds.server.ts";
import type { ActOfBooking } from "./stop-acts.server.ts";
import { toCollect } from "../runs/to-collect.server.ts";

/**
 * `collected`: the cash in kobo, or 'all' for the amount due; null if nothing was entered. `transferred`: the
 * part paid by transfer. `less`: the reason if cash and transfer together are less than the amount due.
 */
export type MoneyTaken = {
  collected: number | "all" | null;
  transferred?: number | null;
  less: CollectionReason | null;
};
export const NO_MONEY: MoneyTaken = { collected: null, less: null };

type There = Pick<PieceOfRun, "bookingId" | "code">;

/** Returns the amount due at this stop for each of these bookings, in kobo, in order of booking code. */
async function dueAt(
  { tx }: EntryWork,
  { kind }: LockedRun,
  there: readonly There[],
): Promise<Map<string, number>> {
  const codes = [...new Set(there.map(({ code }) => code))].toSorted();
  const doors = await doorsOf(tx, codes);
  return new Map(
    codes.map((code) => {
      const door = doors.get(code);
      const due = door && (kind === "pickup" ? toCollect(kind, { ...door, collectedKobo: null }) : door.door);
      return [code, due?.totalKobo ?? 0];
    }),
  );
}

/**
 * Refuses an amount above the amount due. At a receiver's door, also refuses a smaller amount without a reason. Returns
 * null if the amount is right, or if no amount was entered.
 */
export async function amountRefusal(
  work: EntryWork,
  run: LockedRun,
  there: readonly There[],
  { collected, transferred, less }: MoneyTaken,
): Promise<Refusal | null> {
  if (collected === "all" || (collected === null && !transferred)) return null;
  const taken = (collected ?? 0) + (transferred ?? 0);
  const due = [...(await dueAt(work, run, there)).values()].reduce((sum, kobo) => sum + kobo, 0);
  if (taken > due) return refuse("invalid", "more_than_due", { due: formatNaira(due) });
  const needsReason = run.kind !== "pickup" && !less;
  return taken < due && needsReason ? refuse("invalid", "less_than_due", { due: formatNaira(due) }) : null;
}

/**
 * CASH-11: records the cash in the rider's cash account, in the transaction of the deed, and asks dispatch to confirm
 * the transfer. The money is divided among the bookings in order of code, first the cash, then the transfer. Each
 * booking gets its full amount until the money is used up.
 */
export async function takeMoney(
  work: EntryWork,
  run: LockedRun,
  { there, occurredAt, actOf }: { there: readonly There[]; occurredAt: Date; actOf?: ActOfBooking },
  { collected, transferred, less }: MoneyTaken,
): Promise<void> {
  if ((collected === null && !transferred) || run.riderId === null) return;
  const ids = new Map(there.map(({ code, bookingId }) => [code, bookingId]));
  let rest = collected === "all" ? Infinity : (collected ?? 0);
  let byTransfer = transferred ?? 0;
  for (const [code, due] of await dueAt(work, run, there)) {
    if (due === 0) continue;
    const amountKobo = Math.min(rest, due);
    rest -= amountKobo;
    const asked = Math.min(byTransfer, due - amountKobo);
    byTransfer -= asked;
    const bookingId = ids.get(code)!;
    const own = { ...work, act: actOf?.({ bookingId }) ?? work.act };
    const taken = {
      holder: { kind: "rider" as const, id: run.riderId },
      bookingId,
      ...{ occurredAt, runId: run.id, at: run.kind === "pickup" ? ("pickup" as const) : ("door" as const) },
    };
    const whole = amountKobo + asked === due;
    if (amountKobo > 0 || asked === 0)
      await collectMoney(own, {
        ...{ ...taken, amountKobo, method: "cash", restByTransfer: whole && asked > 0 },
        ...(less && { reason: less }),
      });
    if (asked > 0) await collectMoney(own, { ...taken, amountKobo: asked, method: "transfer" });
  }
}
