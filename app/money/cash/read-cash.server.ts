/** CASH-6: the cash accounts for staff with `readCash`: the amount owed, and since when. */
import { and, desc, eq, inArray, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { ownHub } from "../../access/own-hub.server.ts";
import type { CashHolder } from "../../domain/cash.ts";
import { addDays } from "../../domain/dates.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, cashAccounts, cashEntries, hubs, riders, runs } from "../../platform/db/schema.ts";

type Reader = Pick<Db, "select">;
const SHOWN = 60;

/**
 * The time since which cash is owed. For a rider this is the time of the oldest collection that the rider has not paid
 * in. For a hub, or a rider without such a collection, this is the time since which the balance is positive.
 * `holder_id` needs the name of its table. Without the name, the subquery would compare the entry's `holder_id` with
 * itself and match the collections of all riders.
 */
const since =
  sql`coalesce((select e.received_at from ${cashEntries} e where e.holder_kind = 'rider' and e.kind = 'collected'
  and e.covered_at is null and e.holder_id = ${cashAccounts}.holder_id order by e.id limit 1), ${cashAccounts.since})`.mapWith(
    cashAccounts.since,
  );

/** Returns the time since which a holder owes cash. Null if nothing is owed. */
export async function readSince(db: Reader, { kind, id }: CashHolder): Promise<Date | null> {
  const [row] = await db
    .select({ since })
    .from(cashAccounts)
    .where(and(eq(cashAccounts.holderKind, kind), eq(cashAccounts.holderId, id)));
  return row?.since ?? null;
}

/**
 * Lists active riders and riders with a balance, the highest first, then hubs by name. A hub clerk gets only the
 * clerk's own hub and its riders.
 */
export async function listCashAccounts(db: Reader, actor: Admin) {
  const only = actor.role === "hub_clerk" ? ((await ownHub(db, actor)) ?? "") : null;
  const ofHub = (hub: SQL) => (only === null ? undefined : sql`${hub}::text = ${only}`);
  const money = {
    balanceKobo: sql<number>`coalesce(${cashAccounts.balanceKobo}, 0)`.mapWith(Number),
    changeKobo: sql<number>`coalesce(${cashAccounts.changeKobo}, 0)`.mapWith(Number),
    since,
  };
  const [people, places] = await Promise.all([
    db
      .select({ id: riders.id, name: riders.name, leftAt: riders.leftAt, hub: hubs.name, ...money })
      .from(riders)
      .innerJoin(hubs, eq(hubs.id, riders.hubId))
      .leftJoin(cashAccounts, and(eq(cashAccounts.holderKind, "rider"), eq(cashAccounts.holderId, riders.id)))
      .where(and(or(isNull(riders.leftAt), ne(cashAccounts.balanceKobo, 0)), ofHub(sql`${riders.hubId}`)))
      .orderBy(desc(sql`coalesce(${cashAccounts.balanceKobo}, 0)`), riders.name, riders.id)
      .limit(500),
    db
      .select({ id: hubs.id, name: hubs.name, leftAt: sql<Date | null>`null`, hub: hubs.code, ...money })
      .from(hubs)
      .leftJoin(cashAccounts, and(eq(cashAccounts.holderKind, "hub"), eq(cashAccounts.holderId, hubs.id)))
      .where(and(or(eq(hubs.active, true), ne(cashAccounts.balanceKobo, 0)), ofHub(sql`${hubs.id}`)))
      .orderBy(hubs.name),
  ]);
  return { riders: people, hubs: places };
}
export type ListedAccount = Awaited<ReturnType<typeof listCashAccounts>>["riders"][number];

const entryColumns = {
  id: cashEntries.id,
  holderKind: cashEntries.holderKind,
  kind: cashEntries.kind,
  kobo: cashEntries.kobo,
  part: cashEntries.part,
  occurredAt: cashEntries.occurredAt,
  receivedAt: cashEntries.receivedAt,
  notes: cashEntries.notes,
  reason: cashEntries.reason,
  reference: cashEntries.reference,
  bankDay: cashEntries.bankDay,
  approvedByName: cashEntries.approvedByName,
  coveredAt: cashEntries.coveredAt,
  reverses: cashEntries.reverses,
  byName: cashEntries.byName,
  code: bookings.trackingCode,
  runId: runs.id,
  run: runs.name,
  takenBack: sql<boolean>`exists (select from ${cashEntries} r where r.reverses = ${cashEntries.id})`,
  /** The other holder of the entry: the hub's name for a rider's entry, the rider's name for a hub's entry. */
  with: sql<string | null>`(select coalesce(h.name, r.name) from ${cashEntries} o
    left join ${hubs} h on o.holder_kind = 'hub' and h.id = o.holder_id
    left join ${riders} r on o.holder_kind = 'rider' and r.id = o.holder_id
    where o.act_id = ${cashEntries.actId} and o.id <> ${cashEntries.id} and o.holder_kind <> ${cashEntries.holderKind} limit 1)`,
};

/** Reads a page of the entries that are older than the entry `before`, newest first. Null means the newest page. */
export async function readEntries(db: Reader, { kind, id }: CashHolder, before: number | null) {
  const rows = await db
    .select(entryColumns)
    .from(cashEntries)
    .leftJoin(bookings, eq(bookings.id, cashEntries.bookingId))
    .leftJoin(runs, eq(runs.id, cashEntries.runId))
    .where(
      and(
        eq(cashEntries.holderKind, kind),
        eq(cashEntries.holderId, id),
        before === null ? undefined : lt(cashEntries.id, before),
      ),
    )
    .orderBy(desc(cashEntries.id))
    .limit(SHOWN + 1);
  return { entries: rows.slice(0, SHOWN), more: rows.length > SHOWN ? rows[SHOWN - 1]!.id : null };
}
export type ShownEntry = Awaited<ReturnType<typeof readEntries>>["entries"][number];

/** Lists the deposits that no bank statement contains yet, oldest first. */
export const openDeposits = (db: Reader) =>
  db
    .select({
      id: cashEntries.id,
      kobo: sql<number>`-${cashEntries.kobo}`.mapWith(Number),
      reference: cashEntries.reference,
      at: cashEntries.receivedAt,
      byName: cashEntries.byName,
    })
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.kind, "deposit"),
        isNull(cashEntries.bankDay),
        sql`not exists (select from ${cashEntries} r where r.reverses = ${cashEntries.id})`,
      ),
    )
    .orderBy(cashEntries.id)
    .limit(50);

/** CASH-7: finds runs of the last 30 days whose closing person also counted the rider's cash. For super admins. */
export const countedAlone = (db: Pick<Db, "selectDistinct">, now: Date) =>
  db
    .selectDistinct({
      id: runs.id,
      run: runs.name,
      rider: riders.name,
      byName: runs.closedByName,
      at: runs.reconciledAt,
    })
    .from(runs)
    .innerJoin(riders, eq(riders.id, runs.riderId))
    .innerJoin(
      cashEntries,
      sql`${cashEntries.holderKind} = 'rider' and ${cashEntries.holderId} = ${runs.riderId} and ${cashEntries.kind} = 'paid_in'
        and ${cashEntries.byUserId} = ${runs.closedByUserId} and ${cashEntries.receivedAt} > ${runs.outAt}
        and ${cashEntries.receivedAt} < ${runs.reconciledAt} + interval '24 hours'`,
    )
    .where(and(inArray(runs.kind, ["delivery", "pickup"]), sql`${runs.reconciledAt} > ${addDays(now, -30)}`))
    .orderBy(desc(runs.reconciledAt))
    .limit(50);
