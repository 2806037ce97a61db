/** CASH-1: reads the cash account of a holder. Its entries are written by cash-ledger.server.ts. */
import { and, eq, isNull, sum } from "drizzle-orm";
import type { CashHolder } from "../../domain/cash.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { cashAccounts, toldPieces } from "../../platform/db/schema.ts";

type CashAccount = {
  /** The amount that the holder owes the company, in kobo; negative if more was paid in than collected. */
  balanceKobo: number;
  /** The part of the balance that is change given out. */
  changeKobo: number;
  /** The time since which the holder owes an amount; null if nothing is owed. */
  since: Date | null;
  /**
   * The number of the cash account's newest entry; 0 if there is none. A form carries it, so that two people who count
   * the same cash get a conflict.
   */
  lastEntry: number;
};

const NOTHING: CashAccount = { balanceKobo: 0, changeKobo: 0, since: null, lastEntry: 0 };

/** The current cash account of a holder. For the rider's phone, and for staff with `readCash`. */
export async function cashOf(db: Pick<Db, "select">, { kind, id }: CashHolder): Promise<CashAccount> {
  const { balanceKobo, changeKobo, since, lastEntry } = cashAccounts;
  const [account] = await db
    .select({ balanceKobo, changeKobo, since, lastEntry })
    .from(cashAccounts)
    .where(and(eq(cashAccounts.holderKind, kind), eq(cashAccounts.holderId, id)));
  return account ?? NOTHING;
}

/**
 * CASH-13: the cash, in kobo, that a rider says they took for parcels that wait for a confirmation. It is in no balance. The
 * rider may hand it in, and it is booked when the parcel is confirmed.
 */
export async function toldCash(db: Pick<Db, "select">, { kind, id }: CashHolder): Promise<number> {
  if (kind !== "rider") return 0;
  const [row] = await db
    .select({ kobo: sum(toldPieces.kobo).mapWith(Number) })
    .from(toldPieces)
    .where(and(eq(toldPieces.riderId, id), isNull(toldPieces.endedAt)));
  return row?.kobo ?? 0;
}
