/** TRIP-7: decides if pieces may be loaded: some must be paid first, and a rider's cash has a limit. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { may } from "../../access/permissions.ts";
import { formatNaira } from "../../domain/money.ts";
import { isOnAccount } from "../../domain/pays-delivery.ts";
import { chosenOtherwise } from "../../parcels/receiver-choices/chosen-otherwise.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, cashOnDelivery, pieces, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import { doorColumns, doorOfRow } from "../../money/payments/door.server.ts";
import type { LockedRun } from "./lock-run.server.ts";
import { isStillOnRun } from "./pieces-of-run.server.ts";
import { refuse } from "./messages.ts";

/** CHOICE-2: refuses pieces whose receiver chose another day, a collection, or no delivery. */
async function unlessOtherwise(tx: Tx, run: LockedRun, chosen: SQL): Promise<Refusal | null> {
  const rows = await tx
    .select({ pieceId: runPieces.pieceId })
    .from(runPieces)
    .where(and(eq(runPieces.runId, run.id), isStillOnRun, isNull(runPieces.loadedAt), chosen));
  const others = await chosenOtherwise(
    tx,
    rows.map(({ pieceId }) => pieceId),
    run.day,
  );
  if (others.size === 0) return null;
  const named = [...others.values()].map(({ code, why }) => `${code}: ${why}`);
  return refuse("conflict", "chosen_otherwise", { codes: [...new Set(named)].join(", ") });
}

const collectedFrom = <Parcel extends Parameters<typeof doorOfRow>[0]>(
  parcels: readonly Parcel[],
  counts: (one: Parcel) => boolean,
) => parcels.filter(counts).reduce((kobo, one) => kobo + doorOfRow(one).totalKobo, 0);

/**
 * Returns null if all chosen pieces may be loaded, otherwise a refusal. The company's settings decide if unpaid parcels
 * may be loaded, and how much cash a rider may hold. A rider's cash is the balance of the rider's cash account plus the
 * amounts due on this run. Parcels for which nothing is due are not limited. A cashier may exceed the limit, and may load
 * unpaid parcels unless the setting is 'no'.
 */
export async function mayBeLoaded(
  { services, tx, actor }: Pick<Work<Admin>, "services" | "tx" | "actor">,
  run: LockedRun,
  chosen: SQL,
): Promise<Refusal | null> {
  if (run.kind !== "delivery") return null;
  const otherwise = await unlessOtherwise(tx, run, chosen);
  if (otherwise) return otherwise;
  const { unpaidMayLoad, floatLimitKobo } = await services.company(tx);
  const cashier = may(actor.role, "recordPayments");
  const asksPaid = unpaidMayLoad === "no" || (unpaidMayLoad === "cashier" && !cashier);
  const asksFloat = floatLimitKobo > 0 && run.riderId !== null && !cashier;
  if (!asksPaid && !asksFloat) return null;
  const parcels = await tx
    .selectDistinctOn([bookings.id], {
      code: bookings.trackingCode,
      // Loaded pieces are not checked again, but their amounts count towards the rider's limit.
      chosen: sql<boolean>`bool_or(${chosen}) over (partition by ${bookings.id})`,
      loaded: sql<boolean>`bool_or(${runPieces.loadedAt} is not null) over (partition by ${bookings.id})`,
      returning: sql<boolean>`bool_and(${pieces.returning}) over (partition by ${bookings.id})`,
      ...doorColumns,
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(and(eq(runPieces.runId, run.id), isStillOnRun))
    .orderBy(bookings.id);
  // A returning parcel never counts as unpaid, because its sender pays at the door.
  const unpaid = parcels.filter(
    (one) =>
      one.chosen &&
      !one.returning &&
      one.paysDelivery !== "receiver" &&
      !isOnAccount(one.paysDelivery) &&
      (one.priceKobo ?? 0) > (one.paidKobo ?? 0),
  );
  if (asksPaid && unpaid.length > 0)
    return refuse("conflict", "not_unpaid", { codes: unpaid.map(({ code }) => code).join(", ") });
  if (!asksFloat || run.riderId === null || collectedFrom(parcels, (one) => one.chosen) === 0) return null;
  const { balanceKobo } = await cashOf(tx, { kind: "rider", id: run.riderId });
  const held = Math.max(0, balanceKobo);
  const sum = held + collectedFrom(parcels, (one) => one.chosen || one.loaded);
  if (sum <= floatLimitKobo) return null;
  return refuse("conflict", "over_float", {
    limit: formatNaira(floatLimitKobo),
    sum: formatNaira(sum),
    held: held > 0 ? formatNaira(held) : null,
  });
}
