/** SETTLE-4: weekly statements of a payee (Lagos weeks), and lists for staff. */
import { and, asc, eq, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { addDays, lagosDay, parseLagosDay, startOfLagosWeek } from "../../domain/dates.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { doorColumn } from "../payments/door-column.server.ts";
import {
  bookingBalances,
  cashOnDelivery,
  bookings,
  stores,
  payees,
  profiles,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, writeCursor, type PageParams } from "../../platform/http/keyset.ts";
import { maskedOf } from "./payees.server.ts";
import { payableOf } from "../../domain/settlement.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";

const PAGE_SIZE = 50;
const MOST_SHOWN = 500;
const MOST_UNRECORDED = 50;

/** Returns the Monday of the week in the URL. The default is the current week. */
export function weekOf(params: URLSearchParams, now: Date): Date {
  const asked = parseLagosDay(params.get("week") ?? "");
  return startOfLagosWeek(asked && asked <= now && asked.getUTCFullYear() > 2000 ? asked : now);
}

const NET = sql`${settlementEntries.grossKobo} - ${settlementEntries.codFeeKobo}`;

/** Reads the entries of the week that begins at `from`, oldest first, and the kobo owed before and after the week. */
export async function readPayeeStatement(db: Db, payeeId: string, from: Date, most = MOST_SHOWN) {
  const to = addDays(from, 7);
  const own = eq(settlementEntries.payeeId, payeeId);
  const sums = async (before: Date) => {
    const [row] = await db
      .select({ kobo: sql<number>`coalesce(sum(${NET}), 0)::float8` })
      .from(settlementEntries)
      .where(and(own, lt(settlementEntries.at, before)));
    return row?.kobo ?? 0;
  };
  const [openingKobo, closingKobo, entries] = await Promise.all([
    sums(from),
    sums(to),
    db
      .select({ entry: settlementEntries, code: bookings.trackingCode })
      .from(settlementEntries)
      .leftJoin(bookings, eq(bookings.id, settlementEntries.bookingId))
      .where(and(own, gte(settlementEntries.at, from), lt(settlementEntries.at, to)))
      .orderBy(asc(settlementEntries.at), asc(settlementEntries.id))
      .limit(most),
  ]);
  return {
    week: lagosDay(from),
    openingKobo,
    closingKobo,
    more: entries.length === most,
    entries: entries.map(({ entry, code }) => ({
      ...pickColumns(entry, "id", "at", "kind", "method"),
      code,
      ...pickColumns(entry, "grossKobo", "codFeeKobo", "reference", "reason", "paidTo", "reverses"),
    })),
  };
}
export type Statement = Awaited<ReturnType<typeof readPayeeStatement>>;
export type PayeeStatementEntry = Statement["entries"][number];

/** The name of a payee, for queries that join stores and profiles. */
export const payeeName = sql<string>`coalesce(${stores.businessName}, ${profiles.fullName}, ${profiles.email}, 'Deleted account')`;
const listed = { payee: payees, name: payeeName, store: stores.slug };

export const fromPayees = (db: Pick<Db, "select">) =>
  db
    .select(listed)
    .from(payees)
    .leftJoin(stores, eq(stores.id, payees.storeId))
    .leftJoin(profiles, eq(profiles.id, payees.customerId));
const shown = ({ payee, name, store }: Awaited<ReturnType<typeof fromPayees>>[number]) => ({
  id: payee.id,
  name,
  isStore: store !== null,
  owedKobo: payee.owedKobo,
  payableKobo: payableOf(payee),
  owedSince: payee.owedSince,
  account: maskedOf(payee),
  accountSince: payee.accountSince,
});

const OWED = sql`${payees.owedKobo} > 0`;

/** Lists one page of payees that are owed money, longest owed first. For staff with the permission `readMoney`. */
export async function listOwed(db: Db, page: PageParams) {
  const { where, orderBy } = keyset([payees.owedSince, payees.id], page, "asc");
  const rows = await fromPayees(db)
    .where(and(OWED, where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows.map(shown), PAGE_SIZE, page, ({ id, owedSince }) =>
    writeCursor({ id, createdAt: owedSince ?? new Date(0) }),
  );
}

/** Counts payees that are owed money, up to 1,000. For staff with the permission `readMoney`. */
export const countOwed = (db: Db): Promise<number> => countUpTo(db, sql`${payees} where ${OWED}`);

/** Returns the kobo owed to all payees. For staff with the permission `readMoney`. */
export async function sumOwed(db: Pick<Db, "select">): Promise<number> {
  const [row] = await db
    .select({ kobo: sql<number>`coalesce(sum(${payees.owedKobo}), 0)::float8` })
    .from(payees)
    .where(OWED);
  return row?.kobo ?? 0;
}

/** Reads one payee for staff, or returns null. */
export async function readPayee(db: Pick<Db, "select">, id: string) {
  const [row] = await fromPayees(db).where(eq(payees.id, id));
  return row ? shown(row) : null;
}

/** Lists the oldest 50 delivered parcels with an unrecorded payment at the door. `kobo` is the amount due there. */
export async function listUnrecorded(db: Db) {
  const row = { code: bookings.trackingCode, at: bookings.deliveredAt, kobo: doorColumn };
  const [forGoods, forDelivery] = await Promise.all([
    db
      .select(row)
      .from(cashOnDelivery)
      .innerJoin(bookings, eq(bookings.id, cashOnDelivery.bookingId))
      .where(and(isNull(cashOnDelivery.recordedAt), inArray(bookings.status, [DELIVERED])))
      .orderBy(asc(cashOnDelivery.createdAt), asc(cashOnDelivery.bookingId))
      .limit(MOST_UNRECORDED),
    // For these parcels only the money for the delivery is missing, not cash on delivery.
    db
      .select(row)
      .from(bookingBalances)
      .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
      .where(
        and(
          sql`${bookingBalances.paidKobo} < ${bookingBalances.priceKobo}`,
          eq(bookings.paysDelivery, "receiver"),
          inArray(bookings.status, [DELIVERED]),
          sql`not exists (select from ${cashOnDelivery} c where c.booking_id = ${bookings.id} and c.recorded_at is null)`,
        ),
      )
      .orderBy(asc(bookings.deliveredAt), asc(bookings.id))
      .limit(MOST_UNRECORDED),
  ]);
  const time = ({ at }: { at: Date | null }) => at?.getTime() ?? 0;
  return [...forGoods, ...forDelivery]
    .map(({ kobo, ...one }) => ({ ...one, kobo: kobo ?? 0 }))
    .toSorted((a, b) => time(a) - time(b))
    .slice(0, MOST_UNRECORDED);
}

/** Lists every payee with a positive or negative balance. */
export async function listBalances(db: Db) {
  const rows = await fromPayees(db).where(ne(payees.owedKobo, 0)).orderBy(asc(payees.owedSince));
  return rows.map(shown);
}
