/** SETTLE-7: the parcels that a payout pays: the parcel whose money is owed longest is paid first. Pure. */

export type LedgerEntry = {
  id: number;
  code: string | null;
  grossKobo: number;
  codFeeKobo: number;
  /** True if the entry deducts the charge of a return, or reverses such a deduction. */
  isReturn: boolean;
  /** The entry that this entry reverses, or null. */
  reverses: number | null;
};

/** The amount is negative for a return, and for a collection that was reversed after its payout. */
export type PaidParcel = {
  code: string;
  grossKobo: number;
  codFeeKobo: number;
  paidKobo: number;
  isReturn: boolean;
};

type Owed = PaidParcel & { entry: number };

/**
 * CLAIM-3: a claim that freezes a booking's money. `from`, `to`: the ids of the payee's newest entries when
 * the claim began and ended. `to` is null while the money is frozen.
 */
export type Freeze = { code: string; from: number; to: number | null };

/**
 * Returns the parcels of each payout, by the payout's entry. `entries` must be in order, and nothing may be owed
 * before the first entry. The parts of a payout add up to its amount. The parcels of a reversed payout are in the
 * next payout. A parcel with frozen money waits for a later payout.
 */
export function parcelsOfPayouts(
  entries: readonly LedgerEntry[],
  freezes: readonly Freeze[] = [],
): Map<number, PaidParcel[]> {
  const { payouts } = settle(entries, freezes);
  const shown = (parts: readonly Owed[]) =>
    parts.map(({ code, grossKobo, codFeeKobo, isReturn, paidKobo }): PaidParcel => ({
      ...{ code, grossKobo, codFeeKobo, isReturn, paidKobo },
    }));
  return new Map([...payouts].map(([id, parts]) => [id, shown(parts)]));
}

/** Returns the amount still owed for the collection of one parcel, after these entries. */
export const owedOfParcel = (
  entries: readonly LedgerEntry[],
  freezes: readonly Freeze[],
  parcel: string,
): number =>
  settle(entries, freezes)
    .owed.filter(({ code, isReturn }) => code === parcel && !isReturn)
    .reduce((sum, { paidKobo }) => sum + paidKobo, 0);

function settle(entries: readonly LedgerEntry[], freezes: readonly Freeze[]) {
  const payouts = new Map<number, Owed[]>();
  let owed: Owed[] = [];
  for (const { id, code, grossKobo, codFeeKobo, isReturn, reverses } of entries) {
    const net = grossKobo - codFeeKobo;
    if (code === null && reverses !== null) owed = joined([...(payouts.get(reverses) ?? []), ...owed]);
    else if (code === null) {
      const frozen = freezes.filter(({ from, to }) => from < id && (to === null || id <= to));
      const taken = take(owed, -net, new Set(frozen.map((one) => one.code)));
      payouts.set(id, taken.paid);
      owed = taken.left;
    } else if (reverses !== null && owed.some((one) => one.entry === reverses && one.paidKobo === -net))
      owed = owed.filter((one) => one.entry !== reverses);
    else if (net !== 0) owed.push({ entry: id, code, grossKobo, codFeeKobo, isReturn, paidKobo: net });
  }
  return { payouts, owed };
}

/**
 * Splits owed amounts into `paid`, which a payout of `kobo` pays, and `left`. The payout first includes all negative
 * amounts, then the oldest positive amounts. Positive amounts for parcels in `frozen` remain in `left`, because a claim
 * freezes their money.
 */
function take(
  owed: readonly Owed[],
  kobo: number,
  frozen: ReadonlySet<string>,
): { paid: Owed[]; left: Owed[] } {
  const paid: Owed[] = [];
  const left: Owed[] = [];
  const back = owed.filter(({ paidKobo }) => paidKobo < 0);
  let rest = kobo - back.reduce((sum, { paidKobo }) => sum + paidKobo, 0);
  paid.push(...back);
  for (const one of owed) {
    if (one.paidKobo < 0) continue;
    const now = frozen.has(one.code) ? 0 : Math.min(rest, one.paidKobo);
    rest -= now;
    if (now > 0) paid.push({ ...one, paidKobo: now });
    if (now < one.paidKobo) left.push({ ...one, paidKobo: one.paidKobo - now });
  }
  return { paid, left };
}

/** Adds up the parts of the same entry, so that each entry occurs once. */
function joined(all: readonly Owed[]): Owed[] {
  const byEntry = Map.groupBy(all, ({ entry }) => entry);
  return [...byEntry.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, paidKobo: more.reduce((sum, one) => sum + one.paidKobo, first.paidKobo) }] : [],
  );
}
