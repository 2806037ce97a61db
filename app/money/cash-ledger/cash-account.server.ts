/** CASH-1: reads the cash account of a holder. Only cash-ledger.server.ts writes its entries. */
import { and, eq, isNull, sum } from "drizzle-orm";
import type { CashHolder } from "../../domain/cash.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { cashAccounts, toldPieces } from "../../platform/db/schema.ts";

type CashAccount = {
  /** The kobo that the holder owes the company. Negative if the holder paid in more than was collected. */
  balanceKobo: number;
  /** The part of the balance that is change given to the rider. */
  changeKobo: number;
  /** The time since which the holder owes money. Null if nothing is owed. */
  since: Date | null;
  /**
   * The number of the newest entry, or 0. A form sends this number. If two people count the same cash, the second form
   * has an outdated number and gets a conflict.
   */
  lastEntry: number;
};

const NOTHING: CashAccount = { balanceKobo: 0, changeKobo: 0, since: null, lastEntry: 0 };

/** Reads a holder's cash account. For the rider's phone, and for staff with `readCash`. */
export async function cashOf(db: Pick<Db, "select">, { kind, id }: CashHolder): Promise<CashAccount> {
  const { balanceKobo, changeKobo, since, lastEntry } = cashAccounts;
  const [account] = await db
    .select({ balanceKobo, changeKobo, since, lastEntry })
    .from(cashAccounts)
    .where(and(eq(cashAccounts.holderKind, kind), eq(cashAccounts.holderId, id)));
  return account ?? NOTHING;
}

/**
 * CASH-13: returns the kobo that a rider took for unconfirmed parcels. The cash enters the rider's account when the
 * parcel is confirmed.
 */
export async function toldCash(db: Pick<Db, "select">, { kind, id }: CashHolder): Promise<number> {
  if (kind !== "rider") return 0;
  const [row] = await db
    .select({ kobo: sum(toldPieces.kobo).mapWith(Number) })
    .from(toldPieces)
    .where(and(eq(toldPieces.riderId, id), isNull(toldPieces.endedAt)));
  return row?.kobo ?? 0;
}
