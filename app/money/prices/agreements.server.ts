/** BUSINESS-4: reads price agreements: the newest one of a business, and the one by which a booking was priced. */
import { desc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { businessAgreements, businessBookings } from "../../platform/db/schema.ts";
import type { Agreement } from "./discount.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";

type Reader = Pick<Db | Tx, "select">;
export type StoredAgreement = Agreement & { id: string };

const columns = {
  id: businessAgreements.id,
  version: businessAgreements.version,
  discountPerMille: businessAgreements.discountPerMille,
  hasList: sql<boolean>`${businessAgreements.document} is not null`,
};

/** The cached price lists of agreements. The price list of an agreement never changes. */
const lists = new Map<string, PriceList>();
const MOST_LISTS = 200;

async function listOf(db: Reader, id: string): Promise<PriceList> {
  const known = lists.get(id);
  if (known) return known;
  const [row] = await db
    .select({ document: businessAgreements.document })
    .from(businessAgreements)
    .where(eq(businessAgreements.id, id));
  const list = priceListSchema.parse(row?.document);
  if (lists.size >= MOST_LISTS) lists.clear();
  lists.set(id, list);
  return list;
}

type Row = { id: string; version: number; discountPerMille: number; hasList: boolean };

async function withList(db: Reader, row: Row | undefined): Promise<StoredAgreement | null> {
  if (!row) return null;
  const { hasList, ...agreement } = row;
  return { ...agreement, list: hasList ? await listOf(db, row.id) : null };
}

/** Returns the newest price agreement of a business, or null. */
export async function agreementOf(db: Reader, businessId: string): Promise<StoredAgreement | null> {
  const [newest] = await db
    .select(columns)
    .from(businessAgreements)
    .where(eq(businessAgreements.businessId, businessId))
    .orderBy(desc(businessAgreements.version))
    .limit(1);
  return withList(db, newest);
}

/** Returns the price agreement by which a booking was priced, or null. */
export async function agreementOfBooking(db: Reader, bookingId: string): Promise<StoredAgreement | null> {
  const [agreement] = await db
    .select(columns)
    .from(businessBookings)
    .innerJoin(businessAgreements, eq(businessAgreements.id, businessBookings.agreementId))
    .where(eq(businessBookings.bookingId, bookingId));
  return withList(db, agreement);
}
